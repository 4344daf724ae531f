/* SPDX-License-Identifier: MIT */
/*
 * Sums calls by function, see rates.h.
 */
#include "tools/top/rates.h"

#include <stdlib.h>

static uint32_t add_function(struct rates *rates, const struct fxr_name *name,
			     uint64_t hash)
{
	struct rates_function *function;
	uint32_t index = (uint32_t)rates->n_functions;

	rates->functions =
		fxr_grow(rates->functions, &rates->space,
			 rates->n_functions + 1, sizeof(*rates->functions));
	function = &rates->functions[rates->n_functions++];
	function->name = fxr_arena_text(&rates->arena, name->name);
	function->category = fxr_arena_text(&rates->arena, name->category);
	fxr_map_put(&rates->map, hash, name->name.n_bytes,
		    name->category.n_bytes, index);
	return index;
}

/* Each snapshot has a world of its own, so names are compared, not indexes. */
static uint32_t function_of(struct rates *rates, const struct fxr_name *name)
{
	uint64_t hash =
		fxr_hash(name->name.bytes, name->name.n_bytes) ^
		fxr_hash(name->category.bytes, name->category.n_bytes) * 3;
	uint32_t index = fxr_map_find(&rates->map, hash, name->name.n_bytes,
				      name->category.n_bytes);

	return index == FXR_NONE ? add_function(rates, name, hash) : index;
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

static void note_slowest(struct rates *rates, uint32_t function,
			 const struct fxr_call *call, uint64_t ns)
{
	struct rates_call *list = rates->slowest;
	size_t at = RATES_SLOWEST;

	while (at && ns > list[at - 1].ns)
		at--;
	if (at == RATES_SLOWEST)
		return;
	memmove(&list[at + 1], &list[at],
		(RATES_SLOWEST - at - 1) * sizeof(*list));
	list[at] = (struct rates_call){function, ns, call->thread->pid,
				       call->thread->tid};
}

void rates_begun(struct rates *rates, const struct fxr_call *call)
{
	uint32_t index = function_of(rates, call->name);
	struct rates_function *function = &rates->functions[index];

	count_begin(&function->all);
	count_begin(&function->now);
	count_begin(&rates->all);
	count_begin(&rates->now);
}

void rates_ended(struct rates *rates, const struct fxr_call *call)
{
	uint32_t index = function_of(rates, call->name);
	struct rates_function *function = &rates->functions[index];
	bool has_failed = call->error.n_bytes > 0;
	bool is_timed = fxr_shows_duration(call);
	uint64_t ns = is_timed ? call->end_ns - call->begin_ns : 0;

	count_end(&function->all, has_failed, is_timed, ns);
	count_end(&function->now, has_failed, is_timed, ns);
	count_end(&rates->all, has_failed, is_timed, ns);
	count_end(&rates->now, has_failed, is_timed, ns);
	if (ns)
		note_slowest(rates, index, call, ns);
}

void rates_next(struct rates *rates)
{
	for (size_t i = 0; i < rates->n_functions; i++)
		rates->functions[i].now = (struct rates_counts){0};
	rates->now = (struct rates_counts){0};
	memset(rates->slowest, 0, sizeof(rates->slowest));
}

void rates_fini(struct rates *rates)
{
	free(rates->functions);
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
	const struct rates_function *x = *(void *const *)a;
	const struct rates_function *y = *(void *const *)b;
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

const struct rates_function **rates_sorted(const struct rates *rates,
					   enum rates_key key)
{
	const struct rates_function **list =
		fxr_new(rates->n_functions + 1, sizeof(*list));

	for (size_t i = 0; i < rates->n_functions; i++)
		list[i] = &rates->functions[i];
	qsort_r(list, rates->n_functions, sizeof(*list), by_key, &key);
	return list;
}
