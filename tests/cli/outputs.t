#!/bin/bash
# SPDX-License-Identifier: MIT
# Files that the commands write: never through a link, above all not through
# another user's. Devices and pipes are written to and stay what they are.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

export FXTRACE_MODE=streaming
plan 26

"$fxtrace" record -q -o a.fxt -c getpid,getenv "$b/tests/app/env" >/dev/null
echo '# mine' >mine

# kept NAME: what the link led to is as it was, and the name is a file now
kept() {
	[ "$status" = 0 ] && [ "$(cat mine)" = '# mine' ] && [ ! -L "$link" ] &&
		[ -s "$link" ]
	ok $? "$1" || note <<<"status $status: $err"
}

# writers SUFFIX: each command that writes a file finds a link there
writers() {
	local how=$1 link
	link=$place/l.jsonl
	lead && run "$fxtrace" convert a.fxt "$link"
	kept "convert replaces $how"
	link=$place/l.svg
	lead && run "$fxtrace" flame -o "$link" a.fxt
	kept "flame replaces $how"
	link=$place/l.html
	lead && run "$fxtrace" timeline -o "$link" a.fxt
	kept "timeline replaces $how"
	link=$place/l.fxt
	lead && run "$fxtrace" trim a.fxt "$link"
	kept "trim replaces $how"
	link=$place/l.conf
	lead && run "$fxtrace" record --string-max 9 --save-config "$link"
	kept "record --save-config replaces $how"
	link=$place/l.out
	lead && run "$fxtrace" recover -o "$link" killed.fxt
	kept "recover -o replaces $how"
}

program mkarchive
mkarchive killed.fxt || exit 1

place=own
mkdir own
lead() { ln -sf "$tmp/mine" "$link"; }
writers 'a link of the user himself'
cp killed.fxt own/killed.fxt
ln -s killed.fxt own/again.fxt
run "$fxtrace" recover own/again.fxt
[ "$status" = 0 ] && [ ! -L own/again.fxt ] && cmp -s killed.fxt own/killed.fxt
ok $? 'recover replaces a link by the finished archive, not what it led to'
mkdir elsewhere
ln -s "$tmp/elsewhere" own/way
run "$fxtrace" convert a.fxt own/way/b.jsonl
[ "$status" = 0 ] && [ -s elsewhere/b.jsonl ] && [ -L own/way ]
ok $? 'a link of the user to a folder is followed'
run "$fxtrace" convert --to jsonl a.fxt elsewhere
ends 1 'elsewhere: Is a directory' 'a folder is not replaced'
run "$fxtrace" convert --to jsonl a.fxt own/way
[ -L own/way ] && [ -d own/way ]
ends 1 'own/way: Is a directory' 'nor is a link to one'
[ -z "$(find . -name '.fxtrace-*')" ]
ok $? 'no temporary file is left'

if [ "$(id -u)" = 0 ]; then
	chmod 755 "$tmp"
	mkdir -m 1777 sticky
	place=sticky
	other() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
	lead() { rm -f "$link" && other ln -s "$tmp/mine" "$link"; }
	writers "another user's link"
	rm -f sticky/*
	other ln -s "$tmp/elsewhere" sticky/way
	run "$fxtrace" convert a.fxt sticky/way/c.jsonl
	ends 1 "sticky/way/c.jsonl: .*another user's link" \
		"another user's link to a folder is not followed"
	[ ! -e elsewhere/c.jsonl ]
	ok $? 'nothing is written there'
	other mkfifo sticky/pipe
	run "$fxtrace" convert --to jsonl a.fxt sticky/pipe
	ends 1 'sticky/pipe: Permission denied' \
		"another user's pipe is not written to"
	other ln -s /dev/null sticky/null.jsonl
	run "$fxtrace" convert a.fxt sticky/null.jsonl
	[ -s sticky/null.jsonl ] && [ ! -L sticky/null.jsonl ] && [ -c /dev/null ]
	ok $? "another user's link to a device is replaced"
else
	for name in 1 2 3 4 5 6 7 8 9 10; do
		skip 'not root' "another user's link or pipe, $name"
	done
fi

# fed NAME: what came through the pipe is an archive, and the pipe is there
fed() {
	wait "$reader"
	[ "$status" = 0 ] && [ -p pipe ] && "$fxtrace" info got >/dev/null
	ok $? "$1" || note <<<"status $status: $err"
}
mkfifo pipe
timeout 60 cat pipe >got &
reader=$!
run "$fxtrace" record -o pipe -c getenv "$b/tests/app/env"
fed 'record writes to a pipe'
timeout 60 cat pipe >got &
reader=$!
run env FXTRACE_OUTPUT="$tmp/pipe" LD_PRELOAD="$lib" "$b/tests/app/env"
fed 'so does what LD_PRELOAD starts'
"$fxtrace" convert --to jsonl a.fxt /dev/stdout >got.jsonl
"$fxtrace" convert a.fxt want.jsonl
cmp -s got.jsonl want.jsonl && [ -L /dev/stdout ]
ok $? '/dev/stdout is standard output'
beside() { (cd /dev && find . -maxdepth 1 -name 'null?*'); }
old=$(beside)
run "$fxtrace" record -o /dev/null -c getenv "$b/tests/app/env"
before=$status
run env FXTRACE_OUTPUT=/dev/null LD_PRELOAD="$lib" "$b/tests/app/env"
run env FXTRACE_OUTPUT=/dev/null FXTRACE_MODE=oneshot LD_PRELOAD="$lib" \
	"$b/tests/app/env"
left=$(beside)
[ "$before" = 0 ] && [ -c /dev/null ] && [ "$left" = "$old" ]
ok $? 'an archive for /dev/null is written to it, and nothing beside it' ||
	note <<<"$left"
for command in 'convert --to jsonl a.fxt OUT' 'convert --to sqlite a.fxt OUT' \
	'flame -o OUT a.fxt' 'timeline -o OUT a.fxt' 'trim a.fxt OUT' \
	'record --save-config OUT'; do
	read -ra words <<<"${command/OUT//dev/full}"
	run "$fxtrace" "${words[@]}"
	[ "$status" = 1 ] && grep -qE '^fxtrace: /dev/full: .* (full|device)$' <<<"$err" ||
		echo "$command: status $status: $err"
done >wrong
[ ! -s wrong ] && [ -c /dev/full ]
ok $? 'what cannot be written is named, with the reason' || note <wrong
