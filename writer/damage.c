/* SPDX-License-Identifier: MIT */
/*
 * Contradictions in shared memory, see damage.h.
 */
#include "writer/damage.h"
#include "writer/large.h"

#include "writer/record.h"
#include "writer/rolling.h"
#include "writer/session.h"
#include "writer/stream.h"
#include "writer/sys.h"
#include "writer/thread_list.h"

/* The manager turns, too, when it clears: unseen by us, but not that often. */
#define TURNS_MAX (1u << 16)

/* While one sequence is writable, a manager answers once more only where its
 * answer is overwritten, and once when it takes over. */
#define ANSWERS_MAX 16u

/* The control area of who records no more: the writable sequence is 0, nothing
 * is handed out. Losses are counted into it, and go nowhere. */
static FXW_LARGE struct fxw_control nowhere __attribute__((aligned(64)));

void fxw_damage(void)
{
	struct fxw_control *control =
		*(struct fxw_control *volatile *)&fxw_engine.control;

	if (!control || control == &nowhere ||
	    __atomic_exchange_n(&fxw_engine.is_damaged, 1, __ATOMIC_RELAXED))
		return;
	fxw_cold_depth++;
	if (!fxw_engine.is_lent) /* else the manager says so */
		(void)fxw_durable_notice(
			"recorded no more: the program has overwritten its "
			"recorder's memory");
	/* release: pairs with the load in lent_is_damaged() */
	__atomic_store_n(&control->state, FXW_DAMAGED, __ATOMIC_RELEASE);
	fxw_set_may_turn(false);
	__atomic_store_n(&fxw_engine.durable.alloc, &nowhere.durable_alloc,
			 __ATOMIC_RELAXED);
	for (unsigned i = 0; i < 2; i++)
		__atomic_store_n(&fxw_engine.rolling[i].alloc, &nowhere.alloc,
				 __ATOMIC_RELAXED);
	__atomic_store_n(&fxw_engine.control, &nowhere, __ATOMIC_RELEASE);
	if (fxw_engine.is_lent)
		fxw_stream_ring(control);
	/* each function decides once more whether it is recorded */
	if (!fxw_engine.no_system_calls)
		fxw_session_stop();
	fxw_cold_depth--;
}

bool fxw_alloc_is_sound(uint64_t alloc, uint64_t seen)
{
	uint32_t sequence = fxw_sequence(alloc), before = (uint32_t)seen;
	uint64_t capacity = fxw_engine.layout.rolling_bytes / 8;
	uint64_t next = seen - before + sequence;

	if (sequence == 0) /* closed */
		return true;
	if (sequence < before || sequence - before > TURNS_MAX ||
	    fxw_offset_words(alloc) > capacity ||
	    fxw_offset_words(alloc) % FXW_UNIT_WORDS)
		return false;
	/* of the same generation only; a failure: another thread notes it */
	if (next != seen)
		(void)__atomic_compare_exchange_n(
			&fxw_engine.sequence_seen, &seen, next, false,
			__ATOMIC_RELEASE, __ATOMIC_RELAXED);
	return true;
}

bool fxw_live_is_wrong(struct fxw_control *control)
{
	/* acquire: first this, which never passes the other word */
	uint32_t live = __atomic_load_n(&control->live, __ATOMIC_ACQUIRE);
	uint32_t sequence = fxw_sequence(
		__atomic_load_n(&control->alloc, __ATOMIC_ACQUIRE));

	if (!sequence || !live || live > sequence)
		return sequence && live;
	/* the thread that turned may have been stopped before it did this */
	fxw_rolling_go_live(control, sequence);
	live = __atomic_load_n(&control->live, __ATOMIC_RELAXED);
	return live && live < sequence;
}

bool fxw_live_fell(const struct fxw_control *control, uint32_t sequence)
{
	uint32_t live = __atomic_load_n(&control->live, __ATOMIC_RELAXED);

	return live && live < sequence &&
	       fxw_sequence(__atomic_load_n(&control->alloc,
					    __ATOMIC_RELAXED)) == sequence;
}

/* Whose slot it is; NULL: nobody's. */
static const struct fxw_thread *owner_of(const struct fxw_slot *slot)
{
	const struct fxw_thread *t = fxw_threads_first();

	while (t && t->slot != slot)
		t = t->next;
	return t;
}

bool fxw_slots_are_wrong(void)
{
	const struct fxw_slot *slot;

	for (uint32_t i = 0; (slot = fxw_slot_at(i)); i++) {
		uint32_t inside = FXW_AWAY;

		for (unsigned k = 0; k < FXW_LEVELS; k++)
			inside |= slot->inside[k];
		if (inside != FXW_AWAY && !owner_of(slot))
			return true;
	}
	return false;
}

bool fxw_answer_is_wrong(const struct fxw_control *control,
			 struct fxw_stall *stall)
{
	uint32_t sequence = fxw_sequence(
		__atomic_load_n(&control->alloc, __ATOMIC_ACQUIRE));
	/* acquire: the answer first; pairs with lent_answer */
	uint32_t n = __atomic_load_n(&control->n_answers, __ATOMIC_ACQUIRE);

	if (!sequence || stall->sequence != sequence ||
	    fxw_stream_is_free(control, sequence + 1)) {
		*stall = (struct fxw_stall){sequence, n};
		return false;
	}
	return n - stall->n_answers >= ANSWERS_MAX;
}
