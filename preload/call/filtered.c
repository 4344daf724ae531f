/* SPDX-License-Identifier: MIT */
/*
 * The counts of filters, see filtered.h.
 *
 * A function's count is emitted when it reaches a power of two, and every
 * EMIT_EVERY calls. It goes into the rolling buffer, as calls do: a process
 * that is killed loses the rest. A process that ends emits all counts.
 */
#include "preload/call/filtered.h"

#include <sys/mman.h>

#include "preload/runtime/thread.h"
#include "preload/schema/sign.h"
#include "writer/engine.h"
#include "writer/record.h"
#include "writer/sys.h"
#include "writer/thread.h"

#define EMIT_EVERY 4096u
/* In one event. */
#define MAX_COUNTS 8u

/* Threads may race to allocate them. */
bool fxp_left_out_make(struct fxp_api *api)
{
	size_t n_bytes = api->table->n_functions * sizeof(*api->filtered);
	struct fxp_filtered *none = NULL, *made;

	if (__atomic_load_n(&api->filtered, __ATOMIC_ACQUIRE))
		return true;
	if (fxw_engine.no_system_calls)
		return false;
	made = sys_mmap(NULL, n_bytes, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!sys_mapped(made))
		return false;
	/* release: nothing to publish, it is all zero and used by the pointer
	 */
	if (!__atomic_compare_exchange_n(&api->filtered, &none, made, false,
					 __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
		(void)sys_munmap(made, n_bytes);
	return true;
}

/* Functions whose counts are in one event. */
struct batch {
	const struct fxp_slot *cells[MAX_COUNTS];
	uint64_t counts[MAX_COUNTS];
	unsigned n;
};

static void put_count(struct fxw_record *r, const struct fxp_slot *cell,
		      uint64_t count)
{
	const struct fxg_table *table = cell->api->table;
	unsigned function = (unsigned)(cell - cell->api->slots);
	const char *name =
		table->text + table->strings[table->functions[function].name];

	fxw_arg_uint64(r, fxw_name_inline(name, fxw_length(name)), count);
}

static void build_batch(struct fxw_record *r, const struct batch *batch)
{
	uint64_t *at;

	(void)fxw_put(r, 1);
	at = fxw_put(r, 3);
	if (at) {
		at[0] = fxw_ticks();
		at[1] = fxw_engine.koid;
		at[2] = fxw_recorder_koid(fxw_engine.koid);
	}
	fxw_put_name(r, FXW_NAME(FXW_CATEGORY_FACT));
	fxw_put_name(r, FXW_NAME(FXW_EVENT_LEFT_OUT));
	for (unsigned i = 0; i < batch->n; i++)
		put_count(r, batch->cells[i], batch->counts[i]);
	at = fxw_put(r, 1);
	if (at)
		*at = FXT_SCOPE_PROCESS;
}

/* A count that finds no space is emitted with the next one. */
static __attribute__((noinline)) void emit_batch(const struct batch *batch)
{
	struct fxw_thread *t = fxw_self;
	struct fxw_window w;

	if (!t || !t->slot)
		t = fxp_thread();
	if (!t || !batch->n || t->stopped || !fxw_window_open(&w, t, FXW_FRAME))
		return;
	do {
		build_batch(&w.record, batch);
		if (fxw_record_fits(&w.record)) {
			fxw_window_commit(
				&w,
				fxt_event_header(
					FXT_EVENT_INSTANT, w.record.used_words,
					w.record.n_args, 0,
					fxt_inline_ref(
						sizeof(FXW_CATEGORY_FACT) - 1),
					fxt_inline_ref(
						sizeof(FXW_EVENT_LEFT_OUT) -
						1)));
			return;
		}
	} while (fxw_window_grow(&w));
}

static __attribute__((noinline)) void emit_count(const struct fxp_slot *cell,
						 struct fxp_filtered *filtered,
						 uint64_t count)
{
	struct batch batch = {{cell}, {count}, 1};

	__atomic_store_n(&filtered->n_emitted, count, __ATOMIC_RELAXED);
	emit_batch(&batch);
}

bool fxp_left_out_count(const struct fxp_slot *cell)
{
	struct fxp_filtered *filtered = fxp_filtered_of(cell);
	struct fxw_control *control = fxw_engine.control;
	uint64_t n =
		__atomic_add_fetch(&filtered->n_left_out, 1, __ATOMIC_RELAXED);

	if (control) /* NULL while a forked child starts over */
		__atomic_fetch_add(&control->n_left_out, 1, __ATOMIC_RELAXED);
	if ((n & (n - 1)) == 0 || n % EMIT_EVERY == 0)
		emit_count(cell, filtered, n);
	return false;
}

static void emit_api(struct fxp_api *api)
{
	struct batch batch = {.n = 0};

	for (uint32_t i = 0; i < api->table->n_functions; i++) {
		struct fxp_filtered *filtered = &api->filtered[i];
		uint64_t n = __atomic_load_n(&filtered->n_left_out,
					     __ATOMIC_RELAXED);

		if (n == filtered->n_emitted)
			continue;
		filtered->n_emitted = n;
		batch.cells[batch.n] = &api->slots[i];
		batch.counts[batch.n++] = n;
		if (batch.n < MAX_COUNTS)
			continue;
		emit_batch(&batch);
		batch.n = 0;
	}
	emit_batch(&batch);
}

void fxp_left_out_emit(void)
{
	for (struct fxp_api *api = fxp_apis; api; api = api->next)
		if (api->filtered)
			emit_api(api);
}

/* Stores only where a count is not 0, so that no page is copied. */
static void reset_counts(struct fxp_filtered *filtered)
{
	if (filtered->n_offered || filtered->n_taken || filtered->n_left_out)
		filtered->n_offered = filtered->n_taken = filtered->n_left_out =
			filtered->n_emitted = 0;
}

void fxp_left_out_forget(void)
{
	for (struct fxp_api *api = fxp_apis; api; api = api->next)
		for (uint32_t i = 0;
		     api->filtered && i < api->table->n_functions; i++)
			reset_counts(&api->filtered[i]);
}
