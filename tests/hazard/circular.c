/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread */
/*
 * Calls that outlive the buffer in which they began.
 *	circular WHAT N [M]
 * blocked  a thread waits in read while another makes N calls. Then it gets
 *          its byte, and both make 10 more.
 * killed   the same, then SIGKILL.
 * waiting  the same, but SIGKILL comes while the thread still waits.
 * left     a handler jumps out of read when N calls have been made.
 * exec     N calls, then an exec that fails, then M calls.
 * late     as blocked, then an exec that fails, then M calls.
 * large    N calls, one that writes M bytes, 10 calls.
 * flush    as waiting, but the thread gets its byte while exit waits for space
 *          in the pipe behind stdout.
 * It prints nothing. The calls are getenv with a number.
 */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int ends[2];
static long number;
static sigjmp_buf back;
static volatile sig_atomic_t is_reading;

/* Not by printf, which is traced. */
static void make_calls(long n)
{
	char name[10] = "000000000";

	while (n--) {
		long rest = number++;

		for (int i = 8; i >= 0; i--, rest /= 10)
			name[i] = (char)('0' + rest % 10);
		getenv(name);
	}
}

static void *wait_for_byte(void *arg)
{
	char byte;

	(void)arg;
	if (read(ends[0], &byte, 1) != 1)
		exit(3);
	return NULL;
}

static void sleep_ms(long ms)
{
	nanosleep(&(struct timespec){0, ms * 1000000}, NULL);
}

static void blocked(const char *what, long n)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wait_for_byte, NULL);
	sleep_ms(50); /* it is in read by now */
	make_calls(n);
	if (strcmp(what, "waiting") == 0)
		kill(getpid(), SIGKILL);
	if (write(ends[1], "x", 1) != 1)
		exit(4);
	pthread_join(thread, NULL);
	make_calls(10);
	if (strcmp(what, "killed") == 0)
		kill(getpid(), SIGKILL);
}

static void jump(int signo)
{
	(void)signo;
	make_calls(number ? 0 : 50000);
	siglongjmp(back, 1);
}

static void left(long n)
{
	char byte;

	number = 0;
	signal(SIGALRM, jump);
	if (sigsetjmp(back, 1) == 0) {
		ualarm(50000, 0);
		(void)!read(ends[0], &byte, 1);
	}
	make_calls(n);
}

static void fail_exec(long n_more)
{
	char *const no_args[] = {"nothing", NULL};

	execv("/nowhere", no_args);
	make_calls(n_more);
}

static void *wait_and_stay(void *arg)
{
	wait_for_byte(arg);
	make_calls(3);
	pause();
	return NULL;
}

static void drain(int full)
{
	char bytes[4096];

	sleep_ms(200);
	if (write(ends[1], "x", 1) != 1)
		_exit(4);
	sleep_ms(100);
	while (read(full, bytes, sizeof(bytes)) > 0)
		;
	_exit(0);
}

static void flush(long n)
{
	static const char bytes[4096];
	pthread_t thread;
	int full[2];

	if (pipe(full))
		exit(5);
	pthread_create(&thread, NULL, wait_and_stay, NULL);
	sleep_ms(50);
	make_calls(n);
	if (fork() == 0) {
		close(full[1]);
		drain(full[0]);
	}
	dup2(full[1], 1);
	close(full[1]);
	fcntl(1, F_SETFL, O_NONBLOCK);
	while (write(1, bytes, sizeof(bytes)) > 0)
		;
	fcntl(1, F_SETFL, 0);
	fputs("flushed by exit", stdout);
}

static void write_large(size_t n)
{
	char *bytes = calloc(1, n);

	if (!bytes || write(open("/dev/null", O_WRONLY), bytes, n) < 0)
		exit(6);
}

int main(int argc, char **argv)
{
	long n;

	if (argc < 3 || pipe(ends))
		return 2;
	n = atol(argv[2]);
	if (strcmp(argv[1], "left") == 0) {
		left(n);
	} else if (strcmp(argv[1], "exec") == 0) {
		make_calls(n);
		fail_exec(atol(argv[argc - 1]));
	} else if (strcmp(argv[1], "late") == 0) {
		blocked(argv[1], n);
		fail_exec(atol(argv[argc - 1]));
	} else if (strcmp(argv[1], "large") == 0) {
		make_calls(n);
		write_large(argc > 3 ? strtoul(argv[3], NULL, 10) : 0);
		make_calls(10);
	} else if (strcmp(argv[1], "flush") == 0) {
		flush(n);
	} else {
		blocked(argv[1], n);
	}
	return 0;
}
