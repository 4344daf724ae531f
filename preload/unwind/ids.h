/* SPDX-License-Identifier: MIT */
/*
 * The stacks that are in the archive already, and their ids: a table of fixed
 * size that never locks. A stack's key is the 64-bit hash of its addresses.
 *
 * Any thread, any signal handler. Nothing allocates, locks or changes errno.
 */
#ifndef PRELOAD_UNWIND_IDS_H
#define PRELOAD_UNWIND_IDS_H

#include <stdbool.h>
#include <stdint.h>

/* Writes a stack's entry under this id; false: no space. */
typedef bool fxp_stack_emit(uint32_t id, const void *stack);

/* The id of the stack with this hash (not 0). If no thread has emitted it, it
 * is emitted now. 0: there is no space for it, in the table or in the archive.
 */
uint32_t fxp_stack_id(uint64_t hash, fxp_stack_emit *emit, const void *stack);

/* In a forked child, whose archive has none of them. */
void fxp_stack_ids_forget(void);

#endif
