/* SPDX-License-Identifier: MIT */
/*
 * The provider's side of the packets, see stream.h.
 */
#include "writer/stream.h"

#include <errno.h>
#include <linux/futex.h>
#include <time.h>

#include "writer/alert.h"
#include "writer/arch/order.h"
#include "writer/damage.h"
#include "writer/record.h"
#include "writer/rolling.h"
#include "writer/sys.h"
#include "writer/thread.h"

#define WAIT_NS 10000000u
/* Thousands of threads that each look every 10 ms leave the manager no
 * processor. So many of them look at that rate, more of them more rarely. */
#define WAITERS_MAX 64u
#define WAIT_TIMES_MAX 30u
/* While the manager lives, an end waits for it; a disk may be slow. */
#define FLUSH_WAITS 3000
/* With `--on-full drop`; the manager takes the calls later. */
#define DROP_FLUSH_WAITS 10
#define WAITS_MANY 100
/* The manager empties its cells whenever it looks. */
#define ALERT_NAPS 20u
#define ALERT_NAP_NS 500000
/* A standby may need that long on a busy machine. */
#define LEAST_STUCK_MS 2000u
/* Those who wait look more often, if they are awake. */
#define LOOK_MS 1000

static uint64_t low_word(unsigned request, uint32_t data32)
{
	return request | (uint64_t)data32 << 32;
}

/*
 * The control area, loaded once by whoever begins. A handler that interrupts us
 * may fork. Then the child must continue with its parent's (engine.h), not with
 * its own, which has other sequences.
 */
static struct fxw_control *control_now(void)
{
	return *(struct fxw_control *volatile *)&fxw_engine.control;
}

void fxw_stream_ring(struct fxw_control *control)
{
	uint32_t *doorbell = fxw_doorbell_of(control);

	/* release: the packet first; pairs with the manager's load */
	__atomic_fetch_add(doorbell, 1, __ATOMIC_RELEASE);
	if (!fxw_engine.no_system_calls &&
	    sys_futex(doorbell, FUTEX_WAKE, 1, NULL) < 0)
		/* it looks by itself then; pairs as in fxw_stream_quiet */
		__atomic_store_n(&control->is_quiet, 1, __ATOMIC_RELEASE);
}

/* False: all cells are full; a thread that waits puts its packet again. */
static bool put_packet(struct fxw_control *control, unsigned request,
		       uint32_t data32, uint64_t data64)
{
	bool done = false;

	for (unsigned i = 0; i < FXW_CELLS && !done; i++)
		done = fxw_fill16(&control->cells[i], low_word(request, data32),
				  data64);
	fxw_stream_ring(control);
	return done;
}

void fxw_stream_started(void)
{
	(void)put_packet(control_now(), FXW_STARTED, FXW_PROTOCOL_VERSION, 0);
}

/* The last lap that is saved, by the manager's answer, as a sequence; 0 = none.
 */
static uint32_t last_saved_lap(const struct fxw_control *control)
{
	/* acquire: pairs with the manager's release, after which it does not
	 * read that lap any more (except for held spans) */
	uint64_t low = __atomic_load_n((const uint64_t *)&control->answer,
				       __ATOMIC_ACQUIRE);

	return (low & 0xffff) == FXW_BUFFER_SAVED ? (uint32_t)(low >> 32) + 1
						  : 0;
}

bool fxw_stream_is_free(const struct fxw_control *control, uint32_t sequence)
{
	/* by number: what lap_first says may be late */
	return sequence <= 2 || sequence - 2 <= last_saved_lap(control);
}

/* Requests the lap whether or not that was done before. */
static bool request_lap(struct fxw_control *control, uint32_t lap)
{
	uint64_t durable;

	/* the thread that turned may not have come so far: after the manager's
	 * barrier nobody may take the old lap for the writable one */
	fxw_rolling_go_live(control, lap + 1);
	durable = fxw_offset_words(__atomic_load_n(&control->durable_alloc,
						   __ATOMIC_RELAXED)) *
		  8ull;
	return put_packet(control, FXW_SAVE_BUFFER, lap - 1, durable);
}

void fxw_stream_request(struct fxw_control *control, uint32_t sequence)
{
	uint32_t lap = sequence - 1;

	if (lap && lap > last_saved_lap(control) &&
	    __atomic_load_n(&control->requested, __ATOMIC_ACQUIRE) < lap &&
	    request_lap(control, lap))
		fxw_raise_to(&control->requested, lap);
}

uint32_t fxw_stream_skip(const struct fxw_control *control, unsigned buffer,
			 uint32_t off_words, uint32_t n_words, uint32_t limit)
{
	for (unsigned i = 0; i < FXW_HELD && off_words <= limit; i++) {
		/* acquire: pairs with the manager's release of a place */
		uint32_t place = __atomic_load_n(&control->held[buffer][i],
						 __ATOMIC_ACQUIRE);
		uint32_t from = fxw_place_at(place);
		uint32_t to = from + fxw_place_words(place);

		if (from < off_words + n_words && off_words < to) {
			off_words = to;
			i = UINT32_MAX; /* from the first one again */
		}
	}
	return off_words;
}

/* Whether the process lives that holds the word, a robust futex. */
static bool is_held(const uint32_t *word)
{
	uint32_t owner = __atomic_load_n(word, __ATOMIC_RELAXED);

	return owner && !(owner & FUTEX_OWNER_DIED);
}

/* Once a standby is the manager, its word as such says so first. So it is
 * looked at last: no moment is between the two in which neither holds. */
static bool has_manager(void)
{
	const struct fxw_session_area *session = fxw_engine.session;

	return (is_held(&session->manager) || is_held(&session->standby) ||
		is_held(&session->manager)) &&
	       !__atomic_load_n(&session->is_broken, __ATOMIC_RELAXED);
}

static uint64_t now_ms(void)
{
	struct timespec now = {0};

	(void)sys_clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Whether a silence of so long is one in which a standby would have replaced
 * the manager. Another thread's time may be a moment later than ours. */
static bool is_too_long(uint64_t from_ms, uint64_t to_ms)
{
	uint32_t max_ms = fxw_engine.session->block_max_ms;
	uint32_t more_ms = max_ms > LEAST_STUCK_MS ? max_ms : LEAST_STUCK_MS;

	return max_ms && (int64_t)(to_ms - from_ms) > max_ms + (int64_t)more_ms;
}

/* Whether the manager has given no sign of life for so long that its standby
 * would have replaced it, if it could. Any thread looks, which does no harm:
 * all store the same, or begin again. If nobody was awake to look, then maybe
 * the manager was not either: Ctrl-Z stops both. */
static bool is_stuck(void)
{
	uint32_t beats =
		__atomic_load_n(&fxw_engine.session->n_beats, __ATOMIC_RELAXED);
	uint64_t now = now_ms();
	uint64_t looked = __atomic_exchange_n(&fxw_engine.looked_ms, now,
					      __ATOMIC_RELAXED);
	uint64_t since =
		__atomic_load_n(&fxw_engine.beats_ms, __ATOMIC_RELAXED);

	if (!since ||
	    __atomic_load_n(&fxw_engine.beats, __ATOMIC_RELAXED) != beats ||
	    ((int64_t)(now - looked) > LOOK_MS &&
	     !is_too_long(since, looked))) {
		__atomic_store_n(&fxw_engine.beats_ms, now, __ATOMIC_RELAXED);
		__atomic_store_n(&fxw_engine.beats, beats, __ATOMIC_RELAXED);
		return false;
	}
	return is_too_long(since, now);
}

/* The name follows the request, as in struct fxw_packet. */
static bool put_alert(const char *name)
{
	struct fxw_control *control = control_now();
	uint64_t low = FXW_ALERT, high = 0;
	bool done = false;

	for (unsigned i = 0; i < FXW_ALERT_BYTES; i++) {
		uint64_t byte = (uint8_t)name[i];

		if (i < 6)
			low |= byte << (16 + 8 * i);
		else
			high |= byte << (8 * (i - 6));
	}
	for (unsigned i = 0; i < FXW_CELLS && !done; i++)
		done = fxw_fill16(&control->cells[i], low, high);
	fxw_stream_ring(control);
	return done;
}

bool fxw_stream_alert(const char *name)
{
	for (unsigned i = 0; !put_alert(name); i++) {
		if (fxw_engine.no_system_calls || !has_manager())
			return true; /* nor would there be a cell later */
		if (i == ALERT_NAPS || !fxw_engine.may_block)
			return false;
		(void)sys_sleep_ns(ALERT_NAP_NS);
	}
	return true;
}

void fxw_stream_quiet(bool is_quiet)
{
	struct fxw_control *control = control_now();

	/* release: earlier requests are seen, too; pairs with the manager's
	 * load, which the doorbell brings about */
	__atomic_store_n(&control->is_quiet, is_quiet, __ATOMIC_RELEASE);
	fxw_stream_ring(control);
}

/* The sequence that is being written. */
static uint32_t sequence_now(const struct fxw_control *control)
{
	return fxw_sequence(__atomic_load_n(&control->alloc, __ATOMIC_ACQUIRE));
}

/* How long each of the threads that may all wait does so. */
static uint32_t share_of_wait_ns(void)
{
	uint32_t n = 1 + fxw_threads_count() / WAITERS_MAX;

	return WAIT_NS * (n < WAIT_TIMES_MAX ? n : WAIT_TIMES_MAX);
}

/* Waits until an answer after the `seen` ones comes, or the time is over. */
static enum fxw_waited wait_for_answer(struct fxw_control *control,
				       uint32_t seen, uint32_t ns)
{
	int rc = sys_futex(&control->n_answers, FUTEX_WAIT, seen,
			   &(struct timespec){0, ns});

	/* refused: as long, if that is allowed */
	if (rc < 0 && rc != -EAGAIN && rc != -EINTR && rc != -ETIMEDOUT &&
	    sys_sleep_ns(ns / 10) != 0)
		(void)sys_sched_yield();
	return rc == -EAGAIN		 ? FXW_WAIT_NONE
	       : rc == 0 || rc == -EINTR ? FXW_WAIT_ANSWER
					 : FXW_WAIT_TIMEOUT;
}

static uint32_t answers_seen(const struct fxw_control *control)
{
	return __atomic_load_n(&control->n_answers, __ATOMIC_ACQUIRE);
}

/* Whether the manager does not look at this process any more. */
static bool is_dismissed(const struct fxw_control *control)
{
	return answers_seen(control) & FXW_NO_MORE_ANSWERS;
}

uint32_t fxw_stream_seen(void)
{
	return answers_seen(control_now());
}

/* Once. Calls made so far are in the buffers, where `recover` finds them. */
static void emit_gone_notice(bool is_stuck)
{
	if (__atomic_exchange_n(&fxw_engine.has_gone_notice, 1,
				__ATOMIC_RELAXED))
		return;
	(void)fxw_durable_notice(
		is_stuck ? "the manager makes no progress, and nobody could "
			   "replace it: calls are dropped until it does"
			 : "the manager is gone: calls are dropped from here "
			   "on; `fxtrace recover` appends what the buffers "
			   "hold");
}

enum fxw_waited fxw_stream_wait(uint32_t n_words, uint32_t seen)
{
	struct fxw_control *control = control_now();
	uint32_t sequence = sequence_now(control);
	bool is_there = has_manager(), stays = false;

	if (!is_there)
		emit_gone_notice(false);
	if (!fxw_engine.may_block || fxw_engine.no_system_calls || !is_there ||
	    !sequence || fxw_rolling_is_too_large(n_words))
		return FXW_WAIT_USELESS;
	stays = fxw_stream_is_free(control, sequence + 1) || !is_stuck();
	if (!stays)
		emit_gone_notice(true);
	if (!stays)
		return FXW_WAIT_USELESS;
	if (fxw_stream_is_free(control, sequence + 1))
		return FXW_WAIT_NONE;
	return is_dismissed(control)
		       ? FXW_WAIT_USELESS
		       : wait_for_answer(control, seen, share_of_wait_ns());
}

void fxw_stream_repeat_request(void)
{
	struct fxw_control *control = control_now();
	uint32_t sequence = sequence_now(control);

	if (sequence > 1)
		(void)request_lap(control, sequence - 1);
}

/* Whether the file has to have everything before this process may end. Else the
 * manager and its standby have its memory, which outlives it. */
static bool must_wait(const struct fxw_control *control)
{
	const struct fxw_session_area *session = fxw_engine.session;

	return session->waiting_pid == control->pid ||
	       __atomic_load_n(&session->ends_wait, __ATOMIC_ACQUIRE);
}

void fxw_stream_flush(void)
{
	struct fxw_control *control = control_now();
	uint32_t lap = sequence_now(control);
	struct fxw_stall stall = {0};
	unsigned n_waits =
		fxw_engine.may_block ? FLUSH_WAITS : DROP_FLUSH_WAITS;

	for (unsigned i = 1; i <= n_waits && lap && must_wait(control); i++) {
		uint32_t seen = answers_seen(control);

		if (fxw_engine.no_system_calls || !has_manager() ||
		    fxw_engine.is_damaged || is_dismissed(control) ||
		    is_stuck())
			return;
		/* a turn closes the lap that is being written */
		if (fxw_rolling_turn_from(control, lap) &&
		    lap <= last_saved_lap(control))
			break;
		fxw_stream_request(control, sequence_now(control));
		(void)wait_for_answer(control, seen, WAIT_NS);
		if (i % FXW_REPEAT_REQUEST == 0)
			fxw_stream_repeat_request();
		if (i % WAITS_MANY == 0 &&
		    (fxw_live_is_wrong(control) ||
		     fxw_answer_is_wrong(control, &stall)))
			fxw_damage();
	}
	(void)put_packet(control, FXW_STOPPED, 0, 0);
}
