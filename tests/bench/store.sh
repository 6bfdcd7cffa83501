#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the database costs: findings stored, and the commands over past runs.
# Prints one JSON object a line; times are of the processor, so that other
# programs do not count.
#
#     store.sh ONCELINT BENCH_STORE [FOLDER]
oncelint=$1
bench=$2
folder=${3:-$(mktemp -d)}

# The median of five.
seconds() { # command...
	for _ in 1 2 3 4 5; do
		bash -c 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>/dev/null' \
			sh "$@" 2>&1 | tail -1 | awk '{ print $1 + $2 }'
	done | sort -n | sed -n 3p
}

tell() { # findings, what, command...
	findings=$1 what=$2
	shift 2
	printf '{"findings": %s, "runs": 100, "command": "%s", "s": %s}\n' \
		"$findings" "$what" "$(seconds "$@")"
}

"$bench" "$folder/million.db" 1000000 1 0
rm -f "$folder"/million.db*
for findings in 1000 10000; do
	database=$folder/$findings.db
	"$bench" "$database" $findings 100 20
	tell $findings report "$oncelint" report --db "$database"
	tell $findings diff "$oncelint" diff --db "$database"
	tell $findings "diff 1 100" "$oncelint" diff 1 100 --db "$database"
	tell $findings history "$oncelint" history --db "$database"
	tell $findings "history PLACE" \
		"$oncelint" history src/module0/source60.c:10 --db "$database"
	rm -f "$database"*
done
[ -n "$3" ] || rm -r "$folder"
