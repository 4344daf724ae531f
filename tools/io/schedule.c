/* SPDX-License-Identifier: MIT */
/*
 * See schedule.h. An item needs nothing but a number: how many items had ended
 * when it began. Items that have ended in the recording stand in a list, in the
 * order in which they did; as many of its first ones as are done here have been
 * taken off it, and their number is what lanes wait for.
 */
#include "tools/io/schedule.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "tools/die.h"
#include "tools/reader/memory.h"

#define MAX_BYTES ((size_t)256 << 20)
#define MAX_ITEMS ((size_t)1 << 16)
#define POLL_MS 2
#define STUCK_NS 1000000000ull

enum lane_state {
	LANE_IDLE,    /* nothing to do */
	LANE_WAITS,   /* for others' items */
	LANE_RUNS,    /* or will, as it was woken */
	LANE_PAUSES,  /* in schedule_wait */
	LANE_RETIRED, /* its thread ends */
};

struct schedule_lane {
	struct schedule *schedule;
	struct schedule_item *first, *last;
	enum lane_state state;
	bool is_closing;
	pthread_t thread;
	pthread_cond_t woken;
	struct schedule_lane *next, *previous; /* of all */
};

struct schedule {
	struct schedule_user user;
	pthread_mutex_t lock;
	pthread_cond_t changed; /* for the one who puts */
	struct schedule_lane *lanes;
	struct schedule_item **heap; /* by end_ns, the first one first */
	size_t n_heap, heap_room;
	struct schedule_item *ended, *last_ended;
	uint64_t n_ended; /* in the recording, all in all */
	uint64_t n_done;  /* of these, without a gap */
	size_t n_bytes, n_items;
	size_t n_running;
	bool is_waiting;   /* the one who puts */
	uint64_t progress; /* anything that was done, for schedule_wait */
};

static _Thread_local struct schedule_lane *own_lane;

struct schedule *schedule_open(const struct schedule_user *user)
{
	struct schedule *schedule = fxr_new(1, sizeof(*schedule));

	schedule->user = *user;
	pthread_mutex_init(&schedule->lock, NULL);
	pthread_cond_init(&schedule->changed, NULL);
	return schedule;
}

static void push(struct schedule *schedule, struct schedule_item *item)
{
	size_t at;

	schedule->heap =
		fxr_grow(schedule->heap, &schedule->heap_room,
			 schedule->n_heap + 1, sizeof(*schedule->heap));
	for (at = schedule->n_heap++; at; at = (at - 1) / 2) {
		if (schedule->heap[(at - 1) / 2]->end_ns <= item->end_ns)
			break;
		schedule->heap[at] = schedule->heap[(at - 1) / 2];
	}
	schedule->heap[at] = item;
}

static struct schedule_item *pop(struct schedule *schedule)
{
	struct schedule_item **heap = schedule->heap, *first = heap[0];
	struct schedule_item *last = heap[--schedule->n_heap];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < schedule->n_heap) {
		if (child + 1 < schedule->n_heap &&
		    heap[child + 1]->end_ns < heap[child]->end_ns)
			child++;
		if (heap[child]->end_ns >= last->end_ns)
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = last;
	return first;
}

/* Whether the lane's first item may begin. */
static bool may_run(const struct schedule *schedule,
		    const struct schedule_lane *lane)
{
	return lane->first && lane->first->n_before <= schedule->n_done;
}

static void wake(struct schedule *schedule, struct schedule_lane *lane)
{
	lane->state = LANE_RUNS;
	schedule->n_running++;
	pthread_cond_signal(&lane->woken);
}

static void drop(struct schedule *schedule, struct schedule_item *item)
{
	schedule->n_bytes -= item->n_bytes;
	schedule->n_items--;
	schedule->user.drop(schedule->user.context, item);
}

/* Takes off what is done at the head of the list, and wakes those who waited
 * for it. */
static void advance(struct schedule *schedule)
{
	uint64_t before = schedule->n_done;

	while (schedule->ended && schedule->ended->is_done) {
		struct schedule_item *item = schedule->ended;

		schedule->ended = item->after;
		schedule->n_done++;
		drop(schedule, item);
	}
	for (struct schedule_lane *lane = schedule->lanes;
	     lane && before != schedule->n_done; lane = lane->next)
		if (lane->state == LANE_WAITS && may_run(schedule, lane))
			wake(schedule, lane);
	if (schedule->is_waiting)
		pthread_cond_signal(&schedule->changed);
}

/* All that had ended at `ns` in the recording: it began before what is put now,
 * so that nothing waits for itself. */
static void end_until(struct schedule *schedule, uint64_t ns)
{
	while (schedule->n_heap && schedule->heap[0]->end_ns <= ns) {
		struct schedule_item *item = pop(schedule);

		item->after = NULL;
		item->is_ended = true;
		if (schedule->ended)
			schedule->last_ended->after = item;
		else
			schedule->ended = item;
		schedule->last_ended = item;
		schedule->n_ended++;
	}
	advance(schedule);
}

/* Waits for something to do; false: there will be nothing. */
static bool next_work(struct schedule *schedule, struct schedule_lane *lane)
{
	for (;;) {
		if (may_run(schedule, lane))
			return true;
		if (!lane->first && lane->is_closing)
			return false;
		lane->state = lane->first ? LANE_WAITS : LANE_IDLE;
		schedule->n_running--;
		if (schedule->is_waiting)
			pthread_cond_signal(&schedule->changed);
		while (lane->state != LANE_RUNS)
			pthread_cond_wait(&lane->woken, &schedule->lock);
	}
}

static void *work(void *argument)
{
	struct schedule_lane *lane = argument;
	struct schedule *schedule = lane->schedule;

	own_lane = lane;
	pthread_mutex_lock(&schedule->lock);
	while (next_work(schedule, lane)) {
		struct schedule_item *item = lane->first;

		pthread_mutex_unlock(&schedule->lock);
		schedule->user.run(schedule->user.context, item);
		pthread_mutex_lock(&schedule->lock);
		lane->first = item->next;
		item->is_done = true;
		schedule->progress++;
		advance(schedule);
	}
	lane->state = LANE_RETIRED;
	schedule->n_running--;
	if (schedule->is_waiting)
		pthread_cond_signal(&schedule->changed);
	pthread_mutex_unlock(&schedule->lock);
	return NULL;
}

struct schedule_lane *schedule_lane(struct schedule *schedule)
{
	struct schedule_lane *lane = fxr_new(1, sizeof(*lane));

	lane->schedule = schedule;
	pthread_cond_init(&lane->woken, NULL);
	pthread_mutex_lock(&schedule->lock);
	lane->state = LANE_RUNS;
	schedule->n_running++;
	lane->next = schedule->lanes;
	if (lane->next)
		lane->next->previous = lane;
	schedule->lanes = lane;
	pthread_mutex_unlock(&schedule->lock);
	if (pthread_create(&lane->thread, NULL, work, lane))
		die("cannot make a thread for each one of the recording: "
		    "raise the limit of processes (ulimit -u)");
	return lane;
}

static void append(struct schedule_lane *lane, struct schedule_item *item)
{
	item->next = NULL;
	if (lane->first)
		lane->last->next = item;
	else
		lane->first = item;
	lane->last = item;
}

/* While nobody runs, what they wait for may be what is put next: then there is
 * more room. */
static bool is_full(const struct schedule *schedule)
{
	size_t factor = schedule->n_running ? 1 : 4;

	return schedule->n_bytes > factor * MAX_BYTES ||
	       schedule->n_items > factor * MAX_ITEMS;
}

void schedule_put(struct schedule *schedule, struct schedule_lane *lane,
		  struct schedule_item *item)
{
	pthread_mutex_lock(&schedule->lock);
	end_until(schedule, item->begin_ns);
	item->n_before = schedule->n_ended;
	item->is_done = item->is_ended = false;
	schedule->n_bytes += item->n_bytes;
	schedule->n_items++;
	push(schedule, item);
	append(lane, item);
	if (lane->state == LANE_IDLE && may_run(schedule, lane))
		wake(schedule, lane);
	else if (lane->state == LANE_IDLE)
		lane->state = LANE_WAITS;
	schedule->is_waiting = true;
	while (is_full(schedule))
		pthread_cond_wait(&schedule->changed, &schedule->lock);
	schedule->is_waiting = false;
	pthread_mutex_unlock(&schedule->lock);
}

/* Takes it from the list, when its thread has ended. */
static void free_lane(struct schedule *schedule, struct schedule_lane *lane)
{
	pthread_mutex_unlock(&schedule->lock);
	pthread_join(lane->thread, NULL);
	pthread_mutex_lock(&schedule->lock);
	if (lane->previous)
		lane->previous->next = lane->next;
	else
		schedule->lanes = lane->next;
	if (lane->next)
		lane->next->previous = lane->previous;
	pthread_cond_destroy(&lane->woken);
	free(lane);
}

/* Threads that have ended, so that they do not pile up. */
static void collect(struct schedule *schedule)
{
	struct schedule_lane *lane = schedule->lanes, *next;

	for (; lane; lane = next) {
		next = lane->next;
		if (lane->state == LANE_RETIRED)
			free_lane(schedule, lane);
	}
}

void schedule_retire(struct schedule *schedule, struct schedule_lane *lane)
{
	pthread_mutex_lock(&schedule->lock);
	lane->is_closing = true;
	if (lane->state == LANE_IDLE)
		wake(schedule, lane);
	collect(schedule);
	pthread_mutex_unlock(&schedule->lock);
}

void schedule_close(struct schedule *schedule)
{
	struct schedule_lane *lane;

	pthread_mutex_lock(&schedule->lock);
	end_until(schedule, UINT64_MAX);
	for (lane = schedule->lanes; lane; lane = lane->next) {
		lane->is_closing = true;
		if (lane->state == LANE_IDLE)
			wake(schedule, lane);
	}
	schedule->is_waiting = true;
	while (schedule->lanes) {
		for (lane = schedule->lanes; lane; lane = lane->next)
			if (lane->state == LANE_RETIRED)
				break;
		if (lane)
			free_lane(schedule, lane);
		else
			pthread_cond_wait(&schedule->changed, &schedule->lock);
	}
	pthread_mutex_unlock(&schedule->lock);
	pthread_mutex_destroy(&schedule->lock);
	pthread_cond_destroy(&schedule->changed);
	free(schedule->heap);
	free(schedule);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

bool schedule_wait_for(struct schedule *schedule,
		       bool (*is_ready)(void *context), void *context)
{
	uint64_t since_ns = now_ns(), progress;
	bool is_stuck = false;

	pthread_mutex_lock(&schedule->lock);
	own_lane->state = LANE_PAUSES;
	schedule->n_running--;
	progress = schedule->progress;
	if (schedule->is_waiting)
		pthread_cond_signal(&schedule->changed);
	while (!is_stuck) {
		bool has_come;

		pthread_mutex_unlock(&schedule->lock);
		has_come = is_ready(context);
		pthread_mutex_lock(&schedule->lock);
		if (has_come)
			break;
		if (schedule->n_running || !schedule->is_waiting ||
		    schedule->progress != progress) {
			progress = schedule->progress;
			since_ns = now_ns();
		}
		is_stuck = now_ns() - since_ns > STUCK_NS;
	}
	own_lane->state = LANE_RUNS;
	schedule->n_running++;
	schedule->progress++;
	pthread_mutex_unlock(&schedule->lock);
	return !is_stuck;
}

static bool is_polled(void *context)
{
	return poll(context, 1, POLL_MS) > 0;
}

bool schedule_wait(struct schedule *schedule, int fd, short events)
{
	struct pollfd poller = {.fd = fd, .events = events};

	return schedule_wait_for(schedule, is_polled, &poller);
}
