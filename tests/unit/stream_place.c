/* SPDX-License-Identifier: MIT */
/*
 * The table of streams that are followed: who may look_at_place at one.
 */
#include "preload/shadow/stream_place.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "tests/tap.h"
#include "writer/engine.h"

#define N_STREAMS 3000u
#define N_THREADS 2
#define N_ROUNDS 5000

struct fxw_engine fxw_engine;
__thread struct fxw_thread *fxw_self;

bool fxw_frame_is_dead(uintptr_t frame, uintptr_t now)
{
	return frame <= now;
}

static struct fxw_thread *thread(uintptr_t id)
{
	return (struct fxw_thread *)(id * 4096);
}

static void kept(void)
{
	struct fxp_stream *a, *b;

	fxw_self = thread(1);
	ok(!fxp_stream_find(0x1000));
	a = fxp_stream_find_or_make(0x1000);
	b = fxp_stream_find_or_make(0x2000);
	ok(a && b && a != b);
	ok(fxp_stream_find(0x1000) == a);
	ok(fxp_stream_find_or_make(0x1000) == a);
	ok(fxp_stream_hold(a));
	fxp_stream_forget(a);
	ok(!fxp_stream_find(0x1000));
	ok(fxp_stream_find(0x2000) == b);
	ok(fxp_stream_hold(b));
	fxp_stream_forget(b);
}

static unsigned n_used(void)
{
	struct fxp_stream *place;
	unsigned n = 0;

	for (unsigned i = 0; (place = fxp_stream_at(i)); i++)
		n += place->stream != 0;
	return n;
}

static void full(void)
{
	struct fxp_stream *place;
	unsigned n = 0;

	fxw_self = thread(1);
	for (uintptr_t i = 1; i <= N_STREAMS; i++)
		n += fxp_stream_find_or_make(i * 560) != NULL;
	is_u64(n, n_used());
	ok(n > 500 && n < N_STREAMS);
	for (unsigned i = 0; (place = fxp_stream_at(i)); i++)
		if (place->stream && fxp_stream_hold(place))
			fxp_stream_forget(place);
	is_u64(n_used(), 0);
}

static void held(void)
{
	struct fxp_stream *place;

	fxw_self = thread(1);
	place = fxp_stream_find_or_make(0x1000);
	place->state = FXP_STREAM_KNOWN;
	ok(fxp_stream_hold(place));
	/* a handler of the same thread, further in, does not wait */
	place->holder_frame += 4096;
	ok(!fxp_stream_hold(place));
	fxp_stream_release(place);
	is_u64(place->state, FXP_STREAM_MISSED);
	ok(fxp_stream_hold(place));
	fxp_stream_forget(place);
}

/* A handler has jumped out of a function that had it. */
static void left(void)
{
	struct fxp_stream *place;

	fxw_self = thread(1);
	place = fxp_stream_find_or_make(0x1000);
	place->state = FXP_STREAM_KNOWN;
	ok(fxp_stream_hold(place));
	place->holder_frame -= 4096;
	ok(fxp_stream_hold(place));
	is_u64(place->state, FXP_STREAM_MISSED);
	/* and so has another thread, for good */
	place->state = FXP_STREAM_KNOWN;
	fxw_self = thread(2);
	ok(fxp_stream_hold(place));
	is_u64(place->state, FXP_STREAM_MISSED);
	is_u64(place->holder, fxp_stream_self());
	fxp_stream_forget(place);
}

static void inside(void)
{
	struct fxp_stream *place;

	fxw_self = thread(1);
	place = fxp_stream_find_or_make(0x1000);
	ok(fxp_stream_is_mine(place));
	for (uintptr_t i = 1; i <= FXP_STREAM_N_INSIDE; i++)
		fxp_stream_call_begins(place, i);
	ok(!fxp_stream_is_mine(place));
	is_u64(place->n_crowd, 0);
	fxp_stream_call_begins(place, 100);
	is_u64(place->n_crowd, 1);
	ok(!fxp_stream_call_ends(place, 100));
	for (uintptr_t i = 1; i <= FXP_STREAM_N_INSIDE; i++)
		ok(fxp_stream_call_ends(place, i));
	ok(!fxp_stream_is_mine(place));
	place->n_crowd = 0;
	ok(fxp_stream_is_mine(place));
	/* its owner may, whatever calls are in progress */
	fxp_stream_call_begins(place, 1);
	place->owner = fxp_stream_self();
	ok(fxp_stream_is_mine(place));
	fxw_self = thread(2);
	ok(!fxp_stream_is_mine(place));
	fxw_self = thread(1);
	fxp_stream_clear(place);
	ok(fxp_stream_is_mine(place));
	ok(fxp_stream_hold(place));
	fxp_stream_forget(place);
}

static unsigned n_arrived, n_looking, n_wrong;
static struct fxp_stream *found[N_THREADS];

/* Both go on at once. The scheduler puts a thread off for each sched_yield:
 * after thousands of them it would be away for longer than a holder may be. */
static void meet(unsigned round)
{
	__atomic_add_fetch(&n_arrived, 1, __ATOMIC_SEQ_CST);
	for (unsigned i = 1;
	     __atomic_load_n(&n_arrived, __ATOMIC_SEQ_CST) < N_THREADS * round;
	     i++)
		if (i % 20000 == 0)
			usleep(50);
}

static void look_at_place(struct fxp_stream *place)
{
	if (!fxp_stream_hold(place))
		return;
	n_wrong += __atomic_add_fetch(&n_looking, 1, __ATOMIC_RELAXED) != 1;
	sched_yield();
	__atomic_sub_fetch(&n_looking, 1, __ATOMIC_RELAXED);
	fxp_stream_release(place);
}

static void *work(void *id)
{
	uintptr_t own = (uintptr_t)id;

	fxw_self = thread(own + 1);
	for (unsigned i = 0; i < N_ROUNDS; i++) {
		meet(3 * i + 1);
		found[own] = fxp_stream_find_or_make(0x1000);
		meet(3 * i + 2);
		look_at_place(found[0]);
		meet(3 * i + 3);
		if (own)
			continue;
		n_wrong += found[0] != found[1] || n_used() != 1;
		fxp_stream_hold(found[0]);
		fxp_stream_forget(found[0]);
	}
	return NULL;
}

static void threads(void)
{
	pthread_t ids[N_THREADS];

	for (uintptr_t i = 0; i < N_THREADS; i++)
		pthread_create(&ids[i], NULL, work, (void *)i);
	for (unsigned i = 0; i < N_THREADS; i++)
		pthread_join(ids[i], NULL);
	is_u64(n_wrong, 0);
}

static const struct tap_test tests[] = {
	{"a stream is found until it is forgotten", kept},
	{"of too many some are not followed", full},
	{"who gives up waiting is noticed", held},
	{"a place that stays held is taken over", left},
	{"only the owner looks while calls are in progress", inside},
	{"one thread looks at a time, at one place of a stream", threads},
};
TAP_MAIN(tests)
