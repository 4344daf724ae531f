/* SPDX-License-Identifier: MIT */
/*
 * Sums calls by row, see rates.h.
 */
#include "tools/top/rates.h"

#include <stdlib.h>
#include <string.h>

static uint32_t add_row(struct rates *rates, struct fxr_text name,
			struct fxr_text category, uint64_t hash)
{
	struct rates_row *row;
	uint32_t index = (uint32_t)rates->n_rows;

	rates->rows = fxr_grow(rates->rows, &rates->space, rates->n_rows + 1,
			       sizeof(*rates->rows));
	row = &rates->rows[rates->n_rows++];
	row->name = fxr_arena_text(&rates->arena, name);
	row->category = fxr_arena_text(&rates->arena, category);
	fxr_map_put(&rates->map, hash, name.n_bytes, category.n_bytes, index);
	return index;
}

/* Each snapshot has a world of its own, so names are compared, not indexes. */
static struct rates_row *row_of(struct rates *rates, struct fxr_text name,
				struct fxr_text category)
{
	uint64_t hash = fxr_hash(name.bytes, name.n_bytes) ^
			fxr_hash(category.bytes, category.n_bytes) * 3;
	uint32_t index =
		fxr_map_find(&rates->map, hash, name.n_bytes, category.n_bytes);

	if (index == FXR_NONE)
		index = add_row(rates, name, category, hash);
	return &rates->rows[index];
}

static void count_begin(struct rates_counts *counts)
{
	counts->n_calls++;
}

static void count_end(struct rates_counts *counts, bool has_failed,
		      bool is_timed, uint64_t ns)
{
	counts->n_errors += has_failed;
	if (!is_timed)
		return;
	counts->n_timed++;
	counts->total_ns += ns;
	if (ns > counts->most_ns)
		counts->most_ns = ns;
}

static void note_slowest(struct rates *rates, const struct fxr_call *call,
			 uint64_t ns)
{
	struct rates_call *list = rates->slowest;
	struct fxr_text name = call->name->name;
	size_t at = RATES_SLOWEST;

	while (at && ns > list[at - 1].ns)
		at--;
	if (at == RATES_SLOWEST)
		return;
	memmove(&list[at + 1], &list[at],
		(RATES_SLOWEST - at - 1) * sizeof(*list));
	list[at] = (struct rates_call){
		.ns = ns, .pid = call->thread->pid, .tid = call->thread->tid};
	if (name.n_bytes >= RATES_NAME_BYTES)
		name.n_bytes = RATES_NAME_BYTES - 1;
	memcpy(list[at].name, name.bytes, name.n_bytes);
}

void rates_begun(struct rates *rates, struct fxr_text name,
		 struct fxr_text category)
{
	struct rates_row *row = row_of(rates, name, category);

	count_begin(&row->all);
	count_begin(&row->now);
	count_begin(&rates->all);
	count_begin(&rates->now);
}

void rates_ended(struct rates *rates, const struct fxr_call *call,
		 struct fxr_text name, struct fxr_text category)
{
	struct rates_row *row = row_of(rates, name, category);
	bool has_failed = call->error.n_bytes > 0;
	bool is_timed = fxr_shows_duration(call);
	uint64_t ns = is_timed ? call->end_ns - call->begin_ns : 0;

	count_end(&row->all, has_failed, is_timed, ns);
	count_end(&row->now, has_failed, is_timed, ns);
	count_end(&rates->all, has_failed, is_timed, ns);
	count_end(&rates->now, has_failed, is_timed, ns);
	if (ns)
		note_slowest(rates, call, ns);
}

void rates_next(struct rates *rates)
{
	for (size_t i = 0; i < rates->n_rows; i++)
		rates->rows[i].now = (struct rates_counts){0};
	rates->now = (struct rates_counts){0};
	memset(rates->slowest, 0, sizeof(rates->slowest));
}

void rates_fini(struct rates *rates)
{
	free(rates->rows);
	fxr_map_fini(&rates->map);
	fxr_arena_fini(&rates->arena);
}

static uint64_t average_ns(const struct rates_counts *counts)
{
	return counts->n_timed ? counts->total_ns / counts->n_timed : 0;
}

static uint64_t value_of(const struct rates_counts *counts, enum rates_key key)
{
	switch (key) {
	case RATES_ERRORS:
		return counts->n_errors;
	case RATES_TIME:
		return counts->total_ns;
	case RATES_AVERAGE:
		return average_ns(counts);
	case RATES_MOST:
		return counts->most_ns;
	case RATES_CALLS:
	case RATES_TOTAL:
	case RATES_NAME:
		break;
	}
	return counts->n_calls;
}

static int compare_names(struct fxr_text a, struct fxr_text b)
{
	size_t n = a.n_bytes < b.n_bytes ? a.n_bytes : b.n_bytes;
	int order = n ? memcmp(a.bytes, b.bytes, n) : 0;

	return order ? order
		     : (a.n_bytes > b.n_bytes) - (a.n_bytes < b.n_bytes);
}

static int by_key(const void *a, const void *b, void *context)
{
	const struct rates_row *x = *(void *const *)a;
	const struct rates_row *y = *(void *const *)b;
	enum rates_key key = *(enum rates_key *)context;
	uint64_t m = value_of(&x->now, key), n = value_of(&y->now, key);

	if (key == RATES_NAME)
		return compare_names(x->name, y->name);
	if (m != n && key != RATES_TOTAL)
		return m < n ? 1 : -1;
	m = value_of(&x->all, key);
	n = value_of(&y->all, key);
	if (m != n)
		return m < n ? 1 : -1;
	return compare_names(x->name, y->name);
}

const struct rates_row **rates_sorted(const struct rates *rates,
				      enum rates_key key)
{
	const struct rates_row **list =
		fxr_new(rates->n_rows + 1, sizeof(*list));

	for (size_t i = 0; i < rates->n_rows; i++)
		list[i] = &rates->rows[i];
	qsort_r(list, rates->n_rows, sizeof(*list), by_key, &key);
	return list;
}
