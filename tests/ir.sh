#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The IR of each file in testdata/ir is what stands beside it.
# UPDATE_GOLDEN=1 writes what is found instead; read the difference then.
set -uo pipefail

oncelint=$1
root=$2
failed=0

for source in "$root"/testdata/ir/*.c "$root"/testdata/ir/*.cpp; do
	golden=${source%.*}.ir
	flags=(-std=gnu17 -nostdinc)
	[[ $source != *.cpp ]] || flags=(-std=c++20 -nostdinc -nostdinc++)
	flags+=(-isystem "$root/testdata/include")
	if ! "$oncelint" debug ir "$source" -- "${flags[@]}" >found.ir; then
		echo "ir: '${source##*/}' was not lowered" >&2
		failed=1
	elif [[ ${UPDATE_GOLDEN:-} == 1 ]]; then
		cp found.ir "$golden"
	elif ! diff -u "$golden" found.ir >&2; then
		failed=1
	fi
done
exit "$failed"
