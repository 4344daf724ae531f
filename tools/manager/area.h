/* SPDX-License-Identifier: MIT */
/*
 * The session area (writer/wire.h): memory that all providers share with the
 * manager, and can only read. It contains the session's clock, and the word
 * that shows that the manager lives. In addition, the bell of the providers of
 * the session's own user.
 */
#ifndef TOOLS_MANAGER_AREA_H
#define TOOLS_MANAGER_AREA_H

#include <linux/futex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "writer/wire.h"

struct area {
	struct fxw_session_area *shared;
	struct fxw_bells *bells;
	int fd;		 /* for others, which can only read it */
	int own_fd;	 /* for a standby, to write; -1 = there cannot be one */
	int bell_fd;	 /* sealed */
	bool is_guarded; /* else `fd` may be for our own user only */
	/* Private copies. */
	uint32_t clock; /* enum fxw_clock */
	uint64_t epoch_ticks;
	struct fxw_clock_pair first;
	uint32_t generation; /* of the current choice */
	/* The kernel walks this list when a thread that has registered it
	 * dies: both words that it may hold are in it. */
	struct robust_list_head list;
	struct robust_list entry;
};

/* Makes the area. Returns 0 or errno. */
int area_open(struct area *area);
void area_close(struct area *area);

/* Takes over another process's, with its private copies. The descriptors are
 * set, and stay the caller's on failure. Returns 0 or errno. */
int area_adopt(struct area *area);

/* Marks this thread, and with it the manager, as alive. The area must stay at
 * its address. The same thread calls area_leave. */
void area_hold(struct area *area);

/* Marks this process as the standby: its first thread. */
void area_stand_by(struct area *area);

/* Marks the standby's first thread as the manager, until area_hold. */
void area_take_over(struct area *area);

/* The same for a process that will do so, and is sure to take over: it may be
 * slow to start. And that it has died, if it has not. */
void area_expect_standby(struct area *area, uint32_t pid);
void area_miss_standby(struct area *area, uint32_t pid);

/* A sign of life. Any thread of the manager, between pieces of its work. */
void area_beat(void);

/* The manager ends: no provider shall wait for it any more. */
void area_leave(struct area *area);

/* Identifies the archive: fd is open on it, or on a file that is not one (such
 * as a pipe). */
void area_name_archive(struct area *area, int fd);

/* The output is broken: no provider shall wait for a save. */
void area_break(struct area *area);

/* Publishes a new choice of what is recorded, for all providers at once.
 * calls  NULL: each provider uses its FXTRACE_CALLS */
void area_choose(struct area *area, bool is_stopped, const char *calls);

/* Wakes the thread that waits for the doorbell. */
void area_ring(struct area *area);

/* Ticks of the session's clock now. */
uint64_t area_ticks(const struct area *area);

/* This instant on all clocks. */
struct fxw_clock_pair area_pair(const struct area *area);

/* Ticks per second, from the time since area_open; 0 = not yet known. */
uint64_t area_rate(const struct area *area);

#endif
