#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lets the program write its manual pages (as Debian wants them, compressed) and
# completions, as below PREFIX/share.
#
#     pages.sh ONCELINT DIR
set -eu
oncelint=$1
dir=$2

rm -rf "$dir"
mkdir -p "$dir/man/man1" "$dir/bash-completion/completions" \
	"$dir/zsh/vendor-completions" "$dir/fish/vendor_completions.d"
"$oncelint" manual >"$dir/man/man1/oncelint.1"
for command in $("$oncelint" --help | awk '/^  / { print $1 }'); do
	"$oncelint" manual "$command" >"$dir/man/man1/oncelint-$command.1"
done
gzip -9n "$dir"/man/man1/*.1
"$oncelint" completions bash >"$dir/bash-completion/completions/oncelint"
"$oncelint" completions zsh >"$dir/zsh/vendor-completions/_oncelint"
"$oncelint" completions fish >"$dir/fish/vendor_completions.d/oncelint.fish"
