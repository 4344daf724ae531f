#!/bin/bash
# SPDX-License-Identifier: MIT
# Sixteen things that are known to go wrong in the trace engine whose design
# this one follows. Where a whole test is about one of them, it is named.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/sequence.sh"
. "$tests/hazard/step.sh"
sequence=$b/tests/hazard/sequence

# number KEY: of `info`, 0 if the line is not there
number() {
	"$fxtrace" info fxt/*.fxt | awk -v key="$1:" '
		$1 == key { n += $2 } END { print n + 0 }'
}

# clean: the archive is read without complaint, and has no end without begin
clean() {
	local archive
	for archive in fxt/*.fxt; do
		"$fxtrace" dump "$archive" >dump.out 2>err.out &&
			[ ! -s err.out ] || return
	done
	[ "$(number stray)$(number damaged)" = 00 ]
}

# raw PATTERN: how many records of the archive look so
raw() { "$fxtrace" dump --raw fxt/*.fxt | grep -c "$1"; }

plan 14

# 1. A full durable buffer (names, signatures) ends the recording for good.
# Here what has no index is inline. See also strings.t.
export FXTRACE_BUFFER=64K FXTRACE_MODE=circular
same 'a full durable buffer does not end the recording' \
	"$b/tests/hazard/strings" flags
export FXTRACE_MODE=oneshot

# 2. That end moves the end mark, and stale words are copied. 4. Two threads
# that overflow at once publish an end behind the buffer's. Here the offset
# moves only if the request fits; nothing is copied by size.
traced "$sequence" 20000 8 1 0 >counts.out
clean && [ "$(number lost)" -gt 0 ]
ok $? 'eight threads that overflow a buffer leave whole records only'

# 3. A buffer is read or recycled while writers still hold space in it. Or it is
# not, as long as any writer is inside, and then the newest calls are dropped.
# Here a writer pins its own span. See also unit/rolling and circular.t.
export FXTRACE_MODE=circular
FXTRACE_CALLS=lseek,getenv traced "$sequence" 40000 8 1 0 timer >counts.out
read -r threads n _ _ handled <counts.out
clean && is "$(($(number calls) + $(number overwritten)))" \
	$((threads * n + handled)) 'eight busy threads and handlers drop nothing'

# 5. The turn takes a mutex: a handler that interrupts it hangs. Here it is one
# compare-and-swap.
returns 'a turn, every 97th instruction' wide return 97 6

# 6. After SIGKILL the wrap count is old and one buffer is dropped. Or a scan
# stops at the first unwritten space, or runs into the lap before. Here spans
# are stamped. See also circular.t and kill.t.
traced "$b/tests/hazard/circular" killed 60000 2>err.out
clean && grep -q 'getenv(name="000060009")' dump.out
ok $? 'a killed program'\''s newest calls are found behind many turns'

# 7. Counts of what was dropped exist but are not reported, and have no thread
# or time.
export FXTRACE_MODE=oneshot
traced "$sequence" 60000 3 1 0 >counts.out
"$fxtrace" info fxt/*.fxt | grep '^loss:.* thread .* from .* to ' >loss.out
[ "$(awk '{n += $2} END {print n + 0}' loss.out)" = "$(number lost)" ] &&
	grep -q ' thread [1-9]' loss.out
ok $? 'losses are reported by thread and time' || note <loss.out

# 8. There is no way to wait for space instead of dropping, and 9. one slow save
# stalls all. Oneshot and circular mode wait for no process.
export FXTRACE_MODE=circular
traced "$sequence" 40000 4 1 0 >counts.out
is "$(number lost)" 0 'circular mode never waits and never drops'

# 10. A wrap count of 1 is taken for "buffer 0 is saved already" or not saved at
# all. Here "never used" is not a sequence.
FXTRACE_CALLS=getenv traced "$b/tests/hazard/circular" exec 750 0
clean && [ "$(number calls)" = 750 ] && [ "$(number overwritten)" = 0 ]
ok $? 'after the first turn both buffers are there, once each'

# 11. A restart in one session clears the strings, but not the caches that
# refer to them. Here an exec that fails finishes and restarts, and a child
# starts again; see also unit/intern.
FXTRACE_BUFFER=1M traced "$b/tests/hazard/circular" exec 500 500
clean && is "$(raw '(undefined)')" 0 'names outlive a restart'

# 12. String caches go by address, and each thread registers every string. Here
# only two threads that meet at a function's first call may both write a name of
# it, with the same index. See also unit/intern and unit/named.
export FXTRACE_MODE=oneshot
FXTRACE_BUFFER=1M traced "$b/tests/hazard/threads" at_once >/dev/null 2>&1
is "$("$fxtrace" dump --raw fxt/*.fxt | awk '$2 == "string" {
	index_ = $3; $1 = $3 = ""
	if ($0 in seen && (seen[$0] != index_ || /AT_ONCE/)) print
	seen[$0] = index_ }')" '' \
	'no string has two indexes, and no argument two records'

# 13. Threads beyond the 255th index are lost. See also threads.t.
clean && [ "$("$fxtrace" info fxt/*.fxt | grep -c '^thread:')" -ge 300 ]
ok $? 'three hundred threads are distinguished'

# 14. fork is not handled: the child writes into its parent's buffer. See also
# children.t and step.t.
FXTRACE_BUFFER=1M all_exact 'a child has its own archive, its parent its calls' \
	1000 2 1 10

# 15. A provider's name beyond 255 bytes breaks its record.
cp "$sequence" "a$(printf 'x%.0s' $(seq 200))"
traced ./axxx* 10 1 1 0 >/dev/null
clean
ok $? 'a program with a long name has a sound archive'

# 16. A restart writes a second initialization record.
export FXTRACE_MODE=circular
FXTRACE_BUFFER=1M traced "$b/tests/hazard/circular" exec 500 500
is "$(raw '^[0-9]* init ')" 1 'there is one initialization record'
