/* SPDX-License-Identifier: MIT */
/*
 * Calls that carry a number. They are for the programs whose checkers find
 * which of them an archive lacks, has twice or has in the wrong order. Odd ones
 * are lseek, which fails, even ones getenv of a name of nine digits.
 */
#ifndef TESTS_HAZARD_NUMBERED_H
#define TESTS_HAZARD_NUMBERED_H

#include <stdlib.h>
#include <unistd.h>

#define SERIES 1000000L /* numbers of one series */

/* Not by printf, which is traced. */
static void name_of(char *name, long number)
{
	name[9] = 0;
	for (int i = 8; i >= 0; i--, number /= 10)
		name[i] = (char)('0' + number % 10);
}

static void call(long number)
{
	char name[10];

	if (number & 1) {
		lseek(-1, number, SEEK_SET);
		return;
	}
	name_of(name, number);
	getenv(name);
}

#endif
