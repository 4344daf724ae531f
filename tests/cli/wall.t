#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives know the machine and the time of day: info, dump --time, --since and
# the columns of rows have it. Steps of the clock are jumps.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
export TZ=UTC-1
make_archive() { perl "$tests/cli/mkwall.pl" "${@:2}" >"$1"; }
times() { "$fxtrace" dump --time "$1" "$2" | awk '!/^#/ { print $2 }' | xargs; }
shown() { "$fxtrace" dump "$@" 2>&1 | sed 's/.* \([a-z]*\)(.*/\1/' | xargs; }
near() { awk -v a="$1" -v b="$2" -v s="$3" \
	'BEGIN { exit !(a - b <= s && b - a <= s) }'; }

# 2026-11-26T15:20:00Z, and a step of -3.2 s between 2 and 3 s
noon=1795706400
s=000000000
alpha=host=alpha,b007,CET,3600,5000
step=("$alpha" "clock=0,50s,${noon}s" "clock=2$s,52s,$((noon + 2))s"
	"clock=3$s,53s,$((noon - 1))800000000" "clock=9$s,59s,$((noon + 5))800000000")
calls=(call=500000000,500001000,early call=2500000000,2500001000,middle
	call=3000000000,3000001000,stepped call=4000000000,4000001000,late)
make_archive step.fxt "${step[@]}" "${calls[@]}"
make_archive old.fxt "${calls[@]}"

plan 42

is "$(times clock step.fxt)" \
	'16:20:00.500000 16:20:02.500000 16:19:59.800000 16:20:00.800000' \
	'times of day are in the zone of the archive, and jump where the clock did'
is "$(times date step.fxt)" "2026-11-26T16:20:00.500000+01:00 \
2026-11-26T16:20:02.500000+01:00 2026-11-26T16:19:59.800000+01:00 \
2026-11-26T16:20:00.800000+01:00" 'dates have the offset of the zone'
is "$(times epoch step.fxt)" \
	'1795706400.500000 1795706402.500000 1795706399.800000 1795706400.800000' \
	'epoch is seconds since 1970'
is "$(times relative step.fxt)" '0.500000 2.500000 3.000000 4.000000' \
	'relative is since the start of the session'
is "$("$fxtrace" dump step.fxt)" "$("$fxtrace" dump --time=relative step.fxt)" \
	'which is the default'
info=$("$fxtrace" info step.fxt)
is "$(grep -E '^(host|boot id|zone):' <<<"$info")" "host:       alpha
boot id:    b007
zone:       CET, UTC+01:00" 'info has host, boot and zone'
is "$(grep '^wall clock:' <<<"$info")" \
	"wall clock: from 2026-11-26T16:20:00.000000+01:00 to 2026-11-26T16:20:00.800001+01:00
wall clock: stepped by -3.200000 s (set, or the machine slept), seen at 3.000000 s: 2026-11-26T16:19:59.800000+01:00" \
	'and what the clock showed, and its steps'

# drift is no step
make_archive drift.fxt "$alpha" "clock=0,50s,${noon}s" \
	"clock=10$s,60100000000,$((noon + 10))100000000" call=5000000000,5000001000,half
is "$(times clock drift.fxt)" 16:20:05.050000 \
	'between pairs times are interpolated'
"$fxtrace" info drift.fxt | grep -q stepped
is $? 1 'a clock that runs at another rate has no steps'
make_archive before.fxt "$alpha" "clock=10$s,60s,${noon}s" call=1000,2000,early
is "$(times clock before.fxt)" 16:19:50.000001 \
	'times before the first pair follow from it'
make_archive utc.fxt host=alpha,b007 "clock=0,50s,${noon}s" call=1000,2000,here
is "$(times date utc.fxt)" 2026-11-26T15:20:00.000001Z \
	'without a zone times are UTC'

# since and until
is "$(shown --since 16:20:02 step.fxt)" 'middle stepped late' \
	'--since takes a time of day'
is "$(shown --until 16:20:02.5 step.fxt)" early '--until too'
is "$(shown --since 2026-11-26T15:20:02.25Z step.fxt)" 'middle stepped late' \
	'or a date in UTC'
is "$(shown --since 2026-11-26T10:20:02-05:00 --until 2026-11-26T16:20:02.5 step.fxt)" \
	'' 'or with an offset, or by the zone of the archive'
is "$(shown --since 3s step.fxt)" 'stepped late' \
	'and a time since the start, as ever'
is "$(shown --since 18:00 step.fxt)$(shown --until 15:00 step.fxt)" '' \
	'nothing is later than the end, or earlier than the start'
make_archive night.fxt "$alpha" "clock=0,50s,$((noon + 27000))s" \
	call=1000,2000,evening call=7200000000000,7200000001000,morning
is "$(shown --since 00:30 night.fxt)" morning \
	'a time of day may be of the next day'
is "$("$fxtrace" report --since 16:20:02 step.fxt | grep -c early)" 0 \
	'report takes it, too'
"$fxtrace" trim --since 16:20:02 step.fxt part.fxt 2>/dev/null
is "$(times clock part.fxt)" '16:20:02.500000 16:19:59.800000 16:20:00.800000' \
	'trim takes it, and its archive still knows the time'
for bad in 16:61 24:00 2026-02-30T10:00 2026-11-26T 16:20:00+ 1969-01-01T00:00; do
	run "$fxtrace" dump --since "$bad" step.fxt
	[ "$status" = 2 ] || break
done
is "$bad $status" '1969-01-01T00:00 2' 'what is no time is a usage error'

# old archives
run "$fxtrace" dump --time clock old.fxt
ends 1 'the archive does not know the time of day' \
	'an archive without the facts does not know the time of day'
run "$fxtrace" dump --since 16:20:00 old.fxt
ends 1 'the archive does not know the time of day' '--since says so'
run "$fxtrace" trim --since 16:20:00 old.fxt new.fxt
ends 1 'the archive does not know the time of day' 'as does trim'
[ ! -e new.fxt ]
ok $? 'which leaves no file then'
run "$fxtrace" dump --time clock --json step.fxt
ends 2 'is about lines of text' '--time and --json exclude one another'
run "$fxtrace" info old.fxt
[ "$status" = 0 ] && ! grep -q 'wall clock' <<<"$out"
ok $? 'info says nothing of it then'

# rows
is "$("$fxtrace" dump --json step.fxt | sed -n '3s/.*\(,"time".*\)/\1/p')" \
	',"time":"2026-11-26T15:19:59.800000Z","host":"alpha"}' \
	'JSON has time and host at the end'
"$fxtrace" dump --json old.fxt | grep -q '"time"\|"host"'
is $? 1 'unless they are unknown'
"$fxtrace" convert step.fxt step.csv
is "$(sed -n '2s/.*done/done/p' step.csv | tr -d '\r')" \
	'done,2026-11-26T15:20:00.500000Z,alpha' 'so does CSV'
"$fxtrace" convert old.fxt old.csv
is "$(sed -n '2s/.*done/done/p' old.csv | tr -d '\r')" 'done,,' \
	'where they are empty if they are unknown'
is "$("$fxtrace" query step.fxt 'select time, host from calls limit 1' |
	tail -1)" $'2026-11-26T15:20:00.500000Z\talpha' 'so does SQL'
is "$("$fxtrace" query old.fxt 'select count(*) from calls
	where time is null and host is null' | tail -1 | tr -d '\r')" 4 \
	'where they are null'

# real recordings
begin=$(date +%s.%N)
export FXTRACE_MODE=streaming
"$fxtrace" record -q -o real.fxt -c nanosleep,clock_nanosleep sleep 1.5
end=$(date +%s.%N)
slept=$(times epoch real.fxt)
near "$slept" "$begin" 1 && near "$slept" "$end" 3 &&
	awk -v a="$begin" -v b="$slept" -v c="$end" 'BEGIN { exit !(a < b && b < c) }'
ok $? 'the time of a call agrees with date' || echo "$begin $slept $end" | note
is "$(times date real.fxt)" "$(date -d "@$slept" +%FT%T.%N%:z |
	sed 's/000+/+/')" 'and its zone'
is "$("$fxtrace" info real.fxt | sed -n 's/^host: *//p')" "$(uname -n)" \
	'the host is what uname says'
is "$("$fxtrace" info real.fxt | sed -n 's/^boot id: *//p')" \
	"$(cat /proc/sys/kernel/random/boot_id)" 'the boot is what the kernel says'
if command -v strace >/dev/null && strace -o traced.txt true 2>/dev/null; then
	strace -f -ttt -e trace=openat -o traced.txt "$fxtrace" record -q \
		-o traced.fxt -c 'open*' sh -c 'for i in 1 2 3; do
			: >mark$i; sleep 0.1; done' >/dev/null
	paste -d' ' <("$fxtrace" dump --time epoch traced.fxt |
		awk '/"mark/ { print $2 }') <(awk '/"mark/ { print $2 }' traced.txt) >both
	[ "$(wc -l <both)" = 3 ] && awk '{ d = $2 - $1
		if (d < -0.005 || d > 0.005) exit 1 }' both
	ok $? 'strace has the same times, to some milliseconds' || note <both
else
	ok 0 'strace has the same times # SKIP strace is not there'
fi
"$fxtrace" record -q --mode oneshot -o alone.fxt -c nanosleep,clock_nanosleep \
	sleep 0.1
near "$(times epoch alone.fxt)" "$(date +%s.%N)" 5
ok $? 'an archive that a process writes itself knows the time of day'
is "$("$fxtrace" info alone.fxt | grep -c "^host: *$(uname -n)\|^wall clock: from\|^zone: *UTC-1, UTC+01:00")" \
	3 'and its host, and zone'
"$fxtrace" record -q --mode oneshot -o killed.fxt -c kill sh -c 'kill -9 $$' \
	2>/dev/null
"$fxtrace" recover killed.fxt 2>/dev/null
near "$(times epoch killed.fxt)" "$(date +%s.%N)" 5
ok $? 'even if it was killed'
"$fxtrace" record -q --mode circular -o ring.fxt -c nanosleep,clock_nanosleep \
	sleep 3 &
sleep 1.5
"$fxtrace" snapshot -o now.fxt ring.fxt 2>/dev/null
near "$(times epoch now.fxt | cut -d' ' -f1)" "$(date +%s.%N)" 5
ok $? 'snapshots know it' || "$fxtrace" info now.fxt | head -8 | note
wait
