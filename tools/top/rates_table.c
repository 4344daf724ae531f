/* SPDX-License-Identifier: MIT */
/*
 * The table of rates, see rates_table.h.
 */
#include "tools/top/rates_table.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/shorten.h"
#include "tools/base/table.h"
#include "tools/print/print.h"

#define NS_PER_S UINT64_C(1000000000)
/* A longer name does not cost a column. */
#define NAME_COLUMNS 32u
#define NAME_GAP 2

enum {
	CALLS_S,
	CALLS,
	ERRORS_S,
	ERRORS,
	TIME_S,
	AVERAGE,
	SLOWEST,
	N_COLUMNS,
};

static const struct table_column columns[N_COLUMNS] = {
	[CALLS_S] = {"CALLS/S", 0, 8},	 [CALLS] = {"CALLS", 1, 10},
	[ERRORS_S] = {"ERRORS/S", 1, 8}, [ERRORS] = {"ERRORS", 1, 8},
	[TIME_S] = {"TIME/S", 0, 9},	 [AVERAGE] = {"AVERAGE", 0, 9},
	[SLOWEST] = {"SLOWEST", 0, 9},
};

/* The column by which rows are sorted. */
static unsigned sorted_by(enum rates_key key)
{
	switch (key) {
	case RATES_ERRORS:
		return ERRORS_S;
	case RATES_TIME:
		return TIME_S;
	case RATES_AVERAGE:
		return AVERAGE;
	case RATES_MOST:
		return SLOWEST;
	case RATES_TOTAL:
		return CALLS;
	default:
		return CALLS_S;
	}
}

/* What is left out, the first one first; returns how many. CALLS/S stays, and
 * so does what is sorted by. */
static size_t order_columns(enum rates_key key, unsigned char order[N_COLUMNS])
{
	static const unsigned char all[] = {ERRORS_S, AVERAGE, ERRORS,
					    SLOWEST,  TIME_S,  CALLS};
	size_t n = 0;

	for (size_t i = 0; i < sizeof(all); i++)
		if (all[i] != sorted_by(key))
			order[n++] = all[i];
	return n;
}

uint64_t rates_per_s(uint64_t interval_ns, uint64_t n)
{
	return (uint64_t)((double)n * (double)NS_PER_S /
				  (double)(interval_ns ? interval_ns : 1) +
			  0.5);
}

/* A duration, or a dash. */
static void put_time(struct table *table, uint64_t ns, bool is_known)
{
	if (is_known)
		print_duration(&table->cell, ns);
	else
		pen_byte(&table->cell, '-');
	table_put(table);
}

static void put_row(const struct rates_table *how, struct table *table,
		    const struct rates_row *row)
{
	const struct rates_counts *now = &row->now, *all = &row->all;
	uint64_t ns = how->interval_ns;
	bool is_timed = now->n_timed;

	table_uint(table, rates_per_s(ns, now->n_calls));
	table_uint(table, all->n_calls);
	table_uint(table, rates_per_s(ns, now->n_errors));
	table_uint(table, all->n_errors);
	put_time(table, rates_per_s(ns, now->total_ns), is_timed);
	put_time(table, is_timed ? now->total_ns / now->n_timed : 0, is_timed);
	put_time(table, now->most_ns, is_timed);
	if (row->name.n_bytes)
		print_name(&table->cell, row->name);
	else
		pen_byte(&table->cell, '-');
	table_put(table);
}

static void note_names(struct rates_table *how, const struct rates_row **list,
		       size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t width = shorten_width(list[i]->name);

		if (width > NAME_COLUMNS)
			width = NAME_COLUMNS;
		if (width > how->name_columns)
			how->name_columns = width;
	}
}

void rates_table_put(struct rates_table *how, const struct rates *rates,
		     struct pen *out)
{
	const struct rates_row **list = rates_sorted(rates, how->key);
	struct table_column all[N_COLUMNS + 2] = {{0}};
	struct table table = {.out = out, .columns = all};
	unsigned char order[N_COLUMNS];
	size_t n = rates->n_rows, n_order = order_columns(how->key, order);

	if (how->n_most && n > how->n_most)
		n = how->n_most;
	note_names(how, list, n);
	memcpy(all, columns, sizeof(columns));
	all[N_COLUMNS] = (struct table_column){how->heading, NAME_GAP, 0};
	table_fit(&table, order, n_order, how->name_columns, how->columns);
	table_headings(&table);
	for (size_t i = 0; i < n; i++)
		put_row(how, &table, list[i]);
	table_fini(&table);
	free(list);
}
