/* SPDX-License-Identifier: MIT */
/*
 * What an archive knows of the machine and the time of day: the facts `host`
 * and `clock` (writer/FORMAT.md). The loop compares the clocks about once a
 * second. It emits a pair where time of day went on otherwise than the last
 * emitted one predicts, so that an idle session adds nothing.
 */
#ifndef TOOLS_MANAGER_WALL_H
#define TOOLS_MANAGER_WALL_H

#include "tools/manager/area.h"
#include "tools/manager/chunk.h"

#define WALL_PAIRS 16u
#define WALL_NAME_BYTES 256u

struct wall {
	char host[WALL_NAME_BYTES], boot_id[40], zone[64];
	int32_t utc_offset_s;
	uint64_t epoch; /* ticks of the clock at the session's start */
	/* Emitted pairs, the newest last: for archives that begin later. */
	struct fxw_clock_pair pairs[WALL_PAIRS];
	unsigned n_pairs;
	struct fxw_clock_pair seen; /* at the last comparison */
	uint64_t next_ns;	    /* of that: CLOCK_MONOTONIC */
	/* Provider in whose name pairs are emitted; id 0 = none yet. */
	uint32_t id, koid;
	bool is_foreign; /* of another user than the session: what is emitted
			    later in its name is not trusted */
};

/* Queries the system; the first pair is the area's. */
void wall_open(struct wall *wall, const struct area *area);

/* Whether a provider that joins is to have the facts. */
bool wall_wants(const struct wall *wall, bool is_foreign);

/* The host and all pairs so far, in the name of a provider, which has the later
 * ones, too. It comes before the fact that it is of another user. */
struct chunk *wall_intro(struct wall *wall, uint32_t id, uint32_t koid,
			 bool is_foreign);

/* The same for a separate archive, with a pair of now. */
struct chunk *wall_copy(const struct wall *wall, const struct area *area,
			uint32_t id, uint32_t koid);

/* Compares the clocks, if it is time. NULL: there is nothing to emit. */
struct chunk *wall_check(struct wall *wall, const struct area *area,
			 uint64_t now_ns, uint64_t rate);

/* The last pair; NULL if no provider is there. */
struct chunk *wall_end(struct wall *wall, const struct area *area);

#endif
