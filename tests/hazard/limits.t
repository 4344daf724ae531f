#!/bin/bash
# SPDX-License-Identifier: MIT
# Limits and full disks stop the recorder, never the program.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

plan 3
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
