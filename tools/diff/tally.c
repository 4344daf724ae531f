/* SPDX-License-Identifier: MIT */
/*
 * Counting, see tally.h.
 */
#include "tools/diff/tally.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/json.h"
#include "tools/base/table.h"
#include "tools/print/print.h"

static struct tally_row *row_of(struct tally *tally, uint32_t function)
{
	if (function >= tally->n) {
		tally->n = (size_t)function + 1;
		tally->rows = fxr_grow(tally->rows, &tally->space, tally->n,
				       sizeof(*tally->rows));
	}
	return &tally->rows[function];
}

void tally_alone(struct tally *tally, uint32_t function, unsigned side)
{
	struct tally_row *row = row_of(tally, function);

	row->n[side]++;
	row->alone[side]++;
	tally->all.n[side]++;
	tally->all.alone[side]++;
}

void tally_pair(struct tally *tally, uint32_t function, bool is_changed)
{
	struct tally_row *row = row_of(tally, function);

	for (unsigned side = 0; side < 2; side++) {
		row->n[side]++;
		tally->all.n[side]++;
	}
	row->changed += is_changed;
	tally->all.changed += is_changed;
}

void tally_fini(struct tally *tally)
{
	free(tally->rows);
	*tally = (struct tally){0};
}

static uint64_t n_differing(const struct tally_row *row)
{
	return row->alone[0] + row->alone[1] + row->changed;
}

struct sorted {
	uint64_t n;
	uint32_t function;
};

static int by_differing(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (x->n != y->n)
		return x->n > y->n ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

/* The functions whose calls differ, in order; the caller frees them. */
static struct sorted *sort_functions(const struct tally *tally, size_t *n)
{
	struct sorted *sorted = fxr_new(tally->n + 1, sizeof(*sorted));

	*n = 0;
	for (uint32_t i = 0; i < tally->n; i++)
		if (n_differing(&tally->rows[i]))
			sorted[(*n)++] = (struct sorted){
				n_differing(&tally->rows[i]), i};
	qsort(sorted, *n, sizeof(*sorted), by_differing);
	return sorted;
}

static void put_row(struct table *table, const struct tally_row *row,
		    struct fxr_text name)
{
	table_uint(table, row->alone[0]);
	table_uint(table, row->alone[1]);
	table_uint(table, row->changed);
	table_uint(table, row->n[0]);
	table_uint(table, row->n[1]);
	print_name(&table->cell, name);
	table_put(table);
}

void tally_print(struct tally *tally, const struct fxr_text *names,
		 struct pen *out)
{
	static const struct table_column columns[] = {{"only in A", 0, 10},
						      {"only in B", 1, 10},
						      {"changed", 1, 10},
						      {"all in A", 1, 10},
						      {"all in B", 1, 10},
						      {"function", 2, 0},
						      {0}};
	struct table table = {.out = out, .columns = columns};
	size_t n;
	struct sorted *sorted = sort_functions(tally, &n);

	if (n)
		table_headings(&table);
	for (size_t i = 0; i < n; i++)
		put_row(&table, &tally->rows[sorted[i].function],
			names[sorted[i].function]);
	table_fini(&table);
	free(sorted);
}

void tally_print_json(struct tally *tally, const struct fxr_text *names,
		      struct pen *out)
{
	size_t n;
	struct sorted *sorted = sort_functions(tally, &n);

	for (size_t i = 0; i < n; i++) {
		const struct tally_row *row = &tally->rows[sorted[i].function];

		pen_put(out, "{\"function\":");
		json_string(out, names[sorted[i].function]);
		pen_format(out,
			   ",\"only_a\":%" PRIu64 ",\"only_b\":%" PRIu64
			   ",\"changed\":%" PRIu64 ",\"all_a\":%" PRIu64
			   ",\"all_b\":%" PRIu64 "}\n",
			   row->alone[0], row->alone[1], row->changed,
			   row->n[0], row->n[1]);
	}
	free(sorted);
}
