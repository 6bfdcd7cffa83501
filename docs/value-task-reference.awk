# SPDX-License-Identifier: Apache-2.0
#
# Writes the reference from the public headers, which are its only source:
#   awk -f docs/value-task-reference.awk runtime/include/once/*.h
#
# A block is a comment and the declaration under it. Comment text becomes
# prose, the declaration code; bodies of inline functions are left out, and so
# is what only they call.

function base(path,    n, part) {
	n = split(path, part, "/")
	return part[n]
}

function flush(    n) {
	sub(/\n+$/, "", code)
	sub(/^\n+/, "", code)
	if (section != "") {
		printf "### %s\n\n", section
		section = ""
	}
	gsub(/VT_INLINE /, "", code)
	if (code ~ /_slow\(|vt_checked_/)
		prose = code = ""
	if (code != "") {
		if (prose != "")
			printf "%s\n", prose
		printf "```c\n%s\n```\n\n", code
	} else if (prose != "" && !described) {
		printf "%s\n", prose
		described = 1
	}
	prose = code = ""
}

# Text that is indented by a tab in a comment is an example.
function add_prose(text) {
	if (text ~ /^\t/ && !quoted) {
		prose = prose "```c\n"
		quoted = 1
	} else if (quoted && text !~ /^\t/ && text != "") {
		sub(/\n+$/, "\n", prose)
		prose = prose "```\n\n"
		quoted = 0
	}
	if (quoted)
		sub(/^\t/, "", text)
	else
		sub(/^ /, "", text)
	prose = prose text "\n"
}

function end_prose() {
	if (quoted)
		prose = prose "```\n"
	quoted = 0
}

function is_noise(line) {
	return line ~ /^#/ || line ~ /^extern "C"/ || line ~ /^}$/ ||
		line ~ /^_Static_assert/
}

BEGIN {
	print "# value_task reference\n"
	print "<!-- Written from the headers by value-task-reference.awk; " \
		"do not edit. -->\n"
	print "What each function does, as its header says it. Start with " \
		"the [guide](value-task.md).\n"
	for (i = 1; i < ARGC; i++) {
		name = anchor = base(ARGV[i])
		gsub(/[.]/, "", anchor)
		printf "- [once/%s](#once%s)\n", name, anchor
	}
}

FNR == 1 {
	flush()
	described = depth = skipping = 0
	printf "\n## once/%s\n\n", base(FILENAME)
}
/SPDX-License/ { next }
/^\/\/ ---- / {
	flush()
	section = substr($0, 9)
	next
}
/^\/\/$/ && !depth && !in_if && prose == "" { next }
/^\/\// && !depth && !in_if {
	if (code != "")
		flush()
	add_prose(substr($0, 3))
	next
}

# The body of an inline function ends at the next brace in the first column.
skipping {
	if ($0 ~ /^}/)
		skipping = 0
	next
}
/^\{/ && code ~ /\)[ \n]*$/ && code !~ /=[ \n]*$/ {
	end_prose()
	sub(/\n+$/, ";\n", code)
	skipping = 1
	next
}
continued {
	continued = /\\$/
	next
}
/^#[ \t]*define VT_[A-Z_]+\(/ && /\\$/ && !in_if {
	end_prose()
	line = $0
	sub(/[ \t]*\\$/, "", line)
	sub(/^#[ \t]+define/, "#define", line)
	code = code line "\n"
	continued = 1
	next
}
/^#define VT_[A-Z_]+[( ]/ && !/_H$/ && !in_if {
	end_prose()
	code = code $0 "\n"
	next
}
/^#[ \t]*if/ {
	if (/_H$/)
		next
	in_if++
	if (described)
		prose = ""
	next
}
/^#[ \t]*endif/ {
	if (in_if)
		in_if--
	next
}
in_if { next }
is_noise($0) && !depth { next }
/^$/ && !depth {
	end_prose()
	if (code != "" || !described)
		flush()
	next
}
{
	end_prose()
	code = code $0 "\n"
	depth += gsub(/\{/, "{") - gsub(/\}/, "}")
}

END { flush() }
