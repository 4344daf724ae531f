#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that a recorded one starts and that cannot be recorded: nobody's
# output shows it, and the archive names them.
# shellcheck disable=SC2016
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming

# named COUNT FILE WHY NAME: what info says of that file
named() {
	"$fxtrace" info "$tmp"/fxt/*.fxt >info.out 2>&1
	grep -qxF "not recorded: $1 \"$(readlink -f "$2")\": $3" info.out
	ok $? "$4" || grep -E '^(not recorded|notice)' info.out | note
}

# Each way to start a program, in C and by a shell
every='"$1" "$2"; "$2"; exec "$2"'

cat >starts.c <<'EOT'
#define _GNU_SOURCE
#include <fcntl.h>
#include <libgen.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void end(const char *how)
{
	int status;

	wait(&status);
	printf("%s: %d\n", how, WEXITSTATUS(status));
	fflush(stdout);
}

#define CHILD(make, call)                                                      \
	do {                                                                   \
		if (make() == 0) {                                             \
			call;                                                  \
			_exit(99);                                             \
		}                                                              \
		end(#make " " #call);                                          \
	} while (0)

int main(int argc, char **argv)
{
	char *path = argv[1], *name = basename(strdup(path));
	char *const args[] = {name, NULL}, *const none[] = {NULL};
	char *const to_it[] = {"env", path, NULL};
	int fd = open(path, O_PATH | O_CLOEXEC);
	int folder = open(dirname(strdup(path)), O_PATH | O_CLOEXEC);
	pid_t pid;

	(void)argc;
	setenv("PATH", dirname(strdup(path)), 1);
	CHILD(fork, execve(path, args, environ));
	CHILD(fork, execve(path, args, none));
	CHILD(fork, execv(path, args));
	CHILD(fork, execvp(name, args));
	CHILD(fork, execvpe(name, args, none));
	CHILD(fork, execl(path, name, NULL));
	CHILD(fork, execlp(name, name, NULL));
	CHILD(fork, execle(path, name, NULL, environ));
	CHILD(fork, fexecve(fd, args, environ));
#if __GLIBC_PREREQ(2, 34)
	CHILD(fork, execveat(folder, name, args, environ, 0));
	CHILD(fork, execveat(fd, "", args, environ, AT_EMPTY_PATH));
#endif
	CHILD(vfork, execve(path, args, environ));
	CHILD(vfork, execvp(name, args));
	CHILD(fork, execv("/usr/bin/env", to_it));
	posix_spawn(&pid, path, NULL, NULL, args, environ);
	end("posix_spawn");
	posix_spawn(&pid, path, NULL, NULL, args, none);
	end("posix_spawn, no environment");
	posix_spawnp(&pid, name, NULL, NULL, args, environ);
	end("posix_spawnp");
	return 0;
}
EOT
n_ways=19 # of `every`; two of them came with glibc 2.34
ldd --version | grep -qE '^ldd .* 2\.3[123]$' && n_ways=17
cat >four.c <<'EOT'
#include <stdio.h>
int main(void)
{
	fprintf(stderr, "out of my way\n");
	return 4;
}
EOT
# many FOLDER N: starts 1 to N of it
cat >many.c <<'EOT'
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
extern char **environ;
int main(int argc, char **argv)
{
	char path[100], *const args[] = {path, NULL};
	pid_t pid;

	for (int i = 1; i <= atoi(argv[2]); i++) {
		sprintf(path, "%s/%d", argv[1], i);
		printf("%d\n", posix_spawn(&pid, path, NULL, NULL, args, environ));
		fflush(stdout);
		wait(NULL);
	}
	return 0;
}
EOT
# It becomes `id -u`.
cat >maker.c <<'EOT'
#include <unistd.h>
int main(void)
{
	execl("/usr/bin/id", "id", "-u", (char *)0);
	return 99;
}
EOT
plan 25
${CC:-cc} -w -O1 -o starts starts.c || exit 1
${CC:-cc} -O1 -o dynamic four.c || exit 1
same 'ordinary programs are no outsiders' sh -c "$every" . ./starts "$tmp/dynamic"
"$fxtrace" info fxt/*.fxt | grep -q "^not recorded"
is $? 1 'and none is named'

if ${CC:-cc} -m32 -O1 -o small four.c 2>err.out && ./small 2>err.out; [ $? = 4 ]
then
	same 'a 32-bit program costs no line' sh -c "$every" . ./starts "$tmp/small"
	named "$n_ways times" small 'a 32-bit program' 'each start is counted'
	printf '#!%s/small\n' "$tmp" >script && chmod +x script
	printf '#! %s/script -x\n' "$tmp" >scripts && chmod +x scripts
	same 'nor does a script of one' sh -c './scripts; ./script'
	named '2 times' small 'a 32-bit program' 'which is named'
	FXTRACE_FOLLOW=no same 'nor where children are not followed' \
		sh -c './small; ./small'
	FXTRACE_MODE=oneshot same 'nor one where each writes its own archive' \
		sh -c './small; ./small'
	"$fxtrace" record -q -o whole.fxt ./small 2>direct.err
	is "$? $(grep -v '^fxtrace: ' direct.err)" '4 out of my way' \
		'nor the first program'
	sh -c 'exec ./small' 2>want.err
	env LD_PRELOAD="$lib" FXTRACE_OUTPUT=/no/such/folder \
		sh -c './small' 2>got.err
	is "$(grep -v '^fxtrace: ' got.err)" "$(cat want.err)" \
		'nor where nothing can be recorded'
else
	for i in $(seq 8); do skip 'no 32-bit programs here' "32 bits: $i"; done
fi

if ${CC:-cc} -static -O1 -o static four.c 2>err.out; then
	same 'static programs' sh -c "$every" . ./starts "$tmp/static"
	named "$n_ways times" static 'statically linked' 'are named'
	${CC:-cc} -static-pie -O1 -o pie maker.c
	same 'what a static program starts is recorded' sh -c './pie; exit 3'
	calls fxt/*.fxt | grep -q 'id.*geteuid\|geteuid()'
	ok $? 'as before'
	named '1 time' pie 'statically linked' 'a static PIE is named'
	mkdir many
	for ((i = 1; i <= 70; i++)); do cp static many/$i; done
	${CC:-cc} -w -O1 -o many.out many.c
	same 'many programs of one process' ./many.out many 70
	is "$("$fxtrace" info fxt/*.fxt | grep '^not recorded' | sed \
		's/: 1 time ".*many.*linked$/: one/' | LC_ALL=C sort | uniq -c | xargs)" \
		'1 not recorded: 6 times other programs 64 not recorded: one' \
		'are named as far as there is space'
	mkdir wrong && cp static wrong/1 &&
		printf '\377' | dd of=wrong/1 bs=1 seek=18 conv=notrunc 2>err.out
	same 'a program that the kernel refuses' ./many.out wrong 1
	"$fxtrace" info fxt/*.fxt | grep -q "^not recorded"
	is $? 1 'was never started'
	same 'a program that is not there, or may not run, is none' \
		sh -c 'chmod -x static; ./static; ./nothing; chmod +x static'
	"$fxtrace" info fxt/*.fxt | grep -q "^not recorded"
	is $? 1 'and none is named'
else
	for i in $(seq 11); do skip 'no static libc' "static: $i"; done
fi
same 'the dynamic linker is none' \
	sh -c '"$(readlink -f /lib64/ld-linux-x86-64.so.2)" ./dynamic'
"$fxtrace" info fxt/*.fxt | grep -q "^not recorded"
is $? 1 'and is recorded'

cp dynamic raised && chmod u+s raised
[ "$(id -u)" != 0 ] || { chown 65534 raised && chmod u+s raised; }
if [ "$(stat -c %u raised)" != "$(id -u)" ] &&
	! findmnt -no OPTIONS -T . | grep -q nosuid; then
	same 'a program with raised rights' sh -c './raised; ./raised'
	named '2 times' raised 'runs with raised rights' 'is named'
else
	for i in 1 2; do skip 'only root can make one' "raised: $i"; done
fi
