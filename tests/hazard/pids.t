#!/bin/bash
# SPDX-License-Identifier: MIT
# Pids that come twice in one archive, in two pid namespaces. Processes have ids
# of their own. The pid that they see is with them.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

cat >twins <<'END'
unshare -pf sh -c 'cat /etc/hostname >/dev/null; :' &
unshare -pf sh -c 'wc -l /etc/passwd >/dev/null; :' &
wait
END
unshare -pf true 2>/dev/null || {
	echo '1..0 # SKIP cannot make pid namespaces'
	exit
}

# query SQL: its rows, in one line
query() { "$fxtrace" query pids.fxt "$1" 2>&1 | tail -n +2 | paste -sd ' '; }

plan 10
export FXTRACE_MODE=streaming
"$fxtrace" record -q -o pids.fxt -- sh twins >/dev/null 2>err.out
ok $? 'two pid namespaces are recorded in one session' || note <err.out
"$fxtrace" dump --json pids.fxt >calls.out
# the id, and the pid that the process sees, of the calls of a program
ids() {
	sed -n 's/.*"pid":\([0-9]*\),"tid":\([0-9]*\).*"process":"'"$1"'".*/\1 \2/p' \
		calls.out | sort -u
}
cat=$(ids cat) wc=$(ids wc)
[ "${cat% *}" != "${wc% *}" ] &&
	[ "${cat#* }" = "${wc#* }" ]
ok $? 'processes of the same pid have different ids' || note <<<"$cat, $wc"
one=$(printf '%s\n' "$cat" "$wc" | sort -n | tail -n 1)
[ "$(grep -c "\"pid\":${one% *},\"tid\":${one#* },\"seen_pid\":${one#* }," \
	calls.out)" -gt 0 ]
ok $? 'JSON has the pid that the process sees with its id'
is "$(query "select count(*) from (select pid from process
	group by pid having count(distinct name) > 2)")" 0 \
	'no id is that of two programs, but for exec'
is "$(query "select seen_pid from process where pid = ${one% *}
	and seen_pid <> pid limit 1")" "${one#* }" 'SQL has both, too'
"$fxtrace" info pids.fxt >info.out
grep -q "^process:.* ${one% *} \"[a-z]*\", pid ${one#* } for itself" info.out
ok $? 'info has both' || note <info.out
is "$(query "select count(distinct p.ppid) from process p
	join process q on p.ppid = q.pid
	where p.name in ('cat', 'wc') and q.seen_pid = 1")" 2 \
	'their parents are two processes, each of which sees pid 1'
"$fxtrace" dump pids.fxt >text.out
n=$(grep -c "\"pid\":${one% *},.*\"seen_pid\":${one#* }," calls.out)
[ "$n" -gt 0 ] &&
	[ "$(awk '{ print $3 }' text.out | grep -c "^${one% *}(${one#* })/")" = "$n" ]
ok $? 'each line of dump has both' || head text.out | note
"$fxtrace" convert pids.fxt pids.json
grep '"ph":"M"' pids.json >names.out
grep -q "\"pid\":${one% *},.*\"process_labels\",\"args\":{\"labels\":\"pid ${one#* } for itself\"}" \
	names.out
ok $? 'trace event JSON has it as a label of the process' || note <names.out
# Perfetto shows the arguments of instant events.
"$fxtrace" dump --raw pids.fxt | grep 'event instant .*"fxtrace:fact"' >facts.out
grep -q " thread=${one% *}/[0-9]* .* name=\"process\" .*pid:[a-z0-9]*=${one#* } " \
	facts.out
ok $? 'Perfetto has it as an argument of an event of the process' ||
	note <facts.out
