#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# oncelint on the cases that other analyzers were run on, as a table in markdown:
# for each file how many of its marks each of them hits, and how many findings
# are elsewhere. The cases are not a part of this tree; without them the test is
# skipped. It fails when plain code, without attributes made for one of the
# others, has a bug that only oncelint misses.
#
#     peer-cases.sh ONCELINT ROOT
oncelint=$(realpath "$1")
root=$(realpath "$2")
cases=$root/../shared/peer-cases
[ -d "$cases" ] || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$cases" || exit 2

for file in *.c *.cpp; do
	case $file in
	*.c) flags="-std=c11 -D_GNU_SOURCE" ;;
	*) flags=-std=c++20 ;;
	esac
	# shellcheck disable=SC2086 # a list of words
	"$oncelint" check --no-db -q -j 1 -f plain \
		--rules "$root/testdata/rules" "$file" -- $flags \
		>>"$scratch/out" 2>>"$scratch/err"
done
grep -E 'not analysed|analysed in part' "$scratch/err" && exit 1
sed -n 's/^\([^:]*\):\([0-9]*\):[0-9]*: \(error\|warning\): .*\[\([a-z-]*\)\]$/\1 \2 \4/p' \
	"$scratch/out" >"$scratch/found"

# results.txt has a line for each mark: file, line, kind, and a Y in the columns
# of those that hit it. A finding hits a mark that is at most one line away. What
# is never consumed is told where it was made, some lines before the mark, and a
# helper that is called once too often at the call, some lines behind it.
awk -v found="$scratch/found" '
	function row(name, marks, hits, other,    i) {
		printf "| %s | %d | %d |", name, marks, hits
		for (i = 4; i <= columns; i++)
			printf " %d |", peer[name, i]
		printf " %d |\n", other
	}
	FILENAME == found { at[$1, $2] = $3; next }
	FNR == 1 {
		columns = NF
		printf "| file | marks | oncelint |"
		for (i = 4; i <= NF; i++)
			printf " %s |", $i
		printf " oncelint elsewhere |\n|---|"
		for (i = 2; i <= NF + 1; i++)
			printf "--:|"
		print ""
		next
	}
	$2 !~ /^[0-9]+$/ { exit }
	{
		if (!($1 in marks))
			names[++files] = $1
		marks[$1]++
		marks["all"]++
		for (i = 4; i <= NF; i++) {
			peer[$1, i] += $i == "Y"
			peer["all", i] += $i == "Y"
		}
		hit = 0
		first = $3 ~ /never/ ? -4 : -1
		last = $3 ~ /interproc/ ? 6 : 1
		for (d = first; d <= last; d++)
			if (($1, $2 + d) in at) {
				used[$1, $2 + d] = 1
				hit = 1
			}
		hits[$1] += hit
		hits["all"] += hit
		if (hit)
			next
		missed[++misses] = $1 ":" $2 " " $3
		others = 0
		for (i = 4; i <= NF; i++)
			others += $i == "Y"
		behind += others && $1 !~ /attr/
	}
	END {
		for (k in at) {
			split(k, place, SUBSEP)
			if (k in used)
				continue
			other[place[1]]++
			other["all"]++
			if (!(place[1] in marks))
				names[++files] = place[1]
			elsewhere[++extras] = place[1] ":" place[2] " " at[k]
		}
		for (i = 1; i <= files; i++)
			row(names[i], marks[names[i]], hits[names[i]], other[names[i]])
		row("all", marks["all"], hits["all"], other["all"])
		print ""
		for (i = 1; i <= misses; i++)
			print "missed: " missed[i]
		for (i = 1; i <= extras; i++)
			print "elsewhere: " elsewhere[i] | "sort"
		close("sort")
		exit behind != 0
	}' "$scratch/found" results.txt
