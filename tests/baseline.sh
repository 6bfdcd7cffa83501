#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Baselines: written, used, merged, pruned; and files that are none.
#
#     baseline.sh ONCELINT ROOT
oncelint=$1
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
rm -rf work && mkdir work && cd work || exit 2

source_of() { # function
	cat <<END
#include <pthread.h>
static void *work(void *p) { return p; }
int $1(void)
{
	pthread_t t;
	if (pthread_create(&t, 0, work, 0))
		return 1;
	pthread_join(t, 0);
	pthread_join(t, 0);
	return 0;
}
END
}

# ---- nothing yet
status_is 2 "$oncelint" baseline
status_is 2 "$oncelint" baseline keep
status_is 2 "$oncelint" baseline write
says err "oncelint check"
source_of one >a.c
source_of two >b.c
status_is 2 "$oncelint" check a.c --baseline known --
says err "oncelint baseline write known"
status_is 2 "$oncelint" check a.c --fail-on-stale --

# ---- written and used
status_is 1 "$oncelint" check -q a.c b.c --
status_is 0 "$oncelint" baseline write known
says out "known: 2 findings"
[ "$(sed 1d known)" = "$(sed 1d known | LC_ALL=C sort)" ] || fail "unsorted"
grep -q ':[0-9]' known && fail "a line number is in the baseline"
status_is 0 "$oncelint" check a.c b.c --baseline known --
says err "known: 2 known, 0 stale"
lacks out a.c
status_is 0 "$oncelint" check a.c b.c --baseline known --fail-on new --
status_is 1 "$oncelint" check a.c b.c --baseline known --fail-on all --
says out "a.c:9:2: error:"
status_is 0 "$oncelint" check a.c b.c --baseline known --fail-on all --fail-on none --
source_of three >c.c
status_is 1 "$oncelint" check -q a.c b.c c.c --baseline known -f sarif --
says out c.c
lacks out '"a.c"'
says out '"baselineState": "new"'

# ---- code that moves stays known; other kinds of severity count as before
sed '1s/^/\n\n/; s/pthread_join(t, 0)/pthread_join( t , 0 )/' a.c >d.c && rm a.c
status_is 0 "$oncelint" check -q d.c b.c --baseline known --
status_is 0 "$oncelint" check -q c.c --baseline known --fail-on none --

# ---- merged
printf 'known\n' >empty
cp known ours
"$oncelint" check -q d.c b.c c.c -- >/dev/null 2>&1
status_is 0 "$oncelint" baseline write theirs
sort -u ours theirs >known
cat ours >>known
sed -i -e '1!{/^# oncelint/d}' -e 's/$/\r/' known
status_is 0 "$oncelint" check -q d.c b.c c.c --baseline known --
sort -r theirs | sed '$d' | sed '1s/^/# oncelint baseline 1\n# why not\n\n/' >known
status_is 0 "$oncelint" check -q d.c b.c c.c --baseline known --

# ---- stale
sed 9d b.c >fixed && mv fixed b.c
status_is 0 "$oncelint" check d.c b.c c.c --baseline theirs --
says err "note: double-consume in two (b.c) is not found any more"
says err "oncelint baseline prune theirs"
says err "theirs: 2 known, 1 stale"
status_is 1 "$oncelint" check -q d.c b.c c.c --baseline theirs --fail-on-stale --
says err "error: double-consume in two (b.c)"
# what was not looked at is not stale, nor what could not be looked at
status_is 0 "$oncelint" check -q d.c --baseline theirs --fail-on-stale --
printf 'x\0y' >b.c
status_is 3 "$oncelint" check -q d.c b.c c.c --baseline theirs --fail-on-stale --
source_of two | sed 9d >b.c
status_is 0 "$oncelint" check -q d.c b.c c.c --baseline theirs --
status_is 0 "$oncelint" baseline prune theirs
says out "theirs: 2 of 3 findings kept"
status_is 0 "$oncelint" check -q d.c b.c c.c --baseline theirs --fail-on-stale --
source_of four >e.c
status_is 1 "$oncelint" check -q d.c e.c --
status_is 0 "$oncelint" baseline prune theirs
says out "2 of 2"
lacks theirs four

# ---- strange names
mkdir -p "$(printf 'd\\q\tr\n<s>')"
source_of five >"$(printf 'd\\q\tr\n<s>/\351.c')"
status_is 1 "$oncelint" check -q d\\*/*.c --
status_is 0 "$oncelint" baseline write strange
status_is 0 "$oncelint" check -q d\\*/*.c --baseline strange --fail-on-stale --
[ "$(wc -l <strange)" -ge 2 ] || fail "no strange finding"

# ---- not a baseline; nothing is lost
try() { # text of the message
	cp broken before
	status_is 2 "$oncelint" check -q d.c --baseline broken --
	says err "$1"
	status_is 2 "$oncelint" baseline prune broken
	cmp -s broken before || fail "a broken baseline was rewritten"
}
: >broken
try "is no baseline"
echo '# oncelint baseline 2' >broken
try "broken:1: expected '# oncelint baseline 1'"
{ cat theirs; echo '<<<<<<< HEAD'; } >broken
try "a merge conflict: keep the lines of both sides"
{ cat theirs; echo 'nonsense'; } >broken
try "broken:4: expected an identity"
sed 's/\t/ /' theirs >broken
try "broken:2: expected an identity"
sed 's/^./X/' theirs | sed '1s/.*/# oncelint baseline 1/' >broken
try "broken:2: expected an identity"
sed '$s/$/\\x0/' theirs >broken
try "broken:3: expected an identity"
printf '# oncelint baseline 1\n\0' >broken
try "is no baseline"
mkdir folder
status_is 2 "$oncelint" check -q d.c --baseline folder --

[ $failures = 0 ]
