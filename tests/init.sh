#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `oncelint init`: a file that is read as it is and with every setting switched
# on, that names the compile database, and replaces nothing.
#
#     init.sh ONCELINT ROOT
oncelint=$1
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
rm -rf work && mkdir work && cd work || exit 2

status_is() { # expected, command...
	expected=$1
	shift
	"$@" >../out 2>../err
	actual=$?
	[ $actual = "$expected" ] || {
		fail "exit status $actual, expected $expected: $*"
		head -5 ../err
	}
}

project() { # folder
	mkdir -p "$1" && cd "$1" || exit 2
	echo 'int x;' >x.c
}

database() { # folder
	mkdir -p "$1"
	printf '[{"directory": "%s", "file": "x.c", "arguments": ["cc", "-c", "x.c"]}]' \
		"$PWD" >"$1/compile_commands.json"
}

# ---- nothing is built yet
project plain
status_is 0 "$oncelint" init
says ../out "there is no compile_commands.json yet"
status_is 0 "$oncelint" check x.c --
cp .oncelint.json before
status_is 2 "$oncelint" init
says ../err "'.oncelint.json' is there already"
cmp -s before .oncelint.json || fail "init replaces a file"

# ---- every setting switched on
sed -i 's|^\t// "|\t"|' .oncelint.json
mkdir rules
database build
status_is 0 "$oncelint" check
cd ..

# ---- where the compile database is
project found
database builddir
status_is 0 "$oncelint" init
says .oncelint.json '	"build": "builddir",'
status_is 0 "$oncelint" check
cd ..
project odd
database 'a "b" \c'
status_is 0 "$oncelint" init -p 'a "b" \c'
status_is 0 "$oncelint" check
cd ..
project beside
database .
status_is 0 "$oncelint" init
says .oncelint.json '	"build": ".",'
status_is 0 "$oncelint" check
cd ..

# ---- what cannot be
project wrong
status_is 2 "$oncelint" init -p nowhere
says ../err "no compile_commands.json in 'nowhere'"
[ -e .oncelint.json ] && fail "a failed init leaves a file"
status_is 2 "$oncelint" init project
says ../err "init takes no 'project'"
cd ..

[ $failures = 0 ] && echo "init: all as expected"
exit $failures
