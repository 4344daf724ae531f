/* SPDX-License-Identifier: MIT */
/*
 * What circular providers contained when they ended: the newest of it is stored
 * for snapshots, up to a limit. It is in memory that a manager shares with its
 * standby: a file without holes at its end, of which the oldest part is given
 * back. Offsets only grow.
 */
#ifndef TOOLS_MANAGER_HISTORY_H
#define TOOLS_MANAGER_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/chunk.h"

#define HISTORY_BYTES (64ull << 20) /* of a session */

/* One provider's chunks, its Provider Info first. */
struct past {
	struct past *next;
	uint32_t provider_id;
	uint64_t off, n_bytes; /* in the memory */
};

struct history {
	int fd; /* -1 = there is none, and nothing is stored */
	uint64_t limit_bytes;
	uint64_t n_bytes;
	uint64_t end; /* where the next one goes */
	struct past *oldest, **last;
};

/* Makes an empty one, if that is possible. */
void history_open(struct history *history, uint64_t limit_bytes);

/* A former manager's. fd: taken over, -1 = it had none */
void history_adopt(struct history *history, int fd, uint64_t limit_bytes);
void history_close(struct history *history);

/* Stores copies of the chunks; discards the oldest providers if there is no
 * space. */
void history_add(struct history *history, const struct chunk *chunks);

/* The chunks as they were. The caller owns them. Dies if memory runs out. */
struct chunk *history_read(const struct history *history,
			   const struct past *past);

/* The provider's are discarded: it is going to be added once more. */
void history_forget(struct history *history, uint32_t provider_id);
void history_clear(struct history *history);

#endif
