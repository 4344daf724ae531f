/* SPDX-License-Identifier: MIT */
/*
 * More space for a record that does not fit its thread's span, see thread.h.
 */
#include "writer/damage.h"
#include "writer/rolling.h"
#include "writer/stream.h"
#include "writer/sys.h"
#include "writer/thread.h"

#define MAX_SPAN_WORDS (16u * 1024 / 8)
/* A record larger than this share of a full span gets space of its own. */
#define OWN_MIN_WORDS (MAX_SPAN_WORDS / 4)
#define RETRIES 3
/* Tries to take space without a wait. After the first number they have a nap in
 * between; after the second, the shared words are wrong. 13 ms at least. */
#define FUTILE_FEW 64u
#define FUTILE_MAX 192u
/* Waits of at most 10 ms after which the shared words are looked through. */
#define WAITS_MANY 100u
/* While another thread finishes, or tries an exec: 100 ms. */
#define MAX_NAPS 1000
#define NAP_NS 100000
/* Rounded up to pieces of the tail it still fits one filler record. */
#define MAX_RECORD_WORDS 3968u

/* Takes space for at least `need` words; the window is not inside. */
static uint64_t *take_space(struct fxw_window *w, uint32_t need,
			    uint32_t *n_words, uint32_t *sequence)
{
	uint32_t span_words = w->thread->span_words;
	uint64_t *words;

	w->own = need > OWN_MIN_WORDS || w->thread->vforked;
	*n_words = w->own || span_words < need ? need : span_words;
	words = fxw_rolling_take(n_words, sequence);
	if (words || *n_words == need || fxw_may_turn())
		return words;
	/* the rest of the buffer may still hold this one record */
	w->own = true;
	*n_words = need;
	return fxw_rolling_take(n_words, sequence);
}

/* With many threads spans are smaller: all spans together take a quarter of a
 * buffer. */
static uint32_t max_span_words(void)
{
	uint32_t n_threads = fxw_threads_count();
	uint64_t words = fxw_engine.layout.rolling_bytes / 8 / 4 /
			 (n_threads ? n_threads : 1);

	return words < MAX_SPAN_WORDS ? (uint32_t)words : MAX_SPAN_WORDS;
}

/* The stamp of a span, see lap.h. A reader of the file meanwhile sees an old
 * stamp, none, or the new one. */
static void stamp_span(uint64_t *words, uint32_t n_words, uint32_t sequence)
{
	uint32_t unit = fxw_rolling_word(words, sequence) / FXW_UNIT_WORDS;

	__atomic_store_n(words + 2, 0, __ATOMIC_RELAXED);
	/* release: the old stamp goes before anything else does */
	__atomic_store_n(words + FXW_STAMP_WORDS,
			 fxt_filler_header(n_words - FXW_STAMP_WORDS),
			 __ATOMIC_RELEASE);
	__atomic_store_n(words + 1, (uint64_t)sequence << 32 | n_words,
			 __ATOMIC_RELEASE);
	fxw_commit(words, fxt_filler_header(FXW_STAMP_WORDS));
	fxw_commit(words + 2, fxw_lap_check(fxw_engine.nonce, sequence, unit));
}

/* Names of threads that the durable region does not take are at the beginning
 * of their spans. So they are wherever the thread's events are. Returns what is
 * behind. */
static uint64_t *put_identity(const struct fxw_thread *t, uint64_t *words,
			      const uint64_t *end)
{
	char name[FXW_COMM_BYTES];
	struct fxw_object object = {FXT_OBJECT_THREAD, t->id, t->process, name};
	struct fxw_record r = {.start = words,
			       .space_words = (uint32_t)(end - words)};
	uint64_t header;

	if (fxw_engine.no_system_calls || end - words <= FXW_OBJECT_WORDS)
		return words;
	fxw_own_name(name);
	header = fxw_object_build(&r, &object);
	words += r.used_words;
	*(volatile uint64_t *)words =
		fxt_filler_header((uint64_t)(end - words));
	fxw_commit(r.start, header);
	return words;
}

static void begin_span(struct fxw_window *w, uint64_t *words, uint32_t n_words,
		       uint32_t sequence)
{
	struct fxw_thread *t = w->thread;
	struct fxw_level *level = &t->level[w->level];
	uint32_t place = fxw_place(fxw_rolling_word(words, sequence), n_words);

	if (fxw_engine.stamp_words)
		stamp_span(words, n_words, sequence);
	else
		fxw_commit(words, fxt_filler_header(n_words));
	w->end = words + n_words;
	words += fxw_engine.stamp_words;
	if (t->is_unnamed && !w->own)
		words = put_identity(t, words, w->end);
	w->record = (struct fxw_record){
		.start = words, .space_words = (uint32_t)(w->end - words)};
	if (w->own)
		return;
	w->moved = false;
	/* In this order: a handler may jump out between any two of these. Then
	 * the next window finds no span, not the old span under the new one's
	 * sequence. */
	*(uint64_t *volatile *)&level->end = NULL;
	*(volatile uint32_t *)&level->sequence = sequence;
	*(volatile uint32_t *)&t->span_places[w->level] = place;
	*(uint64_t *volatile *)&level->cursor = words;
	*(uint64_t *volatile *)&level->end = w->end;
	if (t->span_words * 2 <= max_span_words())
		t->span_words *= 2;
}

/* Whether another thread has closed the buffer for a moment, for an exec or the
 * process's end: worth a short wait. */
static bool is_closed_for_now(const struct fxw_thread *t)
{
	return !fxw_engine.no_system_calls &&
	       __atomic_load_n(&fxw_engine.state, __ATOMIC_RELAXED) ==
		       FXW_ENGINE_FINISHING &&
	       fxw_engine.finisher != t->id &&
	       !*(const volatile uint8_t *)&t->finishes;
}

static void set_inside(struct fxw_window *w, uint32_t inside)
{
	__atomic_store_n(&w->slot->inside[w->level], inside, __ATOMIC_SEQ_CST);
}

enum taken { BEGUN, NO_SPACE, REVOKED };

/* One try to take space and begin it. */
static enum taken take_and_begin(struct fxw_window *w, uint32_t need)
{
	uint32_t sequence, n_words;
	uint64_t *words;

	/* Not writing, but not away either. If a finisher closes the buffer
	 * after we took space, it waits until we have begun or left it. The
	 * compare-and-swap that takes space is the fence between. */
	set_inside(w, FXW_TAKING);
	words = take_space(w, need + fxw_engine.stamp_words, &n_words,
			   &sequence);
	if (!words)
		return NO_SPACE;
	/* pinned by us from the next store of `inside` on, see pin.c */
	fxw_window_pin(w, sequence,
		       fxw_place(fxw_rolling_word(words, sequence), n_words));
	set_inside(w, FXW_WRITING);
	/* pairs as in fxw_window_enter */
	fxw_fence();
	/* without a slot: a handler forked, and this may be space in another
	 * archive */
	if (__atomic_load_n(&fxw_engine.control->live, __ATOMIC_ACQUIRE) ==
		    sequence &&
	    *(struct fxw_slot *volatile *)&w->thread->slot) {
		begin_span(w, words, n_words, sequence);
		return BEGUN;
	}
	/* revoked in between: leave the gap to the finisher */
	__atomic_fetch_add(&fxw_engine.n_gaps, 1, __ATOMIC_RELAXED);
	return REVOKED;
}

/* A vfork child has taken this state over, or its parent is back. True: the
 * parent has its span again. */
static bool switch_identity(struct fxw_window *w)
{
	fxw_thread_settle(w->thread);
	if (w->thread->vforked)
		return false;
	fxw_window_enter(w);
	w->record.used_words = 0;
	return true;
}

/* What one record's search for space has come to. */
struct search {
	unsigned tries, naps;
	unsigned n_futile;  /* tries without a wait, in a row */
	unsigned n_revoked; /* what was taken and could not be begun */
	unsigned n_waits;
	struct fxw_stall stall;
};

/* Streaming: away from the buffer until the manager gives one back. */
static bool wait_for_capacity(struct fxw_window *w, struct search *search,
			      uint32_t need, uint32_t seen)
{
	enum fxw_waited waited;

	set_inside(w, FXW_AWAY);
	waited = fxw_stream_wait(need + fxw_engine.stamp_words, seen);
	if (waited == FXW_WAIT_USELESS)
		return false;
	if (waited == FXW_WAIT_NONE)
		return true;
	search->n_futile = 0;
	if (++search->n_waits % FXW_REPEAT_REQUEST == 0)
		fxw_stream_repeat_request();
	if (search->n_waits % WAITS_MANY == 0 &&
	    (fxw_slots_are_wrong() || fxw_live_is_wrong(fxw_engine.control) ||
	     fxw_answer_is_wrong(fxw_engine.control, &search->stall)))
		fxw_damage();
	return true;
}

/* One more try in a row. False: that never helps. Other threads may be faster
 * a few times; more often it is the words that they share which are wrong. */
static bool may_help(struct fxw_window *w, unsigned *n_tries)
{
	if (++*n_tries > FUTILE_MAX) {
		fxw_damage();
	} else if (*n_tries > FUTILE_FEW && !fxw_engine.no_system_calls) {
		set_inside(w, FXW_AWAY);
		(void)sys_sleep_ns(NAP_NS);
	}
	return *n_tries <= FUTILE_MAX;
}

/* Whether to go on after a try that found nothing. */
static bool try_again(struct fxw_window *w, struct search *search,
		      enum taken taken, uint32_t need, uint32_t seen)
{
	if (taken == REVOKED && fxw_live_is_wrong(fxw_engine.control))
		fxw_damage();
	if (fxw_engine.is_damaged)
		return false;
	if (taken == NO_SPACE && fxw_engine.streams &&
	    wait_for_capacity(w, search, need, seen))
		return may_help(w, &search->n_futile);
	if (taken == REVOKED && fxw_may_turn()) /* somebody turned */
		return may_help(w, &search->n_revoked);
	if (!is_closed_for_now(w->thread))
		return ++search->tries < RETRIES;
	set_inside(w, FXW_AWAY);
	if (++search->naps > MAX_NAPS)
		return false;
	(void)sys_sleep_ns(NAP_NS);
	return true;
}

/*
 * The record needs w->record.used_words and does not fit. Takes more space; the
 * caller builds the record again from the start. False: no space (the window is
 * closed; count the loss). Never inside while it may block.
 */
bool fxw_window_grow(struct fxw_window *w)
{
	struct fxw_thread *t = w->thread;
	uint32_t need = w->record.used_words;
	struct search search = {0};
	enum taken taken;
	uint32_t seen;

	if (t->slot != w->slot)
		return false; /* a handler forked: this is the child */
	set_inside(w, FXW_TAKING);
	if (t->vforked && switch_identity(w))
		return true;
	if (t->vforked)
		need += 2; /* its ids are inline now */
	if (t->is_unnamed)
		need += FXW_OBJECT_WORDS;
	if (fxw_live_fell(fxw_engine.control, t->level[w->level].sequence))
		fxw_damage();
	if (need <= MAX_RECORD_WORDS)
		do {
			seen = fxw_engine.streams ? fxw_stream_seen() : 0;
			if (t->slot != w->slot)
				break; /* now one has forked */
			taken = take_and_begin(w, need);
			if (taken == BEGUN)
				return true;
		} while (try_again(w, &search, taken, need, seen));
	fxw_window_close(w);
	return false;
}
