#!/bin/bash
# SPDX-License-Identifier: MIT
# Flows: from the call that makes a process or thread to the first call of that.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/flows
export FXTRACE_MODE=streaming
export FXTRACE_CALLS=fork,_Fork,vfork,posix_spawn,execv,pthread_create,lseek,getenv,_exit

# events: of calls and flows, of all archives: thread, ticks, type, name, line
events() {
	local archive
	for archive in fxt/*.fxt; do
		"$fxtrace" dump --raw "$archive" || return
	done | awk '$2 == "event" && $3 ~ /^(duration|flow)_/ {
		split($4, ticks, "="); split($5, thread, "=")
		split($7, name, "\"")
		print thread[2], ticks[2], $3, name[2], $0 }' |
		sort -s -k1,1 -k2,2n
}

# flows: one per line, in the order in which they begin:
#	KIND CALL(KEY) -> CALL(KEY) [WHAT]
#
# KEY of calls that make processes is the pid they return, of the others their
# own. Of pthread_create and getenv it is the thread. WHAT says if something is
# wrong, and `early` if the flow ends before the first call does.
flows() {
	events | awk '
		function value(key, line) {
			if (!match(line, " " key "[^ ]*"))
				return ""
			line = substr(line, RSTART + 1 + length(key), RLENGTH)
			sub(/ .*/, "", line)
			gsub(/"/, "", line)
			return line
		}
		function text(i, line, key) {
			line = lines[i]
			if (name[i] == "pthread_create")
				key = "T" substr(value("arg:pointer=", line), 3)
			else if (name[i] == "getenv")
				key = value("name:string =", line)
			else if (name[i] ~ /ork$/)
				key = value("ret:int32=", line)
			else if (name[i] == "posix_spawn")
				key = value("pid:int32=", line)
			return name[i] "(" (key ? key : "pid " pid[i]) ")"
		}
		function is_of(from, to, kind) {
			if (name[from] == "vfork")
				return pid[to] != pid[from]
			if (kind == "thread")
				return text(from) ~ /\(T/ && pid[to] == pid[from]
			return pid[to] == value(name[from] == "posix_spawn" ? \
				"pid:int32=" : "ret:int32=", lines[from] "")
		}
		function enclosing() {
			if ($2 > since && $2 < until) return complete
			return depth ? stack[depth] : 0
		}
		$1 != last { last = $1; depth = since = until = 0; is_first = 1 }
		$3 ~ /^duration_(begin|complete)/ {
			name[++n] = $4; lines[n] = $0; tid[n] = $1
			pid[n] = $1; sub("/.*", "", pid[n])
			first[n] = is_first; is_first = 0
		}
		$3 == "duration_begin" { stack[++depth] = n }
		$3 == "duration_complete" {
			complete = n; since = $2
			until = $NF; sub("tail=", "", until); until += 0
		}
		$3 == "duration_end" && depth {
			ended[stack[depth]] = $2
			lines[stack[depth]] = lines[stack[depth]] " " $0
			depth--
		}
		$3 ~ /^flow/ {
			id = $NF; ids[id] = 1
			if (!/category="fxtrace:flow"/) wrong[id] = " CATEGORY"
		}
		$3 == "flow_begin" {
			if (id in from) wrong[id] = " TWICE"
			from[id] = enclosing(); kind[id] = $4; begun[id] = $2
		}
		$3 == "flow_end" {
			if (id in to) wrong[id] = " TWICE"
			to[id] = enclosing(); arrived[id] = $2
			if (kind[id] && kind[id] != $4 || !to[id]) wrong[id] = " NAME"
			to_kind[id] = $4
		}
		END {
			for (id in ids) {
				if (!from[id]) wrong[id] = wrong[id] " NOBEGIN"
				if (!(id in to)) {
					print begun[id], kind[id], text(from[id] + 0) wrong[id]
					continue
				}
				if (to_kind[id] != kind[id]) wrong[id] = " KIND"
				if (!first[to[id]]) wrong[id] = wrong[id] " NOTFIRST"
				if (arrived[id] <= begun[id]) wrong[id] = wrong[id] " BEFORE"
				if (!is_of(from[id] + 0, to[id] + 0, kind[id] ""))
					wrong[id] = wrong[id] " STRANGER"
				print begun[id], kind[id], text(from[id] + 0), "->",
					text(to[id] + 0) wrong[id] \
					(arrived[id] < ended[from[id]] && \
					 kind[id] == "thread" ? " early" : "")
			}
		}' | sort -n | cut -d' ' -f2-
}

# flow WHAT: the flows of that run, in flows.out; process ids are PID
flow() {
	traced "$program" "$@" >program.out 2>&1 || note <program.out
	flows | sed -E 's/\((pid )?[0-9]+\)/(PID)/g' >flows.out
}

# pairs: each flow of flows.out from thread number N to thread number N
pairs() {
	awk '$2 !~ /^pthread_create/ { next }
		{ split($2, a, "(") }
		$3 != "->" || $4 != "getenv(" a[2] { print; bad = 1 }
		{ n++ }
		END { print n + 0; exit bad }' flows.out
}

# times N TEXT: N lines of it
times() { yes "$2" | head -n "$1"; }

# children CALL: what five children of it are to look like
children() {
	echo "process $1(PID) -> lseek(PID)
process $1(PID) -> getenv(LEAF)
process $1(PID) -> _exit(PID)
process $1(PID) -> lseek(PID)
process $1(PID) -> lseek(PID)"
}

plan 22
flow fork
is "$(cat flows.out)" "$(children fork)" \
	'flows lead from fork to the first call of each child'
FXTRACE_MODE=oneshot flow fork
is "$(cat flows.out)" "$(children fork)" \
	'also if each process has its own archive'
status=0
for archive in fxt/*.fxt; do
	"$fxtrace" info "$archive" >>info.out || status=1
done
grep -Eq '^(stray|damaged|undefined|unknown)' info.out && status=1
ok $status 'an archive with a mere end of a flow is not damaged' ||
	note <info.out
FXTRACE_MODE=circular FXTRACE_BUFFER=64K flow fork
is "$(cat flows.out)" "$(children fork)" 'or in circular mode'
flow _Fork
fork=_Fork # that the program calls: fork, where libc has none
[ "$(called "$b/tests/hazard/flows" _Fork)" ] || fork=fork
is "$(cat flows.out)" "$(children $fork)" 'flows lead from _Fork to its children'
"$fxtrace" info fxt/*.fxt >info.out
is "$(grep '^flows:' info.out)" \
	'flows:      5 begun, 5 ended' \
	'info counts them'
calls fxt/*.fxt >calls.out
is "$(grep -c . calls.out)" "$(awk '/^calls:/ { print $2 }' info.out)" \
	'a flow is no call'
flow nested
is "$(cat flows.out)" 'process fork(PID) -> fork(PID)
process fork(PID) -> fork(PID)
process fork(PID) -> lseek(PID)' 'a child of a child has a flow of its own'
flow at_fork
is "$(cat flows.out)" "$(times 5 'process fork(PID) -> getenv(AT_FORK)')" \
	'a fork handler may make the first call'
FXTRACE_CALLS=lseek,getenv flow fork
is "$(cat flows.out)" '' 'a fork that is not recorded makes no flow'
flow vfork
is "$(cat flows.out)" 'process vfork(PID) -> getenv(V0)
process vfork(PID) -> getenv(V1)
process vfork(PID) -> getenv(V2)
process vfork(PID) -> getenv(V3)' 'flows lead from vfork to the calls of each child'
FXTRACE_CALLS=vfork,getenv flow silent_vfork
is "$(cat flows.out)" 'process vfork(PID)' \
	'of a child that does not call, the parent does not take the flow'
flow spawn
is "$(cat flows.out)" "$(times 2 'process posix_spawn(PID) -> getenv(SPAWNED)')
process posix_spawn(PID) -> execv(PID)
process posix_spawn(PID)
$(times 2 'process posix_spawn(PID) -> getenv(SPAWNED)')" \
	'flows lead from posix_spawn to the new programs, and not over an exec'
is "$(cat program.out)" '' 'which do not see their variable'
FXTRACE_FOLLOW=no flow fork
is "$(cat flows.out)" '' 'a child that is not recorded has no flow'
flow threads
is "$(pairs)" 200 'each of two hundred threads has its flow'
FXTRACE_MODE=circular FXTRACE_BUFFER=64K FXTRACE_CALLS=pthread_create,getenv \
	flow threads
"$fxtrace" info fxt/*.fxt >info.out
is "$(awk '/^(calls|overwritten):/ { n += $2; s += $2 > 0 } END { print n, s }' \
	info.out)" '4400 2' 'of overwritten calls none is counted for a flow'
flow early
is "$(pairs) $(grep -c 'early$' flows.out)" '16 16' \
	'also one that is faster than its creator'
# arrived: moves the others out of flows.out and prints how many they were
arrived() {
	grep -vc -- '->' flows.out
	grep -- '->' flows.out >with.out && mv with.out flows.out
}

flow overlapping
is "$(arrived) $(pairs)" '8 16' 'or calls while others are created, or not'
flow used_again
is "$(arrived) $(pairs)" '32 16' \
	'not those of silent and of failed ones whose handle it has got'
flow mixed
is "$(sed 's/ early$//' flows.out)" "$(for i in 10 11 12 13; do
	echo "thread pthread_create(T$i) -> fork(PID)
process fork(PID) -> pthread_create(T$i)
thread pthread_create(T$i) -> getenv(T$i)"
done)" 'threads fork processes that create threads'
same 'a program with large environments does not notice' "$program" spawn
