#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How well findings are followed through edits. A project with findings is
# edited in the ways that code is; `check --base` then tells new from old. What
# it says wrongly is counted, and set beside two other ways on the same edits: a
# hash of file name, kind and text of the line, and sarif-multitool's matcher
# (if it is given).
#
#     edits.sh ONCELINT ROOT [MULTITOOL]
#
# Prints a JSON object a line, the same as a table on standard error. Ends with 1
# if `check --base` was wrong.
oncelint=$(realpath "${1:?usage: edits.sh ONCELINT ROOT [MULTITOOL]}")
root=$(realpath "${2:?usage: edits.sh ONCELINT ROOT [MULTITOOL]}")
multitool=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
project=$scratch/project
mkdir "$project" && cd "$project" || exit 2

# ---- the project

bad() { # name, handle
	cat <<END

int $1(int n)
{
	pthread_t $2;
	int result = n;

	if (pthread_create(&$2, NULL, run, NULL))
		return -1;
	pthread_join($2, NULL);
	result += count(n);
	pthread_join($2, NULL);
	return result;
}
END
}

good() { # name
	bad "$1" t | sed 9d
}

make_project() {
	cat >lib.h <<END
#include <pthread.h>
#include <stddef.h>
void *run(void *p);
int count(int n);
#define JOIN(t) pthread_join(t, NULL)
static inline void finish(pthread_t t)
{
	pthread_join(t, NULL);
	count(0);
	pthread_join(t, NULL);
}
END
	for file in a b c d e f; do
		echo '#include "lib.h"'
		for i in 1 2 3 4 5; do
			bad bad_${file}_$i worker_$i
			good ok_${file}_$i
		done
	done | awk '/^#include/ { file = substr("abcdef", ++n, 1) ".c" }
		{ print > file }'
	# The same mistake, made again.
	bad twice t | awk '{ line[NR] = $0 }
		NR == 11 { print; for (i = 7; i < 11; i++) print line[i] }
		{ print }' >>f.c
	bad by_macro t | sed 's/pthread_join(t, NULL)/JOIN(t)/' >>f.c
	bad silent t | sed '11s|$| // oncelint-ignore(double-consume): test|' \
		>>f.c
	mkdir build
	printf 'build\n.oncelint\n' >.gitignore
}

# The compile database is no part of the project's history.
make_database() {
	for file in *.c; do
		printf '{"directory": "%s", "file": "%s", "arguments": ["cc", "-nostdinc", "-isystem", "%s/testdata/include", "-c", "%s"]}\n' \
			"$project" "$file" "$root" "$file"
	done | sed -e '1s/^/[/' -e '$!s/$/,/' -e '$s/$/]/' \
		>build/compile_commands.json
}

commit() { # message
	git add -A && git commit -q --allow-empty -m "$1"
}

# ---- the edits: name, how many are new, how many fixed

edits='
none 0 0
insert_above 0 0
comments_only 0 0
reindent 0 0
line_ends 0 0
rename_file 0 0
rename_and_edit_file 0 0
rename_all_files 0 0
move_function 0 0
split_file 0 0
rename_handle 0 0
rename_handles_everywhere 0 0
rename_function 0 0
rename_function_and_handle 0 0
swap_functions 0 0
edit_between 0 0
edit_consumption 0 0
wrap_in_condition 1 0
edit_header 0 0
edit_macro 0 0
duplicate 1 0
new_function 1 0
new_among_edits 1 0
second_in_function 1 0
header_finding 2 0
comment_removed 1 0
comment_added 0 0
fix_one 0 1
fix_one_of_two 0 1
fix_by_helper 0 1
one_for_another 1 1
delete_unit 0 5
base_moved 0 0
merge_main 1 0
rebase 1 0
squash 1 0
criss_cross 1 0
generated_file 0 0
submodule_bump 0 0
submodule_finding 1 0
new_rules 0 0
'

none() { :; }
insert_above() { sed -i '1i// text\n// more text\n' ./*.[ch]; }
comments_only() { sed -i 's|^int bad_.*|// What it does.\n&|' ./*.c; }
reindent() { sed -i 's/\t/    /g; s/ + / +  /; s/(n)/( n )/' ./*.c; }
line_ends() { sed -i 's/$/\r/' ./*.[ch]; }
rename_file() { mv a.c pool.c; }
rename_and_edit_file() {
	mv a.c pool.c && sed -i '1a// text' pool.c
	sed -i 's/int result = n/int result = n * 2/' pool.c
}
rename_all_files() {
	for file in a b c d e f; do mv $file.c new_$file.c; done
}
function_of() { # name, file
	sed -n "/^int $1(/,/^}/p" "$2"
}
delete_function() { # name, file
	sed -i "/^int $1(/,/^}/d" "$2"
}
move_function() {
	function_of bad_a_3 a.c >>b.c && delete_function bad_a_3 a.c
	sed -i '/^int bad_a_3(/i// moved' b.c
}
split_file() {
	{
		echo '#include "lib.h"'
		function_of bad_a_4 a.c
		function_of bad_a_5 a.c
	} >g.c
	delete_function bad_a_4 a.c
	delete_function bad_a_5 a.c
}
rename_handle() { sed -i 's/worker_3/joined/g' a.c; }
rename_handles_everywhere() { sed -i 's/worker_/thread_/g' ./*.c; }
rename_function() { sed -i 's/bad_b_2/stop_pool/' b.c; }
rename_function_and_handle() {
	sed -i 's/bad_b_2/stop_pool/; /stop_pool/,/^}/s/worker_2/t/' b.c
}
swap_functions() {
	function_of bad_c_1 c.c >>moved && delete_function bad_c_1 c.c
	cat moved >>c.c && rm moved
}
edit_between() { sed -i 's/result += count(n)/result += 2 * count(n)/' d.c; }
edit_consumption() {
	sed -i '/^int bad_d_2/,/^}/s/\tpthread_join/\t(void)pthread_join/' d.c
}
wrap_in_condition() {
	sed -i '/^int bad_d_3/,/^}/{
		s/^\tpthread_join/\tif (n > 2)\n\t\tpthread_join/
	}' d.c
}
edit_header() { sed -i 's/count(0)/count(1);\n\tcount(2)/' lib.h; }
edit_macro() { sed -i 's/JOIN(t) pthread/JOIN(x) (void)pthread/; s/join(t, NULL)$/join(x, NULL)/' lib.h; }
duplicate() { function_of bad_a_1 a.c | sed 's/bad_a_1/bad_a_copy/' >>a.c; }
new_function() { bad bad_new_one worker_1 >>b.c; }
new_among_edits() {
	insert_above
	rename_handles_everywhere
	mv c.c moved.c
	bad bad_new_one t >>moved.c
}
second_in_function() {
	sed -i '/^int ok_c_2/,/^}/s/^\treturn result;/\tpthread_join(t, NULL);\n&/' c.c
}
header_finding() {
	cat >>lib.h <<END
static inline void end(pthread_t t)
{
	pthread_join(t, NULL);
	pthread_join(t, NULL);
}
END
	bad bad_new_one t >>a.c
}
comment_removed() { sed -i 's| // oncelint.*||' f.c; }
comment_added() {
	sed -i '/^int bad_e_1/,/^}/s|^\(\tpthread_join.*\)|\1 // oncelint-ignore(double-consume): test|' e.c
}
fix_one() { sed -i '/^int bad_e_1/,/^}/{/result += /{n;d}}' e.c; }
fix_one_of_two() {
	sed -i '/^int twice/,/result += /{/result += /{n;d}}' f.c
}
fix_by_helper() {
	sed -i '/^int bad_e_2/,/^}/{/result += /{n;s/.*/\tcount(1);/}}' e.c
}
one_for_another() {
	fix_one
	bad bad_new_one t >>a.c
}
delete_unit() { rm c.c; }
base_moved() {
	git checkout -q main && bad bad_main t >>a.c && commit main
	git checkout -q topic
}
merge_main() {
	bad bad_topic t >>f.c && commit topic
	base_moved && git merge -q --no-edit main
}
rebase() {
	bad bad_topic t >>f.c && commit topic
	base_moved && git rebase -q main
}
squash() {
	bad bad_topic t >>f.c && commit one
	bad bad_other t >>e.c && commit two
	delete_function bad_other e.c && rename_function && commit three
	git reset -q --soft main && commit all
}
criss_cross() {
	bad bad_topic t >>f.c && commit topic
	base_moved
	first=$(git rev-parse topic~0)
	git merge -q --no-edit main
	git checkout -q main && git merge -q --no-edit "$first"
	bad bad_again t >>b.c && commit again
	git checkout -q topic && bad bad_mine t >>d.c
}

# Files that a build makes are those of now, on both sides.
generated_file() {
	printf '#define CALLS 1\n' >build/calls.h
	sed -i 's|^#include "lib.h"|&\n#include "build/calls.h"|' ./*.c
	sed -i 's/count(n)/count(CALLS)/' d.c
}
# The project gets its header from another repository, which moves on.
submodule() {
	git checkout -q main && mkdir ../lib && git mv lib.h ../lib/ 2>/dev/null
	mv lib.h ../lib/ 2>/dev/null
	(cd ../lib && git init -q -b main . && git add -A &&
		git -c user.name=Ann -c user.email=ann@example.org \
			-c commit.gpgsign=false commit -q -m lib)
	git -c protocol.file.allow=always submodule -q add ../lib lib
	sed -i 's|"lib.h"|"lib/lib.h"|' ./*.c
	commit submodule && git checkout -q -B topic
}
bump() {
	(cd lib && git -c user.name=Ann -c user.email=ann@example.org \
		-c commit.gpgsign=false commit -q -a -m more)
}
submodule_bump() {
	submodule && sed -i '1i// text\n' lib/lib.h && bump
}
submodule_finding() {
	submodule && cat >>lib/lib.h <<END && bump
static inline void end(pthread_t t)
{
	pthread_join(t, NULL);
	pthread_join(t, NULL);
}
END
}
# What a new version of the tool knows, it knows of the base too.
new_rules() {
	cat >tickets.json <<END
{ "schema": "oncelint-rules/1", "pack": "tickets", "version": 1,
  "title": "tickets", "languages": ["c"],
  "handles": [ { "id": "ticket", "match": { "any_from_producers": true },
    "identity": "value", "mode": "once",
    "must_be_consumed": { "level": "warn", "at": ["discard"] } } ],
  "operations": [ { "match": { "function": "count" }, "handle": "ticket",
    "subject": { "return": true }, "effect": "produce" } ],
  "sources": [ { "kind": "doc", "name": "lib.h" } ] }
END
	printf '{ "rules": ["tickets.json"] }\n' >.oncelint.json
}

# ---- the three ways

check() { # options...
	"$oncelint" check --no-db -j 2 -p build "$@" 2>"$scratch/err"
}

# One line a finding: file name, kind and text of its line.
hashes() {
	sed -n 's/^\([^:]*\):\([0-9]*\):[0-9]*: .*\[\([a-z-]*\)\]$/\1 \2 \3/p' |
		while read -r file line kind; do
			echo "$file $kind $(sed -n "${line}p" "$file" | tr -d ' \t\r')"
		done | sort
}

difference() { # value, expected
	echo $(($1 > $2 ? $1 - $2 : $2 - $1))
}

add() { # way, new, fixed, expected new, expected fixed
	wrong_new=$(difference "$2" "$4")
	wrong_fixed=$(difference "$3" "$5")
	echo "$wrong_new $wrong_fixed" >>"$scratch/$1"
	printf ' %8s' "$wrong_new+$wrong_fixed" >&2
	row="$row, \"$1\": {\"new\": $wrong_new, \"fixed\": $wrong_fixed}"
}

by_base() { # expected new, expected fixed
	check --base main -f plain >/dev/null
	grep -q '^base ' "$scratch/err" || cat "$scratch/err"
	now=$(sed -n 's/^base .*: \([0-9]*\) new, \([0-9]*\) fixed.*/\1 \2/p' \
		"$scratch/err")
	add base "${now% *}" "${now#* }" "$1" "$2"
}

by_hash() {
	check -f plain | hashes >"$scratch/now"
	add hash "$(comm -13 "$scratch/before" "$scratch/now" | wc -l)" \
		"$(comm -23 "$scratch/before" "$scratch/now" | wc -l)" "$1" "$2"
}

by_multitool() {
	check -f sarif | grep -v '"baselineState"' >"$scratch/now.sarif"
	"$multitool" match-results-forward "$scratch/now.sarif" \
		--previous "$scratch/before.sarif" --log ForceOverwrite \
		--output-file-path "$scratch/matched.sarif" >/dev/null 2>&1
	add multitool "$(grep -c '"baselineState": "new"' "$scratch/matched.sarif")" \
		"$(grep -c '"baselineState": "absent"' "$scratch/matched.sarif")" \
		"$1" "$2"
}

start() {
	rm -rf ./* ../lib .git .gitmodules .oncelint.json .gitignore .oncelint
	git init -q -b main . && git config user.name Ann
	git config user.email ann@example.org
	git config commit.gpgsign false
	make_project && commit start && git checkout -q -b topic
	make_database
}

# ---- the table

start
check -f plain >"$scratch/plain"
hashes <"$scratch/plain" >"$scratch/before"
check -f sarif >"$scratch/before.sarif"
total=$(wc -l <"$scratch/before")
carried=0
printf '%-28s %8s %8s%s\n' "wrongly new + fixed" base hash \
	"${multitool:+ multitool}" >&2
echo "$edits" >"$scratch/edits"
while read -r edit new fixed; do
	[ -n "$edit" ] || continue
	start
	$edit >/dev/null 2>&1
	git add -A
	make_database
	printf '%-28s' "$edit" >&2
	row="{\"edit\": \"$edit\""
	by_base "$new" "$fixed"
	by_hash "$new" "$fixed"
	[ -z "$multitool" ] || by_multitool "$new" "$fixed"
	echo >&2
	echo "$row}"
	carried=$((carried + total - fixed))
done <"$scratch/edits"

echo >&2
for way in base hash ${multitool:+multitool}; do
	awk -v way=$way -v carried=$carried '{ wrong += $1 + $2 }
		END {
			printf "{\"way\": \"%s\", \"wrong\": %d, \"carried\": %d}\n",
				way, wrong, carried
			printf "%-10s %d wrong of %d carried: %.1f in 1,000\n",
				way, wrong, carried, 1000 * wrong / carried \
				>"/dev/stderr"
		}' \
		"$scratch/$way"
done
[ "$(tr ' ' '\n' <"$scratch/base" | sort -u)" = 0 ]
