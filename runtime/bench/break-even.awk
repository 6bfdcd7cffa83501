# SPDX-License-Identifier: Apache-2.0
#
# awk -f figures.awk -f break-even.awk bench.json: bytes per call over the
# share of calls that are ready at once.

function x_of(rate) {
	return left + width * rate
}

function y_of(bytes) {
	return top + height * (1 - bytes / most)
}

function line(hit, miss, style, label, at, dy) {
	printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" " \
		"class=\"%s\"/>\n", x_of(0), y_of(miss), x_of(1), y_of(hit),
		style
	printf "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">%s</text>\n",
		x_of(at), y_of(miss + (hit - miss) * at) + dy, style, label
}

function axes(    i) {
	for (i = 0; i <= most; i += 50) {
		printf "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" " \
			"class=\"grid\"/>\n", left, y_of(i), left + width,
			y_of(i)
		printf "<text x=\"%d\" y=\"%.1f\" class=\"tick\" " \
			"text-anchor=\"end\">%d B</text>\n", left - 6,
			y_of(i) + 4, i
	}
	for (i = 0; i <= 4; i++)
		printf "<text x=\"%.1f\" y=\"%d\" class=\"tick\" " \
			"text-anchor=\"middle\">%d %%</text>\n", x_of(i / 4),
			top + height + 18, 25 * i
	printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">" \
		"calls whose result is ready at once</text>\n",
		x_of(0.5), top + height + 40
}

END {
	left = 60
	top = 40
	width = 560
	height = 240
	most = 250
	print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"660\" " \
		"height=\"340\" viewBox=\"0 0 660 340\">"
	print "<style>text{font:12px system-ui,sans-serif;fill:#1f2328}" \
		".title{font-weight:600;font-size:13px}.tick{fill:#59636e}" \
		".grid{stroke:#e6eaef}line.ours{stroke:#0969da;" \
		"stroke-width:2.5}text.ours{fill:#0969da}" \
		"line.heap{stroke:#0969da;stroke-width:1.5;" \
		"stroke-dasharray:5 4}text.heap{fill:#0969da}" \
		"line.task{stroke:#57606a;stroke-width:2}" \
		"line.net{stroke:#bc4c00;stroke-width:1.5}" \
		"line.net2{stroke:#bc4c00;stroke-width:1.5;" \
		"stroke-dasharray:5 4}text.net,text.net2{fill:#bc4c00}" \
		"</style>"
	print "<rect width=\"660\" height=\"340\" fill=\"#fff\"/>"
	print "<text x=\"16\" y=\"22\" class=\"title\">" \
		"Bytes per call</text>"
	axes()
	line(72, 195, "net", ".NET Task", 0.5, -6)
	line(0, 229, "net2", ".NET ValueTask", 0.03, -4)
	line(figure["hit", "task", "bytes"], figure["miss", "task", "bytes"],
		"task", "task", 0.9, -6)
	line(figure["hit", "value_task", "bytes"],
		figure["miss", "value_task heap source", "bytes"],
		"heap", "value task, source on the heap", 0.02, 24)
	line(figure["hit", "value_task", "bytes"],
		figure["miss", "value_task async function", "bytes"],
		"ours", "value task, pooled", 0.03, -6)
	print "</svg>"
}
