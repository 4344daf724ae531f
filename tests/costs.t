#!/bin/bash
# SPDX-License-Identifier: MIT
# The system calls that the recorder makes itself, counted by strace: upper
# bounds, where a test of time would depend on the machine.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
strace=$(command -v strace) || {
	plan 1
	skip 'no strace here' "the recorder's system calls"
	exit
}
plan 5
cat >pages.c <<'EOT2'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Writes n texts from all over 2 MiB. */
int main(int argc, char **argv)
{
	static char memory[2 << 20];
	FILE *to = fopen("/dev/null", "w");

	(void)argc;
	memset(memory, 'x', sizeof(memory));
	for (unsigned i = 0, n = (unsigned)atoi(argv[1]); i < n; i++)
		fwrite(memory + i * 4099u * 61u % (sizeof(memory) - 64), 1, 50,
		       to);
	return 0;
}
EOT2
cat >loop.c <<'EOT2'
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
/* n turns of calls that succeed, with memory that they read and fill. */
int main(int argc, char **argv)
{
	static char text[100];
	int ends[2] = {-1, -1};
	struct stat about;

	(void)argc;
	if (pipe(ends))
		return 1;
	memset(text, 'x', sizeof(text));
	for (int i = 0, n = atoi(argv[1]); i < n; i++) {
		write(ends[1], text, sizeof(text));
		read(ends[0], text, sizeof(text));
		lseek(0, 0, SEEK_CUR);
		stat("/", &about);
		getenv("HOME");
	}
	return 0;
}
EOT2
cat >forks.c <<'EOT2'
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
/* n children, one after the other. Prints the page faults of them all. */
int main(int argc, char **argv)
{
	struct rusage usage;

	(void)argc;
	for (int i = 0, n = atoi(argv[1]); i < n; i++) {
		pid_t child = fork();

		if (child == 0)
			_exit(0);
		waitpid(child, NULL, 0);
	}
	getrusage(RUSAGE_CHILDREN, &usage);
	printf("%ld\n", usage.ru_minflt);
	return 0;
}
EOT2
for program in pages loop forks; do
	${CC:-cc} -O1 -w -o $program $program.c || exit 1
done

follow=
# extra N PROGRAM CALLS: system calls of the program with N turns that the
# recorder adds
extra() {
	"$strace" $follow -o native "./$2" "$1" >native.out
	"$fxtrace" record -q --overwrite -o a.fxt -c "$3" \
		"$strace" $follow -o traced "./$2" "$1" >traced.out
	echo $(($(wc -l <traced) - $(wc -l <native)))
}

# adds LIMIT PROGRAM CALLS NAME: the recorder's system calls in 10,000 turns,
# less those in 2,000
adds() {
	local few many
	few=$(extra 2000 "$2" "$3")
	many=$(extra 10000 "$2" "$3")
	[ "$few" -gt 20 ] && [ $((many - few)) -le "$1" ]
	ok $? "$4" || echo "$few and $many system calls" | note
}
adds 100 pages +fwrite 'pages that are verified are not verified again'
adds 20 loop +read,write,lseek,stat,getenv \
	'calls that succeed cost no system call'
follow=-f
# Where the machine is busy the manager looks more often: the best of three counts.
for _ in 1 2 3; do
	few=$(extra 10 forks +fork)
	faults=$(($(cat traced.out) - $(cat native.out)))
	many=$(extra 30 forks +fork)
	[ "$few" -gt 20 ] && [ $(((many - few) / 20)) -le 80 ] && break
done
[ "$few" -gt 20 ] && [ $(((many - few) / 20)) -le 80 ]
ok $? 'a forked child costs at most 80' || note <<<"$few and $many system calls"
faults=$(($(cat traced.out) - $(cat native.out) - faults))
[ "$faults" -gt 20 ] && [ $((faults / 20)) -le 100 ]
ok $? 'and 100 page faults' || note <<<"$faults of 20"
# futex_waitv, by its number for an strace that does not know it
"$strace" -f -e trace=449 -o waits.out "$fxtrace" record -q --overwrite \
	--mode streaming -o a.fxt sh -c 'sleep 0.3 & sleep 0.3; wait' 2>err.out
[ -s waits.out ] && ! grep -q 'EINVAL\|EFAULT' waits.out
ok $? 'the manager waits for all processes at once' || note <waits.out
