/* SPDX-License-Identifier: MIT */
/*
 * See found.h.
 */
#include "tools/browse/found.h"

#include "tools/browse/clock.h"
#include "tools/browse/naming.h"
#include "tools/fd/handled.h"
#include "tools/print/print.h"
#include "tools/reader/memory.h"
#include "tools/select/catalogue.h"
#include "tools/select/select.h"

/* What a step takes, and after how many calls it looks at the clock. */
#define STEP_NS 20000000ull
#define STEP_CALLS 256u

struct found {
	struct indexed *indexed;
	struct filter *filter;
	bool *is_meant;		 /* by function */
	bool is_plain;		 /* only functions matter */
	struct concern *concern; /* with paths */
	struct mapped numbers;
	uint64_t next;
	struct pen line;
	struct print print;
	struct naming names; /* with a pattern, for the line */
};

static void choose_functions(struct found *found, const char *calls)
{
	const struct fxr_world *world = found->indexed->world;

	found->is_meant = fxr_new(world->n_names + 1, sizeof(bool));
	for (size_t i = 0; i < world->n_names; i++)
		found->is_meant[i] = catalogue_is_listed(
			calls, world->names[i].category, world->names[i].name);
}

struct found *found_open(struct indexed *indexed,
			 const struct found_words *words, const char **why)
{
	struct filter *filter = filter_open(&words->filter);
	struct found *found;

	if (!filter_binds(filter, indexed->world, indexed->last_ns, why)) {
		filter_close(filter);
		return NULL;
	}
	found = fxr_new(1, sizeof(*found));
	found->indexed = indexed;
	found->filter = filter;
	found->is_plain = !filter_chooses(&words->filter);
	found->print =
		(struct print){.out = &found->line, .world = indexed->world};
	if (filter_has_pattern(filter)) {
		naming_open(&found->names, indexed->world);
		found->print.names = &found->names.print;
	}
	found->concern = concern_open(indexed->world, words->filter.paths);
	mapped_open(&found->numbers, sizeof(uint64_t));
	choose_functions(found, words->calls);
	return found;
}

void found_close(struct found *found)
{
	if (!found)
		return;
	filter_close(found->filter);
	concern_close(found->concern);
	naming_close(&found->names);
	mapped_close(&found->numbers);
	fxr_free(found->is_meant);
	pen_fini(&found->line);
	fxr_free(found);
}

static bool has_line(struct found *found, const struct fxr_call *call)
{
	struct fxr_text line;

	print_call(&found->print, call);
	line = pen_take(&found->line);
	((char *)line.bytes)[line.n_bytes] = '\0';
	return filter_has_line(found->filter, line.bytes);
}

/* Paths and names are known by descriptors, which all calls are taken for. */
static bool is_chosen(struct found *found, uint64_t number)
{
	bool is_meant =
		found->is_meant[indexed_at(found->indexed, number)->name];
	bool has_pattern = filter_has_pattern(found->filter);
	struct fxr_call call;

	if (found->is_plain)
		return is_meant;
	if (!indexed_fill(found->indexed, number, &call))
		return false;
	if (has_pattern)
		naming_enter(&found->names, &call);
	is_meant = concern_has(found->concern, &call) && is_meant &&
		   filter_has(found->filter, found->indexed->world, &call,
			      found->indexed->last_ns) &&
		   (!has_pattern || has_line(found, &call));
	if (has_pattern)
		naming_leave(&found->names, found->indexed, &call);
	return is_meant;
}

bool found_step(struct found *found)
{
	uint64_t end_ns = clock_now_ns() + STEP_NS;

	while (found->next < found->indexed->all.n) {
		if (is_chosen(found, found->next))
			*(uint64_t *)mapped_put(&found->numbers, 1) =
				found->next;
		if (++found->next % STEP_CALLS == 0 && clock_now_ns() > end_ns)
			return true;
	}
	return false;
}

bool found_is_done(const struct found *found)
{
	return found->next == found->indexed->all.n;
}

uint64_t found_n(const struct found *found)
{
	return found->numbers.n;
}

uint64_t found_number(const struct found *found, uint64_t i)
{
	return *(const uint64_t *)mapped_at(&found->numbers, i);
}

uint64_t found_place(const struct found *found, uint64_t number)
{
	uint64_t from = 0, to = found->numbers.n;

	while (from < to) {
		uint64_t middle = from + (to - from) / 2;

		if (found_number(found, middle) < number)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

uint64_t found_next(const struct found *found)
{
	return found->next;
}
