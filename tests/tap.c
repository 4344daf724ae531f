/* SPDX-License-Identifier: MIT */
/*
 * The test runner behind tap.h. A test counts as passed only if its process
 * came back from the test function. The counts lie in memory shared with the
 * runner, which believes nothing but them.
 */
#include "tests/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TIMEOUT_MS 60000

/* Shared by the runner and the test's process and its children. */
struct result {
	unsigned n_checks, n_failed;
	unsigned n_planned; /* UINT32_MAX: not said */
	bool returned;
	bool skipped;
	char why[200]; /* it was skipped */
};

static struct {
	struct result *result;
	int tap_fd; /* where TAP goes while the test has stdout */
} tap = {.tap_fd = 1};

/* One line by one write, so that lines of several processes do not mix. */
static void put_line(const char *prefix, const char *format, va_list args)
{
	char line[1200];
	int n = snprintf(line, sizeof(line) - 2, "%s", prefix), i;
	int space = (int)sizeof(line) - 2 - n;
	int more = vsnprintf(line + n, (size_t)space, format, args);

	n += more < space ? more : space - 1;
	for (i = 0; i < n; i++)
		if ((unsigned char)line[i] < ' ')
			line[i] = '?';
	line[n++] = '\n';
	if (write(tap.tap_fd, line, (size_t)n) != n)
		abort(); /* a report that cannot be read must not pass */
}

__attribute__((format(printf, 1, 2))) static void print(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_line("", format, args);
	va_end(args);
}

void diag(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_line("# ", format, args);
	va_end(args);
}

void plan(unsigned n_checks)
{
	tap.result->n_planned = n_checks;
}

void skip(const char *why)
{
	snprintf(tap.result->why, sizeof(tap.result->why), "%s", why);
	tap.result->skipped = true;
	_exit(0);
}

static bool count(bool holds)
{
	__atomic_fetch_add(&tap.result->n_checks, 1, __ATOMIC_RELAXED);
	if (!holds)
		__atomic_fetch_add(&tap.result->n_failed, 1, __ATOMIC_RELAXED);
	return holds;
}

bool tap_ok(bool holds, const char *file, int line, const char *what,
	    const char *format, ...)
{
	char text[800];
	va_list args;

	if (count(holds))
		return true;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	diag("%s:%d: not true: %s%s%s", file, line, what, text[1] ? ":" : "",
	     text);
	return false;
}

bool tap_is_u64(uint64_t got, uint64_t want, const char *file, int line,
		const char *what)
{
	if (count(got == want))
		return true;
	diag("%s:%d: %s is %llu (0x%llx), expected %llu (0x%llx)", file, line,
	     what, (unsigned long long)got, (unsigned long long)got,
	     (unsigned long long)want, (unsigned long long)want);
	return false;
}

bool tap_is_i64(int64_t got, int64_t want, const char *file, int line,
		const char *what)
{
	if (count(got == want))
		return true;
	diag("%s:%d: %s is %lld, expected %lld", file, line, what,
	     (long long)got, (long long)want);
	return false;
}

bool tap_is_str(const char *got, const char *want, const char *file, int line,
		const char *what)
{
	if (count(got && want ? !strcmp(got, want) : got == want))
		return true;
	diag("%s:%d: %s is not as expected:", file, line, what);
	diag("     got: %s", got ? got : "(NULL)");
	diag("expected: %s", want ? want : "(NULL)");
	return false;
}

bool tap_is_mem(const void *got, const void *want, size_t n_bytes,
		const char *file, int line, const char *what)
{
	const unsigned char *g = got, *w = want;
	size_t i = 0;

	if (n_bytes && (!g || !w)) {
		count(false);
		diag("%s:%d: %s: no memory to compare", file, line, what);
		return false;
	}
	while (i < n_bytes && g[i] == w[i])
		i++;
	if (count(i == n_bytes))
		return true;
	diag("%s:%d: byte %zu of %s is 0x%02x, expected 0x%02x", file, line, i,
	     what, g[i], w[i]);
	return false;
}

/* The test's process: a group of its own, so that what it starts ends too. */
__attribute__((noreturn)) static void be_test(const struct tap_test *test,
					      const sigset_t *mask)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigprocmask(SIG_SETMASK, mask, NULL);
	/* Not one of the low numbers, which tests may count. */
	tap.tap_fd = fcntl(1, F_DUPFD_CLOEXEC, 100);
	if (tap.tap_fd < 0 || dup2(2, 1) < 0)
		abort();
	test->run();
	fflush(NULL);
	tap.result->returned = true;
	_exit(0);
}

/* Processes that want to run for each processor, at least 1. */
static double load(void)
{
	double average = 0;
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	if (n < 1 || getloadavg(&average, 1) != 1 || average < (double)n)
		return 1;
	return average / (double)n;
}

static long timeout_ms(void)
{
	const char *text = getenv("TAP_TIMEOUT_MS");

	return text && atol(text) > 0 ? atol(text) : TIMEOUT_MS;
}

static long scaled_ms(void)
{
	return (long)((double)timeout_ms() * load());
}

/* Milliseconds left of what a test may take, at least 0. */
static long left_ms(const struct timespec *start)
{
	struct timespec now;
	long ms;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ms = scaled_ms() - (long)(now.tv_sec - start->tv_sec) * 1000 -
	     (now.tv_nsec - start->tv_nsec) / 1000000;
	return ms > 0 ? ms : 0;
}

/* Waits for pid, SIGCHLD being blocked, and ends its whole group before its
 * number can be given to another. Returns false if it took too long. */
static bool wait_test(pid_t pid, int *status)
{
	long ms = scaled_ms();
	siginfo_t info = {0};
	struct timespec start;
	sigset_t child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	clock_gettime(CLOCK_MONOTONIC, &start);
	while (ms) {
		struct timespec left = {ms / 1000, ms % 1000 * 1000000};

		waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
		if (info.si_pid == pid)
			break;
		(void)sigtimedwait(&child, NULL, &left); /* left_ms() checks */
		ms = left_ms(&start);
	}
	kill(-pid, SIGKILL);
	kill(pid, SIGKILL); /* it may not have its group yet */
	waitpid(pid, status, 0);
	return info.si_pid == pid;
}

/* Says why the test failed. Returns false if it did not. */
static bool explain(const struct result *r, bool in_time, int status)
{
	if (!in_time)
		diag("took longer than %ld ms", timeout_ms());
	else if (WIFSIGNALED(status))
		diag("ended by signal %d (%s)", WTERMSIG(status),
		     strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status))
		diag("exited with status %d", WEXITSTATUS(status));
	else if (r->n_failed)
		diag("%u of %u checks failed", r->n_failed, r->n_checks);
	else if (r->skipped)
		return false;
	else if (!r->returned)
		diag("exited before its end");
	else if (!r->n_checks)
		diag("checked nothing");
	else if (r->n_planned != UINT32_MAX && r->n_planned != r->n_checks)
		diag("planned %u checks but made %u", r->n_planned,
		     r->n_checks);
	else
		return false;
	return true;
}

static bool run_test(const struct tap_test *test, unsigned number)
{
	struct result *r = tap.result;
	sigset_t child, mask;
	bool in_time, failed;
	int status = 0;
	pid_t pid;

	*r = (struct result){.n_planned = UINT32_MAX};
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &mask);
	fflush(NULL);
	pid = fork();
	if (!pid)
		be_test(test, &mask);
	if (pid < 0) {
		diag("fork: %s", strerror(errno));
		failed = true;
	} else {
		setpgid(pid, pid); /* in child and parent */
		in_time = wait_test(pid, &status);
		failed = explain(r, in_time, status);
	}
	sigprocmask(SIG_SETMASK, &mask, NULL);
	print("%s %u - %s%s%s", failed ? "not ok" : "ok", number, test->name,
	      !failed && r->skipped ? " # SKIP " : "",
	      !failed && r->skipped ? r->why : "");
	return !failed;
}

static bool is_wanted(const struct tap_test *test, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		if (strstr(test->name, argv[i]))
			return true;
	return argc < 2;
}

int tap_main(const struct tap_test *tests, size_t n_tests, int argc,
	     char **argv)
{
	unsigned n_wanted = 0, number = 0, n_failed = 0;
	size_t i;

	tap.result = mmap(NULL, sizeof(*tap.result), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (tap.result == MAP_FAILED) {
		print("Bail out! no memory for results");
		return 1;
	}
	for (i = 0; i < n_tests; i++)
		n_wanted += is_wanted(&tests[i], argc, argv);
	if (!n_wanted) {
		print("Bail out! no test has such a name");
		return 1;
	}
	signal(SIGCHLD, SIG_DFL); /* ignored ones cannot be waited for */
	print("1..%u", n_wanted);
	for (i = 0; i < n_tests; i++)
		if (is_wanted(&tests[i], argc, argv))
			n_failed += !run_test(&tests[i], ++number);
	return n_failed ? 1 : 0;
}
