#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The example projects, through their real compile databases and the system's
# own headers: exactly what testdata/projects/expected.json lists. What is `todo`
# there is a known miss, and a failure as soon as it is found.
#
#     projects.sh ONCELINT ROOT
oncelint=$1
root=$2
projects=$root/testdata/projects
status=0
rm -rf work && mkdir work && cd work || exit 2

for project in "$projects"/*/; do
	name=$(basename "$project")
	cmake -S "$project" -B "$name" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
		>cmake.log 2>&1 || {
		cat cmake.log
		exit 2
	}
	"$oncelint" check --no-db -f plain -p "$name" >>out 2>>err
done
grep -E 'not analysed|analysed in part' err && status=1

# Both as lines `file:line kind`.
sed -n "s|^$projects/\([^:]*:[0-9]*\):[0-9]*: [a-z]*: .*\[\([a-z-]*\)\]\$|\1 \2|p" \
	out | sort >found
grep -v '"todo"' "$projects/expected.json" |
	sed -n 's|.*"file": "\([^"]*\)", "line": \([0-9]*\), "kind": "\([^"]*\)".*|\1:\2 \3|p' |
	sort >expected
diff expected found >difference || {
	echo "FAIL: missing (<) and unexpected (>) findings:"
	grep '^[<>]' difference
	status=1
}
[ $status = 0 ] && echo "projects: all as expected"
exit $status
