/* SPDX-License-Identifier: MIT */
/*
 * What was queried of programs, since many are current again and again.
 */
#ifndef TOOLS_REPLAY_STATE_PIECE_H
#define TOOLS_REPLAY_STATE_PIECE_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_registry.h"
#include "tools/replay/state/fragment.h"

#define PIECES 64u

struct piece {
	GLuint program;
	uint64_t used; /* when: the least is replaced */
	bool is_stale; /* all of it is queried again */
	bool is_set;   /* only its uniforms are */
	bool has_blocks;
	struct fragment head, uniforms, tail;
};

/* Ready if all is zero. */
struct pieces {
	struct piece pieces[PIECES];
	uint64_t n_used;
};

/* That of a program. */
struct piece *piece_of(struct pieces *pieces, GLuint program);
/* Marks (section.h) what calls have changed; program: the current one. */
void pieces_mark(struct pieces *pieces, uint32_t marks, GLuint program);
void pieces_fini(struct pieces *pieces);

#endif
