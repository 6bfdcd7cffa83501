#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the pages show is so. The commands of ```sh blocks run in a project like
# the one they speak of and are understood: they end with 0, or with 1 where
# something was found. A ```console block prints what stands there. The three
# steps of rules/README.md give a pack that passes its own example.
#
#     docs.sh ONCELINT ROOT
oncelint=$1
root=$2
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
rm -rf world && mkdir world && cd world || exit 2
here=$PWD

# Prints the blocks of one language, those after the first with a line '%%'
# before them.
blocks() { # page, language
	awk -v fence="\`\`\`$2" '
		$0 == fence { inside = 1; if (n++) print "%%"; next }
		/^```/ { inside = 0 }
		inside' "$1"
}

database() { # folder, source, compiler
	mkdir -p "$1/build"
	printf '[{"directory": "%s", "file": "%s", "arguments": ["%s", "-c", "%s"]}]\n' \
		"$1" "$2" "$3" "$2" >"$1/build/compile_commands.json"
}

# ---- the project: a pool with a second join at line 88

make_project() {
	mkdir -p bin src build/debug project
	{
		echo '#include <pthread.h>'
		echo 'void pool_stop(pthread_t thread)'
		echo '{'
		yes '' | head -83
		printf '\tpthread_join(thread, NULL);\n'
		printf '\tpthread_join(thread, NULL);\n}\n'
	} >src/pool.c
	cp src/pool.c file.c
	diff -u /dev/null src/pool.c >change.diff
	database "$here" src/pool.c cc
	cp build/compile_commands.json build/debug
	ln -s "$here/build" project/build
	cat >bin/oncelint <<-END
		#!/bin/sh
		command=\$1
		shift
		if [ -n "\$TERMINAL" ]; then
			exec "$oncelint" "\$command" --color always "\$@"
		fi
		exec "$oncelint" "\$command" "\$@"
	END
	# Building is what ran this test.
	cat >dev <<-END
		#!/bin/sh
		[ "\$1" = check ] || exit 0
		[ \$# -gt 1 ] || set -- check -p build
		exec "$oncelint" "\$@"
	END
	printf '#!/bin/sh\nexec cat\n' >bin/reviewdog
	command -v sqlite3 >/dev/null ||
		printf '#!/bin/sh\nexec python3 -c "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]))" "$@"\n' >bin/sqlite3
	chmod +x bin/* dev
	PATH=$here/bin:$PATH
	HOME=$here
	GITHUB_STEP_SUMMARY=$here/summary.md
	export PATH HOME GITHUB_STEP_SUMMARY
	git init -q .
	git add src
	git -c user.name=Ann -c user.email=ann@example.org \
		-c commit.gpgsign=false commit -q -m prices
	git update-ref refs/remotes/origin/main HEAD
	# The pages speak of a project with a past.
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13; do
		"$oncelint" check -q src/pool.c -- >log 2>&1
		[ $? = 1 ] || fail "src/pool.c: $(cat log)"
	done
}

# ---- commands

run() { # page, command
	sh -c "$2" >out 2>err
	case $? in
	0 | 1) ;;
	*) fail "$1: $2: $(head -1 err)" ;;
	esac
}

run_commands() { # page
	blocks "$1" sh | sed -e ':a' -e '/\\$/N; s/\\\n//; ta' \
		-e '/^%%$/d' -e '/^$/d' >commands
	while IFS= read -r line; do
		case $line in
		oncelint* | ./dev* | sqlite3* | ninja*) run "${1#"$root"/}" "$line" ;;
		esac
	done <commands
	return 0
}

# Each `$ command` and what it prints up to the next, in the project 'prices'.
check_console() { # page
	blocks "$1" console | sed '/^%%$/d' >transcript
	[ -s transcript ] || return 0
	cp -r "$root/testdata/projects/prices" . &&
		database "$here/prices" src/board.cpp c++
	sed -n 's/^\$ //p' transcript | while IFS= read -r line; do
		echo "\$ $line"
		(cd prices && TERMINAL=1 sh -c "$line" 2>/dev/null) |
			sed 's/\x1b\[[0-9;]*m//g'
	done | sed '/^$/d' >printed
	sed -i '/^$/d' transcript
	diff transcript printed >difference ||
		fail "${1#"$root"/}: $(cat difference)"
}

# ---- a pack of one's own

check_own_pack() {
	page=$root/rules/README.md
	mkdir -p job-rules/include
	{
		echo '#pragma once'
		blocks "$page" c | sed '/^%%$/,$d'
	} >job-rules/include/job.h
	blocks "$page" json >job-rules/job.json
	blocks "$page" c | sed '1,/^%%$/d' >job-rules/double-consume.c
	"$oncelint" test job-rules >out 2>&1 ||
		fail "rules/README.md: $(cat out)"
}

make_project
for page in "$root"/README.md "$root"/docs/*.md "$root"/rules/README.md; do
	run_commands "$page"
	check_console "$page"
done
check_own_pack
[ $failures = 0 ] && echo "docs: all as written"
exit $failures
