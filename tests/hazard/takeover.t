#!/bin/bash
# SPDX-License-Identifier: MIT
# Not only calls outlive a manager: its standby goes on with all that it knows, or
# the archive says what has ended.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/survived.sh"
trap 'kill -KILL $(of_ours; of_program) 2>/dev/null; rm -rf "$tmp"' EXIT

unset FXTRACE_MODE
plan 21

# ---- a session without a process ----

# halted FUNCTION PROGRAM: `record --overwrite` up to there; it is killed
halted() {
	rm -rf halt new; mkdir new
	echo 'the old one' >new/a.fxt
	HALT_AT=$1 HALT_FILE=$tmp/halt LD_PRELOAD=$b/tests/hazard/lib/libhalt.so \
		"$fxtrace" record -q --overwrite -o "$tmp/new/a.fxt" "${@:2}" &
	manager=$!
	until [ -e halt ]; do sleep 0.01; done
	local standby program
	standby=$(standby_of $manager) program=$(program_of $manager)
	killed $manager
	wait $manager 2>/dev/null
	# shellcheck disable=SC2086
	killed $program
	while kill -0 "$standby" 2>/dev/null; do sleep 0.02; done
}

archive=$tmp/new/a.fxt
halted rename true
is "$(cat new/* 2>/dev/null) $(ls -A new)" 'the old one a.fxt' \
	'who is killed before the new archive is there leaves the old one'
halted execvp true
is "$(cat new/* 2>/dev/null) $(ls -A new)" 'the old one a.fxt' \
	'and so does who is killed before the program has begun'
archive=$tmp/a.fxt
rm -f variable
"$fxtrace" manager -q --until-empty -o "$archive" >variable &
manager=$!
until [ -s variable ] && [ "$(standby_of $manager)" ]; do sleep 0.01; done
killed $manager
env "$(cat variable)" FXTRACE_CALLS=getenv LD_PRELOAD="$lib" \
	FXTRACE_MODE=streaming sh -c 'cd /' 2>/dev/null
is "$("$fxtrace" info "$archive" | grep -c '^process:.*"sh"') $(ls "$tmp"/a*.fxt)" \
	"1 $archive" 'a program can join after the manager of an empty session was killed'
while [ "$(of_ours)" ]; do sleep 0.02; done

# ---- what cannot go on is reported ----

shape=(1 1000000 4 0 0)
begin recorded --print
begun
until [ "$(standby_of "$manager")" ]; do sleep 0.01; done
next=$(standby_of "$manager")
killed "$manager"
name=
until [ "$name" ] || ! kill -0 "$next"; do
	name=$("$fxtrace" ctl "$next" status | sed -n 's/^program: //p')
done
# the next one has nothing to say of that
until standby_of "$next" >/dev/null || ! kill -0 "$next"; do sleep 0.01; done
killed "$next"
until [ "$(of_ours)" ] && [ "$(of_ours)" != "$next" ]; do sleep 0.01; done
# shellcheck disable=SC2046
killed $(of_program)
at_rest
is "$("$fxtrace" info "$archive" |
	grep -c 'has replaced it; what --print shows ended with it')" 1 \
	'info says once that --print ended with its manager' ||
	"$fxtrace" info "$archive" | grep notice | note
is "$(grep 'prints no more' shell.err)" "fxtrace: \`fxtrace record\` is gone and $(
	)prints no more calls; all of them are in $archive" \
	'and so does stderr, with the name of the archive'
out=$(exact "$counters" "$archive")
ok $? 'where each call is' || note <<<"$out"
is "$name" '"steady"' 'a session keeps the name of its first program'

# without an archive
rm -f "$tmp"/*.fxt
FXTRACE_CALLS=lseek "$fxtrace" record --print "$steady" "$counters" "${shape[@]}" \
	>/dev/null 2>print.err &
waited=$! manager=$!
until grep -q lseek print.err; do sleep 0.01; done
killed $manager
until grep -q 'prints no more' print.err || ! kill -0 "$(of_program)"; do
	sleep 0.02
done
is "$(grep fxtrace print.err | tail -n 1) $(ls "$tmp"/*.fxt 2>/dev/null)" \
	"fxtrace: \`fxtrace record\` is gone and prints no more calls, $(
	)and there is no archive " 'stderr says that nothing is kept, if nothing is'
# shellcheck disable=SC2046
killed $(of_program)
wait $waited

# ---- an archive that is begun again ----

# A program that goes on for long; of another session ctl may wait for seconds.
shape=(2 1000000 4 0 0)
status=1 out='the new archive was never without a name'
for pause in 0 0.001 0.002 0.003 0.004; do
	rm -f former halt
	under=()
	# the first one while the new archive has no name
	[ $pause != 0 ] || under=(env HALT_AT=nameless HALT_FILE="$tmp/halt"
		LD_PRELOAD="$b/tests/hazard/lib/libhalt.so")
	begin recorded
	begun
	until [ "$(standby_of "$manager")" ]; do sleep 0.01; done
	next=$(standby_of "$manager")
	ln "$archive" former
	"$fxtrace" ctl --clear calls "$manager" start >/dev/null 2>&1 &
	clear=$!
	while [ "$archive" -ef former ] && [ ! -e halt ] &&
		kill -0 $clear 2>/dev/null; do :; done
	[ $pause != 0 ] || [ -e halt ] || break
	sleep $pause
	killed "$manager"
	wait $clear
	until "$fxtrace" ctl --clear calls "$next" start >/dev/null 2>&1 ||
		! kill -0 "$next" 2>/dev/null; do sleep 0.01; done
	cp "$counters" after.out
	sleep 0.05
	# shellcheck disable=SC2046
	killed $(of_program)
	at_rest
	out=$(since after.out "$counters" "$archive")
	status=$?
	[ $status = 0 ] || break
done
under=()
ok $status 'a session whose manager is killed while it clears the archive goes on' ||
	note <<<"$out"
is "$(ls -A | grep -c '^\.fxtrace')" 0 'and leaves no other file'

# ---- circular mode ----

# resumed COMMAND...: a session of `record` in circular mode, whose manager is
# killed once the file `ready` is there; the new one in $manager
resumed() {
	rm -f ready go archive s.fxt; mkfifo go
	exec 3<>go
	FXTRACE_CALLS=lseek,chdir "$fxtrace" record -q --mode circular \
		-o "$archive" "$@" 3>&- <go 2>/dev/null &
	waited=$!
	until [ -e ready ] && next=$(standby_of $waited); do sleep 0.01; done
	killed $waited
	manager=$next
	until standby_of "$manager" >/dev/null; do sleep 0.01; done
}

archive=$tmp/c.fxt
resumed sh -c 'sh -c "cd /"; sh -c "cd /tmp"; : >ready; read -r _; cd /usr'
until "$fxtrace" snapshot -o s.fxt "$manager" >/dev/null 2>&1; do sleep 0.05; done
is "$("$fxtrace" dump s.fxt | grep -o 'chdir(path="[^"]*"' | sort | tr '\n' ' ')" \
	'chdir(path="/" chdir(path="/tmp" ' \
	'a snapshot has what ended before the manager was killed'
echo >go
exec 3>&-
at_rest

# ---- an archive that goes into a pipe ----

# A reader that is slower than the program: managers are killed in a save
mkfifo pipe
archive=$tmp/pipe shape=(2 2000 5 3 200) buffer=64K calls=lseek,write
for how in none zstd; do
	perl -e '$| = 1; while (sysread(STDIN, $bytes, 1500)) {
		print $bytes; select(undef, undef, undef, 0.0005) }' \
		<pipe >out.fxt &
	reader=$!
	begin recorded --compress $how
	begun
	for _ in 1 2 3 4; do
		until next=$(standby_of "$manager") ||
			! kill -0 "$manager" 2>/dev/null; do sleep 0.01; done
		sleep 0.0$((RANDOM % 10))
		killed "$manager"
		manager=$next
	done
	at_rest
	wait $reader
	out=$(exact "$counters" out.fxt)
	ok $? "the reader of a pipe has each call once, packed by $how" ||
		note <<<"$out"
done
od -An -v -tx4 -w4 out.fxt | grep -c 8f92eab1 >tables.out
is "$(cat tables.out)" 0 'a table of a part of its frames is not sent'
calls=

# ---- triggers and their snapshots ----

# count KEY: of the session's status
count() { "$fxtrace" ctl "$manager" status 2>/dev/null | sed -n "s/^$1: //p"; }

# until_is KEY NUMBER: waits for that
until_is() {
	for _ in $(seq 500); do
		[ "$(count "$1")" = "$2" ] && return
		sleep 0.02
	done
	count "$1" | note
	return 1
}

rm -f t.*
archive=$tmp/t.fxt
resumed --trigger 'snapshot:chdir;every=0ns' --snapshots-max 2 \
	dash -c 'cd /; sleep 0.3; cd /tmp; sleep 0.3; : >'"$tmp"'/ready
		while read -r to; do cd "$to"; done'
is "$(count snapshots) $(count trigger)" '2 chdir fired 2' \
	'a new manager knows how often a trigger has fired'
echo /usr >go
until_is snapshots 3
is "$(echo t.snapshot-*)" 't.snapshot-2.fxt t.snapshot-3.fxt' \
	'and which snapshots of its predecessor are one too many'
exec 3>&-
killed "$(of_program)"
at_rest

# the manager is killed while it makes one
rm -f t.* halt go; mkfifo go
exec 3<>go
HALT_AT=fstatvfs HALT_FILE=$tmp/halt LD_PRELOAD=$b/tests/hazard/lib/libhalt.so \
	FXTRACE_CALLS=chdir "$fxtrace" record -q --mode circular -o "$archive" \
	--trigger 'snapshot:chdir' dash -c 'read -r to; cd "$to"; read -r to' \
	3>&- <go 2>/dev/null &
waited=$! manager=$!
# the standby has all that it needs once the program is in the session
until standby_of $waited >/dev/null; do sleep 0.01; done
until_is processes '1 of 1'
echo /usr >go
until [ -e halt ]; do sleep 0.01; done
manager=$(standby_of $waited)
killed $waited
until_is snapshots 1
ok $? 'a snapshot that was not finished is made by the next one' || ls | note
"$fxtrace" dump --json t.snapshot-*.fxt 2>err.out >dump.out
is "$(grep -c '^{"snapshot".*"rule":"snapshot:chdir".*"name":"chdir".*"/usr"' \
	dump.out) $(ls t.snapshot-* | wc -l)" '1 1' 'with its cause, and once' ||
	note <err.out
echo >go
exec 3>&-
at_rest

# the ten seconds between two go on
rm -f t.*
resumed --trigger 'snapshot:chdir' \
	dash -c 'cd /; sleep 0.3; cd /tmp; sleep 0.3; : >'"$tmp"'/ready
		while read -r to; do cd "$to"; done'
is "$(count snapshots) $(count 'held back')" '1 1' \
	'it knows how many snapshots were held back'
echo /usr >go
until_is 'held back' 2
ok $? 'and counts on'
exec 3>&-
killed "$(of_program)"
while [ "$(of_ours)" ]; do sleep 0.02; done
is "$("$fxtrace" info "$archive" | sed -n 's/^snapshots: *//p')" \
	'1 made, 0 removed, 2 held back: snapshot:chdir' 'which the archive has'
