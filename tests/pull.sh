#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a change caused: `check --diff` and `check --base`.
#
#     pull.sh ONCELINT ROOT
oncelint=$1
failures=0
rm -rf work && mkdir work && cd work || exit 2
here=$PWD

fail() {
	echo "FAIL: $1"
	failures=$((failures + 1))
}

says() { # file, text
	grep -qF -- "$2" "$1" || {
		fail "'$2' is not in $1"
		head -20 "$1"
	}
}

lacks() { # file, text
	grep -qF -- "$2" "$1" && fail "'$2' is in $1"
}

status_is() { # expected, command...
	expected=$1
	shift
	"$@" >out 2>err
	actual=$?
	[ $actual = "$expected" ] || {
		fail "exit status $actual, expected $expected: $*"
		head -5 err
	}
}

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

[ $failures = 0 ]
