#!/bin/bash
# SPDX-License-Identifier: MIT
# Another user's sockets that look like sessions' keep nobody from his own, and
# get nothing from root.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
plan 11
if [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null; then
	for ((i = 0; i < 11; i++)); do skip 'only root can be two users' impostors; done
	exit
fi
cp "$tests/cli/impostor.pl" . && cp "$(command -v sleep)" napper
chmod 755 "$tmp"
chmod 644 impostor.pl
mkfifo said

# impostor UID ARGUMENT...: until `leave`
declare -a ends=()
impostor() {
	local uid=$1 end
	shift
	mkfifo "end${#ends[@]}"
	setpriv --reuid="$uid" --regid="$uid" --clear-groups \
		perl impostor.pl "$@" <"end${#ends[@]}" >said 2>&1 &
	exec {end}>"end${#ends[@]}"
	ends+=("$end")
	[ "$(head -n 1 said)" = ready ]
}
leave() {
	local end
	for end in "${ends[@]}"; do exec {end}>&-; done
	ends=()
	rm -f end*
}

"$fxtrace" record -q -o own.fxt "$tmp/napper" 600 &
recorder=$!
until "$fxtrace" ps 2>/dev/null | grep -q " $recorder "; do sleep 0.05; done
child=$(program_of $recorder)

# Another user's session, with the program that we have too
copy_products .
chmod -R 755 tools "${fxtrace##*/}" "${lib##*/}"
mkdir -m 1777 theirs
setpriv --reuid=1234 --regid=1234 --clear-groups sh -c \
	"exec '$tmp/${fxtrace##*/}' record -q -o theirs/ '$tmp/napper' 600" &
other=$!
until "$fxtrace" ps | grep -q " $other "; do sleep 0.05; done

# Many, none of which replies: one after the other would take 15 minutes
impostor 65534 silent 900 && impostor 54321 silent 900 && impostor 65534 full 30
ok $? 'there are sockets that look like sessions'
is "$(timeout 60 "$fxtrace" ps | grep -c " $recorder ")" 1 \
	'sockets that say nothing hold up no list of sessions'
is "$(timeout 60 "$fxtrace" ctl "$recorder" status | sed -n 's/^state: //p')" \
	recording 'nor an order'
is "$(timeout 60 "$fxtrace" ps | grep -c " $other ")" 1 \
	"nor do they hide another user's session"
leave
impostor 65534 silent 40
ms=9999
for ((i = 0; i < 8 && ms >= 2000; i++)); do
	start=$(date +%s%N)
	"$fxtrace" ps >/dev/null
	ms=$((($(date +%s%N) - start) / 1000000))
done
[ $ms -lt 2000 ]
ok $? 'root waits for silent sockets for a part of a second' || echo "$ms ms" | note
leave
kill "$(program_of $other)"

# One that says that it has what is ours
impostor 65534 "session: PID
program: \"napper\"
archive: $tmp/own.fxt
state: stopped
process: $child \"napper\"
"
for name in "$child" napper own.fxt; do
	"$fxtrace" ctl "$name" status | sed -n 's/^state: //p'
done >states 2>&1
is "$(sort states | uniq -c)" '      3 recording' \
	'orders reach the session that is ours' || note <states
leave
impostor 65534 "session: $recorder
program: \"impostor\"
state: stopped
"
is "$("$fxtrace" ps | grep -c impostor)" 0 \
	"one that gives another one's number is none"
leave

# Of root's programs and archives that no session records
"$tmp/napper" 600 &
alone=$!
cp own.fxt secret.fxt
chmod 600 secret.fxt
impostor 65534 "session: PID
program: \"impostor\"
archive: $tmp/secret.fxt
bytes: 1000
state: recording
process: $alone \"napper\"
"
"$fxtrace" ctl "$alone" stop 2>err
is "$? $(grep -c 'no such session' err)" '1 1' \
	"no session of another user has a program of ours" || note <err
"$fxtrace" ctl secret.fxt stop 2>err
is "$? $(grep -c 'no such session' err)" '1 1' 'nor an archive'
"$fxtrace" snapshot -o copy.fxt impostor 2>err
is "$? $(ls copy.fxt 2>/dev/null)" '1 ' \
	'no file of ours is copied because such a session names it' || note <err
leave

# Its program's name is a path
mkdir -p here/deep
impostor 65534 'session: PID
program: "../../x/y"
state: recording
'
(cd here/deep && "$fxtrace" snapshot ../../x/y >/dev/null 2>&1)
is "$(find . -name '*y*.fxt' | sed 's/[0-9]//g')" ./here/deep/y..fxt \
	'nor does such a session choose where a snapshot goes'
leave
kill "$child" "$alone"
wait
