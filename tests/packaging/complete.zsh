# SPDX-License-Identifier: Apache-2.0
# What zsh makes of a line when Tab is pressed, in the folder of _oncelint:
#
#     complete.zsh LINE
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=(\$PWD \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell "LISTMAX=10000; echo RE''ADY"
while zpty -r shell line; do
	[[ $line == *READY* ]] && break
done
zpty -n -w shell "$1"$'\t'
sleep 1
zpty -n -w shell $'\x15'"echo DO''NE"$'\n'
while zpty -r shell line; do
	[[ $line == *DONE* ]] && break
	print -r -- "$line"
done
zpty -d shell
