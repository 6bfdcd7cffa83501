#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fixes: what --fix makes of testdata/fix is what is written there, compiles,
# and has none of the findings; patch(1) makes the same of what --fix --diff
# prints. With UPDATE_GOLDEN=1 the former is written anew.
#
#     fix.sh ONCELINT ROOT
oncelint=$1
root=$2
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
rm -rf work && mkdir work && cd work || exit 2

same() { # what, file, file
	cmp -s "$2" "$3" || {
		fail "$1"
		diff "$2" "$3" | head -20
	}
}

flags_of() { # file
	case $1 in
	*.cpp) echo -std=c++20 -nostdinc++ ;;
	*) echo -std=c17 ;;
	esac
	echo -nostdinc -isystem "$root/testdata/include"
}

check() { # file, option...
	file=$1
	shift
	# shellcheck disable=SC2046
	"$oncelint" check --no-db -q "$@" "$file" -- $(flags_of "$file")
}

functions() { # json: of the findings
	sed -n 's/^      "function": "\(.*\)",$/\1/p' "$1" | sort
}

compiler=$(command -v clang-19 || command -v clang)
for golden in "$root"/testdata/fix/*.c "$root"/testdata/fix/*.cpp; do
	name=$(basename "$golden")
	cp "$golden" "$name"
	check "$name" -f json -o "$name.json" >/dev/null
	check "$name" --fix --diff >"$name.diff"
	same "$name: --diff changes nothing" "$golden" "$name"
	mkdir -p patched && cp "$name" patched/
	(cd patched && patch -s -p1 <"../$name.diff") ||
		fail "$name: patch does not take the diff"
	check "$name" --fix >"$name.left"
	same "$name: --fix and --fix --diff" "$name" "patched/$name"
	[ -z "$UPDATE_GOLDEN" ] || cp "$name" "$golden.fixed"
	same "$name: what --fix makes of it" "$golden.fixed" "$name"

	# shellcheck disable=SC2046
	[ -z "$compiler" ] ||
		"$compiler" -fsyntax-only $(flags_of "$name") "$name" ||
		fail "$name: does not compile any more"
	check "$name" -f json -o again.json >/dev/null
	functions again.json >left
	functions "$name.json" | grep '^hard_' >hard
	same "$name: nothing but hard_* is left" hard left
	functions "$name.json" | grep -qv '^hard_' || fail "$name: no findings"
	check "$name" --fix --diff >again.diff
	[ -s again.diff ] && fail "$name: there are fixes of what is fixed"
done

# The same edits everywhere.
cp "$root/testdata/fix/clear.c" .
for format in sarif rdjson lsp json html; do
	check clear.c -f $format -o "clear.$format" >/dev/null
	[ $format = rdjson ] ||
		says "clear.$format" "set 'view->timer' to 0"
	says "clear.$format" 'view->timer = 0;'
done
check clear.c --color=always -f text >clear.text
says clear.text "set 'view->timer' to 0"

# Ends of lines stay what they are, and what is suppressed stays as it is.
sed 's/$/\r/' "$root/testdata/fix/clear.c" >clear.c
check clear.c --fix >/dev/null
sed 's/$/\r/' "$root/testdata/fix/clear.c.fixed" >expected
same "lines that end in CRLF" expected clear.c
sed 's|// expect.*|// oncelint-ignore(double-consume): known|' \
	"$root/testdata/fix/clear.c" >clear.c
cp clear.c before.c
check clear.c --fix >/dev/null 2>err
grep -q 'timer = 0;$' clear.c && [ "$(grep -c 'timer = 0;$' clear.c)" = 1 ] ||
	fail "a suppressed finding is fixed"

# A header that several units include is edited once; a link and the file's
# permissions stay.
mkdir -p real
cat >real/pool.h <<'END'
#include <stdio.h>
static inline void pool_end(FILE *log, int failed)
{
	if (failed)
		fclose(log);
	if (log)
		fclose(log);
}
END
chmod 640 real/pool.h
ln -s real/pool.h pool.h
for n in 1 2; do
	printf '#include "pool.h"\nvoid use%s(FILE *f) { pool_end(f, 0); }\n' \
		$n >unit$n.c
done
"$oncelint" check --no-db --fix unit1.c unit2.c -- $(flags_of x.c) \
	>out 2>err
says err '1 finding fixed in 1 file'
[ "$(grep -c 'log = NULL;' real/pool.h)" = 1 ] || fail "the header's edit"
[ -L pool.h ] || fail "a link is replaced"
[ "$(stat -c %a real/pool.h)" = 640 ] || fail "permissions are lost"

# What only several units show is mended where it is done, whether they were just
# analysed or are known from an earlier run.
mkdir several && cd several || exit 2
cat >timer.h <<'END'
struct timer { unsigned id; };
void timer_stop(struct timer *t);
END
cat >timer.c <<'END'
#include <glib.h>
#include "timer.h"
void timer_stop(struct timer *t)
{
	if (t->id)
		g_source_remove(t->id);
}
END
cat >use.c <<'END'
#include <glib.h>
#include "timer.h"
void use(struct timer *t, GSourceFunc f)
{
	t->id = g_timeout_add(1, f, 0);
	timer_stop(t);
	timer_stop(t);
}
END
several() { # option...
	"$oncelint" check --no-db -q --cache cache "$@" use.c timer.c -- \
		$(flags_of x.c)
}
several >out
says out "use.c:7:2: error: source id 't->id' is consumed again"
several --fix --diff >known.diff
rm -r cache
several --fix --diff >new.diff
same "a fix, and one of an earlier run" known.diff new.diff
says new.diff "+		t->id = 0;"
several --fix >out
[ -s out ] && fail "several units: something is left"
several >out
[ -s out ] && fail "several units: it was no fix"
cd .. || exit 2

# Files outside of the project are nobody's to edit.
mkdir -p inner
printf '{}\n' >inner/.oncelint.json
cp "$root/testdata/fix/clear.c" outer.c
printf '#include "../outer.c"\n' >inner/unit.c
(cd inner && check unit.c --fix >/dev/null)
same "a file outside of the project" "$root/testdata/fix/clear.c" outer.c

[ $failures = 0 ]
