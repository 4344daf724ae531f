/* SPDX-License-Identifier: MIT */
/*
 * Processes, threads and calls as a tree, see browse.h. Only the rows that are
 * there now are stored, so each is found at once.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/base/human.h"
#include "tools/browse/browse.h"
#include "tools/reader/memory.h"

/* A row is one of these, and its number below. */
enum kind { ROW_PROCESS, ROW_THREAD, ROW_CALL };
#define KIND_SHIFT 62
/* More processes than that are closed at first. */
#define FEW 20u
#define INDENT 2u

static uint64_t row_of(enum kind kind, uint64_t number)
{
	return (uint64_t)kind << KIND_SHIFT | number;
}

static enum kind kind_of(uint64_t row)
{
	return (enum kind)(row >> KIND_SHIFT);
}

static uint64_t number_of(uint64_t row)
{
	return row & (((uint64_t)1 << KIND_SHIFT) - 1);
}

static uint64_t row_at(const struct outline *tree, uint64_t at)
{
	return *(const uint64_t *)mapped_at(&tree->rows, at);
}

/* What stays the same in another index: numbers of calls do not. */
static uint64_t key_of(const struct indexed *indexed, uint64_t row)
{
	return kind_of(row) == ROW_CALL
		       ? indexed_at(indexed, number_of(row))->begin_off
		       : number_of(row);
}

static bool is_open(const struct browse *browse, uint64_t row)
{
	return fxr_map_find(&browse->tree.open, kind_of(row),
			    key_of(browse->indexed, row), 0) == 1;
}

static void set_open(struct browse *browse, uint64_t row, bool open)
{
	fxr_map_put(&browse->tree.open, kind_of(row),
		    key_of(browse->indexed, row), 0, open);
}

static bool may_open(const struct browse *browse, uint64_t row)
{
	return kind_of(row) != ROW_CALL ||
	       indexed_at(browse->indexed, number_of(row))->n_inner;
}

static void put_row(struct outline *tree, uint64_t row)
{
	*(uint64_t *)mapped_put(&tree->rows, 1) = row;
}

/* Behind a call that is closed the next one is not inside it. */
static void put_calls(struct browse *browse, size_t thread)
{
	const struct indexed *indexed = browse->indexed;
	uint64_t place = indexed->first[thread];

	while (place < indexed->first[thread + 1]) {
		uint64_t number = indexed_number(indexed, place);
		uint64_t row = row_of(ROW_CALL, number);

		put_row(&browse->tree, row);
		place++;
		if (may_open(browse, row) && !is_open(browse, row))
			place += indexed_at(indexed, number)->n_inner;
	}
}

static void put_threads(struct browse *browse, size_t process)
{
	const struct indexed *indexed = browse->indexed;

	for (size_t i = 0; i < indexed->world->n_threads; i++) {
		uint64_t row = row_of(ROW_THREAD, i);

		if (indexed_process(indexed, i) != process ||
		    !indexed->sums[BY_THREADS][i].n_calls)
			continue;
		put_row(&browse->tree, row);
		if (is_open(browse, row))
			put_calls(browse, i);
	}
}

static void put_rows(struct browse *browse)
{
	const struct indexed *indexed = browse->indexed;
	struct outline *tree = &browse->tree;

	mapped_clear(&tree->rows);
	for (size_t i = 0; i < indexed->world->n_processes; i++) {
		uint64_t row = row_of(ROW_PROCESS, i);

		if (!indexed->sums[BY_PROCESSES][i].n_calls)
			continue;
		put_row(tree, row);
		if (is_open(browse, row))
			put_threads(browse, i);
	}
	scroll_resize(&tree->place, tree->rows.n);
}

void outline_make(struct browse *browse)
{
	struct outline *tree = &browse->tree;
	size_t n = browse->indexed->world->n_processes;

	if (tree->is_made)
		return;
	tree->is_made = true;
	if (!tree->rows.item_bytes)
		mapped_open(&tree->rows, sizeof(uint64_t));
	for (size_t i = 0; n <= FEW && i < n; i++)
		if (fxr_map_find(&tree->open, ROW_PROCESS, i, 0) == FXR_NONE)
			set_open(browse, row_of(ROW_PROCESS, i), true);
	put_rows(browse);
}

uint64_t outline_number(const struct browse *browse)
{
	const struct outline *tree = &browse->tree;
	uint64_t row;

	if (!tree->place.n)
		return UINT64_MAX;
	row = row_at(tree, tree->place.at);
	return kind_of(row) == ROW_CALL ? number_of(row) : UINT64_MAX;
}

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Names are found in the order of the calls, whatever their threads. */
void outline_prepare(struct browse *browse, unsigned n_shown)
{
	const struct outline *tree = &browse->tree;
	uint64_t *numbers = fxr_new((size_t)n_shown + 1, sizeof(*numbers));
	size_t n = 0;

	for (uint64_t row = tree->place.top;
	     row < tree->place.n && row - tree->place.top < n_shown; row++)
		if (kind_of(row_at(tree, row)) == ROW_CALL)
			numbers[n++] = number_of(row_at(tree, row));
	qsort(numbers, n, sizeof(*numbers), by_number);
	for (size_t i = 0; i < n && !browse->is_nameless; i++)
		browse_warm(browse, numbers[i]);
	fxr_free(numbers);
}

/* The rows once more; the chosen one stays chosen. */
static void make_again(struct browse *browse, uint64_t chosen)
{
	struct outline *tree = &browse->tree;

	put_rows(browse);
	for (uint64_t i = 0; i < tree->rows.n; i++)
		if (row_at(tree, i) == chosen) {
			scroll_go(&tree->place, i, browse_shown());
			break;
		}
}

void outline_renew(struct browse *browse, struct indexed *former)
{
	struct outline *tree = &browse->tree;
	uint64_t chosen;

	if (!tree->is_made)
		return;
	chosen = tree->place.n ? row_at(tree, tree->place.at) : 0;
	if (kind_of(chosen) == ROW_CALL)
		chosen = row_of(
			ROW_CALL,
			indexed_again(browse->indexed,
				      indexed_at(former, number_of(chosen))));
	tree->is_made = false;
	outline_make(browse);
	make_again(browse, chosen);
}

void outline_go(struct browse *browse, uint64_t number)
{
	const struct indexed *indexed = browse->indexed;
	size_t thread = indexed_at(indexed, number)->thread;
	uint64_t around = indexed_around(indexed, number);

	set_open(browse, row_of(ROW_THREAD, thread), true);
	set_open(browse, row_of(ROW_PROCESS, indexed_process(indexed, thread)),
		 true);
	for (; around != UINT64_MAX; around = indexed_around(indexed, around))
		set_open(browse, row_of(ROW_CALL, around), true);
	make_again(browse, row_of(ROW_CALL, number));
}

static void open_row(struct browse *browse, uint64_t row, bool open)
{
	set_open(browse, row, open);
	make_again(browse, row);
}

/* The row that the chosen one is inside of. */
static void go_outside(struct browse *browse, uint64_t row)
{
	const struct indexed *indexed = browse->indexed;
	struct outline *tree = &browse->tree;
	uint64_t number = number_of(row), outer;

	if (kind_of(row) == ROW_PROCESS)
		return;
	if (kind_of(row) == ROW_THREAD) {
		outer = row_of(ROW_PROCESS, indexed_process(indexed, number));
	} else {
		uint64_t around = indexed_around(indexed, number);

		outer = around == UINT64_MAX
				? row_of(ROW_THREAD,
					 indexed_at(indexed, number)->thread)
				: row_of(ROW_CALL, around);
	}
	for (uint64_t i = tree->place.at; i--;)
		if (row_at(tree, i) == outer) {
			scroll_go(&tree->place, i, browse_shown());
			return;
		}
}

bool outline_key(struct browse *browse, int key)
{
	struct outline *tree = &browse->tree;
	uint64_t row;

	if (!tree->place.n)
		return false;
	row = row_at(tree, tree->place.at);
	switch (key) {
	case PRESSED_ENTER:
		if (kind_of(row) == ROW_CALL)
			browse_open(browse, number_of(row));
		else
			open_row(browse, row, !is_open(browse, row));
		return true;
	case PRESSED_RIGHT:
	case '+':
		if (may_open(browse, row) && !is_open(browse, row))
			open_row(browse, row, true);
		return true;
	case PRESSED_LEFT:
	case '-':
		if (may_open(browse, row) && is_open(browse, row))
			open_row(browse, row, false);
		else
			go_outside(browse, row);
		return true;
	default:
		return false;
	}
}

static void put_head(const struct browse *browse, uint64_t row,
		     const struct indexed_sum *sum)
{
	const struct fxr_world *world = browse->indexed->world;
	const struct fxr_process *process;
	const struct fxr_thread *thread;
	struct fxr_text name;
	char text[96];

	if (kind_of(row) == ROW_PROCESS) {
		process = &world->processes[number_of(row)];
		name = fxr_world_process_name(world, process->provider,
					      process->pid);
		snprintf(text, sizeof(text), "process %" PRIu64 " ",
			 process->pid);
	} else {
		thread = &world->threads[number_of(row)];
		name = fxr_world_thread_name(world, thread->provider,
					     thread->pid, thread->tid);
		snprintf(text, sizeof(text), "  thread %" PRIu64 " ",
			 thread->tid);
	}
	display_puts(LOOK_PLAIN, text);
	display_put(LOOK_NAME, name);
	snprintf(text, sizeof(text), "  %s  in calls",
		 human_things(sum->n_calls, "call").text);
	display_puts(LOOK_FAINT, text);
	browse_put_duration(LOOK_FAINT, sum->total_ns, 9);
	if (!sum->n_failed)
		return;
	snprintf(text, sizeof(text), "  %s failed",
		 human_count(sum->n_failed).text);
	display_puts(LOOK_ERROR, text);
}

void outline_draw(struct browse *browse, uint64_t at)
{
	uint64_t row = row_at(&browse->tree, at), number = number_of(row);

	display_puts(LOOK_PLAIN, !may_open(browse, row) ? "  "
				 : is_open(browse, row) ? "- "
							: "+ ");
	if (kind_of(row) == ROW_CALL)
		browse_put_call(
			browse, number,
			INDENT * indexed_at(browse->indexed, number)->depth);
	else
		put_head(browse, row,
			 kind_of(row) == ROW_PROCESS
				 ? &browse->indexed->sums[BY_PROCESSES][number]
				 : &browse->indexed->sums[BY_THREADS][number]);
}

void outline_close(struct outline *tree)
{
	mapped_close(&tree->rows);
	fxr_map_fini(&tree->open);
}
