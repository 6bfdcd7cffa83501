#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every folder of analyzer/ includes lower layers only, and a foreign library is
# included by the one folder (or file) that may know it.
#
#     layers.sh [ROOT]
cd "${1:-.}/analyzer" || exit 2
status=0

# Folders that a folder may include besides itself.
allowed() {
	case $1 in
	base) echo ;;
	model) echo base ;;
	front | pack | flow | store | report | fix) echo base model ;;
	driver | rewrite) echo base model front pack flow store report fix ;;
	lsp) echo base model front pack flow store report fix driver ;;
	.) echo base model front pack flow store report fix driver lsp rewrite ;;
	esac
}

refuse() {
	echo "$1: includes \"$2\", which its layer may not"
	status=1
}

check_own() { # file, header
	folder=$(dirname "$1")
	folder=${folder#./}
	target=${2%%/*}
	[ "$target" = "$2" ] && return # oncelint.h
	[ "$target" = "$folder" ] && return
	for layer in $(allowed "$folder"); do
		[ "$target" = "$layer" ] && return
	done
	refuse "$1" "$2"
}

check_foreign() { # file, header
	case $2 in
	clang-c/*) case $1 in ./front/*) return ;; esac ;;
	sqlite3.h) case $1 in ./store/*) return ;; esac ;;
	cJSON.h | cjson/*) case $1 in ./base/json.c) return ;; esac ;;
	*) return ;;
	esac
	refuse "$1" "$2"
}

includes() { # file
	sed -n "s/^#[ 	]*include [<\"]\\([^>\"]*\\)[>\"].*/\\1/p" "$1"
}

for file in $(find . -name '*.[ch]' | sort); do
	for header in $(includes "$file"); do
		if [ -e "$header" ]; then
			check_own "$file" "$header"
		else
			check_foreign "$file" "$header"
		fi
	done
done

for folder in base model front pack flow store report fix driver lsp rewrite; do
	[ -d "$folder" ] || continue
	for file in "$folder"/*.[ch]; do
		[ -e "$file" ] || continue
		lines=$(wc -l <"$file")
		[ "$lines" -le 600 ] && continue
		echo "$file: $lines lines, at most 600 are allowed"
		status=1
	done
done
exit $status
