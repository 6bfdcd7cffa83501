#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the commands promise: formats, exit status, the database, suppressions,
# the same findings for any number of jobs, from any folder.
#
#     commands.sh ONCELINT ROOT
oncelint=$1
root=$2
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
rm -rf work && mkdir work && cd work || exit 2

here=$(pwd)

cat >twice.c <<'END'
#include <pthread.h>
static void *work(void *p) { return p; }
int main(void)
{
	pthread_t t;
	if (pthread_create(&t, 0, work, 0))
		return 1;
	pthread_join(t, 0);
	pthread_join(t, 0);
	return 0;
}
END
sed '9d' twice.c >once.c

# ---- exit status and the last line
status_is 0 "$oncelint" check --no-db once.c --
says err "1 unit (0 skipped, 0 cached, 0 degraded, 0 failed), 0 findings"
status_is 1 "$oncelint" check --no-db twice.c --
says out "twice.c:9:2: error:"
says out "[double-consume]"
says out "twice.c:8:2: note:"
status_is 0 "$oncelint" check --no-db --fail-on never twice.c --
status_is 1 "$oncelint" check --no-db --quiet twice.c --
[ -s err ] && fail "--quiet is not quiet"
[ -e .oncelint ] && fail "--no-db makes a database"

# ---- formats, from any folder
for format in sarif json; do
	(cd / && "$oncelint" check --no-db -q -f $format "$here/twice.c" --) \
		>"$format"
	python3 -m json.tool <"$format" >/dev/null 2>err ||
		fail "--format $format is not JSON"
	says "$format" double-consume
done
status_is 1 "$oncelint" check --no-db -q -f json -o written twice.c --
cmp -s out /dev/null || fail "-o prints as well"
says written oncelint-findings/1
status_is 1 "$oncelint" check --no-db -q -f sarif -o a.sarif --category one \
	-f html -o a.html -f plain twice.c --
says out "twice.c:9:2: error:"
says a.sarif '"id": "one/"'
says a.html "<title>oncelint: 1 finding</title>"
status_is 1 "$oncelint" check --no-db -q -f html -o pages/ twice.c --
says pages/index.html "<title>oncelint: 1 finding</title>"
says pages/findings-0.js "oncelintPart(0, {"
status_is 2 "$oncelint" check --no-db -q -f sarif -o pages twice.c --
says err "'pages' is a folder, and 'sarif' is one file"
echo kept >full
status_is 2 "$oncelint" check --no-db -q -o /dev/full twice.c --
says err "cannot write '/dev/full': No space left on device"
for command in "--help" "check --help" "explain double-consume" "rules list"; do
	# shellcheck disable=SC2086
	"$oncelint" $command >/dev/full 2>err
	[ $? = 2 ] || fail "$command: lost what it printed"
	says err "cannot write standard output"
done
status_is 2 "$oncelint" check --no-db -q -o nowhere/out twice.c --
says err "cannot write 'nowhere/out': No such file or directory"
(trap '' XFSZ; ulimit -f 0; "$oncelint" check --no-db -q -o full twice.c -- 2>err)
[ "$(cat full)" = kept ] || fail "a failed write leaves half a file"
ls -A | grep '[.]tmp$' &&
	fail "a failed write leaves its temporary file"

# ---- suppressions
sed '9s|$| // oncelint-ignore(double-consume): a test|' twice.c >silent.c
status_is 0 "$oncelint" check --no-db silent.c --
says err "0 findings"
sed '9s|$| // oncelint-ignore(double-consume)|' twice.c >bare.c
status_is 1 "$oncelint" check --no-db bare.c --
says err "bare.c:9: note: oncelint-ignore has no effect: a reason is needed"
sed '9s|^|\t// oncelint-ignore(double-consume, until 2001-01-01): a test\n|' twice.c >old.c
status_is 1 "$oncelint" check --no-db old.c --
says err "old.c:9: note: oncelint-ignore expired on 2001-01-01"
sed '8s|$| /* oncelint-ignore(wait-all): a test */|' once.c >idle.c
status_is 0 "$oncelint" check --no-db idle.c --
says err "idle.c:8: note: oncelint-ignore(wait-all) silences nothing"
sed '9s|$| // oncelint-ignore: double-consume|' twice.c >form.c
status_is 1 "$oncelint" check --no-db form.c --
says err "form.c:9: note: oncelint-ignore has no effect: expected oncelint-ignore(kind): reason"
sed '9s|$| // oncelint-ignore-next-line(double-consume): a test|' twice.c >word.c
status_is 1 "$oncelint" check --no-db word.c --
says err "word.c:9: note: oncelint-ignore-next-line has no effect: expected oncelint-ignore, "
sed '1s|^|// oncelint-ignore-begin(double-consume): a test\n|' twice.c >open.c
status_is 1 "$oncelint" check --no-db open.c --
says err "open.c:1: note: oncelint-ignore-begin has no effect: no oncelint-ignore-end follows"
echo '// oncelint-ignore-end' >>open.c
status_is 0 "$oncelint" check --no-db open.c --
says err "0 findings"
echo '// oncelint-ignore-end' >>open.c
status_is 0 "$oncelint" check --no-db open.c --
says err "note: oncelint-ignore-end has no effect: there is no oncelint-ignore-begin before it"
sed '1s|^|// oncelint-ignore comments are told about here\n|' once.c >prose.c
status_is 0 "$oncelint" check --no-db prose.c --
lacks err oncelint-ignore

# ---- the database
status_is 1 "$oncelint" check twice.c --
[ -e .oncelint/oncelint.db ] || fail "no database is made"
[ -e .oncelint/.gitignore ] || fail "the database's folder is not ignored"
status_is 1 "$oncelint" check twice.c --

# ---- any number of jobs
for i in 1 2 3 4 5 6 7; do cp twice.c copy$i.c; done
for jobs in 0 1 2 5; do
	"$oncelint" check --no-db -q -j $jobs copy*.c twice.c -- >jobs$jobs
	cmp -s jobs0 jobs$jobs || fail "-j $jobs gives other findings"
done

# ---- what the program knows
status_is 0 "$oncelint" rules list
says out posix-threads
status_is 0 "$oncelint" rules show posix-threads
says out pthread_join
status_is 0 "$oncelint" rules validate "$root/rules/packs"
status_is 0 "$oncelint" explain double-consume
says out "# double-consume"
status_is 0 "$oncelint" explain posix-threads
status_is 2 "$oncelint" explain nothing
status_is 0 "$oncelint" debug ir once.c
says out pthread_join
status_is 0 "$oncelint" debug summary once.c
status_is 0 "$oncelint" version

# ---- fixtures with a pack beside them
mkdir -p fixtures/include
cat >fixtures/include/box.h <<'END'
typedef struct box *box_t;
box_t box_make(void);
int box_open(box_t b);
END
cat >fixtures/box.json <<'END'
{
  "schema": "oncelint-rules/1", "pack": "box", "version": 1,
  "languages": ["c"],
  "handles": [ { "id": "box", "match": { "typedef": "box_t" },
    "identity": "value", "copy": "alias", "mode": "once" } ],
  "operations": [
    { "match": { "function": "box_make" }, "handle": "box",
      "subject": { "return": true }, "effect": "produce" },
    { "match": { "function": "box_open" }, "handle": "box",
      "subject": { "arg": 0 }, "effect": "consume" } ]
}
END
cat >fixtures/box.c <<'END'
#include <box.h>
void bad_twice(void)
{
	box_t b = box_make();
	box_open(b);
	box_open(b); // expect: double-consume "'b'"
}
void ok_once(void)
{
	box_open(box_make());
}
END
status_is 0 "$oncelint" test fixtures
says out "1 passed, 0 failed"
sed -i '6s|//.*||' fixtures/box.c
status_is 1 "$oncelint" test fixtures
says out "box.c:6: unexpected: double-consume"
says out "'bad_twice' has no expectation"

[ $failures = 0 ] && echo "commands: all as expected"
exit $failures
