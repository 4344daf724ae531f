/* SPDX-License-Identifier: MIT */
/*
 * The session area (writer/wire.h): one piece of memory that all providers
 * share with the manager; its clock, and the word by which they see that the
 * manager lives.
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
	int fd; /* sealed */
	/* Our own copies: providers may write to theirs. */
	uint32_t clock; /* enum fxw_clock */
	uint64_t epoch_ticks;
	struct fxw_clock_pair first;
	uint32_t generation; /* of the choice that holds */
	/* The kernel walks this list when the holder's thread dies. */
	struct robust_list_head list;
	struct robust_list entry;
};

/* Makes the area. Returns 0 or errno. */
int area_open(struct area *area);
void area_close(struct area *area);

/* This thread, and with it the manager, is alive from now on; the area must
 * stay where it is. The same thread calls area_leave. */
void area_hold(struct area *area);

/* The manager ends: nobody shall wait for it any more. */
void area_leave(struct area *area);

/* Which file the archive is: fd is open on it, or on none (a pipe, say). */
void area_name_archive(struct area *area, int fd);

/* The output is broken: nobody shall wait for a save. */
void area_break(struct area *area);

/* A new choice of what is recorded, for all providers at once.
 * calls  NULL: what each has in FXTRACE_CALLS */
void area_choose(struct area *area, bool is_stopped, const char *calls);

/* Waits until the doorbell is not `seen` any more, or a little. Returns what
 * it is now. */
uint32_t area_wait(struct area *area, uint32_t seen);

/* Wakes who waits in area_wait. */
void area_ring(struct area *area);

/* Ticks of the session's clock now. */
uint64_t area_ticks(const struct area *area);

/* Ticks a second, from the time since area_open; 0 = too early to tell. */
uint64_t area_rate(const struct area *area);

#endif
