/* SPDX-License-Identifier: MIT */
/*
 * When each item of work may begin. A lane (a recorded thread) does its items
 * in order. An item begins when all items of any lane are done that had ended
 * in the recording when it began. So whatever it depended on is done. What
 * overlapped may overlap again, except for items that take turns. Of two
 * readers of one pipe, the one that ended first had its bytes. Of two writers,
 * one may have caused the other to write, by way of a process that waited for
 * its data.
 *
 * One thread, the one that opened it, puts items in the order in which they
 * began. Each lane has a thread that does them.
 */
#ifndef TOOLS_IO_SCHEDULE_H
#define TOOLS_IO_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct schedule;
struct schedule_lane;

/* An item of work; it is the first member of the caller's struct. */
struct schedule_item {
	uint64_t begin_ns, end_ns; /* recorded; end not before begin */
	size_t n_bytes;		   /* of memory that it occupies */
	uint64_t turn;	  /* items with the same value take turns; 0: none */
	uint64_t turn_ns; /* the order of turns; from begin_ns to end_ns */
	/* private to the schedule: */
	uint64_t n_before;	     /* so many items must be done */
	struct schedule_item *next;  /* of its lane */
	struct schedule_item *after; /* the one that ended next */
	bool is_done, is_ended;	     /* here; in the recording */
	bool has_turn; /* it does not, or no longer, wait for it */
	struct schedule_item *earlier,
		*later; /* neighbours in its turn, by turn_ns */
};

struct schedule_user {
	/* Runs it, in its lane's thread. */
	void (*run)(void *context, struct schedule_item *item);
	/* Frees it; it was done and nothing needs it any more. Any thread. */
	void (*drop)(void *context, struct schedule_item *item);
	void *context;
};

/* Never NULL. */
struct schedule *schedule_open(const struct schedule_user *user);

/* A lane that has nothing to do yet. */
struct schedule_lane *schedule_lane(struct schedule *schedule);

/* Takes over an item, which began no earlier than those before it. Waits while
 * too much memory is in use. */
void schedule_put(struct schedule *schedule, struct schedule_lane *lane,
		  struct schedule_item *item);

/* No more items will be put into the lane: it ends when all are done. */
void schedule_retire(struct schedule *schedule, struct schedule_lane *lane);

/* Waits until all is done, and frees it, with the lanes. */
void schedule_close(struct schedule *schedule);

/*
 * From within run: the item cannot continue before another lane has done
 * something, as with a full pipe.
 * fd, events  as for poll(2)
 * Returns false if nothing is left to wait for: all other lanes have waited for
 * a second, too.
 */
bool schedule_wait(struct schedule *schedule, int fd, short events);

/* The same for any condition. is_ready is called repeatedly, and may take some
 * milliseconds each time. */
bool schedule_wait_for(struct schedule *schedule,
		       bool (*is_ready)(void *context), void *context);

#endif
