# SPDX-License-Identifier: Apache-2.0
#
# Joins the parts that `run` collected into one JSON document, a case a line.

function note(name, key, value) {
	if (!(name in seen)) {
		seen[name] = 1
		names[++count] = name
	}
	figure[name, key] = value
}

# The number after "key": in a line of the benchmark.
function number(key) {
	if (!match($0, "\"" key "\": [-+.e0-9]+"))
		return ""
	return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
}

part == "bytes" || part ~ /^ns/ {
	split($0, quoted, "\"")
	name = quoted[4]
}
part == "bytes" {
	note(name, "bytes", number("bytes"))
	note(name, "mallocs", number("mallocs"))
}
part ~ /^ns/ { note(name, part, number("ns")) }

# desc: Trigger: Client Request: GROUP/WHAT N
part ~ /^instructions/ && /^desc/ {
	operations = $NF
	name = $0
	sub(/^desc: Trigger: Client Request: /, "", name)
	sub(/ [0-9]+$/, "", name)
	wanted = name ~ /\//
}
part ~ /^instructions/ && /^summary/ && wanted {
	note(name, part, sprintf("%.0f", $2 / operations))
	wanted = 0
}

# WHAT: N readings, mean M, T s, B B in C calls
part == "pipe_json" && / readings, / {
	name = $0
	sub(/:.*/, "", name)
	rest = substr($0, length(name) + 3)
	split(rest, word, " ")
	name = "JSON of " word[1] " readings/" name
	best = figure[name, "ns"]
	if (best == "" || word[5] * 1e9 < best)
		note(name, "ns", sprintf("%.0f", word[5] * 1e9))
	note(name, "bytes", word[7])
	note(name, "mallocs", word[10])
}

# WHAT hit B B, miss B B
part == "repository" && /  hit / {
	name = $0
	sub(/ *  hit.*/, "", name)
	note("SQLite repository, hit/" name, "bytes", $(NF - 4))
	note("SQLite repository, miss/" name, "bytes", $(NF - 1))
}

END {
	keys = "bytes mallocs instructions ns instructions_mimalloc " \
		"ns_mimalloc instructions_checked ns_checked " \
		"instructions_checked_fp ns_checked_fp"
	split(keys, key, " ")
	print "{\n\"schema\": 1,\n\"cases\": ["
	for (i = 1; i <= count; i++) {
		slash = index(names[i], "/")
		printf "{\"group\": \"%s\", \"what\": \"%s\"",
			substr(names[i], 1, slash - 1),
			substr(names[i], slash + 1)
		for (k = 1; k in key; k++) {
			value = figure[names[i], key[k]]
			if (value != "")
				printf ", \"%s\": %s", key[k], value
		}
		print i < count ? "}," : "}"
	}
	print "]\n}"
}
