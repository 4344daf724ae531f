/* SPDX-License-Identifier: MIT */
/*
 * Loss accounting, see loss.h.
 */
#include "writer/loss.h"

#include "writer/engine.h"
#include "writer/record.h"
#include "writer/thread.h"

/* As many threads get an event each, because the reserve that finishing has in
 * the durable region holds so many. The rest share one. */
#define MAX_LISTED_THREADS 12u

struct loss {
	uint64_t n_calls, n_ends;
	uint64_t thread;
	uint64_t first_ticks, last_ticks;
};

static uint64_t ticks_per_ms(void)
{
	uint64_t rate = fxw_engine.control->ticks_per_second;

	return rate >= 1000 ? rate / 1000 : 1000000;
}

static void record_time(struct fxw_slot *slot)
{
	uint64_t ticks = fxw_ticks();

	if (!slot->lost_first_ms)
		slot->lost_first_ms = ticks / ticks_per_ms() + 1;
	slot->lost_last_ticks = ticks;
	fxw_engine.control->lost_last_ticks = ticks;
}

static bool is_own(const struct fxw_thread *thread, const struct fxw_slot *slot)
{
	return slot == &thread->own_slot;
}

/* Loaded once: a handler may fork at any time. In the child the thread's page
 * is wiped, but memory is left where the slot was, because this is a cold path.
 */
static struct fxw_slot *slot_of(const struct fxw_thread *thread)
{
	return *(struct fxw_slot *const volatile *)&thread->slot;
}

static void count_call(const struct fxw_thread *thread, struct fxw_slot *slot)
{
	if (is_own(thread, slot)) {
		fxw_lost_unslotted();
		return;
	}
	/* atomic against handlers of the same thread */
	__atomic_fetch_add(&slot->n_lost, 1, __ATOMIC_RELAXED);
	record_time(slot);
}

static void count_end(struct fxw_thread *thread, struct fxw_slot *slot)
{
	thread->stopped = 1;
	fxw_thread_refresh(thread);
	if (is_own(thread, slot)) {
		__atomic_fetch_add(&fxw_engine.control->n_lost_ends_unslotted,
				   1, __ATOMIC_RELAXED);
		return;
	}
	__atomic_fetch_add(&slot->n_lost_ends, 1, __ATOMIC_RELAXED);
	record_time(slot);
}

void fxw_loss_count(struct fxw_thread *thread)
{
	struct fxw_slot *slot;

	fxw_cold_depth++;
	slot = slot_of(thread);
	if (slot) /* else a handler forked: not this child's call */
		count_call(thread, slot);
	fxw_cold_depth--;
}

void fxw_loss_count_end(struct fxw_thread *thread)
{
	struct fxw_slot *slot;

	fxw_cold_depth++;
	slot = slot_of(thread);
	if (slot)
		count_end(thread, slot);
	fxw_cold_depth--;
}

void fxw_loss_found_end(struct fxw_thread *thread)
{
	struct fxw_slot *slot;

	fxw_cold_depth++;
	slot = slot_of(thread);
	if (slot && !is_own(thread, slot))
		__atomic_fetch_sub(&slot->n_lost_ends, 1, __ATOMIC_RELAXED);
	fxw_cold_depth--;
}

static void build_loss(struct fxw_record *r, const void *what)
{
	const struct loss *loss = what;

	fxw_arg_uint64(r, FXW_NAME("count"), loss->n_calls);
	fxw_arg_uint64(r, FXW_NAME("ends"), loss->n_ends);
	fxw_arg_word(r, FXT_ARG_KOID, FXW_NAME("thread"), loss->thread);
	fxw_arg_uint64(r, FXW_NAME("first_ticks"), loss->first_ticks);
	fxw_arg_uint64(r, FXW_NAME("last_ticks"), loss->last_ticks);
}

static void emit_counter(uint64_t n_calls)
{
	static const char category[] = FXW_CATEGORY_LOSS;
	static const char name[] = "lost";
	enum { N_WORDS = 1 + 1 + 2 + 2 + 1 + 3 + 1 };
	uint64_t *at = fxw_durable_take(N_WORDS);
	struct fxw_record r = {.start = at, .space_words = N_WORDS};

	if (!at)
		return;
	(void)fxw_put(&r, 4);
	at[1] = fxw_ticks();
	at[2] = fxw_engine.koid;
	at[3] = fxw_recorder_koid(fxw_engine.koid);
	fxw_put_name(&r, FXW_NAME(category));
	fxw_put_name(&r, FXW_NAME(name));
	fxw_arg_uint64(&r, FXW_NAME("count"), n_calls);
	*fxw_put(&r, 1) = fxw_engine.koid; /* counter id */
	fxw_commit(at, fxt_event_header(FXT_EVENT_COUNTER, N_WORDS, r.n_args, 0,
					fxt_inline_ref(sizeof(category) - 1),
					fxt_inline_ref(sizeof(name) - 1)));
}

static void add_slot(struct loss *sum, const struct fxw_slot *slot)
{
	uint64_t first = (slot->lost_first_ms - 1) * ticks_per_ms();

	if (sum->n_calls + sum->n_ends == 0 || first < sum->first_ticks)
		sum->first_ticks = first;
	sum->n_calls += slot->n_lost;
	sum->n_ends += slot->n_lost_ends;
	if (slot->lost_last_ticks > sum->last_ticks)
		sum->last_ticks = slot->lost_last_ticks;
}

static void emit_loss(const struct loss *loss)
{
	if (loss->n_calls || loss->n_ends)
		(void)fxw_durable_event(FXW_CATEGORY_LOSS, "loss", build_loss,
					loss); /* no space: the counts stay in
						  the control area */
}

static void build_overwritten(struct fxw_record *r, const void *what)
{
	const struct fxw_control *control = what;

	fxw_arg_uint64(r, FXW_NAME("count"), control->n_overwritten);
}

/* Not a loss but what circular mode is for: nobody is warned. */
static void emit_overwritten(void)
{
	if (fxw_engine.control->n_overwritten)
		(void)fxw_durable_event(FXW_CATEGORY_LOSS,
					FXW_EVENT_OVERWRITTEN,
					build_overwritten, fxw_engine.control);
}

static void build_undescribed(struct fxw_record *r, const void *what)
{
	const struct fxw_control *control = what;

	fxw_arg_uint64(r, FXW_NAME("count"), control->n_undescribed);
}

static void emit_undescribed(void)
{
	if (fxw_engine.control->n_undescribed)
		(void)fxw_durable_event(FXW_CATEGORY_FACT, FXW_EVENT_NO_SPACE,
					build_undescribed, fxw_engine.control);
}

/* Calls that were dropped, and ends of calls: both kinds together. */
static uint64_t count_all(const struct fxw_control *control)
{
	uint64_t n = control->n_lost_unslotted + control->n_lost_ends_unslotted;
	const struct fxw_slot *slot;

	for (uint32_t i = 0; (slot = fxw_slot_used(i)); i++)
		n += slot->n_lost + slot->n_lost_ends;
	return n;
}

/* Threads one by one, as many as there is space for; the others are added to
 * `rest`. Returns the calls that they all lost. */
static uint64_t emit_threads(struct loss *rest)
{
	const struct fxw_slot *slot;
	uint64_t n_calls = 0;
	unsigned n_listed = 0;

	for (uint32_t i = 0; (slot = fxw_slot_used(i)); i++) {
		struct loss one = {.thread = slot->tid};

		n_calls += slot->n_lost;
		if (!slot->n_lost && !slot->n_lost_ends)
			continue;
		if (n_listed++ < MAX_LISTED_THREADS) {
			add_slot(&one, slot);
			emit_loss(&one);
		} else {
			add_slot(rest, slot);
		}
	}
	return n_calls;
}

static void emit_full(const struct fxw_control *control)
{
	uint64_t *event = fxw_durable_take(1);

	if (event)
		fxw_commit(event,
			   fxt_provider_event(control->provider_id,
					      FXT_PROVIDER_EVENT_BUFFER_FULL));
}

void fxw_losses_emit(void)
{
	struct fxw_control *control = fxw_engine.control;
	struct loss rest = {.n_calls = control->n_lost_unslotted,
			    .n_ends = control->n_lost_ends_unslotted};
	uint64_t n_calls = rest.n_calls;

	emit_overwritten();
	emit_undescribed();
	fxw_engine.header->n_dropped = count_all(control);
	if (!fxw_engine.header->n_dropped)
		return;
	emit_full(control);
	n_calls += emit_threads(&rest);
	emit_loss(&rest);
	emit_counter(n_calls);
}
