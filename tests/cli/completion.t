#!/bin/bash
# SPDX-License-Identifier: MIT
# Completion, as bash, zsh and fish have it: commands, options, words, files,
# sessions and functions.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
"$fxtrace" help --completion bash >script.bash
"$fxtrace" help --completion zsh >_fxtrace
"$fxtrace" help --completion fish >script.fish
mkdir folder bin
ln -s "$(realpath "$fxtrace")" bin/fxtrace
PATH=$tmp/bin:$PATH
: >one.fxt

# complete WORD...: what bash makes of the last word of `fxtrace WORD...`
complete() {
	bash -c '. ./script.bash
		COMP_WORDS=(fxtrace "$@") COMP_CWORD=$#
		_fxtrace fxtrace "${@: -1}" "${@: -2:1}"
		printf "%s\n" "${COMPREPLY[@]}"' bash "$@" 2>&1
}

# offers WANT NAME WORD...: all that it offers
offers() {
	is "$(complete "${@:3}" | LC_ALL=C sort | xargs)" "$1" "$2"
}

# zoffers WANT NAME LINE: the line as zsh completes it, in a terminal
zoffers() {
	local name="zsh: $2"
	if ! zsh -c 'zmodload zsh/zpty' 2>/dev/null; then
		skip 'no zsh here' "$name"
		return
	fi
	is "$(timeout 60 zsh -f zpty.zsh "$3")" "$1" "$name"
}

# foffers WANT NAME LINE: what fish offers, without descriptions
foffers() {
	local name="fish: $2"
	if ! command -v fish >/dev/null; then
		skip 'no fish here' "$name"
		return
	fi
	# Release 3.1 gives a command no arguments, and offers what has the word
	# within it, too.
	is "$(line=$3 HOME=$tmp fish -c 'source script.fish; complete -C $line' |
		cut -f1 | grep -e "^${3##* }" | LC_ALL=C sort | xargs)" \
		"$1" "$name"
}
cat >zpty.zsh <<'E1'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= fpath=($PWD \$fpath); autoload -U compinit; compinit -u -D"
zpty -w shell "mark() { print -r -- \"<\$BUFFER>\" >$PWD/line; BUFFER= }"
zpty -w shell "zle -N mark; bindkey '^X' mark; print ready >$PWD/ready"
while [[ ! -e ready ]]; do sleep 0.05; done
rm ready
zpty -w -n shell "$1"$'\t\C-x'
while [[ ! -s line ]]; do sleep 0.05; done
cat line
rm line
zpty -d shell
E1

plan 47
offers 'recover' 'commands' recov
offers '--mode' 'options' record --mod
offers '--no-follow --no-for-replay' 'both sides of switches' record --no-fo
offers 'circular oneshot streaming' 'words, one of which must be' \
	record --mode ''
offers 'circular' 'words behind a flag and a sign' record -q --mode = c
offers 'gzip' 'words behind a complete option' record -o x --compress g
offers '--quiet' 'options behind a flag' record --print --qui
offers 'always auto never' 'when colours are' dump --color ''
offers 'bash fish zsh' 'shells' help --completion ''
offers 'report' 'commands behind help' help repo
offers 'calls' 'and topics' help call
offers 'one.fxt' 'archives' dump one
offers 'one.fxt' 'files of options' record -o on
offers 'fxtrace' 'programs' record -q fxtrac
offers 'one.fxt' 'what a program may take' record -q ls on
offers '' 'no options of ours behind a program' record ls --mod
offers 'opendir' 'functions' record --calls opendi
offers 'read,+opendir' 'items of lists' dump -c read,+opendi
offers 'open,-%stdio-sprintf' 'groups' record -c open,-%stdio-sp
offers 'snapshot: start: stop:' 'actions of triggers' record --trigger ''
offers 'start:open,stop:' 'of each of them' record --trigger start:open,sto
offers 'start:opendir' 'their functions' record --trigger start:opendi
offers 'start:%stdio-sprintf' 'and groups' record --trigger start:%stdio-sp
offers 'stop:SIGUSR1 stop:SIGUSR2' 'signals' record --trigger stop:SIGUS
offers 'stop:open=ENOENT' 'errors' record --trigger stop:open=ENOEN
offers 'snapshot:open>1s;every=' 'and what may be behind a condition' \
	record --trigger 'snapshot:open>1s;ev'
# as bash itself divides a word, and with a quote
offers 'opendir' 'in a divided word, too' record --trigger start : opendi
offers 'ENOENT' 'errors in a divided word' record --trigger stop : open = ENOEN
offers 'snapshot:opendir' 'behind a quote' record --trigger "'snapshot:opendi"
offers 'locale' 'groups with a colon' record -c '%libc' : loca
offers 'getppid' 'functions of list' list getppi
offers 'calls start status stop' 'orders to a session' ctl 12345 ''
"$fxtrace" record -q -o s.fxt --mode streaming sh -c \
	'echo $$ >pid; until [ -e ended ]; do sleep 0.05; done' &
until [ -s pid ] && "$fxtrace" ps | grep -q s.fxt; do sleep 0.05; done
session=$("$fxtrace" ps | awk '/s.fxt/ { print $1 }')
offers "$session" 'sessions that run' ctl "$session"
touch ended
wait

if command -v shellcheck >/dev/null; then
	run shellcheck script.bash
	is "$out" '' 'shellcheck has nothing against the script for bash'
else
	skip 'no shellcheck' 'shellcheck has nothing against the script for bash'
fi
zoffers '<fxtrace recover >' 'commands' 'fxtrace recov'
zoffers '<fxtrace record --mode circular >' 'words' \
	'fxtrace record --mode c'
zoffers '<fxtrace record -c open,-opendir>' 'functions' \
	'fxtrace record -c open,-opendi'
zoffers '<fxtrace record --trigger start:open,stop:opendir>' 'triggers' \
	'fxtrace record --trigger start:open,stop:opendi'
zoffers '<fxtrace dump one.fxt >' 'archives' 'fxtrace dump on'
foffers 'recover' 'commands' 'fxtrace recov'
foffers '--mode' 'options' 'fxtrace record --mod'
foffers 'circular oneshot streaming' 'words' 'fxtrace record --mode '
foffers 'open,-opendir' 'functions in lists' 'fxtrace record -c open,-opendi'
foffers 'stop:opendir' 'triggers' 'fxtrace record --trigger stop:opendi'
foffers 'start:read,stop:open=ENOENT' 'errors of triggers' \
	'fxtrace record --trigger start:read,stop:open=ENOEN'
foffers 'one.fxt' 'archives' 'fxtrace dump on'
foffers 'calls' 'topics' 'fxtrace help call'
