/* SPDX-License-Identifier: MIT */
/*
 * expect("open(...) = 3") prints the next line of the dump that this program
 * shall have, with its number, and at once. So it may come before or after the
 * call. Nothing that it uses is recorded by any app test.
 */
#ifndef TESTS_APP_EXPECT_H
#define TESTS_APP_EXPECT_H

#include <stdarg.h>
#include <stdio.h>

static int n_expected;

static inline void __attribute__((format(printf, 1, 2)))
expect(const char *format, ...)
{
	va_list ap;

	dprintf(1, "%d ", n_expected++);
	va_start(ap, format);
	vdprintf(1, format, ap);
	va_end(ap);
	dprintf(1, "\n");
}

#endif
