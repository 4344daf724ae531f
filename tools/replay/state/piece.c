/* SPDX-License-Identifier: MIT */
/*
 * What was queried of programs, see piece.h.
 */
#include "tools/replay/state/piece.h"

#include "tools/replay/state/section.h"

static void forget(struct piece *piece)
{
	fragment_free(&piece->head);
	fragment_free(&piece->uniforms);
	fragment_free(&piece->tail);
	*piece = (struct piece){0};
}

struct piece *piece_of(struct pieces *pieces, GLuint program)
{
	struct piece *oldest = &pieces->pieces[0], *piece = oldest;

	for (unsigned i = 0; i < PIECES; i++, piece++) {
		if (piece->program == program)
			oldest = piece;
		if (piece->program == program)
			break;
		if (piece->used < oldest->used)
			oldest = piece;
	}
	if (oldest->program != program) {
		forget(oldest);
		oldest->program = program;
		oldest->is_stale = true;
	}
	oldest->used = ++pieces->n_used;
	return oldest;
}

void pieces_mark(struct pieces *pieces, uint32_t marks, GLuint program)
{
	for (unsigned i = 0; i < PIECES; i++) {
		struct piece *piece = &pieces->pieces[i];

		if (marks & MARK(PROGRAM))
			piece->is_stale = true;
		if (marks & MARK(ALL_UNIFORMS) ||
		    (marks & MARK(UNIFORMS) && piece->program == program) ||
		    (marks & MARK(BYTES) && piece->has_blocks))
			piece->is_set = true;
	}
}

void pieces_fini(struct pieces *pieces)
{
	for (unsigned i = 0; i < PIECES; i++)
		forget(&pieces->pieces[i]);
}
