#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cmake/oncelint.cmake in a real project, with ninja and with make: artifacts
# beside the objects, only what is compiled is analysed, and the target
# 'oncelint' finds what a plain run finds.
#
#     cmake.sh ONCELINT ROOT
oncelint=$1
root=$2
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
rm -rf work && mkdir work && cd work || exit 2
here=$PWD
export HOME="$here"

mkdir -p project/lib project/aside
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.19)
project(pool LANGUAGES C CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
include(oncelint)
oncelint_enable(${how} LINK_OPTIONS -f json -o ${PROJECT_BINARY_DIR}/findings.json
	--no-db -q)
add_subdirectory(lib)
add_subdirectory(aside EXCLUDE_FROM_ALL)
add_executable(serve main.c "other file.cpp")
target_link_libraries(serve pool)
add_executable(never EXCLUDE_FROM_ALL broken.c)
END
cat >project/lib/CMakeLists.txt <<'END'
add_library(pool STATIC pool.c)
target_include_directories(pool PUBLIC include)
target_compile_definitions(pool PUBLIC "NAME=\"a b\"")
END
echo 'add_library(aside aside.c)' >project/aside/CMakeLists.txt
echo 'int aside = oops;' >project/aside/aside.c
echo '#error never' >project/broken.c
mkdir project/lib/include
cat >project/lib/include/pool.h <<'END'
#include <pthread.h>
#ifdef __cplusplus
extern "C"
#endif
void pool_stop(pthread_t thread);
END
cat >project/lib/pool.c <<'END'
#include "pool.h"
void pool_stop(pthread_t thread)
{
	pthread_join(thread, NULL);
}
END
cat >project/main.c <<'END'
#include "pool.h"
static void *work(void *p) { return p; }
int main(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, work, NAME))
		return 1;
	pool_stop(thread);
	pthread_join(thread, NULL);
	return 0;
}
END
cat >"project/other file.cpp" <<'END'
#include "pool.h"
void other(pthread_t thread)
{
	pool_stop(thread);
	pool_stop(thread);
}
END

configure() { # folder, generator, how
	cmake -S project -B "$1" -G "$2" -Dhow="$3" \
		-DCMAKE_MODULE_PATH="$root/cmake" \
		-DONCELINT_PROGRAM="$oncelint" >log 2>&1 ||
		fail "$2: $(tail -5 log)"
}

try() { # generator
	build="$here/build-$1"
	configure "$build" "$2" ""
	cmake --build "$build" >log 2>&1 || fail "$1: $(tail -5 log)"
	[ -x "$build/serve" ] || fail "$1: not built"
	[ "$(find "$build" -name '*.oncelint' | wc -l)" = 3 ] ||
		fail "$1: $(find "$build" -name '*.oncelint')"
	[ -z "$(find "$build" -name 'broken*.oncelint')" ] ||
		fail "$1: more than what is built"
	cmake --build "$build" --target oncelint >log 2>&1 &&
		fail "$1: findings are no failure"
	(cd project && "$oncelint" check --no-db --no-cache -q -p "$build" \
		-f json -o ../plain.json 2>/dev/null)
	says plain.json "main.c"
	says plain.json "other file.cpp"
	cmp plain.json "$build/findings.json" || fail "$1: other findings"
	# What was compiled is not analysed again.
	find "$build" -name '*.oncelint' -exec touch -d '1 hour ago' {} +
	cmake --build "$build" >log 2>&1
	[ -z "$(find "$build" -name '*.oncelint' -mmin -30)" ] ||
		fail "$1: analysed without a cause"
	sleep 0.05
	touch project/main.c
	cmake --build "$build" >log 2>&1
	[ "$(find "$build" -name '*.oncelint' -mmin -30 | wc -l)" = 1 ] ||
		fail "$1: not only main.c"
}

# Entries of what is not built are in the compile database: they are left out by
# the configuration here.
echo '{ "exclude": ["broken.c", "aside/*"] }' >project/.oncelint.json
try make "Unix Makefiles"
command -v ninja >/dev/null && try ninja Ninja

# A finding keeps its file from being compiled, where that is wanted.
cat >project/main.c <<'END'
#include "pool.h"
int main(void)
{
	pthread_t thread = pthread_self();
	pthread_join(thread, NULL);
	pthread_join(thread, NULL);
	return 0;
}
END
configure build-fail "Unix Makefiles" FAIL
cmake --build build-fail >log 2>&1 && fail "the finding is no failure"
says log "main.c:6:2: error:"

[ $failures = 0 ] && echo "cmake: as a plain run"
exit $failures
