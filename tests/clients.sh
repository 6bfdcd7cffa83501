#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every format, read by programs of others: schemas and types as their owners
# publish them, GitHub's rules for SARIF, XML and JUnit parsers, an HTML checker
# and a browser. What is read is made by report_corpus, and by the program.
# Skipped (77) where the readers cannot be had, unless ONCELINT_CLIENTS=must.
#
#     clients.sh PROGRAM SOURCE
set -u
program=$1
source=$2
status=0
python=/usr/bin/python3
[ -x $python ] || python=python3

absent() {
	echo "clients: $*"
	[ "${ONCELINT_CLIENTS:-}" = must ] && exit 1
	exit 77
}

complain() {
	echo "clients: $*"
	status=1
}

for tool in node npm java xmllint; do
	command -v $tool >/dev/null || absent "no '$tool' on this machine"
done
chromium=$(command -v chromium || command -v chromium-browser ||
	command -v google-chrome) || absent "no browser on this machine"
$python -c 'import junitparser' 2>/dev/null ||
	absent "no junitparser for $python"

# Installed once, in the build tree, in the versions that package.json names.
if ! cmp -s "$source/tests/clients/package.json" package.json; then
	rm -rf package.json node_modules
	mkdir -p install && cd install || exit 1
	cp "$source/tests/clients/package.json" .
	npm install --ignore-scripts --no-audit --no-fund --no-package-lock \
		--silent >../npm.log 2>&1 || {
		tail -n 5 ../npm.log
		absent "npm could not install the readers"
	}
	cd .. || exit 1
	rm -rf node_modules
	mv install/node_modules . && mv install/package.json .
fi

rm -rf corpus rules
mkdir corpus rules
../report_corpus "$PWD/corpus" >corpus.log || {
	cat corpus.log
	exit 1
}

# A run of the program itself, for one of each.
fixtures=$source/testdata/packs/posix-threads
for format in sarif lsp gitlab rdjson rdjsonl github junit checkstyle \
	markdown html; do
	(cd "$source" && "$program" check --no-db -q --jobs 1 --hints \
		--format $format "$fixtures/double-consume.c" -- -std=c17 \
		-nostdinc -isystem "$source/testdata/include") \
		>corpus/program.$format
	[ $? -le 1 ] || complain "the program gave no $format"
done

echo "== schemas and types"
node "$source/tests/clients/validate.js" corpus node_modules || status=1

echo "== SARIF as GitHub takes it"
multitool=node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
chmod +x $multitool
for file in corpus/*.sarif; do
	[ $file = corpus/many.sarif ] && continue
	report=rules/$(basename "$file")
	$multitool validate "$file" --rule-kind 'Sarif;Gh' --level 'Error;Note' \
		-o "$report" --log ForceOverwrite >rules/log 2>&1
	# It exits with 0 whatever it finds, and when it has not read the file:
	# of one that it has, it says at least that our rule ids are words.
	node "$source/tests/clients/count.js" "$file" "$report" || status=1
done

echo "== findings followed by a reader of SARIF"
# One stays while its file is renamed and its lines move, one goes, one comes.
function_of() { # name, call...
	name=$1
	shift
	printf 'int %s(pthread_t t)\n{\n' "$name"
	printf '\tpthread_join(t, 0);\n\t%s(t, 0);\n' "$@"
	printf '\treturn 0;\n}\n'
}
rm -rf before after
mkdir before after
{
	echo '#include <pthread.h>'
	printf '// größer als 𐐀\r\n'
	function_of stays pthread_join
	function_of goes pthread_join
} >before/pool.c
{
	printf '#include <pthread.h>\n\n// a comment\n\n'
	function_of comes pthread_join
	function_of stays pthread_join
	echo 'int goes(pthread_t t) { return pthread_join(t, 0); }'
} >after/tank.c
for folder in before after; do
	(cd $folder && "$program" check --no-db -q -f sarif -o all.sarif ./*.c \
		-- -nostdinc -isystem "$source/testdata/include")
done
$multitool match-results-forward after/all.sarif --previous before/all.sarif \
	--output-file-path after/matched.sarif --log ForceOverwrite \
	>rules/log 2>&1
states=$(sed -n 's/.*"baselineState": "\([a-z]*\)".*/\1/p' \
	after/matched.sarif | sort | tr '\n' ' ')
[ "$states" = "absent new updated " ] ||
	complain "followed as '$states', not 'absent new updated '"

echo "== GitHub's line hash, computed by somebody else"
hashes_of() {
	sed -n 's/.*"primaryLocationLineHash": "\([^"]*\)".*/\1/p' "$1"
}
grep -v primaryLocationLineHash before/all.sarif >before/bare.sarif
$multitool rewrite before/bare.sarif --output before/hashed.sarif \
	--insert RollingHashPartialFingerprints --log ForceOverwrite \
	>rules/log 2>&1
[ -n "$(hashes_of before/all.sarif)" ] &&
	[ "$(hashes_of before/all.sarif)" = "$(hashes_of before/hashed.sarif)" ] ||
	complain "the line hashes differ"

echo "== XML"
xmllint --noout corpus/*.junit corpus/*.checkstyle || status=1
$python "$source/tests/clients/junit.py" corpus/*.junit || status=1

echo "== HTML"
ls corpus/*.html | grep -v /many.html |
	xargs java -jar node_modules/vnu-jar/build/dist/vnu.jar || status=1
node "$source/tests/clients/page.js" corpus node_modules "$chromium" ||
	status=1
exit $status
