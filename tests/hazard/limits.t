#!/bin/bash
# SPDX-License-Identifier: MIT
# Limits and full disks stop the recorder, never the program.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

plan 16
(
	ulimit -f 1000
	traced true >got.out 2>&1
)
ok $? 'a program lives under a file size limit smaller than the buffer'

mkdir small
if mount -t tmpfs -o size=1m none small 2>err.out; then
	status=0
	for used in 300 500 600 700 800 900 950 1000; do
		rm -f small/*
		head -c ${used}k /dev/zero >small/used
		FXTRACE_OUTPUT=$tmp/small/ FXTRACE_BUFFER=4M LD_PRELOAD=$lib \
			sh -c 'i=0; while [ $i -lt 2000 ]; do
				i=$((i+1)); echo; done' >got.out 2>err.out
		rc=$?
		[ $rc = 0 ] && [ "$(wc -l <got.out)" = 2000 ] && continue
		echo "with $used KiB in use: status $rc" | note
		status=1
		break
	done
	umount -l small
	ok $status 'a full disk does not kill the program'
else
	skip 'cannot mount' 'a full disk does not kill the program'
fi

# all_there: every call of hazard/limits that its limit allows for
all_there() {
	local archive n=0 child=0
	for archive in fxt/*.fxt; do
		calls "$archive" >calls.out || return
		n=$((n + $(grep -c 'getenv(name="BEHIND")' calls.out)))
		child=$((child + $(grep -c IN_CHILD calls.out)))
	done
	echo "$n $child"
}

for mode in oneshot streaming circular; do
	export FXTRACE_MODE=$mode
	same "$mode: a program allows itself no more memory" \
		"$b/tests/hazard/limits" memory
	is "$(all_there)" '100000 1' 'its calls are recorded'
done
FXTRACE_MODE=oneshot same 'a program allows itself no more bytes of a file' \
	"$b/tests/hazard/limits" files
export FXTRACE_MODE=streaming
same 'also in a session' "$b/tests/hazard/limits" files
is "$(all_there)" '100000 0' \
	'where its calls are recorded, and those of a child find no space'

# What somebody else cuts is gone; the program is not.
FXTRACE_BUFFER=256K traced "$b/tests/hazard/limits" "$tmp/fxt/*.fxt" >got.out 2>&1
is "$? $(xargs <got.out)" '5 child 3 shell 4' \
	'an archive that somebody cuts does not stop the program'
"$fxtrace" dump fxt/*.fxt >dump.out 2>err.out
is "$? $(grep -c 'limits\..*: offset ' err.out)" '1 1' \
	'readers say where it is broken' || note <err.out

# few KIB: a session's program with a file size limit; its standard error
few() (
	ulimit -f "$1"
	FXTRACE_BUFFER=256K traced "$b/tests/hazard/sequence" 20000 1 1 0
) 2>&1 >got.out
why=$(few 600)
written
is "$why$("$fxtrace" info fxt/sequence.*.fxt | awk '/^calls:/ { kept = $2 }
	/^lost:/ { lost = $2 } END { print (kept > 0), (lost > 0) }')" '1 1' \
	'a session whose archive may not grow any more reports that it loses calls'
few 20 >err.out
is "$(wc -l <err.out) $(grep -c 'file size limit.*not recording' err.out)" '1 1' \
	'a session that may have no file says so' || note <err.out
export FXTRACE_MODE=oneshot

# The counter of time stamps is off under strict seccomp, too.
cat >strict.c <<'EOF'
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
	for (int i = 0; i < 5000; i++)
		write(1, "x", 1);
	syscall(SYS_exit, 3);
}
EOF
if ${CC:-cc} -D_GNU_SOURCE -w -o strict strict.c; then
	traced ./strict >got.out 2>&1
	is "$? $(wc -c <got.out)" '3 5000' 'a program lives on in strict seccomp'
else
	skip 'no compiler' 'a program lives on in strict seccomp'
fi
