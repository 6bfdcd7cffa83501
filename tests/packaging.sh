#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What is installed, and what other programs run: manual pages, completions, the
# Debian package, the GitHub action, the GitLab template, the pre-commit hook,
# the Dockerfile; and the examples of their pages in docs/, each in a project.
# Skipped (77) where the programs that read them cannot be had.
#
#     packaging.sh ONCELINT ROOT
oncelint=$1
root=$2
build=$(dirname "$(dirname "$oncelint")")
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
python=/usr/bin/python3
[ -x $python ] || python=python3

absent() {
	echo "packaging: $*"
	exit 77
}

for tool in mandoc zsh fish shellcheck lintian dpkg-deb dpkg-shlibdeps \
	pre-commit git cmake node npm; do
	command -v $tool >/dev/null || absent "no '$tool' on this machine"
done
$python -c 'import yaml' 2>/dev/null || absent "no yaml for $python"

# Installed once, in the build tree, in the versions that package.json names.
if ! cmp -s "$root/tests/packaging/package.json" package.json; then
	rm -rf install node_modules && mkdir install && cd install || exit 2
	cp "$root"/tests/packaging/package.json .
	npm install --ignore-scripts --no-audit --no-fund --no-package-lock \
		--silent >../npm.log 2>&1 ||
		absent "npm could not install the readers"
	cd .. && mv install/node_modules install/package.json . || exit 2
fi
cp "$root/tests/packaging/workflow.js" .
node_modules=$PWD/node_modules

rm -rf work && mkdir work && cd work || exit 2
here=$PWD
export HOME="$here" PRE_COMMIT_HOME="$here/cache"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
commands=$("$oncelint" --help | awk '/^  / { print $1 }')

# The n-th block of a language, and the block that follows.
blocks() { # page, language, prefix of the files
	awk -v fence="\`\`\`$2" -v prefix="$3" '
		$0 == fence { file = prefix (++n) ".txt"; print file; next }
		/^```/ { file = "" }
		file { print > file }' "$root/docs/$1"
}

# ---- manual pages

check_page() { # file, arguments of manual...
	page=$1
	shift
	"$oncelint" manual "$@" >"$page"
	# That a page refers to others is right; they are not installed here.
	mandoc -T lint "$page" | grep -v 'referenced manual not found' >lint &&
		fail "mandoc: $(head -3 lint)"
	mandoc -T ascii "$page" | sed 's/.\x08//g' >text
	says text "SEE ALSO"
	for option in $("$oncelint" help "$@" | grep -o '^  .*' |
		grep -oE -- '--[a-z-]+' | sort -u); do
		says text "$option"
	done
}

check_page oncelint.1
for command in $commands; do
	check_page "oncelint-$command.1" "$command"
	says oncelint.1 ".Xr oncelint-$command 1"
done
status_is 2 "$oncelint" manual nothing

# ---- completions

for shell in bash zsh fish; do
	"$oncelint" completions $shell >$shell.txt
	for command in $commands; do
		says $shell.txt "$command"
	done
done
status_is 2 "$oncelint" completions tcsh
status_is 0 shellcheck -s bash bash.txt

complete_bash() { # word...
	bash -c '. ./bash.txt
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_oncelint
		echo "${COMPREPLY[*]}"' bash "$@"
}

completes() { # expected, what was said
	[ "$1" = "$2" ] || fail "completed to '$2', expected '$1'"
}

mkdir -p 'a folder' && touch file.c
completes check "$(complete_bash oncelint ch)"
completes --format "$(complete_bash oncelint check --fo)"
completes sarif "$(complete_bash oncelint check -f s)"
completes sarif "$(complete_bash oncelint check --format = s)"
completes 'a folder' "$(complete_bash oncelint check -p a)"
completes file.c "$(complete_bash oncelint check file.)"
completes use-after-transfer "$(complete_bash oncelint explain use-after-t)"

complete_fish() {
	fish -c 'source fish.txt; complete -C $argv[1]' "$1" | cut -f1
}
completes check "$(complete_fish 'oncelint ch')"
completes --format "$(complete_fish 'oncelint check --fo')"
completes sarif "$(complete_fish 'oncelint check -f s')"
completes 'a folder/' "$(complete_fish 'oncelint check -p a')"
completes use-after-transfer "$(complete_fish 'oncelint explain use-after-t')"

mkdir zsh && cp zsh.txt zsh/_oncelint
complete_zsh() {
	(cd zsh && timeout 20 zsh -f "$root/tests/packaging/complete.zsh" "$1")
}
complete_zsh 'oncelint check --fo' >out
says out --format
complete_zsh 'oncelint triage --state=' >out
says out accepted
complete_zsh 'oncelint explain use-after-t' >out
says out use-after-transfer

# The words that completions offer are those that the program takes.
echo 'int x;' >x.c
for word in $(sed -n "s/.*--fail-on) words='\(.*\)'.*/\1/p" bash.txt); do
	# Some of them ask for another option besides.
	"$oncelint" check --no-db -q --fail-on "$word" x.c -- 2>&1 |
		grep -- '--fail-on takes' && fail "--fail-on $word"
done
for word in $(sed -n "s/.*--color) words='\(.*\)'.*/\1/p" bash.txt); do
	status_is 0 "$oncelint" check --no-db -q --color "$word" x.c --
done
for word in $(sed -n "s/.*--format | -f) words='\(.*\)'.*/\1/p" bash.txt); do
	status_is 0 "$oncelint" check --no-db -q -f "$word" x.c --
done

# ---- the package

cmake --install "$build" --strip --component oncelint \
	--prefix "$build/package/usr" >install.log
cpack --config "$build/CPackConfig.cmake" -B "$here/deb" >cpack.log 2>&1 ||
	fail "cpack: $(tail -n 5 cpack.log)"
deb=$(echo deb/oncelint_*.deb)
dpkg-deb -x "$deb" root || fail "no package"
dpkg-deb -f "$deb" Depends >depends
for library in libclang1- libclang-common- libsqlite3-0 libcjson1 libc6; do
	says depends $library
done
for file in bin/oncelint share/man/man1/oncelint-check.1.gz \
	share/bash-completion/completions/oncelint \
	share/zsh/vendor-completions/_oncelint \
	share/fish/vendor_completions.d/oncelint.fish \
	share/doc/oncelint/copyright share/oncelint/config-schema.json; do
	[ -e "root/usr/$file" ] || fail "the package has no $file"
done
# A build under sanitizers is not for users.
if ! ldd "$oncelint" | grep -q 'lib[a-z]*san'; then
	lintian --allow-root "$deb" >out 2>err
	[ -s out ] && fail "lintian: $(cat out)"
fi

# ---- a project, and programs that are not here

make_project() { # folder
	mkdir -p "$1/src" && cd "$1" || exit 2
	cat >src/twice.c <<-'END'
		#include <pthread.h>
		void twice(pthread_t t)
		{
			pthread_join(t, 0);
			pthread_join(t, 0);
		}
	END
	cat >CMakeLists.txt <<-'END'
		cmake_minimum_required(VERSION 3.25)
		project(twice C)
		add_library(twice src/twice.c)
	END
	printf 'build*/\n/oncelint*\n' >.gitignore
	git init -q -b main . && git add . && git commit -q -m begin
}

program() { # name; the script is standard input
	{
		echo '#!/bin/sh'
		cat
	} >"$here/bin/$1"
	chmod +x "$here/bin/$1"
}

mkdir bin
program oncelint <<END
exec "$here/root/usr/bin/oncelint" "\$@"
END
# As the real ones would, with the package unpacked instead of installed.
program sudo <<'END'
exec "$@"
END
program apt <<END
exec test "\$1" = install -a -e "\$2"
END
program man <<END
exec mandoc "$here/root/usr/share/man/man1/\$1.1.gz"
END
program docker <<'END'
[ "$1" = build ] && exec test -e Dockerfile
program=oncelint
while [ "$1" != oncelint ]; do
	[ "$1" = --entrypoint ] && program=$2 && shift
	shift
done
shift
exec "$program" "$@"
END
real_cmake=$(command -v cmake)
program cmake <<END
case \$1 in
--preset | --build) exit 0 ;; # building is what ran this test
--install) shift 2; exec "$real_cmake" --install "$build" "\$@" ;;
esac
exec "$real_cmake" "\$@"
END
PATH=$here/bin:$PATH

# The hooks' repository as pre-commit would clone it.
mkdir hooks && cp "$root/.pre-commit-hooks.yaml" hooks && (
	cd hooks && git init -q -b main . && git add . && git commit -q -m hooks &&
		git tag v0.1.0
)
local_addresses() {
	sed "s|https://github.com/oncelint/oncelint\$|$here/hooks|;
		s|https://github.com/oncelint/oncelint |$here/hooks |"
}

# ---- GitHub

validator=$node_modules/.bin/action-validator
status_is 0 "$validator" "$root/action.yml"
status_is 0 shellcheck "$root/.ci/github-action"
for workflow in $(blocks github-action.md yaml workflow); do
	mv "$workflow" "${workflow%.txt}.yml"
	workflow=${workflow%.txt}.yml
	status_is 0 "$validator" "$workflow"
	status_is 0 node ../workflow.js "$workflow"
	status_is 0 $python "$root/tests/packaging/read.py" inputs \
		"$root/action.yml" "$workflow"
done
(
	failures=0
	make_project github
	cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	export GITHUB_OUTPUT="$PWD/output" GITHUB_STEP_SUMMARY="$PWD/summary"
	export ONCELINT_BUILD=build ONCELINT_FAIL_ON=warning ONCELINT_PATHS=src
	export ONCELINT_ARGS=--no-db ONCELINT_SARIF=oncelint.sarif
	export ONCELINT_HTML=oncelint.html
	status_is 0 "$root/.ci/github-action" version
	says output key=oncelint-
	status_is 1 "$root/.ci/github-action" check
	says out "::error file=src/twice.c,line=5"
	says output sarif=oncelint.sarif
	says output status=1
	says summary double-consume
	says oncelint.sarif double-consume
	says oncelint.html double-consume
	ONCELINT_FAIL_ON=none status_is 0 "$root/.ci/github-action" check
	git checkout -q -b topic
	sed 's/twice/again/' src/twice.c >>src/twice.c
	git commit -q -a -m again
	ONCELINT_BASE=main status_is 1 "$root/.ci/github-action" check
	says out "line=11"
	grep -q "line=5" out && fail "the action reports what is old"
	ONCELINT_BUILD=nowhere status_is 2 "$root/.ci/github-action" check
	exit $failures
) || fail "the GitHub action"

# ---- GitLab

for page in $(blocks gitlab.md yaml include); do
	$python "$root/tests/packaging/read.py" job \
		"$root/templates/oncelint.yml" "$page" >"$page.sh" ||
		fail "gitlab.md: $page"
done
program meson <<'END'
mkdir -p "$2" && cmake -S . -B "$2" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
END
(
	failures=0
	make_project gitlab
	status_is 1 sh ../include1.txt.sh
	says out "double-consume"
	for file in $($python "$root/tests/packaging/read.py" reports \
		"$root/templates/oncelint.yml"); do
		says "$file" "double-consume"
	done
	rm -rf build
	status_is 0 sh ../include2.txt.sh
	exit $failures
) || fail "the GitLab template"

# ---- pre-commit

blocks pre-commit.md yaml hook >/dev/null
blocks pre-commit.md bash hook-run >/dev/null
(
	failures=0
	make_project pre-commit
	cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	cp -r build build-debug
	for n in 1 2; do
		local_addresses <../hook$n.txt >.pre-commit-config.yaml
		git add .pre-commit-config.yaml
		status_is 1 pre-commit run --all-files
		says out "src/twice.c:5:1: error:"
	done
	local_addresses <../hook-run1.txt >try
	status_is 1 sh try
	says out "src/twice.c:5:1: error:"
	sed -i 5d src/twice.c
	git add src/twice.c
	status_is 0 pre-commit run
	says out Passed
	exit $failures
) || fail "the pre-commit hook"

# ---- Docker

status_is 0 "$node_modules/.bin/dockerfile-utils" lint "$root/Dockerfile"
blocks docker.md dockerfile dockerfile >/dev/null
status_is 0 "$node_modules/.bin/dockerfile-utils" lint dockerfile1.txt

# ---- the shell examples

run_page() { # page
	(
		failures=0
		make_project "$1.run"
		cp "$root/Dockerfile" .
		mkdir -p build/release && cp ../deb/*.deb build/release
		cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
		for block in $(cd .. && blocks "$1" bash "$1-bash"); do
			local_addresses <"../$block" >block
			bash -e block >out 2>err
			[ $? -le 1 ] && ! grep -q 'not found' err ||
				fail "$1: $(cat block err)"
		done
		for block in $(cd .. && blocks "$1" fish "$1-fish"); do
			status_is 0 fish "../$block"
		done
		exit $failures
	) || fail "$1"
}

for page in install.md docker.md pre-commit.md; do
	run_page $page
done
[ -e .local/bin/oncelint ] || fail "install.md installs nothing"
[ -e .zfunc/_oncelint ] || fail "install.md makes no completions for zsh"

[ $failures = 0 ] && echo "packaging: all as expected"
exit $failures
