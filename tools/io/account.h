/* SPDX-License-Identifier: MIT */
/*
 * The report of a file replay. It has the number of operations that were made,
 * and of those with a different outcome. It has the recorded and replayed times
 * of each function and each file, and what was skipped. Any thread may add to
 * it.
 */
#ifndef TOOLS_IO_ACCOUNT_H
#define TOOLS_IO_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct account;

/* One operation that was made. */
struct account_made {
	uint64_t number;	     /* of the call */
	const char *function, *file; /* file: NULL = none */
	uint64_t recorded_ns, replayed_ns;
	const char *difference; /* NULL: the outcome was as recorded */
};

/* Never NULL. */
struct account *account_open(void);
void account_close(struct account *account);

/* Counts it; the first differences are printed at once. */
void account_add(struct account *account, const struct account_made *made);
/* Counts an operation that is not made, under a word for its kind. */
void account_skip(struct account *account, const char *kind);

/* The tables. */
void account_print(struct account *account, FILE *out);

uint64_t account_n_made(const struct account *account);
uint64_t account_n_different(const struct account *account);
uint64_t account_n_skipped(const struct account *account);

#endif
