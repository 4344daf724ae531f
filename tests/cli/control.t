#!/bin/bash
# SPDX-License-Identifier: MIT
# ps and ctl: a running session is seen, stopped, started and gets another list
# of calls. Each call falls on the right side of it.
# shellcheck disable=SC1091,SC2016,SC2034,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
export FXTRACE_MODE=streaming
mkdir one two three four five six seven bin
# Sessions go by their program's name: another run of this may run at the same
# time.
dash=dash$$
cp "$(command -v dash)" "bin/$dash"
PATH=$tmp/bin:$PATH

# A shell that goes where its input says, one call each, and prints it.
walker='while read -r to; do cd "$tmp/$to" && echo "$to"; done'

# begin OPTION...: starts it under the recorder
begin() {
	mkfifo in
	tmp=$tmp "$fxtrace" record -q "$@" "$dash" -c "$walker" <in >walked &
	recorder=$!
	exec 3>in
	# it has joined once it answers
	go one
}

# go FOLDER: returns when the shell is there
go() {
	echo "$1" >&3
	for _ in $(seq 500); do
		[ "$(tail -n 1 walked)" = "$1" ] && return 0
		sleep 0.01
	done
	return 1
}

# finish: the shell ends; its calls are in calls.out
finish() {
	exec 3>&-
	wait $recorder
	rm in
	"$fxtrace" dump "$1" >calls.out
}

# went: the folders of the recorded chdir calls
went() { sed -n 's/.*chdir(path=".*\/\([a-z]*\)").*/\1/p' calls.out | tr '\n' ' '; }

# state KEY: of the session's status
state() { "$fxtrace" ctl "$recorder" status | sed -n "s/^$1: //p"; }

plan 42

run "$fxtrace" ctl 1 stop
ends 1 '1: no such session; see fxtrace ps' 'a session that is not there is reported'

begin -o a.fxt -c chdir
run "$fxtrace" ctl a.fx stop
ends 1 '^fxtrace: a.fx: no such session, did you mean a.fxt?$' \
	'a mistyped archive is reported with the nearest one'
run "$fxtrace" ctl nothing_like_it stop
ends 1 'no such session' 'so is a name that is like none'
run "$fxtrace" ps "$recorder"
line=$(grep " $recorder " <<<" $out")
is "$(awk '{ print $2, $3, $7, $9, $12, $13 }' <<<"$line")" \
	"recording streaming 1 1 \"$dash\" $tmp/a.fxt" \
	'ps shows the session with its program and archive' || note <<<"$out"
is "$(state processes) $(state state)" '1 of 1 recording' \
	'status counts its processes'
is "$(state calls)" 1 'and its calls up to now'
shell=$(state process | cut -d ' ' -f 1)
run "$fxtrace" ctl "$shell" stop
is "$status$err" 0 'a process that is recorded names its session, too'
go two
is "$(state state)" stopped 'status says that it is stopped'
run "$fxtrace" ctl a.fxt start
is "$status$err" 0 'as does the archive'
go three
run "$fxtrace" ctl "$dash" calls getcwd
is "$status$err" 0 'and the program'
go four
run "$fxtrace" ctl "$recorder" calls '%libc:fs,-getcwd'
go five
is "$(state 'calls chosen')" '%libc:fs,-getcwd' 'status names the calls that were chosen'
run "$fxtrace" ctl "$recorder" calls
go six
is "$(state 'calls chosen')" '' 'or none'
run "$fxtrace" ctl "$recorder" stop
run "$fxtrace" ctl "$recorder" calls 'c*'
says 'is stopped; ctl start makes it record'
ok $? 'choosing calls of a stopped session reports that it is' ||
	note <<<"$err"
go seven
run "$fxtrace" ctl "$recorder" start
go one
finish a.fxt
is "$(went)" 'one three five six one ' \
	'exactly the calls between start and stop, and of those chosen, are there'
"$fxtrace" info a.fxt >info.out 2>&1
! grep -Eq '^(stray|damaged|undefined|lost)' info.out
ok $? 'the archive is whole' || note <info.out
run "$fxtrace" ctl "$recorder" status
is "$status" 1 'the session is gone with its program'

# A start that clears
begin -o g.fxt -c chdir
go two
run "$fxtrace" ctl "$recorder" start --clear calls
is "$status$err" 0 'a session is restarted while it records'
go three
run "$fxtrace" ctl "$recorder" stop
go four
run "$fxtrace" ctl "$recorder" start --clear all
go five
is "$(state state) $(state archive) $(state calls)" "recording $tmp/g.fxt 1" \
	'then its archive, of the same name, has what came after'
"$fxtrace" dump g.fxt >calls.out
is "$(went)" 'five ' 'and can be read'
go six
finish g.fxt
is "$(went)" 'five six ' 'it grows on'
"$fxtrace" info g.fxt >info.out 2>&1
! grep -Eq '^(stray|damaged|undefined|lost)' info.out
ok $? 'and is whole' || note <info.out
is "$(grep -c '^host:\|^wall clock: from' info.out)" 2 \
	'and knows the machine and the time of day'
begin -o h.fxt -c chdir
go two
mv h.fxt h && mkdir h.fxt
run "$fxtrace" ctl "$recorder" start --clear calls
ends 1 'Is a directory' 'where no file can take its place that is reported'
rmdir h.fxt && mv h h.fxt
go three
finish h.fxt
is "$(went)" 'one two three ' 'and the archive is as it was, and goes on'

# Two at a time
begin -o b.fxt -c chdir
first=$recorder
mkfifo second
tmp=$tmp "$fxtrace" record -q -o c.fxt -c chdir "$dash" -c "$walker" \
	<second >second.out &
other=$!
exec 4>second
echo one >&4
for _ in $(seq 500); do [ -s second.out ] && break; sleep 0.01; done
run "$fxtrace" ctl "$dash" stop
ends 1 'more than one session is called that; give its number' \
	'a name that two sessions have is refused'
run "$fxtrace" ctl "$other" stop
go two
echo two >&4
for _ in $(seq 500); do [ "$(tail -n 1 second.out)" = two ] && break; sleep 0.01; done
exec 4>&-
wait $other
finish b.fxt
is "$(went)" 'one two ' 'a stop is for one session'
"$fxtrace" dump c.fxt >calls.out
is "$(went)" 'one ' 'and not for the other'

# Children
mkfifo in
tmp=$tmp "$fxtrace" record -q -o d.fxt -c chdir "$dash" -c \
	'while read -r to; do (cd "$tmp/$to" && echo "$to"); done' <in >walked &
recorder=$!
exec 3>in
go one
run "$fxtrace" ctl $recorder stop
go two
go three
run "$fxtrace" ctl $recorder start
go four
finish d.fxt
is "$(went)" 'one four ' 'children are stopped and started with it'

# A bare preload has a session, too
mkfifo in
tmp=$tmp FXTRACE_CALLS=chdir FXTRACE_OUTPUT=$tmp/e.fxt LD_PRELOAD=$lib \
	"$dash" -c "$walker" <in >walked &
bare=$!
exec 3>in
go one
run "$fxtrace" ctl $bare stop
is "$status$err" 0 'the session of a bare LD_PRELOAD takes orders'
go two
run "$fxtrace" ctl $bare start
go three
recorder=$bare
finish e.fxt
is "$(went)" 'one three ' 'and follows them'

# Threads that call all the time
"$fxtrace" record -q -o f.fxt -c getenv,lseek "$b/tests/hazard/sequence" \
	900000 3 4 0 >counts &
recorder=$!
for _ in $(seq 500); do
	"$fxtrace" ctl $recorder stop 2>/dev/null && break
done
for i in $(seq 40); do
	"$fxtrace" ctl $recorder stop 2>/dev/null
	"$fxtrace" ctl $recorder start 2>/dev/null
done
wait $recorder
"$fxtrace" info f.fxt >info.out 2>&1
! grep -Eq '^(stray|damaged|undefined|lost)' info.out
ok $? 'eighty changes under three busy threads leave a whole archive' ||
	note <info.out
n=$(awk '$1 == "calls:" { print $2 }' info.out)
[ "$n" -gt 0 ] && [ "$n" -lt 10800000 ]
ok $? 'of a part of their calls' || echo "$n calls" | note

# What it refuses
for words in '' '1' '1 pause' '1 stop now' '1 calls a b' '1 calls ,'; do
	# shellcheck disable=SC2086
	run "$fxtrace" ctl $words
	is "$status" 2 "ctl '$words' is a mistake"
done
run "$fxtrace" ctl 1 calls "$(printf 'a%.0s' $(seq 5000))"
ends 2 'a list of at most 4023 bytes' 'a list that is too long is refused'
run "$fxtrace" ps x
ends 1 'x: no such session' 'ps of a session that is not there is reported'
run "$fxtrace" ps
is "$status" 0 'ps without a session is no failure'

# A child that cannot join: the manager is gone, while the session is stopped
cat >orphan.sh <<'END_OF_SCRIPT'
read -r _
(cd "$tmp/two" && echo two)
END_OF_SCRIPT
mkfifo in
: >variable
"$fxtrace" manager -q -o o.fxt >variable 2>/dev/null &
manager=$!
until grep -q '^FXTRACE_SESSION=' variable; do sleep 0.01; done
env "$(cat variable)" FXTRACE_CALLS=chdir FXTRACE_OUTPUT="$tmp/alone.fxt" \
	LD_PRELOAD="$lib" tmp="$tmp" "$dash" orphan.sh <in >walked 2>/dev/null &
program=$!
exec 3>in
for _ in $(seq 500); do
	"$fxtrace" ctl $manager status 2>/dev/null | grep -q '^process:' && break
	sleep 0.01
done
"$fxtrace" ctl $manager stop
kill_both $manager
wait $manager 2>/dev/null
echo >&3
exec 3>&-
wait $program
"$fxtrace" dump o.[0-9]*.fxt >calls.out 2>&1
is "$(went)" 'two ' 'a child that has to record on its own does so' ||
	ls | note
