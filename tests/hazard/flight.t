#!/bin/bash
# SPDX-License-Identifier: MIT
# Circular mode in a session: every process overwrites its oldest calls. What it
# holds can be saved at any moment, whole, and at its end.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
sequence=$b/tests/hazard/sequence
circular=$b/tests/hazard/circular
export FXTRACE_MODE=circular

# whole ARCHIVE: all of it is records, no end is without its begin, and
# each series of numbered calls in it is an unbroken row
whole() {
	local archive=$1
	"$fxtrace" info "$archive" >info.out 2>&1 &&
		! grep -E '^(stray|damaged|undefined|lost)' info.out &&
		"$fxtrace" dump "$archive" | awk '
			/ (lseek|getenv)\(/ &&
			match($0, /(offset=|name=")[0-9]+/) {
				number = substr($0, RSTART, RLENGTH)
				gsub(/[^0-9]/, "", number)
				series = int(number / 1000000)
				number %= 1000000
				if (series == 900) {
					bad += seen[number]++
					next
				}
				if ((series in next_of) &&
					number != next_of[series]) {
					bad++
					print "not in order:", $0
				}
				next_of[series] = number + 1
				n++
			}
			END { for (series in next_of)
					print series, next_of[series] >"ends.out"
				exit bad > 0 }'
}

# value KEY: of the last archive that was found whole
value() { awk -v key="$1:" '$1 == key { print $2 }' info.out; }

# ends N: each series in it ends with call N - 1
ends() { ! awk -v n="$1" '$1 != 900 && $2 != n' ends.out | grep .; }

# fly OPTION... -- ARGUMENT...: sequence ARGUMENT... in the background, for far
# longer than it is looked at; returns once it has made many calls
fly() {
	local n
	rm -f ./*.fxt
	"$fxtrace" record -q -c lseek,getenv "$@" >counts.out 2>/dev/null &
	recorder=$!
	for _ in $(seq 3000); do
		n=$("$fxtrace" ctl $recorder status 2>/dev/null |
			sed -n 's/^calls: //p')
		[ "${n:-0}" -gt 200000 ] && return
		sleep 0.01
	done
}

# land: ends it
land() {
	pkill -KILL -P $recorder
	wait $recorder
}

# flies NAME N_THREADS [timer]: snapshots while they call; three tests
flies() {
	local name=$1 bad=0 full=0 threads calls handled
	local -r n=16
	shift
	fly -o a.fxt "$sequence" 900000 "$1" 200 0 "${@:2}"
	for i in $(seq 0 $((n - 1))); do
		"$fxtrace" snapshot -o "s.$i.fxt" $recorder 2>err.out || break
	done
	land
	for i in $(seq 0 $((n - 1))); do
		whole "s.$i.fxt" >why.out || { bad=1 && note <why.out; }
		[ "$(value calls)" -gt 300 ] && full=$((full + 1))
	done
	[ $bad = 0 ]
	ok $? "$name: every snapshot is whole" || note <err.out
	# one that others keep from the processor for long finds little
	[ $full -gt $((n / 2)) ]
	ok $? "$name: and full of calls" || note <<<"$full of $n snapshots"
	"$fxtrace" record -q --overwrite -o a.fxt -c lseek,getenv "$sequence" \
		900000 "$1" 1 0 "${@:2}" >counts.out
	read -r threads calls _ _ handled <counts.out
	whole a.fxt >why.out && ends "$calls" >>why.out &&
		[ $(($(value calls) + $(value overwritten))) = \
			$((threads * calls + handled)) ]
	ok $? "$name: at the end the newest are there, the others counted" ||
		cat why.out info.out | note
}

plan 39
FXTRACE_BUFFER=4M flies 'four threads' 4
FXTRACE_BUFFER=1M flies 'with a handler 10,000 times a second' 4 timer
FXTRACE_BUFFER=64K flies 'the smallest buffer' 3 timer

# Processes
rm -f ./*.fxt
"$fxtrace" record -q -o c.fxt -b 1M -c lseek,getenv "$sequence" 8000 2 1 30 \
	>counts.out
read -r threads calls children few _ <counts.out
whole c.fxt && [ $(($(value calls) + $(value overwritten))) = \
		$((threads * calls + children * few)) ]
ok $? 'thirty children are in one archive, with all that they hold' ||
	cat counts.out info.out | note
is "$(grep -c '^process:' info.out)" 31 'each by itself'
is "$(echo ./*.fxt)" ./c.fxt 'and there is no other'

mkfifo in
"$fxtrace" record -q -o p.fxt -c getenv,execve,chdir dash -c \
	'/bin/ls /nowhere; read x; cd /; cd /tmp' <in >/dev/null 2>&1 &
recorder=$!
exec 3>in
for _ in $(seq 500); do
	"$fxtrace" ctl $recorder status 2>/dev/null |
		grep -q '^processes: 1 of [2-9]' && break
	sleep 0.01
done
"$fxtrace" snapshot -o s.fxt $recorder 2>err.out
ok $? 'a session that sleeps is taken as well' || note <err.out
"$fxtrace" info s.fxt >info.out
grep -q '"ls"' info.out
ok $? 'a process that has ended is in it' || note <info.out
echo >&3
exec 3>&-
wait $recorder
"$fxtrace" dump p.fxt | grep -q 'chdir(path="/tmp")'
ok $? 'the session has gone on behind it'
"$fxtrace" dump s.fxt | grep -c ' chdir(' >n.out
is "$(cat n.out)" 0 'and what came later is not in it'

# Killed
"$fxtrace" record -q -o k.fxt -b 1M -c getenv,read "$circular" killed 60000 \
	>out 2>&1
whole k.fxt && [ "$(value overwritten)" -gt 0 ]
ok $? 'a program that kills itself leaves its newest calls' || note <info.out
"$fxtrace" dump k.fxt | tail -n 1 | grep -q 'unfinished\|getenv'
ok $? 'up to the last one'

"$fxtrace" record -q -o - --compress zstd -b 1M -c getenv,read "$circular" \
	getenv 60000 2>/dev/null >z.zst
"$fxtrace" dump z.zst | tail -n 1 | grep -q 'getenv(name="[0-9]*60009"'
ok $? 'such an archive can go through a pipe, packed, too'

# A part
fly -o l.fxt -b 4M "$sequence" 900000 2 200 0
"$fxtrace" snapshot -o all.fxt $recorder 2>err.out &&
	"$fxtrace" snapshot --last 256K -o part.fxt $recorder 2>>err.out
ok $? 'the last part of it can be had' || note <err.out
"$fxtrace" snapshot --last 0 -o none.fxt $recorder 2>>err.out
is "$("$fxtrace" info none.fxt | awk '$1 == "calls:" { print $2 }')" 0 \
	'of no bytes, too' || note <err.out
land
whole part.fxt >why.out
ok $? 'as a whole archive, with every end at its begin' || note <why.out
size=$(stat -c %s part.fxt)
[ "$size" -gt 128000 ] && [ "$size" -lt 330000 ]
ok $? 'of about that size' || note <<<"$size"
[ "$(value calls)" -gt 1000 ]
ok $? 'full of calls' || note <info.out
whole all.fxt && [ "$(stat -c %s all.fxt)" -gt 1000000 ]
ok $? 'where there is much more'

# Cleared
walks() { "$fxtrace" dump "$1" | sed -n 's/.* chdir(path=".*\/\([a-z]*\)").*/\1/p' |
	tr '\n' ' '; }
mkdir one two three a_folder_whose_name_is_worth_an_index
mkfifo walk
tmp=$tmp "$fxtrace" record -q -o w.fxt -c chdir dash -c \
	'while read -r to; do cd "$tmp/$to"; echo "$to"; done' <walk >walked &
recorder=$!
exec 3>walk
go() {
	echo "$1" >&3
	for _ in $(seq 500); do
		[ "$(tail -n 1 walked)" = "$1" ] && return
		sleep 0.01
	done
}
for to in one a_folder_whose_name_is_worth_an_index one \
	a_folder_whose_name_is_worth_an_index one \
	a_folder_whose_name_is_worth_an_index; do
	go $to
done
"$fxtrace" ctl $recorder stop
go two
"$fxtrace" ctl --clear calls $recorder start
go three
"$fxtrace" snapshot -o v.fxt $recorder 2>err.out
is "$(walks v.fxt)" 'three ' 'a start that clears forgets what was before it'
"$fxtrace" dump --raw v.fxt | grep -q worth_an_index
ok $? 'but the names that were recorded'
"$fxtrace" ctl --clear all $recorder start
go one
"$fxtrace" snapshot -o u.fxt $recorder 2>err.out
is "$(walks u.fxt)" 'one ' 'one that clears all'
! "$fxtrace" dump --raw u.fxt | grep -q worth_an_index
ok $? 'forgets these, too'
go a_folder_whose_name_is_worth_an_index
exec 3>&-
wait $recorder
is "$("$fxtrace" dump w.fxt | grep -c ' chdir(')" 2 'as does the archive'
"$fxtrace" dump w.fxt | tail -n 1 | grep -q 'chdir(path=".*/a_folder_whose_name_is_worth_an_index")'
ok $? 'and a name that comes back has the number that it had'
"$fxtrace" info w.fxt >info.out 2>&1
! grep -E '^(stray|damaged|undefined|lost|overwritten)' info.out
ok $? 'nothing of it is damage' || note <info.out

# Streaming
export FXTRACE_MODE=streaming
mkfifo again
"$fxtrace" record -q -o m.fxt -c chdir dash -c \
	'cd /; cd /tmp; read x; cd /' <again 2>recorder.out &
recorder=$!
exec 3>again
for _ in $(seq 500); do
	"$fxtrace" ctl $recorder status 2>/dev/null | grep -q '^calls: 2' && break
	sleep 0.01
done
"$fxtrace" snapshot -o copy.fxt $recorder 2>err.out
ok $? 'a streaming session gives a copy of its archive' || note <err.out
"$fxtrace" snapshot -o - $recorder 2>err.out >pipe.fxt
cmp pipe.fxt copy.fxt >err.out 2>&1
ok $? 'on standard output, too' || note <err.out
mkdir 'a%b' && (cd 'a%b' && "$fxtrace" snapshot -o c.fxt $recorder 2>../err.out)
cmp a%b/c.fxt copy.fxt >err.out 2>&1
ok $? 'in whatever folder' || note <err.out
"$fxtrace" snapshot -o m.77.fxt $recorder 2>err.out
"$fxtrace" snapshot --last 1M -o tail.fxt $recorder 2>err.out
ok $? 'or the last part of it' || note <err.out
echo >&3
exec 3>&-
wait $recorder
is "$("$fxtrace" dump copy.fxt | grep -c chdir)" 2 'as it was then'
is "$("$fxtrace" dump tail.fxt)" "$("$fxtrace" dump copy.fxt)" \
	'which may be all of it'
is "$(cat recorder.out)" '' \
	'and the recorder minds no snapshot that is called like one of its own'
