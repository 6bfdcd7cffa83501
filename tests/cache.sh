#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What is known from an earlier run is used exactly as long as nothing that it
# depends on has changed, and gives the same report; whatever happens to the
# cache, a run without it would have said the same.
#
#     cache.sh ONCELINT ROOT
oncelint=$1
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
rm -rf work && mkdir work && cd work || exit 2
here=$(pwd)
export ONCELINT_CACHE_DIR="$here/cache" HOME="$here"

# Files as new as the run are not trusted, so it begins a moment later.
check() { # option...
	sleep 0.02
	"$oncelint" check --no-db $skip "$@" >out 2>err
	status=$?
}
skip=--no-skip

cached() { # expected, what, option...
	expected=$1 what=$2
	shift 2
	check "$@"
	grep -qF ", $expected cached, " err || {
		fail "$what: expected $expected cached"
		tail -1 err
	}
}

# A project of three units: store.c takes a header of its own folder, one from
# two folders, one that may be there, and one that is forced upon it.
make_project() { # folder
	mkdir -p "$1/first" "$1/second" "$1/src"
	cat >"$1/src/twice.c" <<'END'
#include <pthread.h>
#include "run.h"
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
	echo 'int run(void);' >"$1/src/run.h"
	echo 'int second(void);' >"$1/second/part.h"
	echo 'int forced(void);' >"$1/second/forced.h"
	cat >"$1/src/store.c" <<'END'
#include "run.h"
#include <part.h>
#if __has_include("maybe.h")
#include "maybe.h"
#endif
int run(void) { return 0; }
END
	cat >"$1/src/broken.c" <<'END'
int f(void) { return undeclared; }
END
	flags="-Ifirst -Isecond -include forced.h"
	(
		echo '['
		for name in twice store broken; do
			echo "{ \"directory\": \"$1\", \"file\": \"src/$name.c\","
			echo "  \"command\": \"cc $flags -c src/$name.c\" },"
		done | sed '$s/,$//'
		echo ']'
	) >"$1/compile_commands.json"
	echo '{}' >"$1/.oncelint.json"
}

make_project "$here/one"
cd one || exit 2

# ---- the same report
cached 0 "an empty cache"
mv out fresh && mv err fresh.err
[ $status = 1 ] || fail "status $status instead of 1"
says fresh.err "broken.c"
cached 2 "nothing changed"
cmp out fresh || fail "a cached report differs"
[ $status = 1 ] || fail "a cached run ends with $status"
says err "1 degraded"
cat fresh.err err | sed '/ units (/d' | sort | uniq -u >left
[ -s left ] && fail "other notes when cached: $(cat left)"
for format in json sarif html; do
	(ONCELINT_CACHE_DIR='' && check -q -f $format && mv out none)
	check -q -f $format
	sed -i '/[Tt]ime/d' none out
	cmp -s none out || fail "a cached report in $format differs"
done
cached 0 "--no-cache" --no-cache
cached 0 "another folder" --cache "$here/other"
cached 2 "another folder, again" --cache "$here/other"
echo '{ "cache": "../other" }' >.oncelint.json
cached 2 "a folder of the configuration"
echo '{ "cache": false }' >.oncelint.json
cached 0 "a configuration without"
[ -d .oncelint ] && fail "--no-db leaves a folder"
echo '{}' >.oncelint.json

# ---- each thing that counts
flip() { # what, command to change, command to go back
	eval "$2"
	check
	grep -qF ", 2 cached, " err && fail "$1 is not noticed"
	eval "$3"
	cached 2 "$1, taken back"
}

flip "a flag" "sed -i 's/-Ifirst/-DX -Ifirst/' compile_commands.json" \
	"sed -i 's/-DX //' compile_commands.json"
flip "a source" "echo 'int g;' >>src/store.c" "sed -i '\$d' src/store.c"
flip "a header" "echo 'int more(void);' >>src/run.h" "sed -i '\$d' src/run.h"
flip "a forced header" "echo 'int g;' >>second/forced.h" \
	"sed -i '\$d' second/forced.h"
flip "a header that comes before" "echo 'int f(void);' >first/part.h" \
	"rm first/part.h"
flip "a header beside" "echo 'int f(void);' >src/maybe.h" "rm src/maybe.h"
flip "a header that was asked for" "echo 'int f(void);' >second/maybe.h" \
	"rm second/maybe.h"
flip "a forced header that comes before" "echo >forced.h" "rm forced.h"
flip "a setting" "echo '{ \"strict\": true }' >.oncelint.json" \
	"echo '{}' >.oncelint.json"
flip "the environment" "export CPATH=$here/one/src" "unset CPATH"
cat >box.json <<'END'
{
  "schema": "oncelint-rules/1", "pack": "box", "version": 1,
  "languages": ["c"],
  "handles": [ { "id": "box", "match": { "typedef": "box_t" },
    "identity": "value", "copy": "alias", "mode": "once" } ],
  "operations": [
    { "match": { "function": "box_open" }, "handle": "box",
      "subject": { "arg": 0 }, "effect": "consume" } ]
}
END
flip "a pack" "echo '{ \"rules\": [\"box.json\"] }' >.oncelint.json" \
	"echo '{}' >.oncelint.json"
echo '{ "rules": ["box.json"] }' >.oncelint.json
check
flip "a pack's contents" "sed -i 's/box_open/box_open2/' box.json" \
	"sed -i 's/box_open2/box_open/' box.json"
echo '{}' >.oncelint.json
sed -i 's/-Ifirst/-Wall -g -pipe -Ifirst/' compile_commands.json
cached 2 "flags that do not count"
sed -i 's/-Wall -g -pipe //' compile_commands.json
check

# ---- units that are left out: what was read to know that counts too
skip=
left_out() { # units that are, findings, what
	check
	grep -qF "($1 skipped" err || fail "$3: expected $1 skipped: $(tail -1 err)"
	grep -qF ", $2 finding" err || fail "$3: expected $2: $(tail -1 err)"
}
left_out 2 1 "nothing found but in one unit"
left_out 2 1 "nothing found but in one unit, again"
says err "1 cached"
printf '%s\n' 'void *held(void *p) { return p; }' >>src/broken.c
left_out 2 1 "a source that is left out changes"
sed '1s/.*/#include <pthread.h>/' src/twice.c | sed 's/main(void)/second(void)/' >>src/broken.c
left_out 1 2 "a source that was left out matters now"
left_out 1 2 "a source that was left out matters now, again"
echo '#define JOIN_TWICE(t) (pthread_join(t, 0), pthread_join(t, 0))' >first/part.h
check
grep -qF "(1 skipped, 2 cached" err && fail "a header of units left out is not noticed"
rm first/part.h
cat >src/broken.c <<'END'
int f(void) { return undeclared; }
END
left_out 2 1 "all taken back"
skip=--no-skip

# ---- units that failed are tried again
sed -i '1s|$|{ "directory": "'"$here/one"'", "file": "src/gone.c", "command": "cc -c src/gone.c" },|' \
	compile_commands.json
cached 2 "with a unit that is not there"
says err "1 failed"
cached 2 "with a unit that is not there, again"
says err "1 failed"
sed -i '1s|{.*||' compile_commands.json

# ---- checkouts share
make_project "$here/two"
cd "$here/two" || exit 2
# The one that is broken has words of the compiler in it, with paths.
cached 2 "another checkout"
cmp out ../one/fresh || fail "another checkout's report differs"
check -f json -q && mv out out.json
grep -q "$here/one" out.json && fail "paths of another checkout are told"
sed -i "s|-Ifirst|-DHOME=$here/two -Ifirst|" compile_commands.json
cached 0 "a macro that names the checkout"
cached 2 "a macro that names the checkout, again"
cd "$here/one" || exit 2

# ---- damage
spoil() { # kind, command on each entry
	[ "$1" = run ] || find "$ONCELINT_CACHE_DIR" -name '*.run' -delete
	find "$ONCELINT_CACHE_DIR" -name "*.$1" | while read -r entry; do
		eval "$2"
	done
}
same() { # what
	check
	cmp -s out fresh || fail "$1: the report differs"
	grep -q warning: err && fail "$1 is told"
}
for kind in record artifact run; do
	# Without what the run gave, the units are still known.
	left=0
	[ $kind = run ] && left=2
	spoil $kind 'printf "\377" | dd of="$entry" bs=1 seek=90 conv=notrunc 2>/dev/null'
	cached $left "changed bytes in each $kind"
	cmp -s out fresh || fail "changed bytes in each $kind: the report differs"
	spoil $kind 'truncate -s -1 "$entry"'
	cached $left "a $kind cut short"
	spoil $kind ': >"$entry"'
	cached $left "an empty $kind"
	cmp -s out fresh || fail "an empty $kind: the report differs"
done
cached 2 "what was damaged, again"
other=$(find "$ONCELINT_CACHE_DIR" -name '*.artifact' | head -1)
spoil artifact 'cmp -s "$entry" "$other" || cp "$other" "$entry"'
same "entries under other names"
rm -rf "${ONCELINT_CACHE_DIR:?}"
echo >"$ONCELINT_CACHE_DIR"
check
cmp -s out fresh || fail "a file in the cache's place: the report differs"
says err "warning: the cache '$ONCELINT_CACHE_DIR' cannot be written"
[ "$(grep -c warning: err)" = 1 ] || fail "the warning is repeated"
rm "$ONCELINT_CACHE_DIR"

# ---- fixes: proven once
root=$2
mkdir -p "$here/fix/src" && cd "$here/fix" || exit 2
cp "$root"/testdata/fix/*.c src/
flags="\"-std=c17\", \"-nostdinc\", \"-isystem\", \"$root/testdata/include\""
{
	echo '['
	for file in src/*.c; do
		printf '%s{ "directory": "%s", "file": "%s",\n' "$comma" "$PWD" "$file"
		printf '  "arguments": ["cc", %s, "-c", "%s"] }\n' "$flags" "$file"
		comma=,
	done
	echo ']'
} >compile_commands.json
proven() { # expected number of entries, what
	check -q -f sarif
	mv out fixed
	check -q -f sarif --no-cache
	sed -i '/commandLine/d' fixed out
	cmp -s fixed out || fail "$2: the fixes differ"
	grep -q '"fixes"' out || fail "$2: no fix is told"
	now=$(find "$ONCELINT_CACHE_DIR" -name '*.fix' | wc -l)
	[ "$now" -eq "$1" ] || fail "$2: $now entries with fixes, expected $1"
}
rm -rf "${ONCELINT_CACHE_DIR:?}"
check -q -f plain
count=$(find src -name '*.c' | wc -l)
cached "$count" "findings that can be mended" -f plain
proven "$count" "after a run that asked for none"
proven "$count" "again"
echo '/* text */' >>src/later.c
count=$((count + 1))
proven "$count" "after an edit"
spoil fix ': >"$entry"'
proven "$count" "an empty fix"
cd "$here/one" || exit 2

# ---- functions that rest on those of other units
mkdir -p "$here/joined" && cd "$here/joined" || exit 2
for name in stop middle twice; do
	echo "{ \"directory\": \"$PWD\", \"file\": \"$name.c\","
	echo "  \"command\": \"cc -c $name.c\" },"
done | sed '1s/^/[/;$s/,$/]/' >compile_commands.json
cat >stop.h <<'END'
#include <pthread.h>
void stop(pthread_t t);
void middle(pthread_t t);
END
cat >stop.c <<'END'
#include "stop.h"
void stop(pthread_t t) { pthread_join(t, 0); }
END
printf '#include "stop.h"\nvoid middle(pthread_t t) { stop(t); }\n' >middle.c
cat >twice.c <<'END'
#include "stop.h"
void twice(pthread_t t)
{
	middle(t);
	middle(t);
}
END
linked() { # expected findings, what
	check
	mv out known && mv err known.err
	says known.err "$1 finding"
	check --no-cache
	cmp -s out known || fail "$2: what was known gives another report"
}
rm -rf "${ONCELINT_CACHE_DIR:?}"
linked 1 "three units"
sed -i 's/{ pthread_join.*/{ (void)t; }/' stop.c
linked 0 "a callee's callee that does nothing any more"
sed -i '1a // a line' stop.c
linked 0 "another place"
sed -i 's/{ (void)t; }/{ pthread_join(t, 0); }/' stop.c
linked 1 "a callee's callee that does it again, elsewhere"
spoil solutions ': >"$entry"'
sed -i '1a // a line' stop.c
linked 1 "no solutions"
spoil solutions 'printf "%s" "$(head -c 200 "$entry")" >"$entry"'
sed -i '1a // a line' stop.c
linked 1 "solutions that are cut short"
cd "$here/one" || exit 2

# ---- no room
limited() { # what
	cmp -s out fresh || fail "$1: the report differs"
	[ "$(grep -c 'warning: the cache' err)" = 1 ] || fail "$1: no one warning"
	find "$ONCELINT_CACHE_DIR" -name '.[0-9a-f]*' | grep . &&
		fail "$1: temporary files are left"
}
touch out err
(
	trap '' XFSZ
	ulimit -f 0
	"$oncelint" check --no-db --no-skip 2>&1 >/dev/null | cat
) | grep 'warning: the cache' >/dev/null ||
	fail "a limit on the size of files is not told"
rm -rf "${ONCELINT_CACHE_DIR:?}"
mkdir -p "$here/small"
if mount -t tmpfs -o size=8k none "$here/small" 2>/dev/null; then
	ONCELINT_CACHE_DIR="$here/small/cache"
	check
	limited "a full disk"
	ONCELINT_CACHE_DIR="$here/cache"
	umount "$here/small"
fi

# ---- several at once
rm -rf "${ONCELINT_CACHE_DIR:?}"
for i in 1 2 3; do
	"$oncelint" check --no-db --no-skip >out$i 2>err$i &
done
wait
for i in 1 2 3; do
	cmp -s out$i fresh || fail "runs at once: report $i differs"
done
cached 2 "after runs at once"

# ---- killed at any moment
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ $((i % 3)) = 1 ] && rm -rf "${ONCELINT_CACHE_DIR:?}"
	"$oncelint" check --no-db --no-skip >/dev/null 2>&1 &
	pid=$!
	sleep "0.$(od -An -N2 -tu2 /dev/urandom | awk '{ printf "%03d", $1 % 400 }')"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	[ $((i % 4)) = 0 ] && same "after kill $i"
done
same "after all kills"
cached 2 "after all kills"

# ---- the command
check
"$oncelint" cache stats >out || fail "stats fails"
says out "$ONCELINT_CACHE_DIR: "
says out " units found"
"$oncelint" cache stats -f json >out.json || fail "stats as JSON fails"
python3 - out.json <<'END' || fail "stats as JSON are wrong"
import json, sys
x = json.load(open(sys.argv[1]))
assert x["format"] == "oncelint-cache/1", x
assert x["record"]["count"] >= 3 and x["artifact"]["bytes"] > 0, x
assert x["units"]["found"] >= 2, x
END
"$oncelint" cache clear >out || fail "clear fails"
says out " dropped"
find "$ONCELINT_CACHE_DIR" -name '*.record' | grep . && fail "clear leaves some"
cached 0 "a cleared cache"
"$oncelint" cache >out 2>err && fail "no verb is accepted"
"$oncelint" cache stats -f sarif >out 2>err && fail "-f sarif is accepted"
"$oncelint" cache stats --cache "$here/none" >out || fail "an empty one fails"
says out "0 entries"

[ $failures = 0 ]
