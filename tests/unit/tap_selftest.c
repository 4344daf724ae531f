/* SPDX-License-Identifier: MIT */
/*
 * Tests of the test runner: what must fail does. Its verdicts are made without
 * the runner, by the plain code in main(), for a broken one would pass itself.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guard.h"
#include "tests/tap.h"

static void passes(void)
{
	ok(1 + 1 == 2);
	is_u64(7, 7);
	is_i64(-7, -7);
	is_str("word", "word");
	is_str(NULL, NULL);
	is_mem("abc", "abc", 3);
}

static void fails_ok(void)
{
	ok(1 > 2, "one is %d", 1);
	ok(true);
}

static void fails_u64(void)
{
	is_u64(1ull << 40, 0);
}

static void fails_i64(void)
{
	is_i64(-1, 1);
}

static void fails_str(void)
{
	is_str("left", "right");
}

static void fails_str_null(void)
{
	is_str(NULL, "right");
}

static void fails_mem(void)
{
	is_mem("abc", "abd", 3);
}

static void fails_mem_null(void)
{
	is_mem(NULL, "abd", 3);
}

static void checks_nothing(void)
{
}

static void crashes(void)
{
	ok(true);
	abort(); /* a sanitizer would catch a SIGSEGV and exit */
}

static void reads_too_far(void)
{
	volatile char *end = (char *)guard_alloc(24) + 24;

	ok(end[-1] == (char)0xa5);
	ok(*end != 1);
}

static void hangs(void)
{
	ok(true);
	for (;;)
		pause();
}

static void exits_early(void)
{
	ok(true);
	exit(0);
}

static void exits_with_status(void)
{
	ok(true);
	_exit(3);
}

static void plans_wrongly(void)
{
	plan(2);
	ok(true);
}

static void plans_rightly(void)
{
	plan(1);
	ok(true);
}

static void prints(void)
{
	puts("ok 1 - not by the runner");
	ok(true);
}

static void skips(void)
{
	skip("no such machine");
}

static void fails_then_skips(void)
{
	ok(false);
	skip("no such machine");
}

static void fails_in_child(void)
{
	pid_t pid = fork();

	if (!pid) {
		ok(false);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	ok(true);
}

/* The line that a runner must print for one test function, and its status. */
static const struct {
	const char *name;
	void (*run)(void);
	const char *result, *explanation;
} cases[] = {
	{"passing checks pass", passes, "ok 1 - inner\n", ""},
	{"a false condition fails the test", fails_ok, "not ok 1 - inner\n",
	 "not true: 1 > 2: one is 1\n# 1 of 2 checks failed\n"},
	{"a wrong unsigned number fails the test", fails_u64,
	 "not ok 1 - inner\n", "is 1099511627776 (0x10000000000), expected 0"},
	{"a wrong signed number fails the test", fails_i64,
	 "not ok 1 - inner\n", "is -1, expected 1\n"},
	{"a wrong string fails the test", fails_str, "not ok 1 - inner\n",
	 "#      got: left\n# expected: right\n"},
	{"a NULL string fails the test", fails_str_null, "not ok 1 - inner\n",
	 "#      got: (NULL)\n"},
	{"wrong bytes fail the test", fails_mem, "not ok 1 - inner\n",
	 "byte 2 of \"abc\" is 0x63, expected 0x64\n"},
	{"missing bytes fail the test", fails_mem_null, "not ok 1 - inner\n",
	 "no memory to compare\n"},
	{"a test without checks fails", checks_nothing, "not ok 1 - inner\n",
	 "# checked nothing\n"},
	{"a crash is a failed test", crashes, "not ok 1 - inner\n",
	 "# ended by signal 6 "},
	{"reading behind a guarded buffer is a failed test", reads_too_far,
	 "not ok 1 - inner\n", "# e"}, /* ended, or with asan exited */
	{"a hang is a failed test", hangs, "not ok 1 - inner\n",
	 "# took longer than 500 ms\n"},
	{"an exit inside a test is a failed test", exits_early,
	 "not ok 1 - inner\n", "# exited before its end\n"},
	{"an exit status inside a test is a failed test", exits_with_status,
	 "not ok 1 - inner\n", "# exited with status 3\n"},
	{"a test that makes fewer checks than planned fails", plans_wrongly,
	 "not ok 1 - inner\n", "# planned 2 checks but made 1\n"},
	{"a test that makes the planned checks passes", plans_rightly,
	 "ok 1 - inner\n", ""},
	{"what a test prints does not count", prints, "ok 1 - inner\n", ""},
	{"a skipped test says why", skips,
	 "ok 1 - inner # SKIP no such machine\n", ""},
	{"a failed test cannot be skipped", fails_then_skips,
	 "not ok 1 - inner\n", "# 1 of 1 checks failed\n"},
	{"a check that fails in a child process fails the test", fails_in_child,
	 "not ok 1 - inner\n", "# 1 of 2 checks failed\n"},
};

#define N_CASES (sizeof(cases) / sizeof(cases[0]))

/* Runs the inner program, {run, passes}, and gives what it printed. Returns
 * its wait status. */
static int run_inner(void (*run)(void), char *word, char *output, size_t space)
{
	struct tap_test inner[] = {{"inner", run}, {"the next", passes}};
	char *words[] = {"inner", word, NULL};
	int ends[2], status = -1;
	size_t used = 0;
	ssize_t n;
	pid_t pid;

	fflush(NULL);
	if (pipe(ends))
		return -1;
	pid = fork();
	if (!pid) {
		dup2(ends[1], 1);
		dup2(open("/dev/null", O_WRONLY), 2);
		close(ends[0]);
		close(ends[1]);
		_exit(tap_main(inner, 2, word ? 2 : 1, words));
	}
	close(ends[1]);
	while ((n = read(ends[0], output + used, space - 1 - used)) > 0)
		used += (size_t)n;
	output[used] = 0;
	close(ends[0]);
	waitpid(pid, &status, 0);
	return status;
}

static int report(size_t number, int holds, const char *name,
		  const char *output)
{
	printf("%sok %zu - %s\n", holds ? "" : "not ", number, name);
	if (!holds)
		fprintf(stderr, "# the inner program printed:\n%s", output);
	return !holds;
}

/* Whether the inner program printed and returned what case i demands. */
static int is_as_demanded(size_t i, const char *output, int status)
{
	int fails = !strncmp(cases[i].result, "not", 3);
	const char *found = strstr(output, cases[i].result);

	/* At a line's start: "not ok 1" contains "ok 1". */
	return found && found > output && found[-1] == '\n' &&
	       WIFEXITED(status) && WEXITSTATUS(status) == fails &&
	       !strncmp(output, "1..2\n", 5) &&
	       strstr(output, "\nok 2 - the next\n") &&
	       strstr(output, cases[i].explanation);
}

int main(void)
{
	char output[4096];
	int n_failed = 0, status;
	size_t i;

	printf("1..%zu\n", N_CASES + 2);
	for (i = 0; i < N_CASES; i++) {
		setenv("TAP_TIMEOUT_MS",
		       cases[i].run == hangs ? "500" : "20000", 1);
		status = run_inner(cases[i].run, NULL, output, sizeof(output));
		n_failed += report(i + 1, is_as_demanded(i, output, status),
				   cases[i].name, output);
	}
	status = run_inner(fails_ok, "next", output, sizeof(output));
	n_failed += report(i + 1,
			   !status && !strcmp(output, "1..1\n"
						      "ok 1 - the next\n"),
			   "a word selects the tests named by it", output);
	status = run_inner(passes, "another", output, sizeof(output));
	n_failed += report(i + 2, WIFEXITED(status) && WEXITSTATUS(status) == 1,
			   "a run that selects no test fails", output);
	return n_failed ? 1 : 0;
}
