#!/bin/bash
# SPDX-License-Identifier: MIT
# Snapshots by triggers: how often they are made, and how many stay.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
unset FXTRACE_MODE

# count KEY: of the session's status
count() {
	"$fxtrace" ctl "$recorder" status 2>/dev/null | sed -n "s/^$1: //p"
}

# until_is KEY NUMBER: waits for that
until_is() {
	for _ in $(seq 1000); do
		[ "$(count "$1")" = "$2" ] && return
		sleep 0.01
	done
	return 1
}

# fly OPTION...: a shell that changes its folder as it is ordered
fly() {
	rm -f ./*.fxt in && mkfifo in
	"$fxtrace" record -o a.fxt --mode circular -b 64K -c chdir "$@" dash -c \
		'while read -r to; do cd "$to"; done' <in 2>err.out &
	recorder=$!
	exec 3>in
	until_is calls 0
}

land() {
	exec 3>&-
	wait "$recorder"
}

# go FOLDER: a trigger rests 10 ms after it has fired
go() {
	sleep 0.02
	echo "$1" >&3
}

# shots: the snapshots that are there
shots() { echo ./*.snapshot-*.fxt; }

plan 24

fly --trigger 'snapshot:chdir'
go /
until_is snapshots 1 && go /usr && until_is 'held back' 1
ok $? 'the second in ten seconds is held back, and counted'
"$fxtrace" ps >ps.out
is "$(awk -v s="$recorder" '$1 == s { print $10, $11 }' ps.out)" '1 1' \
	'ps shows both numbers' || note <ps.out
land
is "$(shots)" ./a.snapshot-1.fxt 'one file is there'

fly --trigger 'snapshot:chdir;every=0ns;max=2'
for i in 1 2 3 4; do
	go /
	until_is snapshots $i
done
ok $? 'an interval of its own lets more through'
is "$(shots)" './a.snapshot-3.fxt ./a.snapshot-4.fxt' \
	'the newest of a trigger stay, as many as it says'
is "$(count removed)" 2 'the others are counted'
"$fxtrace" snapshot -o mine.fxt "$recorder" 2>err.out
cp mine.fxt a.snapshot-9.fxt
mv a.snapshot-3.fxt moved.fxt
cp mine.fxt a.snapshot-4.fxt.new && mv a.snapshot-4.fxt.new a.snapshot-4.fxt
for i in 5 6; do
	go /
	until_is snapshots $i
done
land
is "$(shots)" \
	'./a.snapshot-4.fxt ./a.snapshot-5.fxt ./a.snapshot-6.fxt ./a.snapshot-9.fxt' \
	'a file that somebody else made stays'
[ -s mine.fxt ] && [ -s moved.fxt ]
ok $? 'as do one that was requested, and one that was renamed'

fly --snapshots-max 3 --trigger \
	'snapshot:chdir=ENOENT;every=0ns,snapshot:SIGUSR1;every=0ns'
for i in 1 2 3; do
	go /none
	until_is snapshots $i
done
shell=$(count process)
kill -USR1 "${shell%% *}"
land 2>/dev/null
is "$(shots)" './a.snapshot-2.fxt ./a.snapshot-3.fxt ./a.snapshot-4.fxt' \
	'--snapshots-max is for all triggers together'

fly --snapshots-max 40K --trigger 'snapshot:chdir;every=0ns'
go /
until_is snapshots 1
size=$(stat -c %s a.snapshot-1.fxt)
land
for most in $((size * 5 / 2 / 1024)) $((size * 7 / 2 / 1024)); do
	fly --snapshots-max "$most"K --trigger 'snapshot:chdir;every=0ns'
	for i in 1 2 3 4; do
		go /
		until_is snapshots $i
	done
	land
	is "$(shots | wc -w)" $((most * 1024 / size)) \
		"a size limits all of them: $((most * 1024 / size)) stay"
done
fly --snapshots-max 1K --trigger 'snapshot:chdir;every=0ns'
go /
until_is 'held back' 1
ok $? 'one that is larger is held back'
land
is "$(shots)" './*.snapshot-*.fxt' 'and not written'
grep -q 'snapshot-1.fxt: larger than --snapshots-max' err.out
ok $? 'and this is said' || note <err.out

# The same where the variable says so: record, manager, LD_PRELOAD alone.
export FXTRACE_SNAPSHOTS_MAX=1 FXTRACE_TRIGGER='snapshot:chdir;every=0ns'
fly
for i in 1 2; do
	go /
	until_is snapshots $i
done
land
is "$(shots)" ./a.snapshot-2.fxt 'record has a variable for it'
rm -f ./*.fxt
"$fxtrace" manager -q --until-empty -o a.fxt --trigger "$FXTRACE_TRIGGER" \
	>variable &
recorder=$!
until [ -s variable ]; do sleep 0.01; done
# joined VARIABLE...: two snapshots of a shell with these variables
joined() {
	env "$@" FXTRACE_MODE=circular LD_PRELOAD="$lib" dash -c \
		'while read -r to; do cd "$to"; done' <in 2>err.out &
	exec 3>in
	for i in 1 2; do
		go /
		until_is snapshots $i
	done
	exec 3>&-
	wait
}
joined "$(cat variable)"
is "$(shots)" ./a.snapshot-2.fxt 'the manager, too'
unset FXTRACE_TRIGGER
for text in 0 x 1,2,3 10000 1K,; do
	run "$fxtrace" record --snapshots-max "$text" true
	is "$status" 2 "--snapshots-max $text is refused"
done
is "$(FXTRACE_SNAPSHOTS_MAX=x "$fxtrace" record true 2>&1 | head -n 1)" \
	'fxtrace: FXTRACE_SNAPSHOTS_MAX x: expected a number of files, a size like 1G, both with a comma between them, or all' \
	'and what its variable has'

# A program that has become another user's, which could fill our disk
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	unset FXTRACE_SNAPSHOTS_MAX FXTRACE_TRIGGER
	reachable
	fly --trigger 'snapshot:chdir;every=0ns' setpriv --reuid=65534 \
		--regid=65534 --clear-groups
	begun=$(date +%s%N)
	for ((ms = 0, n = 0; ms < 4200; n++)); do
		go /
		ms=$((($(date +%s%N) - begun) / 1000000))
	done
	until [ $(($(count snapshots) + $(count 'held back'))) -ge $((n / 2)) ]; do
		sleep 0.05
	done
	ms=$((($(date +%s%N) - begun) / 1000000))
	# at 0, 1, 3, 7 ... seconds at the earliest
	for ((most = 1, due = 1000; ms >= due; most++)); do
		due=$((2 * due + 1000))
	done
	made=$(count snapshots)
	[ "$made" -ge 1 ] && [ "$made" -le $most ]
	ok $? "another user's process gets ever fewer snapshots" ||
		echo "$made of $n in $ms ms" | note
	[ "$(count 'held back')" -ge $((n / 2 - most)) ]
	ok $? 'the others are counted as held back'
	land
else
	for name in gets counted; do skip 'only root can be two users' "$name"; done
fi
