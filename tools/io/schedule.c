/* SPDX-License-Identifier: MIT */
/*
 * See schedule.h. An item waits for a number: how many items had ended in the
 * recording when it began. Items that have ended in the recording form a list
 * in the order of their ends. Leading items that are done here are removed from
 * it. Lanes wait for the number of removed items.
 *
 * An item's turn can be decided when all earlier items are known: when every
 * item that began before that time has been put. Turns are a heuristic: if
 * nothing can run, one turn is given up.
 */
#include "tools/io/schedule.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "tools/base/die.h"
#include "tools/io/turns.h"
#include "tools/reader/memory.h"

#define MAX_BYTES ((size_t)256 << 20)
#define MAX_ITEMS ((size_t)1 << 16)
#define POLL_MS 2
#define STUCK_NS 1000000000ull

enum lane_state {
	LANE_IDLE,    /* nothing to do */
	LANE_WAITS,   /* for others' items */
	LANE_RUNS,    /* or will, as it was signalled */
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
	struct turns turns;
	uint64_t reached_ns; /* all items that began before are known */
	uint64_t wanted_ns;  /* a lane waits for that */
	pthread_mutex_t lock;
	pthread_cond_t changed; /* for the thread that puts */
	struct schedule_lane *lanes;
	struct schedule_item **heap; /* by end_ns, the first one first */
	size_t n_heap, heap_capacity;
	struct schedule_item *ended, *last_ended;
	uint64_t n_ended; /* in the recording, in total */
	uint64_t n_done;  /* of these, without a gap */
	size_t n_bytes, n_items;
	size_t n_running, n_pausing;
	bool is_waiting;   /* the thread that puts is waiting */
	bool is_closing;   /* no more items will be put */
	uint64_t progress; /* counts all that was done, for schedule_wait */
};

static _Thread_local struct schedule_lane *own_lane;

struct schedule *schedule_open(const struct schedule_user *user)
{
	struct schedule *schedule = fxr_new(1, sizeof(*schedule));

	schedule->user = *user;
	schedule->wanted_ns = UINT64_MAX;
	pthread_mutex_init(&schedule->lock, NULL);
	pthread_cond_init(&schedule->changed, NULL);
	return schedule;
}

static void push_heap(struct schedule *schedule, struct schedule_item *item)
{
	size_t at;

	schedule->heap =
		fxr_grow(schedule->heap, &schedule->heap_capacity,
			 schedule->n_heap + 1, sizeof(*schedule->heap));
	for (at = schedule->n_heap++; at; at = (at - 1) / 2) {
		if (schedule->heap[(at - 1) / 2]->end_ns <= item->end_ns)
			break;
		schedule->heap[at] = schedule->heap[(at - 1) / 2];
	}
	schedule->heap[at] = item;
}

static struct schedule_item *pop_heap(struct schedule *schedule)
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

static bool has_turn(struct schedule *schedule, struct schedule_item *item)
{
	if (!item->turn || item->has_turn)
		return true;
	if (!turns_is_first(&schedule->turns, item))
		return false;
	item->has_turn = item->turn_ns <= schedule->reached_ns;
	if (!item->has_turn && item->turn_ns < schedule->wanted_ns)
		schedule->wanted_ns = item->turn_ns;
	return item->has_turn;
}

/* Whether the lane's first item may begin. */
static bool may_run(struct schedule *schedule, const struct schedule_lane *lane)
{
	return lane->first && lane->first->n_before <= schedule->n_done &&
	       has_turn(schedule, lane->first);
}

static void wake_lane(struct schedule *schedule, struct schedule_lane *lane)
{
	lane->state = LANE_RUNS;
	schedule->n_running++;
	pthread_cond_signal(&lane->woken);
}

static void drop_item(struct schedule *schedule, struct schedule_item *item)
{
	schedule->n_bytes -= item->n_bytes;
	schedule->n_items--;
	schedule->user.drop(schedule->user.context, item);
}

static void wake_all(struct schedule *schedule)
{
	for (struct schedule_lane *lane = schedule->lanes; lane;
	     lane = lane->next)
		if (lane->state == LANE_WAITS && may_run(schedule, lane))
			wake_lane(schedule, lane);
}

/* Removes done items from the list's head, and wakes lanes that waited for
 * them. */
static void remove_done(struct schedule *schedule, bool is_turn_over)
{
	uint64_t before = schedule->n_done;

	while (schedule->ended && schedule->ended->is_done) {
		struct schedule_item *item = schedule->ended;

		schedule->ended = item->after;
		schedule->n_done++;
		drop_item(schedule, item);
	}
	if (before != schedule->n_done || is_turn_over)
		wake_all(schedule);
	if (schedule->is_waiting)
		pthread_cond_signal(&schedule->changed);
}

/* All items that began before are known. */
static void set_reached(struct schedule *schedule, uint64_t ns)
{
	schedule->reached_ns = ns;
	if (schedule->wanted_ns > ns)
		return;
	schedule->wanted_ns = UINT64_MAX;
	wake_all(schedule);
}

/* Gives the turn to a lane that waits for nothing else. False: there is
 * none. */
static bool give_up_a_turn(struct schedule *schedule)
{
	struct schedule_item *item, *best = NULL;

	for (struct schedule_lane *lane = schedule->lanes; lane;
	     lane = lane->next) {
		item = lane->state == LANE_WAITS ? lane->first : NULL;
		if (item && item->n_before <= schedule->n_done &&
		    (!best || item->turn_ns < best->turn_ns))
			best = item;
	}
	if (!best)
		return false;
	best->has_turn = true;
	wake_all(schedule);
	return true;
}

/* Ends all items that had ended at `ns` in the recording. They began before the
 * item that is put now, so no item waits for itself. */
static void end_until(struct schedule *schedule, uint64_t ns)
{
	while (schedule->n_heap && schedule->heap[0]->end_ns <= ns) {
		struct schedule_item *item = pop_heap(schedule);

		item->after = NULL;
		item->is_ended = true;
		if (schedule->ended)
			schedule->last_ended->after = item;
		else
			schedule->ended = item;
		schedule->last_ended = item;
		schedule->n_ended++;
	}
	remove_done(schedule, false);
}

/* While no lane runs, they may wait for the next item that is put: then the
 * limit is higher. */
static bool is_full(const struct schedule *schedule)
{
	size_t factor = schedule->n_running ? 1 : 4;

	return schedule->n_bytes > factor * MAX_BYTES ||
	       schedule->n_items > factor * MAX_ITEMS;
}

/* No lane runs or waits for a pipe, and no item will be put. */
static bool is_at_rest(const struct schedule *schedule)
{
	return !schedule->n_running && !schedule->n_pausing &&
	       (schedule->is_closing ||
		(schedule->is_waiting && is_full(schedule)));
}

/* Waits for work; false: there will be none. */
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
		if (is_at_rest(schedule))
			(void)give_up_a_turn(schedule);
		while (lane->state != LANE_RUNS)
			pthread_cond_wait(&lane->woken, &schedule->lock);
	}
}

static void *run_lane(void *argument)
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
		if (item->turn)
			turns_leave(&schedule->turns, item);
		remove_done(schedule, item->turn);
	}
	lane->state = LANE_RETIRED;
	schedule->n_running--;
	if (is_at_rest(schedule))
		(void)give_up_a_turn(schedule);
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
	if (pthread_create(&lane->thread, NULL, run_lane, lane))
		die("cannot make a thread for each one of the recording: "
		    "raise the limit of processes (ulimit -u)");
	return lane;
}

static void append_item(struct schedule_lane *lane, struct schedule_item *item)
{
	item->next = NULL;
	if (lane->first)
		lane->last->next = item;
	else
		lane->first = item;
	lane->last = item;
}

void schedule_put(struct schedule *schedule, struct schedule_lane *lane,
		  struct schedule_item *item)
{
	pthread_mutex_lock(&schedule->lock);
	end_until(schedule, item->begin_ns);
	item->n_before = schedule->n_ended;
	item->is_done = item->is_ended = item->has_turn = false;
	schedule->n_bytes += item->n_bytes;
	schedule->n_items++;
	push_heap(schedule, item);
	append_item(lane, item);
	if (item->turn)
		turns_join(&schedule->turns, item);
	set_reached(schedule, item->begin_ns);
	if (lane->state == LANE_IDLE && may_run(schedule, lane))
		wake_lane(schedule, lane);
	else if (lane->state == LANE_IDLE)
		lane->state = LANE_WAITS;
	schedule->is_waiting = true;
	while (is_full(schedule)) {
		/* all is done that can be: what is full had no end yet */
		if (is_at_rest(schedule) && !give_up_a_turn(schedule))
			break;
		pthread_cond_wait(&schedule->changed, &schedule->lock);
	}
	schedule->is_waiting = false;
	pthread_mutex_unlock(&schedule->lock);
}

/* Removes the lane from the list, when its thread has ended. */
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

/* Joins ended threads, so that they do not accumulate. */
static void join_ended(struct schedule *schedule)
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
		wake_lane(schedule, lane);
	join_ended(schedule);
	pthread_mutex_unlock(&schedule->lock);
}

void schedule_close(struct schedule *schedule)
{
	struct schedule_lane *lane;

	pthread_mutex_lock(&schedule->lock);
	end_until(schedule, UINT64_MAX);
	schedule->is_closing = true;
	set_reached(schedule, UINT64_MAX);
	for (lane = schedule->lanes; lane; lane = lane->next) {
		lane->is_closing = true;
		if (lane->state == LANE_IDLE)
			wake_lane(schedule, lane);
	}
	schedule->is_waiting = true;
	if (is_at_rest(schedule))
		(void)give_up_a_turn(schedule);
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
	turns_fini(&schedule->turns);
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
	schedule->n_pausing++;
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
		if (is_stuck && give_up_a_turn(schedule))
			is_stuck = false;
	}
	own_lane->state = LANE_RUNS;
	schedule->n_running++;
	schedule->n_pausing--;
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
