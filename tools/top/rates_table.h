/* SPDX-License-Identifier: MIT */
/*
 * The table of `fxtrace top`. On a narrow screen columns are left out, so that
 * there is space for names.
 */
#ifndef TOOLS_TOP_RATES_TABLE_H
#define TOOLS_TOP_RATES_TABLE_H

#include "tools/top/rates.h"

struct rates_table {
	const char *heading; /* of the names' column */
	enum rates_key key;  /* the order of rows */
	uint64_t interval_ns;
	size_t n_most; /* rows; 0: all */
	/* Characters of a line; 0: names are whole, and no column is left
	 * out. */
	unsigned columns;
	/* The longest name that was shown, kept from one table to the next: a
	 * column that was left out does not come back. 0 to begin with. */
	size_t name_columns;
};

/* What an interval had, per second. */
uint64_t rates_per_s(uint64_t interval_ns, uint64_t n);

void rates_table_put(struct rates_table *how, const struct rates *rates,
		     struct pen *out);

#endif
