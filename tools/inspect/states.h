/* SPDX-License-Identifier: MIT */
/*
 * The state of each draw: paths such as "texture unit 0/GL_TEXTURE_2D/binding",
 * and their values. Both are texts, each kept once. Draws come in blocks of 64:
 * the first has all its values, the others what differs from the one before.
 *
 * Paths are in sections. A section that a call may have changed is given again
 * as a whole; all others stay as they are.
 */
#ifndef TOOLS_INSPECT_STATES_H
#define TOOLS_INSPECT_STATES_H

#include <stdio.h>

#include "tools/reader/memory.h"

#define STATES_BLOCK 64u
#define STATES_MAX_BYTES ((uint64_t)256 << 20) /* of texts; of differences */
#define STATES_MAX_TEXT_BYTES (1u << 20)       /* of one value */

struct states;

struct states *states_open(uint64_t max_bytes);

/* From now on `section`, any number, has only what is set after this. */
void states_section(struct states *states, uint32_t section);
/* Sets a value, in the last section. */
void states_set(struct states *states, struct fxr_text path,
		struct fxr_text value);

/* The state of that draw is what is set now. draw: more than that of the last.
 * Returns NULL, or why it is not kept, as no later one is: borrowed forever. */
const char *states_draw(struct states *states, uint32_t draw);

/* before, after: bytes are NULL if the path is not there. In the order in which
 * paths were first set. */
typedef void states_take(void *context, struct fxr_text path,
			 struct fxr_text before, struct fxr_text after);
/* What differs between two draws; false: one of them is not known. */
bool states_difference(const struct states *states, uint32_t before,
		       uint32_t after, states_take *take, void *context);
/* All of a draw; nothing is before it. */
bool states_at(const struct states *states, uint32_t draw, states_take *take,
	       void *context);

/* Bytes of texts and of differences, before packing. */
uint64_t states_n_bytes(const struct states *states);

/*
 * Writes chunks of the classes "path" and "value", whose items are texts, and
 * of the class "state", whose items are blocks:
 *
 * 	n, for n draws: draw - the one before (or 0), m, for m changes:
 * 		path - (the one before + 1) (or 0), value + 1 (0: it is gone);
 * 	numbers as in section.h
 *
 * and as JSON, the section "states" of the class "inspect", the first draw of
 * each block.
 */
void states_write(struct states *states, FILE *out);
void states_close(struct states *states);

#endif
