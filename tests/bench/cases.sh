#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Hits, misses and wrong findings on cases made after real reports (cases/) and
# on those that other analyzers were compared on (peer-cases/). The folders are
# not a part of this tree; what is not there is passed over.
#
#     cases.sh ONCELINT FOLDER        FOLDER holds cases/ and peer-cases/
#
# Prints a JSON object with the counts of the latter; both case by case on
# standard error.
oncelint=$(realpath "${1:?usage: cases.sh ONCELINT FOLDER}")
folder=$(realpath "${2:?usage: cases.sh ONCELINT FOLDER}")
rules=$(realpath "$(dirname "$0")/../../testdata/rules") # their libraries
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if [ -e "$folder/cases/score.py" ]; then
	python3 "$folder/cases/score.py" -v --jobs "$(nproc)" \
		--tool "$oncelint check --no-db -q -j 1 -r $rules -f sarif {file} -- {flags}" \
		"$folder/cases" >"$scratch/cases"
	grep -v '^ok' "$scratch/cases" | grep -v '^ *right' >&2
fi

[ -d "$folder/peer-cases" ] || exit 0
cd "$folder/peer-cases" || exit 2
for file in *.c *.cpp; do
	case $file in
	*.c) flags="-std=c11 -D_GNU_SOURCE" ;;
	*) flags=-std=c++20 ;;
	esac
	# shellcheck disable=SC2086 # a list of words
	"$oncelint" check --no-db -q -j 1 -r "$rules" -f plain "$file" \
		-- $flags 2>>"$scratch/err"
done | sed -n 's/^\([^:]*\):\([0-9]*\):[0-9]*: \(error\|warning\): .*\[\([a-z-]*\)\]$/\1	\2	\4/p' \
	>"$scratch/found"
grep -E 'not analysed|analysed in part' "$scratch/err" >&2

# A mark `BUG kind` is hit by a finding at most one line away. What is never
# consumed is told where it was made, some lines before the mark, and a helper
# that is called once too often at the call, some lines behind it.
printf '\npeer cases:\n' >&2
awk -F '\t' -v found="$scratch/found" '
	FILENAME == found { at[$1, $2] = $3; next }
	FNR == 1 { file = substr(FILENAME, 3) }
	match($0, /BUG [a-z-]+/) {
		marks++
		hit = ""
		kind = substr($0, RSTART + 4, RLENGTH - 4)
		first = kind ~ /never/ ? -4 : -1
		last = kind ~ /interproc/ ? 6 : 1
		for (d = first; d <= last; d++)
			if ((file, FNR + d) in at) {
				hit = at[file, FNR + d]
				used[file, FNR + d] = 1
			}
		hits += hit != ""
		printf "%s%s:%d %s\n", hit == "" ? "    missed  " : "    right   ", file, FNR, kind
	}
	END {
		for (k in at)
			if (!(k in used)) {
				split(k, place, SUBSEP)
				printf "    extra   %s:%d %s\n", place[1], place[2], at[k]
				extra++
			}
		printf "%d of %d marks, %d elsewhere\n", hits, marks, extra
		printf "{\"marks\": %d, \"hits\": %d, \"elsewhere\": %d}\n",
			marks, hits, extra >"/dev/fd/3"
	}' "$scratch/found" ./*.c ./*.cpp >"$scratch/peers" 3>"$scratch/row"
grep -v '^ *right' "$scratch/peers" >&2
cat "$scratch/row"
grep -E '^hits, plain|^plain code' results.txt >&2 2>/dev/null
