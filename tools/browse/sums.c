/* SPDX-License-Identifier: MIT */
/*
 * Sums over calls, see browse.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/browse/browse.h"
#include "tools/reader/memory.h"

enum column {
	COUNT,
	TOTAL = SUMS_TOTAL,
	SELF,
	AVERAGE,
	LONGEST,
	ERRORS,
	N_COLUMNS
};

static const char *const headings[N_COLUMNS] = {"count", "total", "self",
						"avg",	 "max",	  "errors"};
static const char *const kinds[N_INDEXED_BY] = {"function", "thread",
						"process"};

#define COLUMN 9

static uint64_t average(const struct indexed_sum *sum)
{
	return sum->n_timed ? sum->total_ns / sum->n_timed : 0;
}

static uint64_t value_of(const struct indexed_sum *sum, unsigned column)
{
	switch (column) {
	case COUNT:
		return sum->n_calls;
	case TOTAL:
		return sum->total_ns;
	case SELF:
		return sum->self_ns;
	case AVERAGE:
		return average(sum);
	case LONGEST:
		return sum->max_ns;
	default:
		return sum->n_failed;
	}
}

/* The largest first; the same in their own order. */
static int compare(const void *a, const void *b, void *context)
{
	const struct browse *browse = context;
	const struct indexed_sum *sums = browse->indexed->sums[browse->sums.by];
	size_t i = *(const size_t *)a, j = *(const size_t *)b;
	uint64_t x = value_of(&sums[i], browse->sums.sort);
	uint64_t y = value_of(&sums[j], browse->sums.sort);

	if (x != y)
		return x > y ? -1 : 1;
	return i < j ? -1 : i > j;
}

static void sort(struct browse *browse)
{
	const struct indexed *indexed = browse->indexed;
	struct sums *sums = &browse->sums;
	size_t n = 0;

	fxr_free(sums->order);
	sums->order = fxr_new(indexed->n_sums[sums->by] + 1, sizeof(size_t));
	for (size_t i = 0; i < indexed->n_sums[sums->by]; i++)
		if (indexed->sums[sums->by][i].n_calls)
			sums->order[n++] = i;
	qsort_r(sums->order, n, sizeof(size_t), compare, browse);
	scroll_resize(&sums->place, n);
}

void sums_renew(struct browse *browse)
{
	struct sums *sums = &browse->sums;
	size_t chosen = sums->place.n ? sums->order[sums->place.at] : SIZE_MAX;

	sort(browse);
	for (size_t i = 0; i < sums->place.n; i++)
		if (sums->order[i] == chosen)
			scroll_go(&sums->place, i, browse_shown());
}

void sums_heading(struct browse *browse)
{
	const struct sums *sums = &browse->sums;
	char text[64];

	for (unsigned i = 0; i < N_COLUMNS; i++) {
		snprintf(text, sizeof(text), "%*s%s",
			 COLUMN - (i == sums->sort), headings[i],
			 i == sums->sort ? "*" : "");
		display_puts(i == sums->sort ? LOOK_NAME : LOOK_PLAIN, text);
	}
	display_puts(LOOK_PLAIN, "  ");
	display_puts(LOOK_PLAIN, kinds[sums->by]);
}

static void put_name(const struct browse *browse, size_t number)
{
	const struct fxr_world *world = browse->indexed->world;
	const struct fxr_process *process;
	const struct fxr_thread *thread;
	char text[64];

	if (browse->sums.by == BY_FUNCTIONS) {
		display_put(LOOK_NAME, world->names[number].name);
		return;
	}
	if (browse->sums.by == BY_PROCESSES) {
		process = &world->processes[number];
		snprintf(text, sizeof(text), "%" PRIu64 " ", process->pid);
		display_puts(LOOK_PLAIN, text);
		display_put(LOOK_NAME,
			    fxr_world_process_name(world, process->provider,
						   process->pid));
		return;
	}
	thread = &world->threads[number];
	snprintf(text, sizeof(text), "%" PRIu64 "/%" PRIu64 " ", thread->pid,
		 thread->tid);
	display_puts(LOOK_PLAIN, text);
	display_put(LOOK_NAME, fxr_world_thread_name(world, thread->provider,
						     thread->pid, thread->tid));
}

void sums_draw(struct browse *browse, uint64_t row)
{
	size_t number = browse->sums.order[row];
	const struct indexed_sum *sum =
		&browse->indexed->sums[browse->sums.by][number];
	char text[64];

	for (unsigned i = 0; i < N_COLUMNS; i++) {
		uint64_t value = value_of(sum, i);

		if (i == COUNT || i == ERRORS) {
			snprintf(text, sizeof(text), "%*" PRIu64, COLUMN,
				 value);
			display_puts(i == ERRORS && value ? LOOK_ERROR
							  : LOOK_PLAIN,
				     text);
		} else if (sum->n_timed) {
			browse_put_duration(LOOK_PLAIN, value, COLUMN);
		} else {
			display_puts(LOOK_FAINT, "        -");
		}
	}
	display_puts(LOOK_PLAIN, "  ");
	display_scrolls();
	put_name(browse, number);
}

/* The list of what the chosen row sums up. */
static void open_row(struct browse *browse)
{
	const struct fxr_world *world = browse->indexed->world;
	const struct sums *sums = &browse->sums;
	char text[512], why[256] = "";
	size_t number;

	if (!sums->place.n)
		return;
	number = sums->order[sums->place.at];
	if (sums->by == BY_FUNCTIONS)
		snprintf(text, sizeof(text), "--calls '%.*s'",
			 (int)world->names[number].name.n_bytes,
			 world->names[number].name.bytes);
	else if (sums->by == BY_THREADS)
		snprintf(text, sizeof(text),
			 "--process %" PRIu64 " --thread %" PRIu64,
			 world->threads[number].pid,
			 world->threads[number].tid);
	else
		snprintf(text, sizeof(text), "--process %" PRIu64,
			 world->processes[number].pid);
	if (listing_filter(browse, text, why, sizeof(why)))
		browse->view = VIEW_LIST;
	else
		browse_say(browse, "%s", why);
}

bool sums_key(struct browse *browse, int key)
{
	struct sums *sums = &browse->sums;

	switch (key) {
	case PRESSED_ENTER:
		open_row(browse);
		return true;
	case 's':
	case PRESSED_RIGHT:
		sums->sort = (sums->sort + 1) % N_COLUMNS;
		sums_renew(browse);
		return true;
	case 'S':
	case PRESSED_LEFT:
		sums->sort = (sums->sort + N_COLUMNS - 1) % N_COLUMNS;
		sums_renew(browse);
		return true;
	case 'b':
		sums->by = (sums->by + 1) % N_INDEXED_BY;
		sums->place = (struct scroll){0};
		sort(browse);
		return true;
	default:
		return false;
	}
}

void sums_close(struct sums *sums)
{
	fxr_free(sums->order);
}
