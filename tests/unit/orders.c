/* SPDX-License-Identifier: MIT */
/*
 * The orders of memory that ENGINE.md lists, as litmus programs. Two threads
 * run both sides of a pair at thousands of places, with the engine's own
 * functions. An emulator and x86-64 keep more orders than the engine needs. So
 * a missing one shows on a real machine of arm64 only.
 */
#include "tools/manager/lent.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "preload/call/hot.h"
#include "preload/call/plan.h"
#include "tests/tap.h"
#include "writer/arch/order.h"
#include "writer/engine.h"
#include "writer/stream.h"
#include "writer/thread.h"

/* Fences order these, which the thread sanitizer does not know: the first test
 * and the last one are for real machines. */
#ifdef __SANITIZE_THREAD__
__attribute__((visibility("default"))) const char *__tsan_default_suppressions(
	void);
const char *__tsan_default_suppressions(void)
{
	return "race:lent_read\nrace:uses_plans\nrace:fxp_has_plan\n";
}
#endif

#define PLACES 20000u
#define HANDOVERS 1000u /* of one cell, which both wait for */
#define BODY_WORDS 5u	/* its last word is on the next cache line */

/* What a pair of accesses passes on. */
static struct place {
	struct fxw_slot slot;
	uint64_t record[1 + BODY_WORDS];
	struct fxp_slot cell;
	uint64_t cell_words[2] __attribute__((aligned(16)));
	uint32_t lap;
} * places;

static struct fxw_control *control;
static struct lent lent;
static struct fxw_thread *writer;
/* What a reader has seen out of order, and how often a race was decided so. */
static uint64_t n_torn, n_won[2];
static uint32_t n_ready, at[2];

static void set_up(void)
{
	places = aligned_alloc(64, sizeof(*places) * PLACES);
	control = aligned_alloc(64, (sizeof(*control) + 63) / 64 * 64);
	writer = aligned_alloc(64, (sizeof(*writer) + 63) / 64 * 64);
	if (!ok(places && control && writer))
		exit(1);
	memset(places, 0, sizeof(*places) * PLACES);
	memset(control, 0, sizeof(*control));
	memset(writer, 0, sizeof(*writer));
	fxw_engine.control = control;
	lent = (struct lent){
		.control = control,
		.rolling = (const char *)places,
		.rolling_words = sizeof(*places) * PLACES / 8,
		.n_mapped = {sizeof(*places) * PLACES},
	};
}

/* While the other side is waited for, which may have no processor. */
static void idle(void)
{
	static __thread unsigned n;

	if (++n % 16384)
		fxw_pause();
	else
		sched_yield();
}

/* Both begin at the same time. */
static void start_line(void)
{
	__atomic_fetch_add(&n_ready, 1, __ATOMIC_RELAXED);
	while (__atomic_load_n(&n_ready, __ATOMIC_RELAXED) < 2)
		fxw_pause();
}

/* From time to time each waits for the other. Both are then at one place at the
 * same time, also where they have to share a processor. */
static void keep_pace(unsigned me, uint32_t i)
{
	if (i % 64)
		return;
	__atomic_store_n(&at[me], i + 1, __ATOMIC_RELEASE);
	while (__atomic_load_n(&at[!me], __ATOMIC_ACQUIRE) < i + 1)
		idle();
}

static void race(void *(*one)(void *), void *(*other)(void *))
{
	pthread_t thread;

	if (!ok(!pthread_create(&thread, NULL, one, NULL)))
		return;
	(void)other(NULL);
	pthread_join(thread, NULL);
}

static void *commits(void *nothing)
{
	start_line();
	for (uint32_t i = 0; i < PLACES; i++) {
		uint64_t *record = places[i].record;

		for (unsigned k = 1; k <= BODY_WORDS; k++)
			*(volatile uint64_t *)&record[k] = i + 1;
		fxw_commit(record, i + 1);
	}
	return nothing;
}

/* As the manager reads a lap: headers first, then bodies. */
static void *reads_records(void *nothing)
{
	start_line();
	for (uint32_t i = 0; i < PLACES; i++) {
		uint64_t off =
			(uint64_t)((char *)places[i].record - (char *)places);
		uint64_t copy[1 + BODY_WORDS];

		while (lent_read(&lent, copy, 8, off) && !copy[0])
			idle();
		lent_read(&lent, copy, sizeof(copy), off);
		for (unsigned k = 1; k <= BODY_WORDS; k++)
			n_torn += copy[k] != i + 1;
	}
	return nothing;
}

static void records(void)
{
	set_up();
	race(commits, reads_records);
	is_u64(n_torn, 0);
}

static void *closes_windows(void *nothing)
{
	start_line();
	for (uint32_t i = 0; i < PLACES; i++) {
		struct fxw_window w = {.thread = writer,
				       .slot = &places[i].slot};

		*(volatile uint64_t *)&places[i].record[BODY_WORDS] = i + 1;
		fxw_window_close(&w);
	}
	return nothing;
}

/* Whoever finds it outside, as lent.c, pin.c and finish.c do. */
static void *waits_for_windows(void *nothing)
{
	start_line();
	for (uint32_t i = 0; i < PLACES; i++) {
		while (__atomic_load_n(&places[i].slot.inside[0],
				       __ATOMIC_ACQUIRE) != FXW_AWAY)
			idle();
		n_torn += *(volatile uint64_t *)&places[i].record[BODY_WORDS] !=
			  i + 1;
	}
	return nothing;
}

static void windows(void)
{
	set_up();
	for (uint32_t i = 0; i < PLACES; i++)
		places[i].slot.inside[0] = FXW_WRITING;
	race(closes_windows, waits_for_windows);
	is_u64(n_torn, 0);
}

/* What both sides of a revocation have seen at one place. */
static bool was_revoked[PLACES], was_inside[PLACES];
static char *lines;

/* A control area of which only one line is used: the next one begins there. */
static struct fxw_control *control_at(uint32_t i)
{
	return (struct fxw_control *)(void *)(lines + 64 * i);
}

static void *enters_windows(void *nothing)
{
	uint64_t span[2];

	start_line();
	for (uint32_t i = 0; i < PLACES; i++) {
		struct fxw_window w = {.thread = writer,
				       .slot = &places[i].slot};

		keep_pace(0, i);
		writer->level[0].sequence = 1;
		writer->level[0].end = span + 2;
		fxw_engine.control = control_at(i);
		fxw_window_enter(&w);
		was_revoked[i] = !writer->level[0].end;
	}
	return nothing;
}

/* As revoke_writers() and the manager do. */
static void *revokes(void *nothing)
{
	start_line();
	for (uint32_t i = 0; i < PLACES; i++) {
		keep_pace(1, i);
		__atomic_store_n(&control_at(i)->live, 2, __ATOMIC_RELEASE);
		if (fxw_engine.fences)
			fxw_fence();
		else
			(void)syscall(SYS_membarrier,
				      MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0);
		was_inside[i] = __atomic_load_n(&places[i].slot.inside[0],
						__ATOMIC_ACQUIRE) != FXW_AWAY;
	}
	return nothing;
}

static void revoke_all(void)
{
	unsigned n = 0;

	lines = aligned_alloc(64, sizeof(*control) + 64 * PLACES);
	if (!ok(lines != NULL))
		return;
	for (uint32_t i = 0; i < PLACES; i++)
		control_at(i)->live = 1;
	race(enters_windows, revokes);
	for (uint32_t i = 0; i < PLACES; i++) {
		n_torn += !was_inside[i] && !was_revoked[i];
		n += was_revoked[i];
	}
	is_u64(n_torn, 0);
	diag("%u of %u windows were revoked", n, PLACES);
}

static void revocation(void)
{
	set_up();
	if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED,
		    0) != 0)
		skip("the kernel has no membarrier");
	revoke_all();
}

static void fences(void)
{
	set_up();
	fxw_engine.fences = 1;
	revoke_all();
}

static void *fills_cells(void *nothing)
{
	start_line();
	for (uint32_t i = 0; i < HANDOVERS; i++) {
		while (!fxw_fill16(&control->cells[0], i + 1, ~(uint64_t)i))
			idle();
		*(volatile uint64_t *)&places[i].record[0] = 0;
	}
	return nothing;
}

static void *takes_packets(void *nothing)
{
	struct fxw_packet packet;

	start_line();
	for (uint32_t i = 0; i < HANDOVERS; i++) {
		while (!lent_peek(&lent, 0, &packet))
			idle();
		n_torn += packet.request != (uint16_t)(i + 1) ||
			  packet.data64 != ~(uint64_t)i;
		lent_empty(&lent, 0);
	}
	return nothing;
}

static void packets(void)
{
	set_up();
	race(fills_cells, takes_packets);
	is_u64(n_torn, 0);
}

static void *fills_first(void *nothing)
{
	start_line();
	for (uint32_t i = 0; i < PLACES; i++) {
		keep_pace(0, i);
		n_won[0] += fxw_fill16(places[i].cell_words, 1, 1);
	}
	return nothing;
}

static void *fills_too(void *nothing)
{
	start_line();
	for (uint32_t i = 0; i < PLACES; i++) {
		keep_pace(1, i);
		n_won[1] += fxw_fill16(places[i].cell_words, 2, 2);
	}
	return nothing;
}

static void cells(void)
{
	uint64_t n[3] = {0};

	set_up();
	race(fills_first, fills_too);
	for (uint32_t i = 0; i < PLACES; i++) {
		const uint64_t *words = places[i].cell_words;

		n[words[0] == words[1] && words[0] <= 2 ? words[0] : 0]++;
	}
	is_u64(n[0], 0);
	is_u64(n[1], n_won[0]);
	is_u64(n[2], n_won[1]);
}

/* A manager that has read a lap before it says so. */
static void *saves_laps(void *nothing)
{
	start_line();
	for (uint32_t lap = 1; lap < PLACES; lap++) {
		n_torn += *(volatile uint32_t *)&places[lap].lap != 0;
		lent_answer(&lent, lap - 1, 0);
	}
	return nothing;
}

static void *overwrites_laps(void *nothing)
{
	start_line();
	for (uint32_t lap = 1; lap < PLACES; lap++) {
		while (!fxw_stream_is_free(control, lap + 2))
			idle();
		*(volatile uint32_t *)&places[lap].lap = 1;
	}
	return nothing;
}

static void laps(void)
{
	set_up();
	race(saves_laps, overwrites_laps);
	is_u64(n_torn, 0);
}

static void *makes_plans(void *nothing)
{
	start_line();
	for (uint32_t i = 0; i < PLACES; i++) {
		struct fxp_part *part = (struct fxp_part *)places[i].record;

		*(volatile uint64_t *)&part->header = i + 1;
		places[i].cell.made = part;
		fxp_plan_use(&places[i].cell, 0, true);
	}
	return nothing;
}

static void *uses_plans(void *nothing)
{
	start_line();
	for (uint32_t i = 0; i < PLACES; i++) {
		while (!fxp_has_plan(&places[i].cell))
			idle();
		n_torn += *(volatile const uint64_t *)&places[i]
				   .cell.begin->header != i + 1;
	}
	return nothing;
}

static void plans(void)
{
	set_up();
	race(makes_plans, uses_plans);
	is_u64(n_torn, 0);
}

static const struct tap_test tests[] = {
	{"a record whose header was seen has its body", records},
	{"a thread that is seen outside has written its record", windows},
	{"a thread is seen inside, or it sees that it was revoked", revocation},
	{"the same with fences in place of membarrier", fences},
	{"a packet is whole", packets},
	{"one of two fills a cell, and with both words", cells},
	{"a lap is overwritten after it was read", laps},
	{"a plan that was found is whole", plans},
};

TAP_MAIN(tests)
