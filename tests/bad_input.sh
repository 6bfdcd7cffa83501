#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Input that is missing, broken, huge or not ours: one clear message with what
# to do, the right exit status, and the other units' findings kept.
#
#     bad_input.sh ONCELINT ROOT
oncelint=$1
failures=0
rm -rf work && mkdir work && cd work || exit 2

# Runs a command; checks its status and that the text is in what it said.
expect() { # status, text, command...
	status=$1
	text=$2
	shift 2
	"$@" >out 2>err
	actual=$?
	[ "$actual" = "$status" ] ||
		fail "exit status $actual, expected $status: $*"
	cat out err | grep -qF -- "$text" ||
		fail "'$text' is not said by: $*"
}

fail() {
	echo "FAIL: $1"
	sed 's/^/    /' err | head -5
	failures=$((failures + 1))
}

check() {
	"$oncelint" check --no-db "$@"
}

cat >good.c <<'END'
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
here=$(pwd)

# ---- the command line
expect 2 "no command 'chekc'" "$oncelint" chekc
expect 2 "no option '--fomat'" check --fomat sarif good.c
expect 2 "no option '-d'" check good.c -dash.c --
expect 2 "no option '-x'" check -qx good.c --
expect 2 "no format 'yaml'" check --format yaml good.c --
expect 2 "usage: oncelint" "$oncelint"
for command in check explain rules test debug version; do
	expect 0 "usage: oncelint $command" "$oncelint" $command --help
done

# ---- sources
expect 3 "nothing.c" check nothing.c --
expect 3 "not analysed" check . --
head -c 2000 /dev/urandom >binary.c
printf '\0' >>binary.c
expect 3 "binary.c: error: not analysed: is not a text file" check binary.c --
if [ "$(id -u)" != 0 ]; then
	cp good.c secret.c && chmod 0 secret.c
	expect 3 "secret.c" check secret.c --
fi
{ echo '#include <no_such_header.h>' && cat good.c; } >header.c
expect 1 "no_such_header.h" check header.c --
grep -q 'double-consume' out || fail "a missing header hides a finding"
{ cat good.c && echo 'int f( { ] }'; } >syntax.c
expect 1 "syntax.c: note: analysed in part" check syntax.c --
grep -q 'double-consume' out || fail "a syntax error hides a finding"
# Half-written loops in which an array comes to hold itself: each ends.
for body in 't[i] = t();' 't[i] = t(); }' 't[i] = u(); u[n] = t(); u[0] = t();' \
	'{ t = t[i]; while (t[n]) u[t[i] = t(' 't[i] = u[t[i] = u()'; do
	{
		echo '#include <array>'
		echo '#include <thread>'
		echo 'void f(int n) {'
		echo 'std::array<std::thread, 4> t, u;'
		echo "for (int i = 0; i < n; i++) $body"
	} >half.cpp
	"$oncelint" check --no-db half.cpp -- >out 2>&1
	grep -q 'half.cpp: note: analysed in part' out ||
		fail "not analysed in part: $body"
done
awk 'BEGIN {
	printf "int f(int x) { return "
	for (i = 0; i < 100000; i++) printf "("
	printf "x"
	for (i = 0; i < 100000; i++) printf ")"
	print "; }"
}' >deep.c
awk 'BEGIN {
	printf "int f(int x) { return x"
	for (i = 0; i < 20000; i++) printf " + x"
	print "; }"
}' >long.c
for file in deep.c long.c; do
	check $file good.c -- >out 2>err
	status=$?
	[ $status = 1 ] || fail "exit status $status, expected 1: $file"
	grep -q 'good.c.*double-consume' out || fail "$file hides good.c"
done

# ---- compile databases
mkdir empty broken wrong twice
expect 2 "compile_commands.json" check -p empty
echo '[ { "directory": "/", "file": "x.c", ' >broken/compile_commands.json
expect 2 "broken/compile_commands.json" check -p broken
echo '{ "directory": "/" }' >wrong/compile_commands.json
expect 2 "wrong/compile_commands.json" check -p wrong
cat >twice/compile_commands.json <<END
[ { "directory": "$here", "file": "good.c", "command": "ccache cc -c good.c -o good.o" },
  { "directory": "$here", "file": "./good.c", "arguments": ["cc", "-c", "good.c", "-o", "good.o"] },
  { "directory": "$here", "file": "gone.c", "command": "cc -c gone.c" } ]
END
expect 1 "gone.c: error: not analysed" check -p twice
grep -q '^2 units' err || fail "equal commands are not merged"
expect 2 "other.c" check -p twice other.c

# ---- configuration and packs
mkdir config && cp good.c config/ && cd config || exit 2
echo '{ "jobs": "many" }' >.oncelint.json
expect 2 ".oncelint.json: jobs" check good.c --
echo '{ "job": 2 }' >.oncelint.json
expect 2 "job" check good.c --
printf '{\n  // a comment\n  "kinds": { "double-consume": "off" }\n}\n' >.oncelint.json
expect 0 "0 findings" check good.c --
rm .oncelint.json
echo '{ "schema": "oncelint-rules/1", "pack": "x", "colour": 1 }' >x.json
expect 2 "colour" check --rules x.json good.c --
expect 2 "cannot read" check --rules no.json good.c --
cd ..

# ---- databases
if [ "$(id -u)" != 0 ]; then
	mkdir locked && chmod 500 locked
	expect 2 "--no-db" "$oncelint" check --db locked/x.db good.c --
fi
expect 2 "--no-db" "$oncelint" check --db /proc/x.db good.c --
cp good.c text.db
expect 2 "text.db" "$oncelint" check --db text.db good.c --
cmp -s good.c text.db || fail "a file that is not ours was written to"
expect 1 "1 finding" "$oncelint" check --db ours.db good.c --
expect 1 "1 finding" "$oncelint" check --db ours.db good.c --
expect 2 "cannot write" check -o no/such/dir/out good.c --

# Several at once, on a database that is not there yet: each is a run.
for _ in 1 2 3 4; do
	"$oncelint" check -q --db shared.db good.c -- >>shared.out 2>&1 &
done
wait
[ "$(grep -c double-consume shared.out)" = 4 ] || fail "runs at once"
expect 0 "check -q --db shared.db" "$oncelint" history --db shared.db
[ "$(grep -c 'check -q --db' out)" = 4 ] || fail "a run at once is lost"

# Damaged, read-only, in use, and no room left: what was found is told all the
# same, and the database stays what it was.
head -c 4096 ours.db >damaged.db
head -c 200000 /dev/urandom >>damaged.db
expect 2 "damaged.db" "$oncelint" check --db damaged.db good.c --
cp ours.db half.db && truncate -s 9000 half.db
expect 2 "it is damaged: move it away" "$oncelint" report --db half.db
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	mkdir -m 755 readonly && cp ours.db good.c readonly && chmod 444 readonly/*
	expect 2 "cannot be written: check its permissions" \
		setpriv --reuid=65534 --regid=65534 --clear-groups \
		"$oncelint" check --db readonly/ours.db readonly/good.c --
	cmp -s ours.db readonly/ours.db || fail "a read-only database changed"
fi
if command -v python3 >/dev/null; then
	cat >hold.py <<-'END'
		import sqlite3, sys, time
		c = sqlite3.connect("ours.db", isolation_level=None)
		c.execute("BEGIN IMMEDIATE")
		print("held", flush=True)
		sys.stdin.read()
	END
	mkfifo held release
	python3 hold.py <release >held &
	exec 3>release
	read -r _ <held
	expect 2 "another oncelint is writing to it" \
		"$oncelint" check --db ours.db good.c --
	grep -q double-consume out || fail "a database in use hides a finding"
	exec 3>&-
	wait
fi
sqlite_size=$(stat -c %s ours.db)
(
	trap '' XFSZ
	# In blocks of 512 bytes or of 1024.
	ulimit -f $((sqlite_size / 1024))
	"$oncelint" check --db ours.db good.c -- >out 2>err
	echo $? >limited
)
[ "$(cat limited)" = 2 ] || [ "$(cat limited)" = 1 ] || fail "a full disk"
expect 0 "consumed again" "$oncelint" report --db ours.db

[ $failures = 0 ] && echo "bad input: all as expected"
exit $failures
