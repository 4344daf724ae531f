#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls of several threads and processes that were in progress at once, and
# depend on each other: done again in a folder.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/replay_io.sh"

plan 8

# vain NAME: the calls that waited in vain
vain() { grep 'other end' "$1/table"; }

# Each waits at the same pipe for work, which comes when the one before is done.
program pool <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int work[2], done[2];

static void *wait_for_work(void *argument)
{
	char name[32], byte;
	int fd;

	sprintf(name, "thread%ld", (long)argument);
	fd = open(name, O_WRONLY | O_CREAT, 0600);
	while (read(work[0], &byte, 1) == 1 && byte != '.') {
		write(fd, &byte, 1);
		write(done[1], &byte, 1);
	}
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	char byte;

	pipe(work);
	pipe(done);
	for (long i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, wait_for_work, (void *)i);
	for (int i = 0; i < 200; i++) {
		byte = 'a' + i % 26;
		write(work[1], &byte, 1);
		read(done[0], &byte, 1);
	}
	write(work[1], "...", 3);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
C
again pool "$PWD/bin/pool"
is "$(cat pool/status) $(same pool)$(vain pool)" '0 ' \
	'of those who wait at one pipe each gets what it got'

# More than a pipe holds, both ways, by threads that wait for one another.
program both <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define N 300000

static int there[2], back[2];

static void *echo(void *argument)
{
	char text[5000];
	int n;

	while ((n = read(there[0], text, sizeof(text))) > 0)
		write(back[1], text, n);
	close(back[1]);
	return NULL;
}

static void *send(void *argument)
{
	write(there[1], calloc(1, N), N);
	close(there[1]);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	static char text[70000];
	int n = 0, got;

	pipe(there);
	pipe(back);
	pthread_create(&threads[0], NULL, echo, NULL);
	pthread_create(&threads[1], NULL, send, NULL);
	while ((got = read(back[0], text, sizeof(text))) > 0)
		n += got;
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return n != N;
}
C
again both "$PWD/bin/both"
is "$(cat both/status)$(vain both)" 0 \
	'a write goes on while another thread takes what it has written'

# A number is closed, and given away again, while a read of it waits.
program closed <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int p[2];
static volatile int is_there;

static void *wait_for_it(void *argument)
{
	char text[16];
	int n, fd;

	is_there = 1;
	n = read(p[0], text, sizeof(text));
	fd = open("came", O_WRONLY | O_CREAT, 0600);
	write(fd, text, n);
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 20; i++) {
		pipe(p);
		dup(p[0]); /* else a late thread leaves no reader */
		is_there = 0;
		pthread_create(&thread, NULL, wait_for_it, NULL);
		while (!is_there)
			usleep(1000);
		usleep(20000);
		close(p[0]);
		open("other", O_RDWR | O_CREAT, 0600);
		write(p[1], "it came", 7);
		close(p[1]);
		pthread_join(thread, NULL);
	}
	return 0;
}
C
again closed "$PWD/bin/closed"
is "$(cat closed/status) $(same closed)$(vain closed)" '0 ' \
	'a read goes on while its descriptor is closed'

# Who comes first is the kernel's to say; what was, shows in what was read.
program append <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void *append(void *argument)
{
	int fd = open("log", O_WRONLY | O_APPEND);
	char line[64];

	for (int i = 0; i < 200; i++)
		write(fd, line, sprintf(line, "%ld.%d\n", (long)argument, i));
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	close(open("log", O_CREAT | O_WRONLY, 0600));
	if (!fork()) {
		append((void *)7);
		_exit(0);
	}
	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, append, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	wait(NULL);
	return 0;
}
C
again append "$PWD/bin/append"
is "$(cat append/status) $(diff append/live.list append/box.list)" '0 ' \
	'what several append to a file is all there'
is "$(sort append/live/log | cksum)" \
	"$(sort "append/box$PWD/append/live/log" | cksum)" 'line by line'
far=$(diff append/live/log "append/box$PWD/append/live/log" | grep -c '^>')
is $((far <= 60)) 1 "and nearly all as it was ($far lines elsewhere)"

# The parent's shell and its children, all with one log.
again shells sh -c 'exec >>log; for i in 1 2 3 4 5 6; do
	(for k in 1 2 3 4 5; do echo $i.$k; done) & done; wait'
is "$(diff shells/live.list shells/box.list; sort "shells/box$PWD/shells/live/log" |
	diff - <(sort shells/live/log))" '' 'by whatever processes'

# One has the stream locked, and goes on when the other one waits for that.
program locked <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static FILE *f;
static _Atomic int is_coming, is_locked;

static void *hold(void *argument)
{
	flockfile(f);
	fputs("first ", f);
	is_locked = 1;
	while (!is_coming)
		usleep(1000);
	usleep(200000);
	fputs("second ", f);
	funlockfile(f);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	f = fopen("lines", "w");
	pthread_create(&thread, NULL, hold, NULL);
	while (!is_locked)
		usleep(1000);
	is_coming = 1;
	fputs("third", f);
	pthread_join(thread, NULL);
	fclose(f);
	return 0;
}
C
again locked "$PWD/bin/locked"
is "$(cat locked/status) $(same locked)" '0 ' \
	'a thread that waits for a stream'"'"'s lock writes behind its owner'
