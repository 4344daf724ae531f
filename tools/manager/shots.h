/* SPDX-License-Identifier: MIT */
/*
 * Snapshots that triggers have had made: how often they are made, and how many
 * of them are kept. The oldest are removed. Snapshots that somebody has
 * requested are none of ours.
 *
 * The loop and the threads that write snapshots use it. Callers hold the
 * session's lock, except at the start and the end.
 */
#ifndef TOOLS_MANAGER_SHOTS_H
#define TOOLS_MANAGER_SHOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/select/triggers.h"

#define SHOTS_MAX 20u
#define SHOTS_MAX_BYTES (1ull << 30)

/* One file. */
struct shot {
	struct shot *next; /* a later one */
	unsigned trigger;
	uint32_t place; /* in the ledger */
	uint64_t n_bytes, device, inode;
	char path[];
};

/* By trigger, of its list. */
struct shot_counts {
	uint64_t next_ns;   /* none is made before */
	uint64_t n_taken;   /* files that were written */
	uint64_t n_removed; /* of these */
	uint64_t n_held;    /* times that none was made although it fired */
	unsigned n_kept;
};

struct shots {
	uint32_t max; /* files of all triggers */
	uint64_t max_bytes;
	unsigned n_kept;
	uint64_t n_bytes;
	struct shot *oldest;
	struct shot_counts counts[FXW_TRIGGERS];
};

/* Returns NULL or what is wrong with the text, as an option's check. It is a
 * number of files, a size with a suffix, both with a comma, or "all". */
const char *shots_check(const char *text);

/* Reads a text that has been checked; NULL or "": the default limits. */
void shots_open(struct shots *shots, const char *text);
void shots_close(struct shots *shots);

/* Whether the trigger may have one made now. Then its interval begins. If not,
 * that is counted. */
bool shots_may(struct shots *shots, const struct fxw_trigger *trigger,
	       unsigned i, uint64_t now_ns);

/* None was made after all. */
void shots_failed(struct shots *shots, unsigned i);

/* Whether a file of so many bytes could be kept. */
bool shots_fits(const struct shots *shots, uint64_t n_bytes);

/* A new file, which is being written, of a trigger. */
struct shot *shots_new(unsigned i, const char *path, int fd);

/*
 * The file was written, and the oldest ones beyond the limits are to go.
 * Returns these. The caller removes them by shots_remove, without the lock.
 * shot  its n_bytes are known now; taken over
 * max   of the trigger's files; 0: any number
 */
struct shot *shots_keep(struct shots *shots, struct shot *shot, uint32_t max);

/* A file that a former manager has kept, the oldest first; taken over. */
void shots_resume(struct shots *shots, struct shot *shot);

/* Sums over all triggers. */
struct shot_counts shots_counts(const struct shots *shots);

/* Removes the files, unless another file has the name by now. */
void shots_remove(struct shot *gone);

#endif
