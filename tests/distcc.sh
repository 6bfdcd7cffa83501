#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# distcc ships units to a server on this machine, which sees neither the sources
# nor the configuration, and gives back the artifacts that are made here.
# Skipped (77) without distcc.
#
#     distcc.sh ONCELINT ROOT
oncelint=$1
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
for tool in distcc distccd; do
	command -v $tool >/dev/null || {
		echo "distcc: no '$tool' on this machine"
		exit 77
	}
done
rm -rf work && mkdir work && cd work || exit 2
here=$PWD
export HOME="$here" DISTCC_DIR="$here/client" DISTCC_FALLBACK=0

# The sources lie where the server does not look: they are moved away while it
# works, so that only what was shipped is there.
mkdir -p project/src project/include project/rules server client bin
ln -s "$oncelint" bin/oncelint
PATH=$here/bin:$PATH
cat >project/include/pool.h <<'END'
#include <pthread.h>
#define STOP(p) pthread_join((p)->thread, NULL)
struct pool { pthread_t thread; };
struct ticket;
void pool_stop(struct pool *p);
int ticket_take(struct ticket *t);
END
cat >project/src/pool.c <<'END'
#include "../include/pool.h"
void pool_stop(struct pool *p)
{
	STOP(p);
}
END
cat >project/src/main.c <<'END'
#include "pool.h"
static void *work(void *p) { return p; }
int main(void)
{
	struct pool p;
	if (pthread_create(&p.thread, NULL, work, NAME))
		return 1;
	pool_stop(&p);
	STOP(&p);
	return 0;
}
int other(struct ticket *t)
{
	ticket_take(t);
	return ticket_take(t); // oncelint-ignore(double-consume): comments are not lost
}
END
cat >project/src/twice.cpp <<'END'
#include <future>
int twice(std::future<int> f)
{
	auto g = [&f] { return f.get(); };
	int a = g();
	return a + f.get();
}
END
cat >project/rules/ticket.json <<'END'
{
  "schema": "oncelint-rules/1",
  "pack": "ticket",
  "version": 1,
  "languages": ["c"],
  "activate": { "any_header": ["pool.h"] },
  "handles": [
    {
      "id": "ticket",
      "match": { "pointer_to": "ticket" },
      "identity": "pointee",
      "mode": "once",
      "after_consume": "freed",
      "second": { "outcome": "uaf", "detail": "the ticket was torn" }
    }
  ],
  "operations": [
    {
      "match": { "function": "ticket_take" },
      "handle": "ticket", "subject": { "arg": 0 },
      "effect": "consume"
    }
  ]
}
END
cat >project/.oncelint.json <<'END'
{ "hints": true, "rules": ["rules"] }
END

units() { # what runs it, folder for the artifacts
	mkdir -p "$2"
	$1 oncelint tu --root . cc -Iinclude -c src/pool.c -o "$2/pool.o" &&
		$1 oncelint tu --root . cc -Iinclude '-DNAME=(void *)"a b"' \
			-c src/main.c -o "$2/main.o" &&
		$1 oncelint tu --root . c++ -std=c++17 \
			-c src/twice.cpp -o "$2/twice.o"
}

(cd project && units "" ../here) || fail "not analysed here"

# Started by root, the server becomes another user.
chmod 777 server

# One job at a time on a port of its own; it ends with this script.
port=0
for try in 1 2 3 4 5; do
	port=$((20000 + ($$ * 7 + try * 131) % 20000))
	(
		cd server && echo "$oncelint" >list &&
			DISTCC_CMDLIST="$here/server/list" exec distccd \
				--no-detach --daemon --allow 127.0.0.1 --listen \
				127.0.0.1 --port $port --jobs 1 --log-file \
				"$here/server/log" --log-level info
	) &
	server=$!
	sleep 0.5
	kill -0 $server 2>/dev/null && break
done
trap 'kill $server 2>/dev/null' EXIT
export DISTCC_HOSTS="127.0.0.1:$port/1"

(cd project && units distcc ../there) >log 2>&1 || {
	fail "not analysed there: $(tail -5 log)"
	tail -20 server/log
}
# The server writes what it did after it has answered.
for _ in $(seq 50); do
	done=$(grep -c 'COMPILE_OK' server/log)
	[ "$done" = 3 ] && break
	sleep 0.1
done
[ "$done" = 3 ] ||
	fail "the server did not do it: $(tail -5 server/log)"
for unit in pool main twice; do
	cmp here/$unit.o there/$unit.o || fail "$unit: other artifacts"
done
(cd project && oncelint link --no-db -q -f json -o ../here.json ../here/*.o
	oncelint link --no-db -q -f json -o ../there.json ../there/*.o) 2>err
cmp here.json there.json || fail "other findings"
grep -q 'comments are not lost' there.json || fail "comments: $(cat err)"
kill "$server"

# What is not there any more does not matter to who has the parcel.
(cd project && oncelint tu --root . cc -Iinclude '-DNAME=(void *)"a b"' \
	-E src/main.c -o ../main.i) || fail "no parcel"
mv project away
oncelint tu cc -c main.i -o again.o || fail "not analysed without sources"
cmp here/main.o again.o || fail "another artifact"
[ -z "$(find /tmp -maxdepth 1 -name 'oncelint-*' -newer main.i -user "$(id -un)")" ] ||
	fail "files are left behind"

# Bad input.
head -c 300 main.i >cut.i
oncelint tu cc -c cut.i -o cut.o 2>err && fail "a cut parcel"
grep -q "cut.i: not a message" err || fail "$(cat err)"
echo 'int x;' >plain.i
oncelint tu cc -c plain.i -o plain.o 2>err && fail "a preprocessed file"
grep -q "plain.i: was preprocessed by another program" err || fail "$(cat err)"

[ $failures = 0 ] && echo "distcc: as made here"
exit $failures
