/* SPDX-License-Identifier: MIT */
/*
 * The machine an archive is of, and its time of day: from facts (`host`,
 * `clock` in writer/FORMAT.md). Between two pairs of session time and time of
 * day the latter is interpolated. Where the clock was set, it jumps at the pair
 * that shows it: until there it goes on as before. A suspended machine looks
 * the same.
 */
#ifndef TOOLS_READER_WALL_H
#define TOOLS_READER_WALL_H

#include "tools/reader/reader.h"

struct fxr_world;

/* Further ones are ignored. */
#define FXR_MAX_WALL_PAIRS (1u << 18)

/* One instant: ns since the session's start, and on the kernel's clocks. */
struct fxr_wall_pair {
	uint64_t ns, monotonic_ns, realtime_ns;
	size_t place; /* in the order of the archive */
};

struct fxr_wall {
	bool has_host;
	/* Empty: unknown. tz names a zone by TZ's rules, if the archive has no
	 * offset: it is looked up here. */
	struct fxr_text host, boot_id, zone, tz;
	bool has_offset, has_epoch;
	int32_t utc_offset_s;	     /* east of UTC; 0 if unknown */
	uint64_t epoch;		     /* the clock's own value at tick 0 */
	uint64_t rate;		     /* of that clock */
	struct fxr_wall_pair *pairs; /* by time, once settled */
	size_t n_pairs, pairs_capacity;
};

/* A fact of any name and contents. False: it is none of these. */
bool fxr_wall_take(struct fxr_world *world, const struct fxr_record *record,
		   struct fxr_text name);
/* All have been taken. */
void fxr_wall_settle(struct fxr_wall *wall);
/* Looks a zone up that the archive has by name only. It changes TZ for a
 * moment: not in a process with other threads. */
void fxr_wall_find_zone(struct fxr_wall *wall);
void fxr_wall_fini(struct fxr_wall *wall);

/* Whether the archive knows the time of day. The functions below require it. */
static inline bool fxr_wall_is_known(const struct fxr_wall *wall)
{
	return wall->n_pairs > 0;
}

/* ns since 1970 (UTC), at most INT64_MAX, of ns since the session's start. */
uint64_t fxr_wall_ns(const struct fxr_wall *wall, uint64_t ns);

/* ns of the kernel's CLOCK_MONOTONIC, of ns since the session's start. */
uint64_t fxr_wall_monotonic_ns(const struct fxr_wall *wall, uint64_t ns);

/* The processor's counter at that time since the session's start. False: the
 * archive has another clock. */
bool fxr_wall_counter(const struct fxr_wall *wall, uint64_t ns,
		      uint64_t *counter);

/* The earliest time since the session's start at which the clock showed that
 * or later, UINT64_MAX: never. */
uint64_t fxr_wall_find(const struct fxr_wall *wall, uint64_t realtime_ns);

/* By how much the clock was set between pairs i - 1 and i; 0: it was not.
 * 0 < i < n_pairs */
int64_t fxr_wall_step_ns(const struct fxr_wall *wall, size_t i);

#endif
