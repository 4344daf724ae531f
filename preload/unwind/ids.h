/* SPDX-License-Identifier: MIT */
/*
 * What is in the archive already, and its ids: tables of fixed size that never
 * lock. The key of a stack is the 64-bit hash of its addresses.
 *
 * Any thread, any signal handler. Nothing allocates, locks or changes errno.
 */
#ifndef PRELOAD_UNWIND_IDS_H
#define PRELOAD_UNWIND_IDS_H

#include <stdbool.h>
#include <stdint.h>

/* Writes an entry under this id; false: no space. */
typedef bool fxp_id_emit(uint32_t id, const void *what);

/* Static; all zero = empty. */
struct fxp_ids {
	struct fxp_id *table;
	uint32_t n;
};

/* The id of what has this hash (not 0). If no thread has emitted it, it is
 * emitted now. 0: there is no space for it, in the table or in the archive. */
uint32_t fxp_id_of(struct fxp_ids *ids, uint64_t hash, fxp_id_emit *emit,
		   const void *what);

/* In a forked child, whose archive has none of them. */
void fxp_ids_forget(struct fxp_ids *ids);

#endif
