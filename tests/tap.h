/* SPDX-License-Identifier: MIT */
/*
 * Tests of C code, reported as TAP. A test is a function with a sentence for
 * a name. It runs in a process of its own. So a crash, a hang or an exit is one
 * failed test, and nothing that it changes reaches the next. It fails if a
 * check in it fails, and also if it makes no check at all.
 *
 *	static void adds(void)
 *	{
 *		is_u64(add(1, 2), 3);
 *	}
 *
 *	static const struct tap_test tests[] = {
 *		{"two numbers are added", adds},
 *	};
 *	TAP_MAIN(tests)
 *
 * The program takes words as arguments: then only tests whose name contains
 * one of them run. TAP_TIMEOUT_MS in the environment is how long a test may
 * take (default 60000). On a busy machine it is as many times longer as there
 * are processes for each processor.
 */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tap_test {
	const char *name; /* a sentence that is true when the test passes */
	void (*run)(void);
};

/* The checks: each returns whether it held. On failure it prints its place,
 * what it compared and what it found. */

/* ok(condition) or ok(condition, "format", ...) */
#define ok(condition, ...)                                                     \
	tap_ok(!!(condition), __FILE__, __LINE__, #condition, " " __VA_ARGS__)
#define is_u64(got, want) tap_is_u64(got, want, __FILE__, __LINE__, #got)
#define is_i64(got, want) tap_is_i64(got, want, __FILE__, __LINE__, #got)
/* NULL equals only NULL */
#define is_str(got, want) tap_is_str(got, want, __FILE__, __LINE__, #got)
#define is_mem(got, want, n_bytes)                                             \
	tap_is_mem(got, want, n_bytes, __FILE__, __LINE__, #got)

/* The test makes exactly n_checks checks, or it fails. Optional; for tests
 * whose checks are in a callback or a loop that may not run. */
void plan(unsigned n_checks);

/* A line of explanation, shown with the test's result. */
void diag(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Ends the test, which counts as neither passed nor failed: something that it
 * needs is not on this machine. Not after a failed check. */
void skip(const char *why) __attribute__((noreturn));

#define TAP_MAIN(tests)                                                        \
	int main(int argc, char **argv)                                        \
	{                                                                      \
		return tap_main(tests, sizeof(tests) / sizeof((tests)[0]),     \
				argc, argv);                                   \
	}

/* Runs the tests and prints TAP on stdout; what tests print goes to stderr.
 * Returns the exit status: 0 all passed or were skipped, 1 otherwise. */
int tap_main(const struct tap_test *tests, size_t n_tests, int argc,
	     char **argv);

bool tap_ok(bool holds, const char *file, int line, const char *what,
	    const char *format, ...) __attribute__((format(printf, 5, 6)));
bool tap_is_u64(uint64_t got, uint64_t want, const char *file, int line,
		const char *what);
bool tap_is_i64(int64_t got, int64_t want, const char *file, int line,
		const char *what);
bool tap_is_str(const char *got, const char *want, const char *file, int line,
		const char *what);
bool tap_is_mem(const void *got, const void *want, size_t n_bytes,
		const char *file, int line, const char *what);

#endif
