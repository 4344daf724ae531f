/* SPDX-License-Identifier: MIT */
/* The library of tally.h. */
#include "tally.h"

#include <stdlib.h>

struct tally {
	enum tally_kind kind;
	double sum;
	int n;
};

struct tally *tally_open(enum tally_kind kind)
{
	struct tally *tally = calloc(1, sizeof(*tally));

	tally->kind = kind;
	return tally;
}

int tally_add(struct tally *tally, const char *name, double value)
{
	if (!name)
		return -1;
	tally->sum += value;
	return ++tally->n;
}

double tally_close(struct tally *tally)
{
	double result =
		tally->kind == TALLY_MEAN ? tally->sum / tally->n : tally->sum;

	free(tally);
	return result;
}
