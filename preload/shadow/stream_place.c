/* SPDX-License-Identifier: MIT */
/*
 * The table of streams, see stream_place.h: in sets, by their addresses.
 */
#include "preload/shadow/stream_place.h"

#include "writer/bytes.h"
#include "writer/engine.h"
#include "writer/large.h"
#include "writer/sys.h"

#define N_SETS 128u
#define N_WAYS 8u
/* Tries for a stream that another thread holds: so many without a pause, then
 * with one of PAUSE_NS each. */
#define N_SPINS 1000u
#define MAX_TRIES 11000u
#define PAUSE_NS 100000

static FXW_LARGE struct fxp_stream streams[N_SETS][N_WAYS];

struct fxp_stream *fxp_stream_at(unsigned i)
{
	return i < N_SETS * N_WAYS ? &streams[0][0] + i : NULL;
}

static struct fxp_stream *set_of(uintptr_t stream)
{
	uint64_t hash = (stream >> 4) * 0x9e3779b97f4a7c15u;

	return streams[hash >> 57];
}
_Static_assert(N_SETS == 1u << 7, "the hash has 7 bits left");

struct fxp_stream *fxp_stream_find(uintptr_t stream)
{
	struct fxp_stream *set = set_of(stream);

	for (unsigned i = 0; i < N_WAYS; i++)
		/* acquire: pairs with the release in fxp_stream_forget */
		if (__atomic_load_n(&set[i].stream, __ATOMIC_ACQUIRE) == stream)
			return &set[i];
	return NULL;
}

static bool claim_word(uintptr_t *word, uintptr_t value)
{
	uintptr_t zero = 0;

	return __atomic_compare_exchange_n(word, &zero, value, false,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Whether this thread already holds it in a frame further out, which the
 * current handler interrupted. Not if such a handler has jumped out. */
static bool is_interrupted(const struct fxp_stream *place, uintptr_t frame)
{
	return __atomic_load_n(&place->holder, __ATOMIC_RELAXED) ==
		       fxp_stream_self() &&
	       (!place->holder_frame ||
		!fxw_frame_is_dead(place->holder_frame, frame));
}

/* Waits for another thread. False: it does not release the stream, perhaps
 * because it has jumped out. */
static bool wait_for(struct fxp_stream *place)
{
	for (unsigned i = 0; i < MAX_TRIES; i++) {
		/* acquire: pairs with the release below */
		if (claim_word(&place->holder, fxp_stream_self()))
			return true;
		if (__atomic_load_n(&place->holder, __ATOMIC_RELAXED) ==
		    fxp_stream_self())
			return false;
		if (i >= N_SPINS && !fxw_engine.no_system_calls)
			(void)sys_sleep_ns(PAUSE_NS);
		fxw_pause();
	}
	return false;
}

__attribute__((noinline)) bool fxp_stream_hold(struct fxp_stream *place)
{
	uintptr_t frame = FXW_FRAME;

	if (!wait_for(place)) {
		if (is_interrupted(place, frame)) {
			__atomic_store_n(&place->is_missed, 1,
					 __ATOMIC_RELAXED);
			return false;
		}
		__atomic_store_n(&place->holder, fxp_stream_self(),
				 __ATOMIC_RELAXED);
		place->state = FXP_STREAM_MISSED;
	}
	*(volatile uintptr_t *)&place->holder_frame = frame;
	return true;
}

void fxp_stream_release(struct fxp_stream *place)
{
	if (__atomic_exchange_n(&place->is_missed, 0, __ATOMIC_RELAXED))
		place->state = FXP_STREAM_MISSED;
	*(volatile uintptr_t *)&place->holder_frame = 0;
	/* release: pairs with the acquire in wait_for */
	__atomic_store_n(&place->holder, 0, __ATOMIC_RELEASE);
}

void fxp_stream_clear(struct fxp_stream *place)
{
	place->owner = 0;
	place->n_locks = place->n_crowd = place->is_missed = 0;
	place->n_inherited = place->n_dropped = 0;
	fxw_zero(place->inside, sizeof(place->inside));
}

void fxp_stream_forget(struct fxp_stream *place)
{
	fxp_stream_clear(place);
	place->state = FXP_STREAM_STRANGE;
	place->seen = (struct fxp_stream_pointers){.read = NULL};
	place->holder_frame = 0;
	__atomic_store_n(&place->holder, 0, __ATOMIC_RELAXED);
	/* release: the other fields before it is free */
	__atomic_store_n(&place->stream, 0, __ATOMIC_RELEASE);
}

/* A free place; NULL: there is none. Two threads that create the same one see
 * each other's, and start again. */
static struct fxp_stream *make_place(uintptr_t stream, bool *is_double)
{
	struct fxp_stream *set = set_of(stream), *made = NULL;

	*is_double = false;
	for (unsigned i = 0; !made && i < N_WAYS; i++)
		if (claim_word(&set[i].stream, stream))
			made = &set[i];
	for (unsigned i = 0; made && i < N_WAYS; i++)
		*is_double |= &set[i] != made &&
			      __atomic_load_n(&set[i].stream,
					      __ATOMIC_SEQ_CST) == stream;
	if (*is_double)
		fxp_stream_forget(made);
	return made;
}

struct fxp_stream *fxp_stream_find_or_make(uintptr_t stream)
{
	struct fxp_stream *place;
	bool is_double = true;

	while (is_double) {
		place = fxp_stream_find(stream);
		if (place)
			return place;
		place = make_place(stream, &is_double);
	}
	return place;
}

void fxp_stream_call_begins(struct fxp_stream *place, uintptr_t frame)
{
	for (unsigned i = 0; i < FXP_STREAM_N_INSIDE; i++)
		if (claim_word(&place->inside[i], frame))
			return;
	__atomic_fetch_add(&place->n_crowd, 1, __ATOMIC_RELAXED);
}

bool fxp_stream_call_ends(struct fxp_stream *place, uintptr_t frame)
{
	for (unsigned i = 0; i < FXP_STREAM_N_INSIDE; i++) {
		uintptr_t expected = frame;

		if (__atomic_compare_exchange_n(&place->inside[i], &expected, 0,
						false, __ATOMIC_RELEASE,
						__ATOMIC_RELAXED))
			return true;
	}
	return false;
}

bool fxp_stream_is_mine(const struct fxp_stream *place)
{
	if (place->owner)
		return place->owner == fxp_stream_self();
	for (unsigned i = 0; i < FXP_STREAM_N_INSIDE; i++)
		if (__atomic_load_n(&place->inside[i], __ATOMIC_ACQUIRE))
			return false;
	return !__atomic_load_n(&place->n_crowd, __ATOMIC_ACQUIRE);
}
