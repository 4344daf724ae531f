/* SPDX-License-Identifier: MIT */
/*
 * The archive's call stacks, see stacks.h.
 */
#include "tools/reader/stacks.h"

#include <stdlib.h>

#include "tools/reader/types.h"

/* No program has more different ones than this. */
#define MAX_STACKS (1u << 20)

static bool parse(struct fxr_bytes *in, struct fxr_stack *stack)
{
	uint64_t end, n;

	stack->ticks = fxr_get_word(in);
	end = fxr_get_varint(in);
	n = fxr_get_varint(in);
	if (in->is_bad || end > FXW_STACK_LOST ||
	    n > (uint64_t)(in->end - in->at) / 8)
		return false;
	stack->end = (unsigned)end;
	stack->n = n;
	stack->addresses = in->at;
	return true;
}

bool fxr_stack_parse(struct fxr_text body, struct fxr_stack *stack)
{
	struct fxr_bytes in = {
		(const unsigned char *)body.bytes,
		(const unsigned char *)body.bytes + body.n_bytes,
		false,
	};

	return parse(&in, stack);
}

uint64_t fxr_stack_address(const struct fxr_stack *stack, size_t i)
{
	uint64_t address;

	memcpy(&address, stack->addresses + 8 * i, 8);
	return address;
}

void fxr_stacks_put(struct fxr_stacks *stacks, uint32_t provider, uint32_t id,
		    struct fxr_bytes *body)
{
	struct fxr_text text = fxr_text((const char *)body->at,
					(size_t)(body->end - body->at));
	struct fxr_stack stack;

	if (!parse(body, &stack)) {
		body->is_bad = true;
		return;
	}
	if (stacks->n == MAX_STACKS ||
	    fxr_map_find(&stacks->map, provider, id, 0) != FXR_NONE)
		return;
	fxr_map_put(&stacks->map, provider, id, 0, (uint32_t)stacks->n);
	stacks->bodies = fxr_grow(stacks->bodies, &stacks->space, stacks->n + 1,
				  sizeof(*stacks->bodies));
	stacks->bodies[stacks->n++] = fxr_arena_text(&stacks->arena, text);
}

struct fxr_text fxr_stacks_find(const struct fxr_stacks *stacks,
				uint32_t provider, uint32_t id)
{
	uint32_t at = fxr_map_find(&stacks->map, provider, id, 0);

	return at == FXR_NONE ? fxr_text("", 0) : stacks->bodies[at];
}

void fxr_stacks_fini(struct fxr_stacks *stacks)
{
	fxr_free(stacks->bodies);
	fxr_map_fini(&stacks->map);
	fxr_arena_fini(&stacks->arena);
	*stacks = (struct fxr_stacks){0};
}
