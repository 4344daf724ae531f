/* SPDX-License-Identifier: MIT */
/*
 * When each piece of work may begin: a lane (a recorded thread) does its own in
 * order, and none begins before all those are done, of any lane, that had ended
 * in the recording when it began. Whatever depended on something then finds it
 * done; what overlapped may overlap again, but for what takes turns: of two
 * readers of one pipe the one that ended first had its bytes, and of two
 * writers the other one may be what somebody waited for who made the second one
 * write.
 *
 * One thread, the one that opened it, puts items in the order in which they
 * began; each lane has a thread of its own that does them.
 */
#ifndef TOOLS_IO_SCHEDULE_H
#define TOOLS_IO_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct schedule;
struct schedule_lane;

/* Work; it is the first member of whatever is to be done. */
struct schedule_item {
	uint64_t begin_ns, end_ns; /* recorded; end not before begin */
	size_t n_bytes;		   /* of memory that it holds */
	uint64_t turn;		   /* what has the same takes turns; 0: none */
	uint64_t turn_ns;	   /* by this; from begin_ns to end_ns */
	/* the schedule's own: */
	uint64_t n_before;	     /* so many must be done */
	struct schedule_item *next;  /* of its lane */
	struct schedule_item *after; /* that ended next */
	bool is_done, is_ended;	     /* here; in the recording */
	bool has_turn;		     /* it does not wait for it (any more) */
	struct schedule_item *earlier, *later; /* of its turn, by turn_ns */
};

struct schedule_user {
	/* Does it, in its lane's thread. */
	void (*run)(void *context, struct schedule_item *item);
	/* Frees it; it was done and nothing needs it any more. By any
	 * thread. */
	void (*drop)(void *context, struct schedule_item *item);
	void *context;
};

/* Never NULL. */
struct schedule *schedule_open(const struct schedule_user *user);

/* A lane that has nothing to do yet. */
struct schedule_lane *schedule_lane(struct schedule *schedule);

/* Takes an item over, which began no earlier than those before it. Waits while
 * too much memory is held. */
void schedule_put(struct schedule *schedule, struct schedule_lane *lane,
		  struct schedule_item *item);

/* Nothing more will be put into the lane: it ends when all is done. */
void schedule_retire(struct schedule *schedule, struct schedule_lane *lane);

/* Waits until all is done, and frees it, with the lanes. */
void schedule_close(struct schedule *schedule);

/*
 * From within run: it cannot go on before another lane has done something, as
 * with a pipe that is full.
 * fd, events  as for poll(2)
 * Returns false if there is nobody left to wait for: all others wait, too, and
 * have done so for a second.
 */
bool schedule_wait(struct schedule *schedule, int fd, short events);

/* The same for anything: is_ready is asked again and again, and may take some
 * milliseconds each time. */
bool schedule_wait_for(struct schedule *schedule,
		       bool (*is_ready)(void *context), void *context);

#endif
