/* SPDX-License-Identifier: MIT */
/*
 * Which stacks stand in the archive already, and under which id: a table of
 * fixed size that never locks. It knows a stack by the hash of its addresses,
 * 64 bits.
 *
 * Any thread, any signal handler. Nothing allocates, locks or changes errno.
 */
#ifndef PRELOAD_UNWIND_IDS_H
#define PRELOAD_UNWIND_IDS_H

#include <stdbool.h>
#include <stdint.h>

/* Writes a stack's entry under this id; false: there is no room. */
typedef bool fxp_stack_emit(uint32_t id, const void *stack);

/* The id of the stack with this hash (not 0): one that it has been told under,
 * by whomever; else it is told now. 0: there is no room for it, in the table or
 * in the archive. */
uint32_t fxp_stack_id(uint64_t hash, fxp_stack_emit *tell, const void *stack);

/* A forked child's archive has none of them. */
void fxp_stack_ids_forget(void);

#endif
