#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Units analysed one by one, by whatever runs them, and linked give what a plain
# run gives, byte for byte; artifacts do not depend on where or when they were
# made; what is wrong with one is told, and the others are linked.
#
#     engines.sh ONCELINT ROOT
oncelint=$1
root=$2
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
rm -rf work && mkdir work && cd work || exit 2
here=$PWD
export HOME="$here"

same() { # file, file
	cmp "$1" "$2" || fail "$1 and $2 differ"
}

# Three units: what one does to a thread is seen in another's body, the third is
# C++ and has a lambda, whose type has its place in its name.
make_project() { # folder
	mkdir -p "$1/src" "$1/build"
	cp -r "$root/testdata/include" "$1/stub"
	cat >"$1/src/pool.h" <<'END'
#include <pthread.h>
struct pool { pthread_t thread; };
void pool_stop(struct pool *p);
END
	cat >"$1/src/pool.c" <<'END'
#include "pool.h"
void pool_stop(struct pool *p)
{
	pthread_join(p->thread, NULL);
}
END
	cat >"$1/src/main.c" <<'END'
#include "pool.h"
static void *work(void *p) { return p; }
int main(void)
{
	struct pool p;
	if (pthread_create(&p.thread, NULL, work, NULL))
		return 1;
	pool_stop(&p);
	pthread_join(p.thread, NULL);
	return UNDECLARED;
}
int other(struct pool *p)
{
	pool_stop(p);
	return pthread_join(p->thread, NULL); // oncelint-ignore(double-consume): a test
}
END
	cat >"$1/src/wrong name.cpp" <<'END'
#include <future>
int twice(std::future<int> f)
{
	auto g = [&f] { return f.get(); };
	int a = g();
	return a + f.get();
}
END
	cat >"$1/build/compile_commands.json" <<END
[ { "directory": "$1", "file": "src/pool.c",
    "command": "cc -Isrc '-DNAME=\"a b\"' -c src/pool.c -o pool.o" },
  { "directory": "$1/build", "file": "../src/main.c",
    "command": "cc -I../src -c ../src/main.c" },
  { "directory": "$1", "file": "src/wrong name.cpp",
    "command": "c++ -std=c++17 -isystem stub -c 'src/wrong name.cpp'" } ]
END
}

make_units() { # folder of the project
	(
		cd "$1" || exit
		"$oncelint" tu -q src/pool.c -- cc -Isrc '-DNAME="a b"' \
			-c src/pool.c -o pool.o || exit
		cd build && "$oncelint" tu --root .. -q cc -I../src \
			-c ../src/main.c -o main.oncelint && cd .. || exit
		echo "-std=c++17 -isystem stub -c 'src/wrong name.cpp'" >flags
		"$oncelint" tu -q -o wrong.oncelint --depfile wrong.d \
			"src/wrong name.cpp" -- c++ @flags
	) || fail "$1: no artifacts"
}

check() { # folder, report, option...
	(
		cd "$1" || exit
		report=$2
		shift 2
		"$oncelint" check --no-db --no-cache -q -f json -o "$report" \
			"$@" 2>/dev/null
	)
}

link() { # folder, report, operand...
	(
		cd "$1" || exit
		report=$2
		shift 2
		"$oncelint" link --no-db -q -f json -o "$report" "$@" \
			2>/dev/null
	)
}

# ---- one unit, one artifact

make_project "$here/one"
make_units one
check one "$here/plain.json"
says plain.json 'is consumed again'
says plain.json '"suppressed": "a test"'
says plain.json 'src/main.c'
link one "$here/linked.json" .
same plain.json linked.json

# Elsewhere, later: the same bytes.
make_project "$here/another/place"
make_units another/place
for x in pool.o.oncelint build/main.oncelint wrong.oncelint; do
	same one/$x another/place/$x
done
grep -qF "$here" one/*.oncelint one/build/*.oncelint &&
	fail "an artifact knows where it was made"
link another/place "$here/other.json" "$here/one"
sed "s|$here/another/place|$here/one|" other.json >moved.json
same plain.json moved.json

# What it depends on, as make reads it.
says one/wrong.d 'wrong.oncelint:'
says one/wrong.d 'src/wrong\ name.cpp'
says one/pool.o.oncelint.d 'pool.o.oncelint:'
says one/pool.o.oncelint.d ' src/pool.h'
printf 'pool.o.oncelint:\n\techo made >$@\ninclude pool.o.oncelint.d\n' \
	>one/Makefile
cp one/pool.o.oncelint keep
make -s -C one pool.o.oncelint >/dev/null || fail "make: no such dependency"
same one/pool.o.oncelint keep
touch -d '1 minute ago' one/pool.o.oncelint
touch one/src/pool.h
make -s -C one pool.o.oncelint >/dev/null
[ "$(cat one/pool.o.oncelint)" = made ] || fail "the header is no dependency"
mv keep one/pool.o.oncelint

# Findings are no failure, unless asked for.
cd one || exit 2
status_is 0 "$oncelint" tu -o w "src/wrong name.cpp" -- c++ -std=c++17 -isystem stub
[ -s out ] && fail "tu is not silent: $(cat out)"
status_is 1 "$oncelint" tu --fail -o w "src/wrong name.cpp" -- c++ -std=c++17 -isystem stub
says out "src/wrong name.cpp:6:13: error:"
status_is 0 "$oncelint" tu --fail --fail-on none -o w "src/wrong name.cpp" -- \
	c++ -std=c++17 -isystem stub
says out "is consumed again"
status_is 0 "$oncelint" tu --fail -o w src/pool.c -- cc -Isrc
status_is 0 "$oncelint" tu --extra-arg-before=-DUNDECLARED=x --extra-arg=-Dx=0 \
	-o w src/main.c -- cc
[ -s err ] && fail "the extra arguments are not used: $(cat err)"
status_is 0 "$oncelint" tu -o w src/main.c -- cc
says err "src/main.c: note: analysed in part: 1 error"

# ---- joining, in any grouping

"$oncelint" link --archive all.a pool.o.oncelint build/main.oncelint \
	wrong.oncelint || fail "not joined"
"$oncelint" link --archive left.a pool.o.oncelint build/main.oncelint
"$oncelint" link -q --archive left.a left.a wrong.oncelint
"$oncelint" link --archive right.a wrong.oncelint build/main.oncelint
printf '%s\n' right.a pool.o.oncelint >list
"$oncelint" link --archive right.a @list
same all.a left.a
same all.a right.a
cat right.a wrong.oncelint >both.a
"$oncelint" link -q --archive both.a both.a
same all.a both.a
for way in all.a left.a "wrong.oncelint pool.o.oncelint build" \
	"build/main.oncelint wrong.oncelint pool.o.oncelint all.a"; do
	# shellcheck disable=SC2086 # a list of names
	link . "$here/linked.json" $way
	same ../plain.json ../linked.json
done
printf "%s\n" ./*.oncelint build/*.oncelint | "$oncelint" link --no-db -q -f json \
	-o ../linked.json - 2>/dev/null
same ../plain.json ../linked.json
status_is 1 "$oncelint" link --no-db all.a wrong.oncelint
says err "wrong.oncelint: note: 'src/wrong name.cpp' is there already"

# The database follows them like other runs.
status_is 1 "$oncelint" link -q --db link.db all.a
status_is 1 "$oncelint" link -q --db link.db all.a
status_is 0 "$oncelint" history --db link.db
[ "$(grep -c ' 3  *0  *2 ' out)" = 2 ] || fail "history: $(cat out)"

# ---- what is wrong is told, and the rest linked

report() { # text on standard error, artifact...
	text=$1
	shift
	status_is 1 "$oncelint" link --no-db "$@" wrong.oncelint
	says out "wrong name.cpp:6:13"
	says err "$text"
	says err "1 failed"
}

size=$(wc -c <pool.o.oncelint)
for n in 0 1 20 40 200 $((size / 2)) $((size - 60)) $((size - 1)); do
	head -c "$n" pool.o.oncelint >part
	report "part: error: not analysed: it is" part
done
for n in 5 45 100 $((size / 2)) $((size - 100)) $((size - 3)); do
	{
		head -c "$n" pool.o.oncelint
		printf '\377'
		tail -c +$((n + 2)) pool.o.oncelint
	} >broken
	status_is 1 "$oncelint" link --no-db broken wrong.oncelint
	says out "wrong name.cpp:6:13"
	says err "broken: error: not analysed:"
done
report "missing: error: not analysed: " missing
report "it is no artifact of oncelint" src/pool.c
{
	head -c 4 pool.o.oncelint
	printf '\143\0\0\0'
	tail -c +9 pool.o.oncelint
} >next
report "message of version 99, expected" next
"$oncelint" tu --strict -o strict src/pool.c -- cc -Isrc
report "src/pool.c: made with other rules" strict
status_is 2 "$oncelint" link --no-db
mkdir -p empty
status_is 2 "$oncelint" link --no-db empty
says err "no *.oncelint below 'empty'"
status_is 2 "$oncelint" link --no-db @nothing
status_is 3 "$oncelint" link --archive rest.a strict wrong.oncelint
says err "strict: error: not joined"
link . "$here/rest.json" rest.a
says ../rest.json "wrong name.cpp"

# ---- tu itself

status_is 3 "$oncelint" tu src/nothing.c -- cc
says err "src/nothing.c: not analysed: cannot be read"
[ -e nothing.c.oncelint ] && fail "an artifact of nothing"
cp wrong.oncelint nothing.c.oncelint
status_is 3 "$oncelint" tu src/nothing.c -- cc
[ -e nothing.c.oncelint ] && fail "an old artifact stays"
status_is 0 "$oncelint" tu --keep-going src/nothing.c -- cc
status_is 3 "$oncelint" link --no-db nothing.c.oncelint
says err "src/nothing.c: error: not analysed: cannot be read"
rm nothing.c.oncelint
status_is 2 "$oncelint" tu
status_is 2 "$oncelint" tu src/pool.c
status_is 2 "$oncelint" tu cc src/pool.c -o x
says err "expected -c"
status_is 2 "$oncelint" tu cc -c src/pool.c src/main.c
says err "expected one source file"
status_is 2 "$oncelint" tu cc -c
status_is 2 "$oncelint" tu -o nowhere/x src/pool.c -- cc -Isrc
says err "nowhere/x"
status_is 2 "$oncelint" cc gcc -c src/pool.c
says err "'cc' is a name that is kept for later"
if [ -w /dev/full ]; then
	status_is 2 "$oncelint" tu -o /dev/full --depfile x src/pool.c -- \
		cc -Isrc
	says err "/dev/full"
	status_is 2 "$oncelint" link --archive /dev/full pool.o.oncelint
	says err "/dev/full"
fi

# Killed at any moment: the artifact is the old one, or the new one.
cp pool.o.oncelint before
for n in 01 02 03 04 05 06 08 10 15 20; do
	"$oncelint" tu -q src/pool.c -- cc -Isrc '-DNAME="a b"' -c src/pool.c \
		-o pool.o 2>/dev/null &
	sleep "0.$n"
	kill -9 $! 2>/dev/null
	wait $! 2>/dev/null
	same before pool.o.oncelint
done
cd ..

# ---- shards

for shards in 1 2 3 5; do
	rm -f shard-*.oncelint
	for index in $(seq $shards); do
		(cd one && "$oncelint" plan -q --no-cache --shards $shards \
			--index "$index" -j 1 \
			--archive "$here/shard-$index.oncelint") ||
			fail "no shard $index of $shards"
		(cd one && "$oncelint" plan --shards $shards --index "$index")
	done | sort >listed
	link one "$here/linked.json" "$here"/shard-*.oncelint
	same plain.json linked.json
	(cd one && "$oncelint" plan) | sort >all
	same all listed
done
for jobs in 0 1 2; do
	(cd one && "$oncelint" plan -q --no-cache -j $jobs \
		--archive "$here/jobs-$jobs")
done
same jobs-0 jobs-1
same jobs-0 jobs-2
for jobs in 0 1 2; do
	check one "$here/jobs.json" -j $jobs
	same plain.json jobs.json
done

# Recorded times count where they are given: the small unit with large headers
# is by itself.
{
	cat one/src/pool.c
	yes '/* small work, large file */' | head -3000
} >long && mv long one/src/pool.c
seq 30000 | sed 's/.*/int large_&(int a, int b);/' >one/src/large.h
sed -i '1i #include "large.h"' "one/src/wrong name.cpp"
(cd one && "$oncelint" plan --shards 2 --index 1) >by-size
[ "$(cat by-size)" = src/pool.c ] || fail "by size: $(cat by-size)"
(cd one && "$oncelint" check -q --no-cache --no-skip --db times.db >/dev/null 2>&1
	"$oncelint" plan --shards 2 --index 1 --db times.db) >by-time
[ "$(cat by-time)" = "src/wrong name.cpp" ] || fail "by time: $(cat by-time)"
status_is 2 "$oncelint" plan -p one/build --shards 2
status_is 2 "$oncelint" plan -p one/build --shards 2 --index 3
status_is 2 "$oncelint" plan -p one/build --shards 2 --index 1 --db none.db
status_is 2 "$oncelint" plan -p one/build --emit smoke
says err "--emit takes 'list' or 'ninja'"
status_is 2 "$oncelint" plan -p nowhere

# ---- ninja

if command -v ninja >/dev/null; then
	check one "$here/plain.json"
	(cd one && "$oncelint" plan --emit ninja -o findings.ninja &&
		ninja -f findings.ninja) >out 2>&1 || fail "ninja: $(tail -5 out)"
	link one "$here/linked.json" .oncelint/ninja/all.oncelint
	same plain.json linked.json
	(cd one && ninja -f findings.ninja) >out
	says out "no work to do"
	# What depends on a header is made again, and nothing else.
	sleep 0.02
	echo '#define UNDECLARED 0' >>one/src/pool.h
	(cd one && ninja -v -f findings.ninja) >out
	[ "$(grep -c ' tu ' out)" = 2 ] || fail "after an edit: $(cat out)"
	check one "$here/plain.json"
	link one "$here/linked.json" .oncelint/ninja/all.oncelint
	same plain.json linked.json
	# In the order of ninja, on one worker or two, from nothing.
	cp one/.oncelint/ninja/all.oncelint before
	rm -rf one/.oncelint
	(cd one && ninja -j 1 -f findings.ninja) >out 2>&1
	same before one/.oncelint/ninja/all.oncelint
else
	echo "engines: no ninja here"
fi

# ---- the page's examples

block() { # language, number
	awk -v fence="\`\`\`$1" -v wanted="$2" '
		$0 == fence { inside = ++n == wanted; next }
		/^```/ { inside = 0 }
		inside' "$root/docs/build-engines.md"
}

mkdir bin
ln -s "$oncelint" bin/oncelint
PATH=$here/bin:$PATH

# make
rm -rf one two && make_project "$here/one"
check one "$here/plain.json"
mkdir two && cp one/src/*.[ch] two
block make 1 >two/Makefile
(cd two && make findings OBJECTS="pool.o main.o" CPPFLAGS=-DUNDECLARED=0) \
	>out 2>&1 && fail "make: no findings"
says out "main.c:9:2: error:"
(cd two && make findings OBJECTS="pool.o main.o" CPPFLAGS=-DUNDECLARED=0) >out 2>&1
grep -q 'oncelint tu' out && fail "make: analysed again: $(cat out)"

# The jobs of the two services; their sources are there, the database is.
steps() { # block of yaml, job
	block yaml "$1" | /usr/bin/python3 -c '
import sys, yaml
job = yaml.safe_load(sys.stdin)[sys.argv[1]] if sys.argv[2] == "2" else \
    yaml.safe_load(sys.stdin)["jobs"][sys.argv[1]]
for step in job.get("steps", job.get("script")):
    line = step if isinstance(step, str) else step.get("run", "")
    if line.startswith("oncelint"):
        print(line)' "$2" "$1"
}

if /usr/bin/python3 -c 'import yaml' 2>/dev/null; then
	for index in 1 2 3 4; do
		(cd one && eval "$(steps 1 shard |
			sed "s/\\\${{ matrix.index }}/$index/g") -q") ||
			fail "github: no shard $index"
	done
	mkdir one/shards && mv one/shard-*.oncelint one/shards
	(cd one && eval "$(steps 1 link)") 2>/dev/null ||
		fail "github: not linked"
	says one/findings.sarif '"double-consume"'
	rm -r one/shards
	for CI_NODE_INDEX in 1 2 3 4; do
		# shellcheck disable=SC2034 # the steps name it
		CI_NODE_TOTAL=4
		(cd one && eval "$(steps 2 shard) -q") ||
			fail "gitlab: no shard $CI_NODE_INDEX"
	done
	(cd one && eval "$(steps 2 link)") 2>/dev/null ||
		fail "gitlab: not linked"
	says one/findings.json '"double-consume"'
	link one "$here/linked.json" "$here"/one/shard-*.oncelint
	same plain.json linked.json
fi

[ $failures = 0 ] && echo "engines: as a plain run"
exit $failures
