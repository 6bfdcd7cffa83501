#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report, diff, history and triage, over a database that check has filled.
#
#     history.sh ONCELINT ROOT
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
for command in report diff history triage; do
	status_is 2 "$oncelint" $command
	says err "oncelint check' makes one"
	[ -e .oncelint ] && fail "'$command' makes a database"
done

# ---- two runs
source_of one >a.c
source_of two >b.c
"$oncelint" check -q a.c -- >/dev/null 2>&1
"$oncelint" check -q a.c b.c -- >checked 2>/dev/null
status_is 0 "$oncelint" report
cmp -s out checked || fail "report differs from check"
status_is 1 "$oncelint" report --fail-on error
status_is 0 "$oncelint" report --run 1
lacks out b.c
status_is 0 "$oncelint" report --run last~1 -f sarif -o x.sarif -f html -o x.html
lacks x.sarif '"b.c"'
status_is 0 "$oncelint" diff
says out "b.c:9:2: error:"
lacks out a.c
says err "run 1 to run 2: 1 new, 0 gone, 1 unchanged"
status_is 0 "$oncelint" diff 2 1
says err "gone: b.c:9: "
says err "run 2 to run 1: 0 new, 1 gone, 1 unchanged"
lacks out b.c
status_is 0 "$oncelint" diff 2 1 -f sarif -o gone.sarif -f json -o gone.json
says gone.sarif '"baselineState": "absent"'
lacks gone.sarif '"baselineState": "new"'
says gone.json '"baseline": "absent"'
status_is 0 "$oncelint" history
says out "oncelint check -q a.c b.c --"
status_is 0 "$oncelint" history b.c:9
says out "runs 2 to 2"

# ---- wrong use
status_is 2 "$oncelint" report --run 3
says err "no run '3'"
status_is 2 "$oncelint" report --run last~2
status_is 2 "$oncelint" diff 1 2 3
status_is 2 "$oncelint" report -f yaml
status_is 2 "$oncelint" triage nothing.c:1
says err "no finding 'nothing.c:1'"
status_is 2 "$oncelint" triage "" --state wrong --reason x
says err "may be 2 findings"
status_is 2 "$oncelint" triage a.c:9 --state wrong
says err "a reason is needed"
status_is 2 "$oncelint" triage a.c:9 --state maybe --reason x
says err "not 'maybe'"
status_is 2 "$oncelint" triage --state open

# ---- decisions go with the finding, wherever it moves
status_is 0 "$oncelint" triage a.c:9 --state wrong --author Ann \
	--reason "it's \"never\" reused'); DROP TABLE triage; --"
says out "wrong by Ann: it's \"never\" reused'); DROP TABLE triage; --"
status_is 0 "$oncelint" triage
says out "a.c:9"
sed '1s/^/\n\n/' a.c >moved.c && rm a.c && mv moved.c d.c
status_is 1 "$oncelint" check -q d.c b.c --
lacks out d.c
says out b.c
status_is 0 "$oncelint" report -f sarif
says out '"kind": "external"'
says out '"status": "accepted"'
status_is 0 "$oncelint" triage d.c:11 --state open
status_is 0 "$oncelint" report
says out "d.c:11:2: error:"
status_is 0 "$oncelint" triage d.c:11 --state confirmed --reason "seen"
status_is 0 "$oncelint" report
says out "d.c:11:2: error:"

# ---- a file that has changed since is shown as it was
sed -i '9s/.*/\tint changed;/' b.c
status_is 0 "$oncelint" report --color always
says err "b.c: note: has changed since run 3"
says out "pthread_join(t, 0);"
lacks out "int changed"
status_is 0 "$oncelint" report -f sarif
says out '"id": "file-changed"'
status_is 0 "$oncelint" report -f json
says out '"changed_since": ['
rm d.c
status_is 0 "$oncelint" report -f markdown
says err "d.c: note: has changed since run 3"
says out "- <code>d.c</code>"
says out "pthread_join(t, 0);"

# ---- gone and back
source_of two | sed 9d >b.c
source_of one >d.c
"$oncelint" check -q d.c b.c -- >/dev/null 2>&1
status_is 0 "$oncelint" diff
says err "gone: b.c:9: "
source_of two >b.c
"$oncelint" check -q d.c b.c -- >/dev/null 2>&1
status_is 0 "$oncelint" history b.c:9
says out "runs 2 to 3"
says out "runs 5 to 5"

[ $failures = 0 ]
