#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The pages of the kinds: each has its headings, its Wrong example is reported
# with that kind and nothing else, its Right example is silent.
# Advice that nothing gives yet (docs/limits.md) is a failure once it is given.
#
#     pages.sh ONCELINT ROOT
oncelint=$1
root=$2
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
todo=" always-async sync-path-task unmeasured-pooling "
rm -rf work && mkdir work && cd work || exit 2

# Writes the code block under a heading to <kind>-<heading>.<language>, and says
# the file's name.
extract() { # page, kind, heading
	awk -v heading="## $3" -v stem="$2-$3" '
		/^## / { here = $0 == heading }
		here && /^```c(pp)?$/ { file = stem "." substr($0, 4); print file; next }
		/^```$/ { file = "" }
		file { print > file }' "$1"
}

run() { # file; fixes the flags by language
	case $1 in
	*.cpp) flags=-std=c++20 ;;
	*) flags="-std=c17 -D_GNU_SOURCE" ;;
	esac
	# Stub headers stand for libraries that are not installed.
	# shellcheck disable=SC2086 # a list of words
	"$oncelint" check --no-db -q --hints "$1" -- $flags \
		-I"$root/runtime/include" -idirafter "$root/testdata/include" \
		>out 2>err
}

for page in "$root"/rules/kinds/*.md; do
	kind=$(basename "$page" .md)
	[ "$(head -1 "$page")" = "# $kind" ] || fail "$kind: the title"
	headings=$(grep '^## ' "$page" | tr '\n' ' ')
	[ "$headings" = "## Finds ## Why ## Wrong ## Right ## Limits " ] ||
		fail "$kind: the headings are $headings"
	for heading in Wrong Right; do
		files=$(extract "$page" "$kind" $heading)
		[ -n "$files" ] || fail "$kind: no example under $heading"
		for file in $files; do
			run "$file"
			[ -s err ] && fail "$file: $(head -1 err)"
			if [ $heading = Wrong ] && [ "$todo" != "${todo#* "$kind" }" ]; then
				[ -s out ] && fail "$file: found now, no longer to do"
			elif [ $heading = Wrong ]; then
				grep -q "\[$kind\]" out || fail "$file: not reported"
				others=$(grep -c ': \(error\|warning\): ' out)
				own=$(grep -c "\[$kind\]" out)
				[ "$others" -le "$own" ] || fail "$file: other kinds as well"
			elif [ -s out ]; then
				fail "$file: $(head -1 out)"
			fi
		done
	done
done

# Every kind has a page.
"$oncelint" explain | awk '/^  / { print $1 }' | while read -r kind; do
	[ -e "$root/rules/kinds/$kind.md" ] || echo "$kind"
done >missing
[ -s missing ] && fail "no page for: $(tr '\n' ' ' <missing)"

[ $failures = 0 ] && echo "pages: all as expected"
exit $failures
