#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Units that begin with the same installed headers read them once, those for
# which that would change something do not, and findings are the same.
#
#     prefix.sh ONCELINT
oncelint=$1
status=0
rm -rf work && mkdir -p work/src work/tmp && cd work || exit 2
TMPDIR=$PWD/tmp
export TMPDIR

fail() {
	echo "FAIL: $1"
	status=1
}

cat >src/config.h <<'END'
#define _GNU_SOURCE 1
#define HAVE_THREADS 1
END
cat >src/pool.h <<'END'
#pragma once
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
struct pool { pthread_t thread; };
END
cat >src/late.h <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#define _FORTIFY_SOURCE 2
END
twice='void NAME(struct pool *p)
{
	pthread_join(p->thread, NULL);
	pthread_join(p->thread, NULL); // twice
}'
unit() { # name, what it begins with
	printf '%s\n%s\n' "$2" "$twice" | sed "s/NAME/stop_$1/" >"src/$1.c"
	units="$units $1"
}
shared='#include "config.h"
#include "pool.h"'
for name in a b c d e; do
	unit $name "$shared"
done
# The same headers, found in another order, and by more than one way.
unit order '#include "config.h"
#include <sys/wait.h>
#include <string.h>
#include "pool.h"'
# What is defined after the headers, or for code of its own, does not matter.
unit after "$shared
#define _FORTIFY_SOURCE 2
#define POOLS 3"
unit own '#include "config.h"
#define POOLS 3
#include "pool.h"'
unit late '#include "config.h"
#include "late.h"
#include "pool.h"'
# The names of the library, and what runs at the end of a scope.
unit cleanup "$shared
static void stop(void *p) { pthread_join(*(pthread_t *)p, NULL); }
void scope(struct pool *p)
{
	pthread_cleanup_push(stop, &p->thread);
	pthread_join(p->thread, NULL);
	pthread_cleanup_pop(1);
}"

# Each of these would mean something else.
unit not_before '#include "config.h"
#define _FORTIFY_SOURCE 2
#define __USE_FORTIFY_LEVEL 2
#include "pool.h"'
unit not_config '#include "pool.h"'
unit not_always '#include "config.h"
#ifdef WITH_POOL
#include "pool.h"
#endif
#include <pthread.h>
#ifndef WITH_POOL
struct pool { pthread_t thread; };
#endif'
# This one compiles only without: the library makes a macro of the name.
unit early '#include "config.h"
struct child { int si_pid; };
#include "pool.h"'

database() {
	comma='['
	for name in $units; do
		printf '%s{"directory": "%s", "file": "src/%s.c", "arguments": ["cc", "-fexceptions", %s"-c", "src/%s.c"]}\n' \
			"$comma" "$PWD" "$name" "$1" "$name"
		comma=,
	done
	echo ']'
}
database >compile_commands.json

"$oncelint" debug units >told || fail "debug units: $(cat told)"
for name in a b c d e order after own late cleanup early; do
	grep -q "^src/$name.c: parsed, because of pthread_[a-z_]*, after src/config.h " told ||
		fail "$name.c shares nothing: $(grep "/$name.c" told)"
done
for name in not_before not_config not_always; do
	grep "^src/$name.c: parsed" told | grep -qv after ||
		fail "$name.c shares: $(grep "/$name.c" told)"
done

check() { # output, options
	into=$1
	shift
	"$oncelint" check --no-db --no-cache -f json "$@" >"$into" 2>err
	[ $? -le 1 ] || fail "$(cat err)"
	grep -q ' 0 degraded, 0 failed), 14 findings' err || fail "$(cat err)"
}
check all --no-skip
check some
cmp all some || diff all some | head -n 20
cmp -s all some || fail "other findings"
check here --jobs 0
cmp -s all here || fail "other findings in one process"
[ -z "$(ls tmp)" ] || fail "left behind: $(ls tmp)"

# Where nothing can be written, everything is read anew.
TMPDIR=$PWD/none check none
cmp -s all none || fail "other findings without a temporary folder"

# What a command defines is like what a file defines.
database '"-DPOOLS=3", "-D_FORTIFY_SOURCE=0", ' >compile_commands.json
"$oncelint" debug units | grep -q '^src/a.c: .* after ' || fail "flags: not shared"
sed -i '2s/_FORTIFY_SOURCE=0/_FORTIFY_SOURCE=1/; 3s/POOLS=3/POOLS=4/' compile_commands.json
"$oncelint" debug units >told
grep '^src/b.c' told | grep -q after && fail "b.c shares in spite of its flags"
grep -q '^src/c.c: .* after ' told || fail "c.c does not share"

[ $status = 0 ] && echo "prefix: findings are the same"
exit $status
