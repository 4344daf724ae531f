#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs with musl as libc are recorded. What musl lays out as glibc does is
# shown by its members, the rest as bytes.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming FXTRACE_CALLS=+regexec

cat >program.c <<'EOT'
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <netdb.h>
#include <pthread.h>
#include <regex.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void handler(int number)
{
	(void)number;
}

static void *thread(void *unused)
{
	return (void *)(long)access("/nonexistent", R_OK);
	(void)unused;
}

static void files(void)
{
	struct iovec parts[2] = {{"he", 2}, {"llo", 3}};
	char text[8] = "";
	struct stat st;
	int ends[2], fd = open("in.txt", O_RDONLY | O_CLOEXEC);

	printf("%zd %s\n", read(fd, text, 5), text);
	fstat(fd, &st);
	stat("in.txt", &st);
	printf("%ld\n", (long)st.st_size);
	pipe(ends);
	writev(ends[1], parts, 2);
	closedir(opendir("/"));
}

static void children(void)
{
	char *const args[] = {"true", NULL};
	int status;
	pid_t pid;

	posix_spawnp(&pid, "true", NULL, NULL, args, environ);
	waitpid(pid, &status, 0);
	printf("%d\n", status);
	if (!fork())
		execlp("sh", "sh", "-c", "exit 4", (char *)NULL);
	wait(&status);
	printf("%d\n", WEXITSTATUS(status));
}

static void texts(void)
{
	regmatch_t match[1];
	regex_t re;
	glob_t found;
	int x, y;

	regcomp(&re, "a.c", REG_EXTENDED);
	x = regexec(&re, "xabc", 1, match, 0);
	printf("%d %d %d\n", x, (int)match[0].rm_so, (int)match[0].rm_eo);
	regfree(&re);
	glob("/etc/pass*", 0, NULL, &found);
	printf("%d\n", found.gl_pathc > 0);
	globfree(&found);
	sscanf("12 34", "%d %d", &x, &y);
	printf("%d %d %s\n", x, y, strerror(2));
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	struct msghdr message = {0};
	struct iovec part = {"x", 1};
	struct addrinfo *list;
	struct rlimit limit;
	int ends[2];
	pthread_t t;

	files();
	children();
	texts();
	sigaction(SIGUSR1, &action, NULL);
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	getrlimit(RLIMIT_CORE, &limit);
	printf("%d\n", getaddrinfo("127.0.0.1", "80", NULL, &list));
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	message.msg_iov = &part;
	message.msg_iovlen = 1;
	printf("%zd\n", sendmsg(ends[0], &message, 0));
	fflush(NULL);
	return 6;
}
EOT
echo hello >in.txt
plan 16
${CC:-cc} -w -O1 -o with_glibc program.c -lpthread || exit 1
# shown PATTERN NAME: a line of the archive's dump fits
shown() {
	grep -qE "$1" dump.out
	ok $? "$2" || grep -E "${1%%[^a-z]*}" dump.out | note
}

same 'a program with glibc' ./with_glibc
"$fxtrace" dump fxt/*.fxt >dump.out
shown 'regexec\(.*pmatch=\[\{rm_so=1, rm_eo=4\}\]' \
	'where a struct of glibc has its members'
version=$(getconf GNU_LIBC_VERSION)
"$fxtrace" info fxt/*.fxt | grep -q "^ *libc \"$version\"$"
ok $? 'and info says which glibc that is' || note <info.out
if ! musl-gcc -w -O1 -o with_musl program.c 2>err.out; then
	for i in $(seq 13); do skip 'no musl-gcc' "musl: $i"; done
	exit
fi
linker=$(readelf -l with_musl | sed -n 's/.*interpreter: \(.*\)\]/\1/p')
version=$("$linker" 2>&1 | sed -n 's/^Version //p')
same 'a program with musl' ./with_musl
"$fxtrace" dump fxt/*.fxt >dump.out
"$fxtrace" info fxt/*.fxt >info.out
[ "$version" ] && grep -q "^ *libc \"musl $version\"$" info.out
ok $? 'info says which musl it is' || grep libc info.out | note
shown 'read\(fd=[^,]*, buf="hello", count=5\) = 5' 'buffers are shown'
shown 'stat\(.*st_mode=S_IFREG\|0[0-7]+.*st_size=6' \
	'a struct that both have alike has its members'
shown 'sigaction\(sig(num)?=SIGUSR1, .*sa_handler=0x' 'a handler, too'
shown 'writev\(.*"he".*"llo".* = 5' 'so has an array of them'
shown 'getaddrinfo\(node="127.0.0.1", .*127.0.0.1:80' 'and a list'
shown 'execvpe?\(.*"sh"|execlp?\(.*"sh"|execve\(.*"/bin/sh"' \
	'what it starts is recorded'
shown 'regexec\(.*pmatch=\["' 'a struct of another layout is bytes'
grep -qE 'rm_so|gl_path|gl_offs|msg_iov' dump.out
is $? 1 'and shows no members'
run=$("$fxtrace" record -o one.fxt ./with_musl 2>&1 >/dev/null; echo $?)
grep -q '^6$' <<<"$run" && ! grep -q warning <<<"$run"
ok $? 'record has nothing to warn of' || echo "$run" | note
"$fxtrace" doctor ./with_musl >doctor.out
is "$? $(head -n 2 doctor.out | tail -n 1)" "0   note: it is linked to musl: \
structs that have other members there than with glibc are recorded as bytes" \
	'doctor says that it can be recorded, and how'

# Only glibc says why a lookup has failed. So without a result nothing is said.
cat >looks.c <<'EOT'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	printf("%d\n", dlsym(RTLD_NEXT, "getpid") != NULL);
	return access("/", F_OK);
}
EOT
musl-gcc -w -O1 -o looks looks.c
FXTRACE_CALLS=dlsym,access traced ./looks >looks.out
is "$(cat looks.out) $(calls fxt/*.fxt | grep -o 'dlsym.*NULL')" '1 ' \
	'a lookup of which nobody knows the result is not shown as failed'
