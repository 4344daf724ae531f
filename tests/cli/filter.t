#!/bin/bash
# SPDX-License-Identifier: MIT
# dump's choice among calls, its colours and its pager, on an archive of several
# processes: what is chosen is what a look at the whole dump chooses.
# shellcheck disable=SC1091,SC2001,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# dump OPTIONS...: of the archive
dump() { run "$fxtrace" dump "$@" a.fxt; }

# chosen NAME COMMAND...: the dump before has the lines of the whole one that
# the command lets through, and those are some, but not all
chosen() {
	local name=$1
	shift
	"$@" <all >want
	[ "$status" = 0 ] && [ -s want ] && ! cmp -s want all &&
		cmp -s want "$tmp/out"
	ok $? "$name" || diff want "$tmp/out" | note
}

# refused PATTERN NAME OPTIONS...: a usage error
refused() {
	run "$fxtrace" dump "${@:3}" a.fxt
	[ "$status" = 2 ] && [ -z "$out" ] && says "$1"
	ok $? "$2" || echo "status $status: $err" | note
}

# terminal COMMAND: runs it on one; its output is in $out
terminal() {
	out=$(TERM=xterm timeout 60 script -qec "$1" /dev/null </dev/null)
	status=$?
}

plan 41
FXTRACE_MODE=streaming "$fxtrace" record -q -o a.fxt -c +usleep sh -c '
	cat /etc/hostname /no/such 2>/dev/null
	perl -e "select undef, undef, undef, 0.2; open F, q(/no/two)"
	true & wait' >/dev/null
"$fxtrace" dump a.fxt >all
pid=$(sed -n 's/.* \([0-9]*\)\/[0-9]* .*"\/no\/such".*/\1/p' all | head -n 1)

dump --errors
chosen '--errors shows calls that failed' grep -E ' = [^ ]+ E[A-Z]+ <[^>]*>$'
dump -e --calls 'open*'
chosen 'and goes with --calls' grep -E ' open(at)?(64)?\(.* = -1 E'
dump --min-time 100ms
chosen '--min-time shows calls that took so long' \
	grep -E '<([0-9.]+s|[1-9][0-9]{2}\.[0-9]ms)>$'
grep -q select <<<"$out"
ok $? 'such as a sleep'
dump --min-time 0.1
is "$out" "$(grep -Ff "$tmp/out" all)" 'a time without a unit is seconds'
t=$(awk 'NR == 20 { print $2 }' all)
FXTRACE_MODE=streaming "$fxtrace" record -q -o killed.fxt sh -c '
	mkfifo fifo; cat fifo & sleep 0.3; kill -9 $!; wait' 2>/dev/null
run "$fxtrace" dump --min-time 100ms --calls open killed.fxt
grep -q 'open(.*) = ? <unfinished>$' <<<"$out"
ok $? 'a call without an end lasted up to the end of the archive' ||
	"$fxtrace" dump killed.fxt | note
dump --since "$t"
chosen '--since shows calls that began then or later' \
	awk -v t="$t" '$2 >= t'
dump --until "$t"
chosen '--until shows those before' awk -v t="$t" '$2 < t'
dump --since 1ms --until "$t"
chosen 'both show what is between' awk -v t="$t" '$2 >= 0.001 && $2 < t'
dump --process "$pid"
chosen '--process takes an id' grep -E "^[0-9]+ [0-9.]+ $pid/"
# what the shell's child does before it becomes another program is not of that
dump --process 'ca?' --calls '-exec*,-sig*'
chosen 'or a glob of names' awk -v process="$pid/" \
	'index($3, process) == 1 && $4 !~ /^(exec|sig)/'
dump -p "$pid,perl"
[ "$(awk '{ print $3 }' <<<"$out" | sort -u | wc -l)" = 2 ]
ok $? 'or several of them'
dump --thread "$pid"
chosen '--thread takes an id' grep -E "^[0-9]+ [0-9.]+ [0-9]+/$pid "
dump --thread 'nobody*'
is "$status$out$err" 0 'nothing chosen is no error'
dump --grep '"/no/(such|two)"'
chosen '--grep takes an extended regular expression' grep -E '"/no/(such|two)"'
dump --grep '<[0-9.]+ms>$'
chosen 'which may match the end of the line' grep -E '<[0-9.]+ms>$'
dump --errors --grep open --process perl --since 10ms --min-time 1ns
grep -q /no/two <<<"$out" && ! grep -q /no/such <<<"$out"
ok $? 'all of them narrow one another' || note <<<"$out"
dump --json --errors --grep '"errno":"ENOENT"'
is "$(grep -c . <<<"$out")" "$("$fxtrace" dump --grep ENOENT a.fxt | wc -l)" \
	'they choose for JSON, too, whose lines --grep looks at'
dump --stable --errors --calls 'open*'
is "$out" "$(sed -E 's/ [0-9.]+ [0-9]+\/[0-9]+ / /; s/ <[^>]*>$//' all |
	grep -E '^[0-9]+ open(at)?(64)?\(.* = -1 E')" 'and for --stable'

refused 'min-time 5x: not a time' 'a time of no known unit is refused' \
	--min-time 5x
refused 'not a time' 'or a negative one' --since -1
refused 'not a time' 'or none' --until ''
refused 'not a time' 'or one beyond all times' --until 1e30
refused 'grep (: Unmatched' 'a broken expression is reported' --grep '('
refused 'names nothing' 'an empty list is refused' --process ,
refused 'frames 3-2: not frames' 'frames that end before they begin are refused' \
	--frames 3-2
refused 'expected auto, always or never' 'there are three ways to colour' \
	--color=yes
refused 'neither' 'records cannot be chosen so' --raw --errors

# Colours
dump --color=always
is "$(sed 's/\x1b\[[0-9]*m//g' <<<"$out")" "$(cat all)" \
	'colours change nothing else'
grep -q $'\x1b' "$tmp/out"
ok $? 'but are there'
dump --color=always -g '^[0-9]+ [0-9.]+ [0-9/]+ open'
[ "$(grep -c . <<<"$out")" -gt 0 ]
ok $? '--grep does not see them'
grep -q $'\x1b' all
is $? 1 'a file has none'

# A pipe and a terminal
"$fxtrace" record -q -o long.fxt -c read dd if=/dev/zero of=/dev/null bs=1 \
	count=20000 2>/dev/null
"$fxtrace" dump long.fxt 2>err | head -n 1 >/dev/null
is "${PIPESTATUS[0]} $(cat err)" '0 ' \
	'a reader that leaves a long dump is no error'
"$fxtrace" dump --json long.fxt 2>err | head -n 1 >/dev/null
is "${PIPESTATUS[0]} $(cat err)" '0 ' 'of JSON neither'
run sh -c '"$0" dump long.fxt >/dev/full' "$fxtrace"
ends 1 'standard output: No space' 'a full disk is one'
if ! command -v script >/dev/null; then
	for name in a b c d e f; do skip 'no script(1)' $name; done
	exit
fi
terminal "env -u NO_COLOR FXTRACE_PAGER='sed s/^/P:/' $fxtrace dump a.fxt"
is "$status $(grep -c '^P:.*'$'\x1b' <<<"$out")" "0 $(wc -l <all)" \
	'on a terminal the pager gets everything, in colour'
terminal "NO_COLOR=1 FXTRACE_PAGER=cat $fxtrace dump a.fxt"
is "$(tr -d '\r' <<<"$out")" "$(cat all)" \
	'NO_COLOR is heeded, and cat is no pager'
terminal "FXTRACE_PAGER='head -n 1' $fxtrace dump --color=never long.fxt"
is "$status $(wc -l <<<"$out")" '0 1' 'a pager that is quit is no error'
terminal "FXTRACE_PAGER='sed s/^/P:/' $fxtrace dump --no-pager --color=never \
	a.fxt"
is "$(tr -d '\r' <<<"$out")" "$(cat all)" '--no-pager does without'
head -c 3001 a.fxt >cut.fxt
terminal "FXTRACE_PAGER='sed s/^/P:/' $fxtrace dump --color=never cut.fxt"
[ "$status" = 1 ] && grep -q '^P:fxtrace: cut.fxt: offset' <<<"$out"
ok $? 'the status stays, and the last words are in the pager' || note <<<"$out"
run env FXTRACE_PAGER=false "$fxtrace" dump a.fxt
is "$out" "$(cat all)" 'without a terminal there is no pager'
