/* SPDX-License-Identifier: MIT */
/* A library of one's own, for the example of a shim. */
#ifndef TESTS_EXAMPLES_TALLY_H
#define TESTS_EXAMPLES_TALLY_H

struct tally;

enum tally_kind { TALLY_SUM, TALLY_MEAN };

struct tally *tally_open(enum tally_kind kind);
int tally_add(struct tally *tally, const char *name, double value);
double tally_close(struct tally *tally);

#endif
