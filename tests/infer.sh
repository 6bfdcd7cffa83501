#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Summaries of a library as a pack: it is valid, it says of a program without the
# library's sources what is true, and it leaves out what it cannot say.
#
#     infer.sh ONCELINT ROOT
oncelint=$1
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
rm -rf work && mkdir work && cd work || exit 2

cat >lib.c <<'END'
#include <pthread.h>
void job_finish(pthread_t t) { pthread_join(t, NULL); }
void job_drop(pthread_t *t) { pthread_detach(*t); }
int job_try(pthread_t t, int c)
{
	if (c < 3)
		return -1;
	pthread_join(t, NULL);
	return 0;
}
void job_perhaps(pthread_t t, int c)
{
	if (c)
		pthread_join(t, NULL);
}
struct pool { pthread_t thread; };
void pool_stop(struct pool *p) { pthread_join(p->thread, NULL); }
static void hidden(pthread_t t) { pthread_join(t, NULL); }
int no_handle(int a) { return a + 1; }
END
cat >user.c <<'END'
void job_finish(pthread_t t);
void job_through(pthread_t t) { job_finish(t); }
END
sed -i '1i #include <pthread.h>' user.c
cat >program.c <<'END'
#include <pthread.h>
void job_finish(pthread_t t);
int job_try(pthread_t t, int c);
void job_perhaps(pthread_t t, int c);
void job_through(pthread_t t);
void bad(pthread_t t)
{
	job_finish(t);
	job_through(t); // expect 9
}
void bad_try(pthread_t t)
{
	if (job_try(t, 1) == 0)
		job_finish(t); // expect 14
}
void ok_try(pthread_t t)
{
	if (job_try(t, 1) != 0)
		job_finish(t);
}
void ok_perhaps(pthread_t t)
{
	job_perhaps(t, 1);
	job_finish(t);
}
END
"$oncelint" rules infer lib.c user.c -- >pack.json 2>err ||
	fail "not inferred: $(cat err)"
"$oncelint" rules validate pack.json >out 2>&1 || fail "$(cat out)"
says out "pack.json: 0 handles, 4 operations"
for name in job_finish job_drop job_try job_through; do
	says pack.json "\"$name\""
done
grep -q hidden pack.json && fail "a function that nobody else can call"
says err "'job_perhaps' depends on more than what it returns"
says err "'pool_stop' does something that a pack has no words for"
grep -q no_handle err && fail "a function that touches no handle"

"$oncelint" check --no-db --no-cache -q -f plain -r pack.json program.c -- >out
grep -o '^program.c:[0-9]*:[0-9]*: error' out | cut -d: -f2 >found
sed -n 's/.*expect //p' program.c | cmp - found || fail "$(cat out)"
"$oncelint" check --no-db --no-cache -q -f plain program.c -- >out
[ -s out ] && fail "known without the pack: $(cat out)"

# From a compile database, too.
printf '[{"directory": "%s", "file": "%s", "command": "cc -c %s"},
{"directory": "%s", "file": "%s", "command": "cc -c %s"}]' \
	"$PWD" lib.c lib.c "$PWD" user.c user.c >compile_commands.json
"$oncelint" rules infer -p . >again.json 2>err
cmp pack.json again.json || fail "another pack from the database"
"$oncelint" rules infer nothing.c -- >out 2>err
says err "nothing.c: cannot be read"

[ $failures = 0 ] && echo "infer: the pack says what the bodies do"
exit $failures
