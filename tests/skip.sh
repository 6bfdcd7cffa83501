#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Leaving units out changes no finding: every folder of fixtures is a project,
# once with all of its units and once with those that matter.
#
#     skip.sh ONCELINT ROOT
oncelint=$1
root=$2
status=0
rm -rf work && mkdir work && cd work || exit 2

database() { # folder
	printf '['
	comma=
	for file in "$1"/*.c "$1"/*.cpp; do
		[ -f "$file" ] || continue
		case $file in
		*.c) flags='"clang", "-std=c17"' ;;
		*) flags='"clang++", "-std=c++20", "-nostdinc++"' ;;
		esac
		printf '%s\n{"directory": "%s", "file": "%s", "arguments": [%s, "-nostdinc", "-isystem", "%s", "-c", "%s"]}' \
			"$comma" "$1" "$file" "$flags" \
			"$root/testdata/include" "$file"
		comma=,
	done
	printf ']\n'
}

check() { # folder, output, options
	into=$2
	packs=
	for pack in "$1"/*.json; do
		grep -qs '"oncelint-rules/1"' "$pack" && packs="$packs -r $pack"
	done
	shift 2
	# shellcheck disable=SC2086
	"$oncelint" check -p db --no-db --cache cache -f json $packs "$@" \
		>"$into" 2>"$into.err"
	[ $? -le 1 ] && return
	echo "FAIL: $folder"
	tail -n 3 "$into.err"
	status=1
}

for folder in $(find "$root/testdata" \( -name include -o -name projects \) \
	-prune -o -type d -print | sort); do
	ls "$folder"/*.c "$folder"/*.cpp >/dev/null 2>&1 || continue
	mkdir -p db
	database "$folder" >db/compile_commands.json
	check "$folder" all --no-skip
	check "$folder" some
	cmp -s all some && continue
	echo "FAIL: $folder has other findings when units are left out:"
	diff all some | head -n 20
	status=1
done

# A project in which the units that must not be left out name no handle: two
# are, and what the others hold is found (projects.sh knows it all).
folder=$root/testdata/projects/errands
cmake -S "$folder" -B db >cmake.log 2>&1 || exit 2
check "$folder" all --no-skip
check "$folder" some
cmp -s all some || {
	echo "FAIL: $folder has other findings when units are left out:"
	diff all some | head -n 20
	status=1
}
grep -q '^9 units (2 skipped, 7 cached, ' some.err || {
	echo "FAIL: not two units of $folder were left out:"
	cat some.err
	status=1
}

# What was asked for by name is parsed, and all is when nothing may be skipped.
"$oncelint" check -p db --no-db --cache cache "$folder/src/plain.c" 2>err
grep -q '^1 unit (0 skipped, ' err || {
	echo "FAIL: a unit that was named was left out"
	status=1
}
echo '{ "skip": false }' >none.json
"$oncelint" check -c none.json -p db --no-db --cache cache >/dev/null 2>err
grep -q '^9 units (0 skipped, ' err || {
	echo "FAIL: the configuration's \"skip\" is not heard"
	status=1
}
[ $status = 0 ] && echo "skip: findings are the same"
exit $status
