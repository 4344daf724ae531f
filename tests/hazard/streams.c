/* SPDX-License-Identifier: MIT */
/*
 * Streams in all kinds of trouble, with inlined characters in between: what
 * follows them for a replay must not be noticed.
 *	streams WAY
 */
#include <errno.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

#include "tests/arch.h"

#define MAX_STREAMS 3000

static FILE *own; /* of handlers */
static sigjmp_buf back;

static void put_text(FILE *f, const char *text)
{
	while (*text)
		putc_unlocked(*text++, f);
}

static void many(void)
{
	static FILE *f[MAX_STREAMS];
	struct rlimit limit;
	int n = 0;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	for (int i = 0; i < MAX_STREAMS; i++) {
		f[i] = fopen("/dev/null", "w");
		if (f[i])
			put_text(f[i], "xy");
		n += f[i] != NULL;
	}
	for (int i = 0; i < n; i++)
		fputs("z", f[i]);
	for (int i = 0; i < n; i += 2)
		fclose(f[i]);
	printf("%d\n", n);
}

static void closed(void)
{
	fclose(stdin);
	close(1);
	put_text(stdout, "gone");
	errno = 7;
	fflush(stdout);
	fprintf(stderr, "%d\n", errno);
}

static void errors(void)
{
	FILE *f = fopen("/dev/full", "w");

	put_text(f, "x");
	errno = 5;
	put_text(f, "y");
	ftell(f);
	printf("%d\n", errno);
	errno = 0;
	printf("%d ", fclose(f));
	printf("%d\n", errno);
}

static void interrupt(int signo)
{
	(void)signo;
	put_text(own, "in a handler");
	fflush(own);
}

static void every_us(int us)
{
	struct itimerval timer = {{0, us}, {0, us}};

	setitimer(ITIMER_REAL, &timer, NULL);
}

static void signals(void)
{
	own = fopen("/dev/null", "w");
	put_text(own, "x"); /* it has its buffer */
	signal(SIGALRM, interrupt);
	every_us(200);
	for (int i = 0; i < 100000; i++) {
		putchar_unlocked('a' + i % 26);
		if (i % 100 == 0)
			fputs("\n", stdout);
	}
	every_us(0);
}

static void leave(int signo)
{
	(void)signo;
	siglongjmp(back, 1);
}

static void left(void)
{
	int pipes[2];
	FILE *f;

	if (pipe(pipes))
		return;
	f = fdopen(pipes[0], "r");
	signal(SIGALRM, leave);
	for (volatile int i = 0; i < 10; i++) {
		if (!sigsetjmp(back, 1)) {
			every_us(1000);
			getc_unlocked(f);
		}
		every_us(0);
	}
	if (write(pipes[1], "abc", 3) == 3)
		printf("%c%c\n", getc_unlocked(f), getc(f));
}

static void *lock(void *f)
{
	flockfile(f);
	put_text(f, "locked for ever\n");
	return NULL;
}

static void locked(void)
{
	FILE *f = fopen("/dev/null", "w");
	pthread_t thread;

	pthread_create(&thread, NULL, lock, f);
	pthread_join(thread, NULL);
	printf("%d\n", ftrylockfile(f) != 0);
	fflush(stdout);
	_exit(0);
}

static void vforked(void)
{
	put_text(stdout, "parent ");
	fflush(stdout);
	if (!vfork()) {
		put_text(stdout, "child ");
		fflush(stdout);
		_exit(0);
	}
	put_text(stdout, "parent\n");
}

static void forked(void)
{
	put_text(stdout, "both ");
	if (!raw_fork()) {
		put_text(stdout, "child\n");
		exit(0);
	}
	wait(NULL);
	put_text(stdout, "parent\n");
}

static void sandboxed(void)
{
	put_text(stdout, "before\n");
	fflush(stdout);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
	put_text(stdout, "after\n");
	fputs("and more\n", stdout);
	fflush(stdout);
	syscall(SYS_exit, 4);
}

static void bad(void)
{
	int status;

	for (int i = 0; i < 2; i++) {
		if (!fork()) {
			FILE *volatile none = NULL;

			i ? fclose(none) : fputs("x", none);
			_exit(0);
		}
		wait(&status);
		printf("%d\n", WTERMSIG(status));
		fflush(stdout);
	}
}

/* What others do to the pointers. */
static void changed(void)
{
	char *buffer = malloc(64);
	FILE *f = fopen("/dev/null", "w");

	setvbuf(f, buffer, _IOFBF, 64);
	put_text(f, "abcd");
	fputs("x", f);
	f->_IO_write_ptr = f->_IO_write_base;
	fputs("y", f);
	fclose(f);
	free(buffer);
	f = fopen("/dev/null", "r+");
	fwide(f, 1);
	putwc(L'x', f);
	fclose(f);
	f = fopen("/dev/null", "w");
	put_text(f, "ab");
	puts("changed");
}

static void quick(void)
{
	put_text(stdout, "dropped");
	quick_exit(2);
}

static void aborted(void)
{
	put_text(stdout, "dropped");
	abort();
}

static void thread_exit(void)
{
	put_text(stdout, "kept\n");
	pthread_exit(NULL);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*go)(void);
	} ways[] = {
		{"many", many},		{"closed", closed},
		{"errors", errors},	{"signals", signals},
		{"left", left},		{"locked", locked},
		{"vfork", vforked},	{"fork", forked},
		{"sandbox", sandboxed}, {"bad", bad},
		{"changed", changed},	{"quick", quick},
		{"abort", aborted},	{"thread", thread_exit},
	};

	for (size_t i = 0; argc > 1 && i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(argv[1], ways[i].name))
			ways[i].go();
	return 5;
}
