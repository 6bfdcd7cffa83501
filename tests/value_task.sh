#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The value task library and its pack. The pack names every public function of
# the headers, and nothing that is not there; the library's examples, through a
# compile database of their own, are silent.
#
#     value_task.sh ONCELINT ROOT
oncelint=$1
root=$2
headers=$root/runtime/include/once
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
rm -rf work && mkdir work && cd work || exit 2

# Prints the functions that C headers declare, but those that only the bodies of
# inline functions call.
declared() {
	awk '
	FNR == 1 { text = ""; depth = continued = 0 }
	{ sub(/\/\/.*/, "") }
	continued || /^[ \t]*#/ { continued = /\\$/; next }
	/^extern "C"/ { next }
	{
		n = length($0)
		for (i = 1; i <= n; i++) {
			c = substr($0, i, 1)
			if (c == "{") depth++
			if (!depth) text = text c
			if (c == "}" && depth) depth--
			if (!depth && (c == ";" || c == "}")) {
				gsub(/__attribute__\(\(.*\)\)/, "", text)
				if (text !~ /typedef/ && text !~ /^[^(]*=/ &&
				    match(text, /[a-z_0-9]+[ \t]*\(/)) {
					name = substr(text, RSTART, RLENGTH)
					sub(/[ \t]*\(/, "", name)
					print name
				}
				text = ""
			}
		}
		text = text " "
	}' "$@" | grep -vE '^(vt_checked_value|vt_checked_error|vt_[a-z_]*_slow)$'
}

# Prints the public methods of the C++ class, constructors left out.
methods() {
	awk '
	/^template <class T> class \[\[nodiscard\]\] value_task/ { inside = 1 }
	/^};/ { inside = 0 }
	inside && /^      (public|private):/ { public = /public/ }
	inside && public && /^\t[A-Za-z:]/ && !/operator|~/ &&
	match($0, /[a-z_]+\(/) { print substr($0, RSTART, RLENGTH - 1) }
	inside && public && /operator co_await\(\) &&$/ { print "co_await" }' "$1" |
		grep -vE '^(value_task|requires)$'
}

# Prints a pack's names: of functions, and of the methods of its classes.
named() { # C or C++
	sed -n '/"operations"/,/"sources"/p' "$root/rules/packs/value-task.json" |
		awk -v wanted="$1" '
		/"match"/ { cxx = 0 }
		/"(method|operator)"/ { cxx = 1 }
		/"(constructor)"/ { next }
		/"(match|function|name|aliases)"/ || /^ *"[a-z_]+",?( "[a-z_]+",?)*$/ {
			line = $0
			sub(/"note".*/, "", line)
			sub(/"class": "[^"]*"/, "", line)
			while (match(line, /"[a-z_0-9]+"/)) {
				word = substr(line, RSTART + 1, RLENGTH - 2)
				line = substr(line, RSTART + RLENGTH)
				if (word ~ /^(value_task_|vt_)/ && wanted == "C")
					print word
				if (cxx && wanted == "C++" && \
				    word !~ /^(match|method|operator|name|ref)$/)
					print word
			}
		}'
}

compare() { # what, declared, named
	sort -u "$2" >"$2.sorted"
	sort -u "$3" >"$3.sorted"
	[ -s "$2.sorted" ] || fail "$1: no declarations found"
	comm -23 "$2.sorted" "$3.sorted" >missing
	comm -13 "$2.sorted" "$3.sorted" >strange
	[ -s missing ] && fail "$1: not in the pack: $(tr '\n' ' ' <missing)"
	[ -s strange ] && fail "$1: not in a header: $(tr '\n' ' ' <strange)"
	return 0
}

declared "$headers"/*.h >functions
named C >pack_functions
compare functions functions pack_functions
methods "$headers/value_task.hpp" >shown
named C++ >pack_methods
compare methods shown pack_methods

# ---- the examples

cmake -S "$root/runtime" -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
	>cmake.log 2>&1 || fail "cmake: $(tail -1 cmake.log)"
"$oncelint" check --no-db -f plain -p build "$root/runtime/examples" >out 2>err
[ -s out ] && fail "examples: $(grep -c ' \[' out) findings: $(head -1 out)"
grep -E 'not analysed|analysed in part|silences nothing' err &&
	fail "examples: not as they should be"
grep -qE '^1[0-9] units' err || fail "examples: $(tail -1 err)"

[ $failures = 0 ] && echo "value task: $(wc -l <functions.sorted) functions," \
	"$(wc -l <shown.sorted) methods"
exit $failures
