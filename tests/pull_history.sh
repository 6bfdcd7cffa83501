#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A project's history of usual commits: the report of each is exactly what that
# commit caused.
#
#     pull_history.sh ONCELINT ROOT
oncelint=$1
root=$2
failures=0
rm -rf work && mkdir work && cd work || exit 2
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

[ $failures = 0 ]
