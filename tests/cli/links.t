#!/bin/bash
# SPDX-License-Identifier: MIT
# Another user's links in a folder where everybody may write. What a session, a
# shim or a replay writes never goes through them, with the kernel's protection
# (fs.protected_symlinks) and without.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
export FXTRACE_MODE=streaming
names=(record 'record in such a folder' 'a process alone'
	'a process alone in such a folder' 'a process alone that overwrites' snapshot
	'snapshot of a streaming session' 'a trigger' 'start --clear' shim
	'a sidecar file' 'replay --io')
plan $((2 * ${#names[@]}))
guard=/proc/sys/fs/protected_symlinks
if [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null; then
	for ((i = 0; i < 2 * ${#names[@]}; i++)); do
		skip 'only root can be two users' links
	done
	exit
fi
old=$(cat $guard)
trap 'echo "$old" >$guard 2>/dev/null; rm -rf "$tmp"' EXIT
other() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
chmod 755 "$tmp"
cat >small.c <<'END'
int twice(int n) { return 2 * n; }
END
${CC:-cc} -g -shared -fPIC -o libsmall.so small.c || exit 1
"$fxtrace" record -q -o a.fxt -c %libc:io,%libc:fs sh -c 'echo x >f' >/dev/null
"$fxtrace" record -q --mode circular -o r.fxt -c getenv "$b/tests/app/env" \
	>/dev/null

# lead NAME: the other user's link sticky/NAME leads to mine
lead() {
	rm -rf sticky elsewhere mine
	mkdir -m 1777 sticky
	mkdir elsewhere
	echo '# mine' >mine
	other ln -s "$tmp/${2:-mine}" "sticky/$1"
}
# kept N: nothing was written where the link leads
kept() {
	[ "$(cat mine)" = '# mine' ] && [ -z "$(ls elsewhere)" ]
	ok $? "${names[$1]} $how: another user's link is not followed" ||
		{ echo "$err"; cat mine | head -n 3; ls elsewhere; } | note
}
# session OPTION...: in the background
session() {
	"$fxtrace" record -q "$@" sleep 600 &
	recorder=$!
	until "$fxtrace" ps 2>/dev/null | grep -q " $recorder "; do sleep 0.05; done
}
leave() {
	kill "$(program_of $recorder)"
	wait $recorder
}

for how in unprotected protected; do
	value=0
	[ $how = unprotected ] || value=1
	if ! { echo $value >$guard; } 2>/dev/null ||
		[ "$(cat $guard 2>/dev/null)" != $value ]; then
		for name in "${names[@]}"; do skip "$guard stays" "$name $how"; done
		continue
	fi
	lead r.fxt
	run "$fxtrace" record -q --overwrite -o sticky/r.fxt true
	kept 0
	lead way elsewhere
	run "$fxtrace" record -q -o sticky/way/r.fxt true
	kept 1
	lead r.fxt
	run env FXTRACE_MODE=oneshot FXTRACE_OUTPUT="$tmp/sticky/r.fxt" \
		LD_PRELOAD="$lib" "$b/tests/app/env"
	kept 2
	lead way elsewhere
	run env FXTRACE_MODE=oneshot FXTRACE_OUTPUT="$tmp/sticky/way/r.fxt" \
		LD_PRELOAD="$lib" "$b/tests/app/env"
	kept 3
	mkdir elsewhere.old && touch elsewhere.old/r.fxt
	lead way elsewhere.old
	run env FXTRACE_MODE=oneshot FXTRACE_OUTPUT="$tmp/sticky/way/r.fxt" \
		FXTRACE_OVERWRITE=1 LD_PRELOAD="$lib" "$b/tests/app/env"
	[ -f elsewhere.old/r.fxt ] && [ ! -s elsewhere.old/r.fxt ] || echo lost >elsewhere/old
	rm -rf elsewhere.old
	kept 4
	lead s.fxt
	session --mode circular -o c.fxt --overwrite
	run "$fxtrace" snapshot --overwrite -o sticky/s.fxt $recorder
	kept 5
	leave
	lead s.fxt
	session -o c.fxt --overwrite
	run "$fxtrace" snapshot --overwrite -o sticky/s.fxt $recorder
	kept 6
	leave
	lead c.snapshot-1.fxt
	run "$fxtrace" record -q --mode circular --trigger snapshot:getpid \
		-o sticky/c.fxt -c getpid,usleep perl -e 'getppid; $x = $$; sleep 0'
	kept 7
	lead c.fxt~1
	session -o sticky/c.fxt
	rm sticky/c.fxt
	other ln -s "$tmp/mine" sticky/c.fxt
	run "$fxtrace" ctl $recorder start --clear all
	kept 8
	leave
	lead libs.so
	run "$fxtrace" shim -q ./libsmall.so -o sticky/libs.so
	kept 9
	lead o.trace
	other ln -s "$tmp/mine" sticky/o.trace.fxt
	other ln -s "$tmp/mine" sticky/o.trace.json
	run "$fxtrace" convert --to apitrace a.fxt sticky/o.trace
	kept 10
	lead box elsewhere
	run "$fxtrace" replay --io sticky/box a.fxt
	kept 11
done
