#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that libc starts, with their file actions and attributes: done again
# in a folder.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/replay_io.sh"

plan 12

# lacks TOOL NAME: skips where it is not installed
lacks() {
	! command -v "$1" >/dev/null && skip "no $1" "$2"
}

# ---- posix_spawn -----------------------------------------------------------
program spawn <<'C'
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static posix_spawn_file_actions_t actions;

static pid_t start(const char *name, const char *argument)
{
	char *argv[] = {(char *)name, (char *)argument, NULL};
	pid_t pid = 0;

	posix_spawnp(&pid, name, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return pid;
}

static void run(const char *name, const char *argument)
{
	pid_t pid = start(name, argument);

	if (pid)
		waitpid(pid, NULL, 0);
}

static void open_at(int fd, const char *path, int flags)
{
	posix_spawn_file_actions_addopen(&actions, fd, path, flags, 0640);
}

/* Each is what it says, and what it writes shows whether it was so. */
int main(void)
{
	char *pwd[] = {"pwd", NULL};
	int pipes[2], dir, log;

	mkdir("folder", 0700);
	posix_spawn_file_actions_init(&actions);
	open_at(0, "in", O_RDONLY);
	open_at(1, "sorted", O_WRONLY | O_CREAT | O_TRUNC);
	run("sort", NULL);

	posix_spawn_file_actions_init(&actions);
	open_at(0, "in", O_RDONLY);
	open_at(7, "sorted", O_WRONLY | O_APPEND);
	posix_spawn_file_actions_adddup2(&actions, 7, 1);
	posix_spawn_file_actions_addclose(&actions, 7);
	run("cat", NULL);

	pipe2(pipes, O_CLOEXEC);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pipes[1], 1);
	start("cat", "sorted");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pipes[0], 0);
	open_at(1, "counted", O_WRONLY | O_CREAT);
	start("sort", "-ru");
	close(pipes[0]);
	close(pipes[1]);
	while (wait(NULL) > 0)
		;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addchdir_np(&actions, "folder");
	open_at(1, "here", O_WRONLY | O_CREAT);
	run("pwd", "-P");

	dir = open("folder", O_RDONLY | O_DIRECTORY);
	rename("folder", "moved");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addfchdir_np(&actions, dir);
	open_at(1, "there", O_WRONLY | O_CREAT);
	run("pwd", "-P");

	log = open("log", O_WRONLY | O_CREAT, 0600);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, log, 1);
#if __GLIBC_PREREQ(2, 34)
	posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
	run("sh", "-c: ; echo by a shell; echo again >>log");

	/* the number of this one is not returned */
	posix_spawn_file_actions_init(&actions);
	open_at(1, "nameless", O_WRONLY | O_CREAT);
	posix_spawnp(NULL, "pwd", &actions, NULL, pwd, environ);
	wait(NULL);

	/* no program, but its files */
	posix_spawn_file_actions_init(&actions);
	open_at(1, "left", O_WRONLY | O_CREAT);
	open_at(0, "not here", O_RDONLY);
	open_at(2, "never", O_WRONLY | O_CREAT);
	run("cat", NULL);
	return 0;
}
C
# "-c: ; ..." is no option of sh: the command comes in a file
sed -i 's/run("sh", "-c: .*");/run("sh", "script");/' spawn.c
gcc -O1 -w -D_GNU_SOURCE -o bin/spawn spawn.c
mkdir -p spawn/live
seq 1 2000 >spawn/live/in
echo 'echo by a shell; echo again >>log' >spawn/live/script
again spawn "$PWD/bin/spawn"
is "$(cat spawn/status) $(same spawn)" '0 ' \
	'files that posix_spawn opens for a program are what they were'
is "$(cat spawn/live/log; head -n 1 spawn/live/counted)" \
	"$(printf 'by a shell\nagain\n999')" 'the programs have run'
is "$(row spawn posix_spawnp)" '9 0' 'what they were given is done and compared'
mkdir empty
"$fxtrace" replay --io empty --prepare spawn/x.fxt >/dev/null 2>&1
is "$? $(find "empty$PWD/spawn" -name sorted -size +16k | wc -l)" '0 1' \
	'also where --prepare makes what they found'

# ---- popen, system ---------------------------------------------------------
program pipes <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Some at a time, each with its own. */
static void *work(void *argument)
{
	long n = (long)argument;
	char command[64], text[64];
	FILE *from, *to;

	for (int i = 0; i < 5; i++) {
		sprintf(command, "seq %ld%d 1 %ld%d", n, i, n, i + 3);
		from = popen(command, "r");
		sprintf(command, "cat >copy.%ld.%d", n, i);
		to = popen(command, "w");
		while (fgets(text, sizeof(text), from))
			fputs(text, to);
		pclose(from);
		pclose(to);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	FILE *to = popen("sort -r >sorted", "w"), *from;
	char text[128];
	int out, n;

	for (int i = 0; i < 1000; i++)
		fprintf(to, "line %d of what a child reads\n", i);
	from = popen("cat in; echo of its own", "r");
	out = open("read", O_WRONLY | O_CREAT, 0600);
	while ((n = fread(text, 1, sizeof(text), from)) > 0)
		write(out, text, n);
	pclose(from);
	pclose(to);
	for (long i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, (void *)(i + 1));
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	/* without a word of its descriptors */
	dup2(out, 1);
	fcntl(out, F_SETFD, FD_CLOEXEC);
	system("echo by system; seq 10 | sort -r");
	return 0;
}
C
mkdir -p pipes/live
seq 1 30000 >pipes/live/in
again pipes "$PWD/bin/pipes"
is "$(grep -v 'stat64 of /usr/bin' pipes/said; same pipes)" '' \
	'what goes through popen, either way, goes through again'
is "$(wc -l <pipes/live/sorted) $(tail -n 1 pipes/live/read)" '1000 1' \
	'(it went)'
is "$(grep -E 'other end|within libc' pipes/table)" '' \
	'and both ends know each other, as system knows its shell'

# ---- when pipes end --------------------------------------------------------
program later <<'C'
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	usleep(300000);
	close(open("later", O_WRONLY | O_CREAT, 0600));
	return 0;
}
C
program ends <<'C'
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char byte;

/* The reader to the end waits for an exec, a spawn, an exit, a dup2. No call
 * says that any of these closes the other end. */
int main(int argc, char **argv)
{
	char *later[] = {argv[1], NULL};
	int p[2], q[2], null = open("nothing", O_RDWR | O_CREAT, 0600);
	pid_t pid;

	pipe2(p, O_CLOEXEC);
	if (!fork())
		execv(later[0], later);
	close(p[1]);
	read(p[0], &byte, 1);
	pipe2(p, O_CLOEXEC);
	posix_spawn(&pid, later[0], NULL, NULL, later, environ);
	close(p[1]);
	read(p[0], &byte, 1);
	pipe(p);
	if (!fork()) {
		usleep(100000);
		_exit(0);
	}
	close(p[1]);
	read(p[0], &byte, 1);
	pipe(p);
	pipe(q);
	if (!fork()) {
		close(q[1]);
		dup2(null, p[1]);
		read(q[0], &byte, 1);
		_exit(0);
	}
	close(p[1]);
	read(p[0], &byte, 1);
	write(q[1], "x", 1);
	while (wait(NULL) > 0)
		;
	return 0;
}
C
again ends "$PWD/bin/ends" "$PWD/bin/later"
is "$(cat ends/status) $(row ends read) $(same ends)" '0 5 0 ' \
	'a pipe ends when it ended, by whatever closes it'
is "$(grep 'other end' ends/table)" '' 'no thread waits in vain'

# ---- programs that are known for it ----------------------------------------
mkdir -p python/live made/live repository/live
seq 500 >python/live/in
cat >python/live/program.py <<'P'
import shutil, subprocess
sort, cat = shutil.which("sort"), shutil.which("cat")
with open("in") as i, open("out", "w") as o:
    subprocess.run([sort, "-r"], stdin=i, stdout=o, close_fds=False)
out = subprocess.run([cat, "out"], stdout=subprocess.PIPE, close_fds=False)
with open("again", "wb") as f:
    f.write(out.stdout)
p = subprocess.Popen([sort, "-n"], stdin=subprocess.PIPE, close_fds=False,
                     stdout=open("numbers", "w"))
p.communicate(b"3\n1\n2\n")
P
name='also where Python starts programs'
lacks python3 "$name" || {
	again python python3 program.py
	is "$("$fxtrace" dump --calls posix_spawn,posix_spawnp python/x.fxt | wc -l) $(
		grep -v 'live/program.py\|pyc' python/said | grep live) $(
		same python)" '3  ' "$name"
}

cat >made/live/Makefile <<'M'
all: sum
sum: a b
	sort -n a b >sum
	rm -f b
a: in
	sort -r <in >a
b: in; cat in in >b
	cp b copy
M
seq 400 >made/live/in
name='or make'
lacks make "$name" || {
	again made make -s -j 2
	is "$(same made)" '' "$name"
}

name='or git'
lacks git "$name" || {
	seq 100 >repository/live/file
	export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a \
		GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
	again repository sh -c 'git init -q && git add file &&
		git commit -qm one && git gc -q && git clone -q . clone'
	is "$(same repository)" '' "$name"
}
