#!/bin/bash
# SPDX-License-Identifier: MIT
# The name that was given is the name that is written. An older file of that
# name is kept, unless somebody still writes it.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
plan 41

true=$(type -P true)
alone=(env FXTRACE_OUTPUT=a.fxt "LD_PRELOAD=$lib")
files() { find . -maxdepth 1 -name '*.fxt*' -printf '%f\n' | sort | tr '\n' ' '; }
fresh() { rm -rf ./* && echo older >a.fxt; }
# still WORD: whether the first file holds what it did
still() { [ "$(head -c 6 "$1")" = older ]; }
# locked FILE: waits until somebody writes it
locked() { while flock -n 9 9<"$1"; do sleep 0.02; done 2>/dev/null; }
# saved FILE: waits until nobody does; a manager may end after its program
saved() { flock -w 60 9 9<"$1"; }
# stop: ends what sleeps in the background
stop() {
	pkill -P "$!" sleep 2>/dev/null || kill "$!"
	wait "$!" 2>/dev/null
}

for mode in streaming oneshot circular; do
	export FXTRACE_MODE=$mode
	fresh
	run "$fxtrace" record -q -o a.fxt "$true"
	is "$status $(files)" '0 a.fxt a.fxt~1 ' "record, $mode: the given name is written"
	still a.fxt~1
	ok $? "record, $mode: the older file is kept"
	is "$err" 'fxtrace: a.fxt: the older file is a.fxt~1 now' \
		"record, $mode: one line says so"
	run "$fxtrace" record -q -o a.fxt ./none
	is "$(files)" 'a.fxt a.fxt~1 ' \
		"record, $mode: a program that never ran changes no name"
	"$fxtrace" record -q -o a.fxt sleep 60 2>/dev/null &
	locked a.fxt
	run "$fxtrace" record -q -o a.fxt "$true"
	is "$(files)" 'a.1.fxt a.fxt a.fxt~1 a.fxt~2 ' \
		"record, $mode: what is still being written stays"
	says '^fxtrace: a.fxt: is still being written, so this is a.1.fxt$'
	ok $? "record, $mode: and the name that was taken is reported" ||
		note <<<"$err"
	stop
done

for mode in streaming oneshot; do
	export FXTRACE_MODE=$mode
	fresh
	"${alone[@]}" "$true" && saved a.fxt && "${alone[@]}" "$true"
	saved a.fxt
	is "$(files)" 'a.fxt a.fxt~1 a.fxt~2 ' "alone, $mode: older files are kept"
	still a.fxt~1
	ok $? "alone, $mode: the oldest has the lowest number"
	"$fxtrace" info a.fxt | grep -q 'notice.*the older file of this name is now a.fxt~2'
	ok $? "alone, $mode: a notice of the archive says so"
	run "${alone[@]}" "$true"
	is "$err" '' "alone, $mode: nothing is printed"
	fresh
	FXTRACE_OVERWRITE=1 "${alone[@]}" "$true"
	is "$(files)" 'a.fxt ' "alone, $mode: FXTRACE_OVERWRITE keeps none"
done

export FXTRACE_MODE=oneshot
rm -rf ./*
"${alone[@]}" sleep 60 &
until [ -s a.fxt ]; do sleep 0.02; done
"${alone[@]}" "$true"
is "$(files)" 'a.1.fxt a.fxt ' 'alone: what a process still writes stays'
kill -9 $! && wait $! 2>/dev/null
"${alone[@]}" "$true"
"$fxtrace" recover a.fxt~1 2>/dev/null && "$fxtrace" info a.fxt~1 >/dev/null
is "$? $(files)" '0 a.1.fxt a.fxt a.fxt~1 ' \
	'what a kill left unfinished is kept'
# two at once, many times: no file may be lost
rm -rf ./*
for n in 1 2 3 4 5 6; do
	for i in 1 2 3 4; do
		"${alone[@]}" "$true" $n$i &
	done
	wait
done
is "$(for file in ./*; do
	"$fxtrace" info "$file" | grep -o 'true", "[0-9]*"\]'
done | sort | uniq | wc -l)" 24 'of sessions that start at once none loses a file' ||
	ls | note
export FXTRACE_MODE=streaming
rm -rf ./*
for i in 1 2 3 4 5 6; do "$fxtrace" record -q -o a.fxt "$true" 2>/dev/null & done
wait
is "$(files | wc -w)" 6 'nor with managers'
rm -rf ./*
mkdir a.fxt
run "$fxtrace" record -q -o a.fxt "$true"
[ -d a.fxt ] && [ -s a.1.fxt ]
ok $? 'a folder is not renamed'
rm -rf ./* && echo older >target && ln -s target a.fxt
run "$fxtrace" record -q -o a.fxt "$true"
[ -L a.fxt~1 ] && [ ! -L a.fxt ] && still target
ok $? 'of a link the link is renamed'
rm -rf ./* && touch a.fxt a.fxt~7 a.fxt~x a.fxt~
run "$fxtrace" record -q -o a.fxt "$true"
[ -e a.fxt~8 ]
ok $? 'the newest has the highest number'
touch a.fxt
"$fxtrace" dump >out 2>err
is "$(cat err)" 'fxtrace: a.fxt: the newest archive here' \
	'without FILE the file that was taken is reported'

for what in convert trim; do
	echo older >b.fxt
	run "$fxtrace" $what a.fxt b.fxt
	[ "$status" = 0 ] && still b.fxt~1 && says 'b.fxt: the older file is b.fxt~1 now'
	ok $? "$what keeps an older file" || note <<<"$err"
	"$fxtrace" $what --overwrite a.fxt b.fxt 2>/dev/null
	[ ! -e b.fxt~2 ]
	ok $? "$what --overwrite does not"
	rm -f b.*
done
"$fxtrace" record -q --mode circular -o live.fxt sleep 60 &
until [ -e live.fxt ]; do sleep 0.02; done
locked live.fxt
run "$fxtrace" convert a.fxt live.fxt
[ -s live.1.fxt ] && says 'live.fxt: is still being written, so this is live.1.fxt'
ok $? 'convert does not replace what is still being written'
stop || :
