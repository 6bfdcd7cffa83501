#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A project's history of usual commits: the report of each is exactly what that
# commit caused.
#
#     pull_history.sh ONCELINT ROOT
oncelint=$1
root=$2
failures=0
rm -rf work library && mkdir work && cd work || exit 2
git init -q . && git config user.name Ann && git config user.email a@example.org
git config commit.gpgsign false
mkdir build src include
printf 'build\n.oncelint\n' >.gitignore

# ---- making code

# A function that starts a thread, does what it is told, and ends it.
worker_of() { # name, line...
	cat <<END

int $1(int n)
{
	pthread_t worker;

	if (pthread_create(&worker, NULL, run, NULL))
		return -1;
END
	shift
	for line in "$@"; do
		printf '\t%s\n' "$line"
	done
	printf '\treturn n;\n}\n'
}

join='pthread_join(worker, NULL);'

make_database() {
	for file in src/*.c; do
		printf '{"directory": "%s", "file": "%s", "arguments": ["cc", "-nostdinc", "-Iinclude", "-isystem", "%s/testdata/include", "-c", "%s"]}\n' \
			"$PWD" "$file" "$root" "$file"
	done | sed -e '1s/^/[/' -e '$!s/$/,/' -e '$s/$/]/' \
		>build/compile_commands.json
}

# Commits, and compares the report beside the commit before with standard input:
# a line for each finding that is new, fixed or silenced, and the counts.
expect() { # message
	cat >expected
	mv expected build/expected
	git add -A && git commit -q -m "$1"
	make_database
	"$oncelint" check --no-db -p build --base HEAD~1 -f plain \
		>build/out 2>build/err
	{
		sed -n 's/^\([^:]*:[0-9]*\):[0-9]*: error: \(this change leads to [^:]*:[0-9]*\)\{0,1\}.*/new \1 \2/p' build/out
		sed -n -e 's/^\(fixed\|silenced\): \([^:]*:[0-9]*\): .*/\1 \2/p' \
			-e 's/^base [0-9a-f]*: //p' build/err
	} | sed 's/ *$//' >build/said
	cmp -s build/said build/expected && return
	echo "FAIL: $1"
	diff build/expected build/said
	cat build/err
	failures=$((failures + 1))
}

# ---- the history

cat >include/lib.h <<END
#include <pthread.h>
#include <stddef.h>
void *run(void *p);
int count(int n);
static inline void end_worker(pthread_t t)
{
	pthread_join(t, NULL);
}
END
for name in load save send; do
	{
		echo '#include "lib.h"'
		worker_of ${name}_all "$join" 'n = count(n);' "$join"
		worker_of ${name}_one "$join" 'n = count(n);'
		worker_of ${name}_end 'end_worker(worker);'
	} >src/$name.c
done
git add -A && git commit -q -m start

sed -i '1i// Loading.\n' src/*.c
expect "a comment above everything" <<END
0 new, 0 fixed, 3 unchanged
END

sed -i '/^int load_one/,/^}/s/^\treturn n;/\tpthread_join(worker, NULL);\n&/' src/load.c
expect "a second join" <<END
new src/load.c:25
1 new, 0 fixed, 3 unchanged
END

git mv src/save.c src/store.c
sed -i 's/\t/        /' src/store.c
expect "another name, other blanks" <<END
0 new, 0 fixed, 4 unchanged (1 moved)
END

sed -i '/^int load_all/,/^}/{/n = count/{n;d}}' src/load.c
expect "a fix" <<END
fixed src/load.c:13
0 new, 1 fixed, 3 unchanged
END

sed -i 's/\tpthread_join(t, NULL);/\tpthread_join(t, NULL);\n\tcount(0);/' include/lib.h
expect "a header that changes nothing" <<END
0 new, 0 fixed, 3 unchanged
END

sed -i 's/\tcount(0);/\tpthread_join(t, NULL);/' include/lib.h
expect "a header that joins twice" <<END
new include/lib.h:8
1 new, 0 fixed, 3 unchanged
END

git revert --no-edit HEAD >/dev/null 2>&1 && git reset -q --soft HEAD~1
expect "taken back" <<END
fixed include/lib.h:8
0 new, 1 fixed, 3 unchanged
END

sed -i 's/worker/thread/g; s/send_all/send_many/' src/send.c
expect "other names" <<END
0 new, 0 fixed, 3 unchanged (1 edited)
END

{
	echo '#include "lib.h"'
	sed -n '/^int send_many/,/^}/p' src/send.c
} >src/many.c
sed -i '/^int send_many/,/^}/d' src/send.c
expect "moved to a file of its own" <<END
0 new, 0 fixed, 3 unchanged (1 moved)
END

sed -i '/^int load_one/,/^}/s|^\(\tpthread_join.*\)$|\1 // oncelint-ignore(double-consume): a test|' src/load.c
worker_of load_more "$join" "$join" >>src/load.c
expect "one silenced, one more" <<END
new src/load.c:45
silenced src/load.c:24
1 new, 0 fixed, 2 unchanged
END

sed -i 's| // oncelint-ignore.*||' src/load.c
expect "the comment is taken away" <<END
new src/load.c:24
1 new, 0 fixed, 3 unchanged
END

sed -i '/^int load_end/,/^}/s/\tend_worker(worker);/&\n\tend_worker(worker);/' src/load.c
git rm -q src/many.c
expect "a helper called twice, a unit gone" <<END
new src/load.c:35
fixed src/many.c:10
1 new, 1 fixed, 3 unchanged
END

sed -i '/^int save_one/,/^}/s/^ *pthread_join/        (void)pthread_join(worker, NULL);\n&/' src/store.c
expect "one before the old one" <<END
new src/store.c:23 this change leads to src/store.c:24
1 new, 0 fixed, 4 unchanged
END

sed -i '/^int save_one/,/^}/{/(void)pthread_join/d}' src/store.c
expect "and not any more" <<END
fixed src/store.c:24
0 new, 1 fixed, 4 unchanged
END

git checkout -q -b topic && worker_of topic_one "$join" "$join" >>src/send.c
git add -A && git commit -q -m topic && worker_of topic_two "$join" >>src/send.c
git add -A && git commit -q -m more && git checkout -q -
git merge -q --squash topic >/dev/null 2>&1
expect "a branch, squashed" <<END
new src/send.c:34
1 new, 0 fixed, 4 unchanged
END

git checkout -q -b side HEAD~1 && worker_of side_one "$join" "$join" >src/side.c
sed -i '1i#include "lib.h"' src/side.c
git add -A && git commit -q -m side && git checkout -q -
git merge -q --no-commit side >/dev/null 2>&1
expect "a branch, merged" <<END
new src/side.c:10
1 new, 0 fixed, 5 unchanged
END

{
	echo '#include "lib.h"'
	cat <<-'C'

		struct pool {
			pthread_t thread;
			int started;
		};

		void pool_stop(struct pool *pool)
		{
			if (pool->started)
				pthread_join(pool->thread, NULL);
		}

		void pool_free(struct pool *pool)
		{
			pool_stop(pool);
			pool_stop(pool);
		}
	C
} >src/pool.c
expect "a new unit with an object" <<END
new src/pool.c:17
1 new, 0 fixed, 6 unchanged
END

sed -i 's/^pthread_join.*/&\npool->started = 0;/' src/pool.c
expect "its flag is cleared" <<END
fixed src/pool.c:17
0 new, 1 fixed, 6 unchanged
END

git rm -q src/side.c
expect "a unit is deleted" <<END
fixed src/side.c:10
0 new, 1 fixed, 5 unchanged
END

sed -i 's/run, NULL/start, NULL/' src/*.c
sed -i 's/^void \*run/void *start/' include/lib.h
expect "a function of the header is renamed" <<END
0 new, 0 fixed, 5 unchanged
END

for name in load send store; do git mv src/$name.c src/my_$name.c; done
expect "every file is renamed" <<END
0 new, 0 fixed, 5 unchanged (5 in a renamed file)
END

sed -i 's/$/\r/' src/my_load.c
expect "other line ends" <<END
0 new, 0 fixed, 5 unchanged (3 moved)
END

sed -i 's/\r$//' src/my_load.c
sed -n '/^int load_all/,/^}/p' src/my_load.c >moved
sed -i '/^int load_all/,/^}/d' src/my_load.c
cat moved >>src/my_load.c && rm moved
expect "and back, and a function to the end" <<END
0 new, 0 fixed, 5 unchanged (3 moved)
END

printf '#define END(t) pthread_join(t, NULL)\n' >>include/lib.h
worker_of send_by_macro 'END(worker);' 'END(worker);' |
	sed 's/run/start/' >>src/my_send.c
expect "a macro that joins" <<END
new src/my_send.c:55
1 new, 0 fixed, 5 unchanged
END

sed -i 's/#define END(t) .*/#define END(t) (void)(t)/' include/lib.h
expect "the macro does nothing" <<END
fixed src/my_send.c:55
0 new, 1 fixed, 5 unchanged
END

sed -i 's/^\tpthread_join(worker, NULL);/\tif (n > 1)\n\t&/' src/my_load.c
expect "every join on a condition" <<END
3 new, 0 fixed, 5 unchanged (2 edited)
END

git revert --no-edit HEAD >/dev/null 2>&1 && git reset -q --soft HEAD~1
expect "taken back, again" <<END
fixed src/my_load.c:10
fixed src/my_load.c:35
fixed src/my_load.c:47
0 new, 3 fixed, 5 unchanged (2 edited)
END

sed -i '/^int load_more/,/^}/s/n)/n, int m)/' src/my_load.c
expect "another parameter" <<END
0 new, 0 fixed, 5 unchanged
END

sed -n '/^int load_more/,/^}/p' src/my_load.c |
	sed 's/load_more/load_again/' >>src/my_load.c
expect "a copy of what is wrong" <<END
new src/my_load.c:56
1 new, 0 fixed, 5 unchanged
END

mkdir ../library && (cd ../library && git init -q . &&
	git config user.name Ann && git config user.email a@example.org &&
	echo 'int helper(int n);' >helper.h && git add -A && git commit -q -m lib)
git -c protocol.file.allow=always submodule --quiet add ../library library
sed -i '1a#include "../library/helper.h"' src/my_send.c
expect "a submodule" <<END
0 new, 0 fixed, 6 unchanged
END

cat >library/helper.h <<'C'
#include <pthread.h>
int helper(int n);
static inline void help(pthread_t t)
{
	pthread_join(t, 0);
	pthread_join(t, 0);
}
C
git -C library -c user.name=Ann -c user.email=a@example.org commit -q -a -m more
expect "the submodule moves on" <<END
new library/helper.h:6
1 new, 0 fixed, 6 unchanged
END

[ $failures = 0 ]
