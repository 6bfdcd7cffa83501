# SPDX-License-Identifier: Apache-2.0
#
# Reads the JSON of `run`; included before the scripts that show it.
# figure[group, what, key]; groups and whats in the order of the file.

function text(key,    pattern) {
	pattern = "\"" key "\": \"[^\"]*\""
	if (!match($0, pattern))
		return ""
	return substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6)
}

/^\{"group"/ {
	g = text("group")
	w = text("what")
	if (!(g in size))
		groups[++group_count] = g
	whats[g, ++size[g]] = w
	rest = $0
	while (match(rest, /"[a-z_]+": [-+.e0-9]+/)) {
		pair = substr(rest, RSTART, RLENGTH)
		rest = substr(rest, RSTART + RLENGTH)
		split(pair, part, "\"")
		sub(/.*: /, "", pair)
		figure[g, w, part[2]] = pair
	}
}

function has(g, w, key) {
	return (g, w, key) in figure
}

# 1234567 -> 1,234,567; small numbers with what matters behind the point.
function show(x,    s, out) {
	if (x == "")
		return "–"
	s = x + 0 < 10 ? sprintf("%.3g", x) : sprintf("%.0f", x)
	while (s ~ /^[0-9][0-9][0-9][0-9]/) {
		out = "," substr(s, length(s) - 2) out
		s = substr(s, 1, length(s) - 3)
	}
	return s out
}
