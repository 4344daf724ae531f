#!/bin/bash
# SPDX-License-Identifier: MIT
# Whoever of program, manager and standby is killed, each call that has returned
# is in the archive, or the archive says whose calls are gone.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/survived.sh"
trap 'kill -KILL $(of_ours; of_program) 2>/dev/null; rm -rf "$tmp"' EXIT

# whole NAME: the session is exact once all are at rest
whole() {
	local out
	at_rest
	out=$(exact "$counters" "$tmp"/a*.fxt)
	ok $? "$1" || note <<<"$out"
}

# notice: what the archive says of its managers
notice() {
	"$fxtrace" info "$archive" | sed -n 's/^notice: *[0-9]*, [0-9.]* s: //p'
}

plan 26

# The manager is killed
begin recorded
begun
killed "$manager"
whole 'no call is lost when record is killed'
is "$(notice)" "the session's manager was killed: this process, its $(
	)standby, has replaced it" 'and info says that, and when'
"$fxtrace" recover "$archive" 2>err.out
is "$(sed 's/.*: //' err.out)" 'is whole already' 'recover finds nothing to add'
begin bare
begun
killed "$manager"
whole 'nor when the manager of a program that was given only LD_PRELOAD is'
is "$(notice | wc -l)" 1 'which the archive says, too'
begin recorded --compress zstd
begun
killed "$manager"
whole 'a compressed archive goes on where it was'
od -An -v -tu1 -w1 "$archive" | awk '
	{ byte[NR] = $1 }
	function two(at) { return byte[at] + 256 * byte[at + 1] }
	function number(at) { return two(at) + 65536 * two(at + 2) }
	END {
		n = number(NR - 8)
		for (i = 0; i < n; i++)
			sum += number(NR - 8 - 8 * (n - i))
		exit !n || sum + 17 + 8 * n != NR
	}'
ok $? 'and its table has all frames'

# Again and again, and with the program
begin recorded
begun
for _ in 1 2 3; do
	until [ "$(standby_of "$manager")" ]; do sleep 0.01; done
	next=$(standby_of "$manager")
	killed "$manager"
	manager=$next
done
whole 'three managers are killed, one after the other'
begin recorded
begun
until [ "$(standby_of "$manager")" ]; do sleep 0.01; done
former=$(standby_of "$manager") next=
killed "$former"
until [ "$next" ] && [ "$next" != "$former" ]; do
	next=$(standby_of "$manager")
	sleep 0.01
done
killed "$manager"
whole 'a standby that is killed is replaced'
begin recorded
begun
# shellcheck disable=SC2046
killed "$manager" $(of_program)
whole 'manager and program are killed at once'
begin bare
begun
# shellcheck disable=SC2046
killed $(of_program) "$manager"
whole 'also with LD_PRELOAD alone'

# A kernel without pidfd_open: of the manager the standby has only its socket
under=("$b/tests/hazard/old_kernel" pidfd '') shape=(2 1600 4 0 0)
begin recorded
begun
until [ "$(standby_of "$manager")" ]; do sleep 0.01; done
is "$(ls -l "/proc/$(standby_of "$manager")/fd" | grep -c 'pidfd')" 1 \
	'where there is no pidfd_open, a standby has only the process that joined'
killed "$manager"
whole 'it sees by its socket that the manager is dead'
begin recorded --block-max 300ms
begun
kill -STOP "$manager"
whole 'and kills one that makes no progress by its number'
under=() shape=(2 1600 4 4 0)

# The session goes on
mkfifo go
rm -f "$tmp"/a*.fxt
export FXTRACE_CALLS=getenv,chdir
"$fxtrace" record -q -o "$archive" sh -c 'read -r _; cd /tmp; cd /; ls >/dev/null' \
	<go 2>/dev/null &
waited=$!
exec 3>go
until [ -s "$archive" ] && [ "$(standby_of $waited)" ]; do sleep 0.02; done
killed $waited
echo >&3
exec 3>&-
at_rest
is "$("$fxtrace" info "$archive" | grep -c '^process:.*"ls"')" 1 \
	'a program that starts later is recorded into the same archive'

# Nobody is left
begin recorded
begun
until [ -s "$archive" ]; do sleep 0.01; done
kill -STOP "$manager" # it would start another standby meanwhile
# shellcheck disable=SC2046
killed $(standby_of "$manager") "$manager" $(of_program)
at_rest
"$fxtrace" info "$archive" >info.out
"$fxtrace" recover "$archive" 2>err.out
grep -q "processe\?s\? ended with their manager and its standby, and what they recorded last is gone\$" \
	err.out && ! grep -q 'whole' err.out
ok $? 'if all are killed recover says of how many processes the end is gone' ||
	note <err.out
"$fxtrace" info "$archive" | grep -q '^gone: *[0-9]* processes'
ok $? 'and the archive says it from then on' || note <info.out
"$fxtrace" recover "$archive" 2>err.out
! grep -q whole err.out
ok $? 'nor is it ever called whole' || note <err.out

# A manager that is stopped
shape=(2 3000 2 2 0)
begin recorded --block-max 300ms
begun
kill -STOP "$manager"
whole 'a manager that makes no progress is replaced'
notice | grep -q 'made no progress and was killed'
ok $? 'which the archive says' || notice | note

# Ctrl-Z stops all of a job but the standby
shape=(2 1600 2 0 0)
begin recorded --block-max 1s
begun
until [ "$(standby_of "$manager")" ]; do sleep 0.01; done
mapfile -t stopped < <(of_program; echo "$manager")
kill -STOP "${stopped[@]}"
sleep 2.5
kill -CONT "${stopped[@]}"
whole 'a manager that is stopped together with its programs is not replaced'
is "$(notice)" '' 'nor once they go on'
# One that waited for space then, and goes on before its manager does
shape=(1 40000 100 0 0) buffer=64K
begin recorded --block-max 500ms
begun
until [ "$(standby_of "$manager")" ]; do sleep 0.01; done
kill -STOP "$manager"
sleep 0.2
mapfile -t stopped < <(of_program)
kill -STOP "${stopped[@]}"
sleep 4
kill -CONT "${stopped[@]}"
sleep 0.1
kill -CONT "$manager"
whole 'nor does a program lose calls that waited for space then'
rm -f variable
FXTRACE_BLOCK_MAX=200ms "$fxtrace" manager -q --until-empty -o "$tmp/empty.fxt" >variable &
manager=$!
until [ -s variable ] && [ "$(standby_of $manager)" ]; do sleep 0.01; done
kill -STOP $manager
env "$(cat variable)" FXTRACE_CALLS=getenv LD_PRELOAD="$lib" \
	FXTRACE_MODE=streaming sh -c 'cd /' 2>/dev/null
is "$("$fxtrace" info "$tmp/empty.fxt" | grep -c '^process:.*"sh"') $(ls "$tmp"/empty*.fxt)" \
	"1 $tmp/empty.fxt" 'an empty session whose manager is stopped takes programs'
kill -KILL $manager 2>/dev/null
shape=(1 20000 50 0 0) buffer=64K
begin recorded --block-max 200ms
begun
until [ "$(standby_of "$manager")" ]; do sleep 0.01; done
standby=$(standby_of "$manager")
kill -STOP "$standby" "$manager"
while [ "$(of_program)" ]; do sleep 0.02; done
ok $? 'a program does not wait for one that cannot be replaced, nor does its end'
kill -CONT "$standby" "$manager"
at_rest
"$fxtrace" info "$archive" >info.out
awk '$1 == "calls:" { n += $2 } $1 == "lost:" { n += $2 } END { exit n != 20000 }' info.out
ok $? 'and what it could not record is counted' || note <info.out
