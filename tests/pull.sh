#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a change caused: `check --diff` and `check --base`.
#
#     pull.sh ONCELINT ROOT
oncelint=$1
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
# Nowhere above it is a compile database.
here=$(mktemp -d) && cd "$here" || exit 2
trap 'rm -rf "$here"' EXIT

# The body of a function that joins twice, with lines of its own in between.
source_of() { # function, line
	cat <<END
#include <pthread.h>
static void *work(void *p) { return p; }
int $1(void)
{
	pthread_t t;
	if (pthread_create(&t, 0, work, 0))
		return 1;
	$2
	pthread_join(t, 0);
	return 0;
}
END
}

git init -q repository && cd repository || exit 2
git config user.name Ann && git config user.email ann@example.org
git config commit.gpgsign false

commit() { # message
	git add -A && git commit -q -m "$1"
}

# ---- --diff
mkdir src
source_of one "pthread_join(t, 0);" >src/a.c
source_of two ";" >src/b.c
printf '.oncelint\nout\nerr\n*.diff\n' >.gitignore
commit base
source_of two "pthread_join(t, 0);" >src/b.c
git diff >change.diff
check() { # options...
	"$oncelint" check -q --no-db src/a.c src/b.c "$@" --
}
status_is 1 check
says out src/a.c
status_is 1 check --diff change.diff
lacks out src/a.c
# the second join is old, the new one is its reason
says out "src/b.c:8:2: error: this change leads to src/b.c:9: "
status_is 1 check --diff - <change.diff
says out "src/b.c:8:2: error:"
status_is 1 check --diff change.diff --fail-on all
says out "src/a.c:9:2: error:"
status_is 0 check --diff change.diff --fail-on none
says out "src/b.c:8:2: error:"
status_is 0 check --diff /dev/null
status_is 2 check --fail-on new
says err "needs something to compare with"
git diff -U0 --no-prefix >change.diff
status_is 1 check --diff change.diff
cd src || exit 2
status_is 1 "$oncelint" check -q --no-db b.c --diff ../change.diff --
says out "b.c:8:2: error: this change leads to b.c:9"
cd ..
echo hello >broken.diff
status_is 2 check --diff broken.diff
says err "broken.diff: no unified diff"
status_is 2 check --diff absent.diff
says err "cannot read 'absent.diff'"
head -7 change.diff | sed '$d' >broken.diff
status_is 2 check --diff broken.diff
says err "broken.diff:6: the diff ends inside a hunk"
# a macro's body is the changed line
source_of mac "STOP(t)" | sed '1i#define STOP(t) pthread_join(t, 0);' >src/b.c
sed -i '1s/pthread_join(t, 0)/(void)(t)/' src/b.c && commit macro
sed -i '1s/(void)(t)/pthread_join(t, 0)/' src/b.c
git diff >change.diff
status_is 1 check --diff change.diff
says out "src/b.c:1:1: error: this change leads to src/b.c:10: "
commit "macro of two"

# ---- --base
base() { # options...
	"$oncelint" check --no-db src/*.c "$@" --
}
clean() {
	[ -z "$(ls -d .oncelint/base.* 2>/dev/null)" ] || fail "a base is left"
	[ "$(git worktree list | wc -l)" = 1 ] || fail "a worktree is left"
	[ -z "$(git status --porcelain .oncelint)" ] || fail "files are left"
}
source_of one "pthread_join(t, 0);" >src/a.c
source_of two ";" >src/b.c
commit "one is bad" && git tag start
status_is 0 base --base HEAD
says err "base $(git rev-parse --short=12 HEAD): 0 new, 0 fixed, 1 unchanged"
clean
# its own lines are old; moved by lines above; a comment that silences
sed -i '3s/^/\n\n/' src/a.c
source_of two "pthread_join(t, 0);" >src/b.c
status_is 1 base --base start
lacks out src/a.c
says out "src/b.c:8:2: error: this change leads to src/b.c:9: "
says err "1 new, 0 fixed, 1 unchanged"
status_is 1 base --base start --fail-on all
says out src/a.c:11:2
status_is 0 base --base start --fail-on none
status_is 1 base --base start -f sarif
says out '"baselineState": "new"'
git mv src/a.c src/c.c
sed -i 's/pthread_join/  pthread_join/; s/int one(/int uno(/' src/c.c
status_is 1 base --base start
says err "1 new, 0 fixed, 1 unchanged (1 in a renamed function)"
commit renamed
sed -i 's|^\(.*pthread_join(t, 0);\)$|\1 // oncelint-ignore(double-consume): test|' src/c.c
rm src/b.c
status_is 0 base --base HEAD
says err "silenced: src/c.c:11: "
says err "0 new, 0 fixed, 0 unchanged"
commit silenced
sed -i 's| // oncelint.*||' src/c.c
status_is 1 base --base HEAD
says out src/c.c:11:
git checkout -q -- . && sed -i 10d src/c.c
git checkout -q start -- src/a.c && sed -i 8d src/a.c
status_is 0 base --base start
says err "fixed: src/a.c:9: "
# for programs: as the base had it, at the path of now
status_is 0 base --base start -f sarif -o fixed.sarif -f json -o fixed.json
for text in '"baselineState": "absent"' '"uri": "src/a.c"' '"startLine": 9' \
	'"text": "\tpthread_join(t, 0);"' '"results"'; do
	says fixed.sarif "$text"
done
lacks fixed.sarif '"baselineState": "new"'
lacks fixed.sarif "oncelint/base."
says fixed.json '"baseline": "absent"'
status_is 0 base --base start --no-fixed -f sarif -o fixed.sarif
lacks fixed.sarif '"baselineState"'
status_is 2 base --no-fixed
says err "--no-fixed is about what --base finds"
rm fixed.*
clean

# ---- the base moved on: others' changes are nobody's here
git checkout -q -f start && git clean -qfd src && git checkout -q -b topic
source_of two "pthread_join(t, 0);" >src/b.c && commit two
git checkout -q -b other start
source_of three "pthread_join(t, 0);" >src/d.c && rm src/a.c && commit others
git checkout -q topic
status_is 1 base --base other
says err "base $(git rev-parse --short=12 start): 1 new, 0 fixed, 1 unchanged"
git merge -q --no-edit other
status_is 1 base --base other
says err "1 new, 0 fixed, 1 unchanged"
# merged into each other: both sides' mistakes are as old as the other's
git checkout -q -b crossed other && git merge -q --no-edit topic^1
git checkout -q topic
[ "$(git merge-base --all HEAD crossed | wc -l)" = 2 ] || fail "not crossed"
status_is 0 base --base crossed
says err "0 new, 0 fixed, 2 unchanged"
GIT_INDEX_FILE=$here/none GIT_DIR=$here/none status_is 1 base --base other
clean

# ---- a header, a compile database
mkdir lib build
cat >lib/stop.h <<END
#include <pthread.h>
static inline void stop(pthread_t t) { (void)t; }
END
source_of four "stop(t);" | sed '1s/.*/#include "stop.h"\n#include "generated.h"/' >src/e.c
echo "#define ANSWER 42" >build/generated.h
echo build >>.gitignore
commit header && git tag header
at=$PWD
printf '[{"directory": "%s/build", "file": "../src/e.c", "command": "cc -I../lib -I. -c ../src/e.c"},
{"directory": "%s/build", "file": "%s/src/b.c", "command": "cc -c %s/src/b.c"}]' \
	"$at" "$at" "$at" "$at" >build/compile_commands.json
status_is 0 "$oncelint" check -p build --base header
says err "0 new, 0 fixed, 1 unchanged"
sed -i 's/(void)t/pthread_join(t, 0)/' lib/stop.h
status_is 1 "$oncelint" check -p build --base header
says out "lib/stop.h:2:40: error: this change leads to src/e.c:10: "
says err "1 new, 0 fixed, 1 unchanged"
lacks err "not analysed"
clean
status_is 0 "$oncelint" check -p build --base header src/b.c
mv build/compile_commands.json build/away
status_is 2 "$oncelint" check --base header
says err "no compile_commands.json"
# under version control, the base's own flags count
mv build/away compile_commands.json && git checkout -q lib
sed -i 's/\(.*-I\.\)/\1 -DSTOP/' compile_commands.json
sed -i 's/(void)t;/\n#ifdef STOP\npthread_join(t, 0);\n#endif\n/' lib/stop.h
sed -i 's/-DSTOP/-DSTAY/' compile_commands.json && commit "with database"
sed -i 's/-DSTAY/-DSTOP/' compile_commands.json
status_is 1 "$oncelint" check --base HEAD
says out "src/e.c:10:"
says err "1 new, 0 fixed, 1 unchanged"
clean

# ---- ended by a signal: nothing is left
i=0
while [ $i -lt 3000 ]; do
	echo "int f$i(int a) { if (a) return f$i(a - 1); return $i; }"
	i=$((i + 1))
done >src/long.c
commit long && echo >>src/long.c
for signal in TERM INT KILL; do
	# An interactive shell's children have no signal ignored.
	python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' \
		"$oncelint" check -q --no-db src/long.c --base HEAD -- >out 2>err &
	pid=$!
	i=0
	while ! ls .oncelint/base.*/src >/dev/null 2>&1 && [ $i -lt 200 ]; do
		sleep 0.05
		i=$((i + 1))
	done
	ls .oncelint/base.* >/dev/null 2>&1 || fail "no base to end"
	kill -$signal $pid
	wait $pid
	i=0
	while ls -d .oncelint/base.* >/dev/null 2>&1 && [ $i -lt 200 ]; do
		sleep 0.05
		i=$((i + 1))
	done
	clean
done

# ---- what cannot be compared
status_is 2 base --base nowhere
says err "no commit 'nowhere' here: 'git branch --all' lists the branches there are"
git remote add origin "$here/repository"
status_is 2 base --base nowhere
says err "no commit 'nowhere' here: 'git fetch origin nowhere' may bring it"
git remote remove origin
status_is 2 base --base ""
status_is 2 base --base HEAD --diff /dev/null
says err "give --base or --diff"
git remote add mine "$here/repository"
status_is 2 base --base mine/topic
says err "'git fetch mine topic:refs/remotes/mine/topic' may bring it"
git checkout -q --orphan alone && git commit -q -m alone
status_is 2 base --base topic
says err "have no commit in common"
git checkout -q -f topic
git checkout -q -b deep && source_of five ";" >src/f.c && commit five
cd .. && git clone -q --depth 1 --no-single-branch "file://$here/repository" shallow
cd shallow || exit 2
status_is 2 base --base origin/other
says err "'git fetch --unshallow' brings it"
git fetch -q --unshallow
status_is 1 base --base origin/other
mkdir -p "$here/plain" && cd "$here/plain" || exit 2
cp ../repository/src/b.c .
GIT_CEILING_DIRECTORIES=$here status_is 2 "$oncelint" check b.c --base HEAD --
says err "--base needs a git repository"
git init -q . && status_is 2 "$oncelint" check b.c --base HEAD --
says err "there is no commit yet"

[ $failures = 0 ]
