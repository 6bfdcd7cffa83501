#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Units that have headers in common read them once, those for which that would
# change something do not, and findings are the same.
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
# Not all headers of the prefix come before what this one defines.
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
for name in a b c d e order after own cleanup early; do
	grep -q "^src/$name.c: parsed, because of pthread_[a-z_]*, after src/config.h " told ||
		fail "$name.c shares nothing: $(grep "/$name.c" told)"
done
for name in not_before not_config not_always late; do
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

# Headers of the project: what they define, ask and do is what the unit would see.
cd .. && rm -rf own && mkdir -p own/src own/tmp && cd own || exit 2
TMPDIR=$PWD/tmp
units=
cat >src/base.h <<'END'
#ifndef BASE_H
#define BASE_H
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#define JOIN(t) pthread_join((t), NULL)
typedef pthread_t worker;
#endif
END
cat >src/pool.h <<'END'
#pragma once
struct pool { pthread_t thread; };
static inline void pool_stop(struct pool *p)
{
	JOIN(p->thread);
}
static inline void pool_twice(struct pool *p)
{
	JOIN(p->thread);
	JOIN(p->thread); // in the header
}
void pool_done(struct pool *p) __attribute__((annotate("oncelint:0:consume")));
END
cat >src/part.h <<'END'
static void PART(struct pool *p) { pool_stop(p); }
END
cat >src/traced.h <<'END'
#pragma once
#include <pthread.h>
#ifdef TRACE
#define STOP(t) ((void)(t))
#else
#define STOP(t) pthread_join((t), NULL)
#endif
END
cat >src/trace.h <<'END'
#pragma once
#include <pthread.h>
#define TRACE 1
END
cat >src/quiet.h <<'END'
#pragma once
#define pthread_join(t, r) ((void)(t))
END
twice='void NAME(struct pool *p)
{
	pool_stop(p);
	JOIN(p->thread); // twice
}'
shared='#include "base.h"
#include "pool.h"'
for name in a b c d; do
	unit $name "$shared"
done
# Other headers between them.
unit between '#include <string.h>
#include "base.h"
#include <wchar.h>
#include "pool.h"'
unit annotated "$shared
void finish(struct pool *p) { pool_done(p); pool_done(p); }"
# A header that may be read several times is read where it stands.
unit parts "$shared
#define PART first
#include \"part.h\"
#undef PART
#define PART second
#include \"part.h\""
# What names mean in the headers is not the same, or not what the unit reads.
unit not_meant '#include <pthread.h>
#define pthread_join(t, r) ((void)(t))
#include "base.h"
#include "pool.h"'
database >compile_commands.json
"$oncelint" debug units >told || fail "debug units: $(cat told)"
for name in a b c d between annotated parts; do
	grep -q "^src/$name.c: .* after .*src/pool.h" told ||
		fail "$name.c does not share its headers: $(grep "/$name.c" told)"
done
grep '^src/not_meant.c' told | grep -q after && fail "not_meant.c shares"
count_findings() { # how many, options
	wanted=$1
	into=$2
	shift 2
	"$oncelint" check --no-db --no-cache -f json "$@" >"$into" 2>err
	grep -q ", $wanted finding" err || fail "$wanted expected: $(cat err)"
}
count_findings 9 all --no-skip
count_findings 9 some
cmp -s all some || fail "own headers: other findings: $(diff all some | head)"

# The order of headers matters: each unit has the one of its own.
units=
twice='void NAME(pthread_t t)
{
	STOP(t);
	pthread_join(t, NULL);
}'
for name in a b c d; do
	unit $name '#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include "traced.h"
#include "trace.h"'
	unit not_$name '#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include "trace.h"
#include "traced.h"'
	unit calm_$name '#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include "traced.h"
#include "quiet.h"'
done
database >compile_commands.json
count_findings 4 all --no-skip
count_findings 4 some
cmp -s all some || fail "order: other findings: $(diff all some | head)"
"$oncelint" debug units | grep -c ' after ' | grep -qx 12 ||
	fail "not shared: $("$oncelint" debug units)"

[ $status = 0 ] && echo "prefix: findings are the same"
exit $status
