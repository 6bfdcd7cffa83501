#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bazel/oncelint.bzl in a real workspace, in Bazel's sandbox and without the
# network: an artifact for each source, made again only when something it depends
# on has changed, and linked like others. Skipped (77) without Bazel, which
# Debian has as bazel-bootstrap: it is too large to be installed for this alone.
#
#     bazel.sh ONCELINT ROOT
oncelint=$1
root=$2
# shellcheck source=tests/prelude
. "$(dirname "$0")/prelude"
command -v bazel >/dev/null || {
	echo "bazel: no 'bazel' on this machine"
	exit 77
}
chmod -R u+w work 2>/dev/null
rm -rf work && mkdir work && cd work || exit 2
here=$PWD
export HOME="$here"

# What Bazel would fetch for its own rules: the rules are in it.
mkdir -p rules_cc/cc rules_java/java
touch rules_cc/WORKSPACE rules_cc/cc/BUILD rules_java/WORKSPACE rules_java/java/BUILD
for rule in cc_binary cc_import cc_library cc_test cc_proto_library \
	cc_toolchain cc_toolchain_suite fdo_prefetch_hints fdo_profile \
	objc_import objc_library; do
	echo "$rule = native.$rule"
done >rules_cc/cc/defs.bzl
for rule in binary import library lite_proto_library proto_library test \
	package_configuration plugin runtime toolchain; do
	echo "java_$rule = native.java_$rule"
done >rules_java/java/defs.bzl

mkdir -p project/tools project/src
cp "$root/bazel/oncelint.bzl" project/tools
cp "$oncelint" project/tools/oncelint.bin
touch project/WORKSPACE
awk '/^```python$/ { inside = 1; next } /^```/ { inside = 0 } inside' \
	"$root/docs/build-engines.md" >project/tools/BUILD
cat >project/src/BUILD <<'END'
cc_library(
    name = "pool",
    srcs = ["pool.c"],
    hdrs = ["pool.h"],
    defines = ["NAME=0"],
)

cc_binary(
    name = "serve",
    srcs = [
        "main.c",
        "other.cpp",
    ],
    deps = [":pool"],
)
END
cat >project/src/pool.h <<'END'
#include <pthread.h>
#ifdef __cplusplus
extern "C"
#endif
void pool_stop(pthread_t thread);
END
cat >project/src/pool.c <<'END'
#include "src/pool.h"
void pool_stop(pthread_t thread)
{
	pthread_join(thread, NULL);
}
END
cat >project/src/main.c <<'END'
#include "src/pool.h"
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
cat >project/src/other.cpp <<'END'
#include "src/pool.h"
void other(pthread_t thread)
{
	pool_stop(thread);
	pool_stop(thread);
}
END

analyse() {
	(cd project && bazel --batch --output_user_root="$here/output" build \
		--override_repository=rules_cc="$here/rules_cc" \
		--override_repository=rules_java="$here/rules_java" \
		//... --aspects //tools:oncelint.bzl%oncelint_aspect \
		--output_groups=oncelint) >log 2>&1 ||
		fail "bazel: $(grep ERROR log | head -3)"
}

analyse
cd project && "$oncelint" link --no-db -q -f json -o ../linked.json \
	bazel-bin/src 2>../err
{
	echo '['
	for file in pool.c main.c other.cpp; do
		[ $file = pool.c ] || echo ,
		echo "{ \"directory\": \"$PWD\", \"file\": \"src/$file\","
		echo "  \"command\": \"cc -I. -DNAME=0 -c src/$file\" }"
	done
	echo ']'
} >../compile_commands.json
"$oncelint" check --no-db --no-cache -q -p ../compile_commands.json -f json \
	-o ../plain.json 2>/dev/null
cd ..
cmp plain.json linked.json || fail "other findings: $(cat err)"
grep -q 'pthread_join' linked.json || fail "no findings"

# Only what has changed is analysed again.
echo '// more' >>project/src/other.cpp
analyse
grep -q '[^0-9]1 linux-sandbox\|[^0-9]1 processwrapper-sandbox\|[^0-9]1 local' log ||
	fail "after an edit: $(grep processes log)"

chmod -R u+w output
[ $failures = 0 ] && echo "bazel: as a plain run"
exit $failures
