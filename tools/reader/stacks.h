/* SPDX-License-Identifier: MIT */
/*
 * The call stacks of an archive: the STACK entries of writer/wire.h by their
 * ids, which calls have as @stack. Damaged ones are left out.
 */
#ifndef TOOLS_READER_STACKS_H
#define TOOLS_READER_STACKS_H

#include "tools/reader/memory.h"
#include "writer/wire.h"

struct fxr_bytes;

/* A stack, parsed. Borrowed from its body. */
struct fxr_stack {
	uint64_t ticks;			/* when it was seen first */
	unsigned end;			/* enum fxw_stack_end */
	size_t n;			/* of its addresses */
	const unsigned char *addresses; /* 8 bytes each; innermost first */
};

/* All zero = empty. */
struct fxr_stacks {
	struct fxr_arena arena;
	struct fxr_map map;
	struct fxr_text *bodies;
	size_t n, space;
};

/* A STACK entry of the provider; `body` is bad if it is none. If several have
 * one id, the first counts. */
void fxr_stacks_put(struct fxr_stacks *stacks, uint32_t provider, uint32_t id,
		    struct fxr_bytes *body);

/* The body of the provider's stack; empty: the archive has none. */
struct fxr_text fxr_stacks_find(const struct fxr_stacks *stacks,
				uint32_t provider, uint32_t id);

/* A body: an entry's, or the blob that a call's own @stack is. False: it is
 * damaged. */
bool fxr_stack_parse(struct fxr_text body, struct fxr_stack *stack);

/* The address of frame i < stack->n, unchanged: it may have FXW_STACK_EXACT. */
uint64_t fxr_stack_address(const struct fxr_stack *stack, size_t i);

void fxr_stacks_fini(struct fxr_stacks *stacks);

#endif
