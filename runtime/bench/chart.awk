# SPDX-License-Identifier: Apache-2.0
#
# awk -f figures.awk -f chart.awk bench.json: bars of bytes and instructions.

function escape(s) {
	gsub(/&/, "\\&amp;", s)
	gsub(/</, "\\&lt;", s)
	return s
}

function bar(x, y, w, label, value, most, ours,    width) {
	width = most ? w * value / most : 0
	printf "<text x=\"%d\" y=\"%d\" class=\"label\">%s</text>\n",
		x - 8, y + 12, escape(label)
	printf "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" " \
		"rx=\"2\" class=\"%s\"/>\n", x, y + 1,
		width < 1 ? 1 : width, ours ? "ours" : "other"
	printf "<text x=\"%.1f\" y=\"%d\" class=\"value\">%s</text>\n",
		x + width + 6, y + 12, show(value)
}

function panel(x, y, g, key, title, list,    n, i, item, most, part) {
	n = split(list, item, ";")
	printf "<text x=\"%d\" y=\"%d\" class=\"title\">%s</text>\n",
		x - 150, y - 10, title
	for (i = 1; i <= n; i++) {
		split(item[i], part, "=")
		if (figure[g, part[1], key] + 0 > most)
			most = figure[g, part[1], key] + 0
	}
	for (i = 1; i <= n; i++) {
		split(item[i], part, "=")
		if (!has(g, part[1], key))
			continue
		bar(x, y, 200, part[2], figure[g, part[1], key], most,
			part[1] ~ /^value_task/)
		y += 21
	}
}

END {
	hit = "value_task=value_task;" \
		"value_task async function=async function;" \
		"task=heap task;std::future=std::future;" \
		"naive coroutine=naive coroutine;" \
		"boost::fibers::future=boost::fibers;" \
		"GTask=GTask;QFuture=QFuture"
	miss = "value_task promise=value_task;" \
		"value_task async function=async function;" \
		"task=heap task;std::future=std::future;" \
		"naive coroutine=naive coroutine;" \
		"boost::fiber=boost::fiber;GTask=GTask;QFuture=QFuture"
	print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"860\" " \
		"height=\"470\" viewBox=\"0 0 860 470\">"
	print "<style>text{font:12px system-ui,sans-serif;fill:#1f2328}" \
		".title{font-weight:600;font-size:13px}" \
		".label{text-anchor:end}.value{fill:#59636e}" \
		".ours{fill:#0969da}.other{fill:#afb8c1}</style>"
	print "<rect width=\"860\" height=\"470\" fill=\"#fff\"/>"
	panel(170, 44, "hit", "bytes", "Ready at once: bytes", hit)
	panel(590, 44, "hit", "instructions",
		"Ready at once: instructions", hit)
	panel(170, 274, "miss", "bytes", "Ready later: bytes", miss)
	panel(590, 274, "miss", "instructions",
		"Ready later: instructions", miss)
	print "</svg>"
}
