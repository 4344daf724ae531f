/* SPDX-License-Identifier: MIT */
/*
 * All state of a context, as JSON: the output of `fxtrace replay --state`. It
 * is kept by sections (section.h). A section is queried again only if a call
 * may have changed it.
 *
 * Looking leaves no trace. Pending errors are taken and returned, so that the
 * replayed program can get them. Debug messages are off meanwhile, and their
 * log is as before. Bindings are as before, too.
 */
#ifndef TOOLS_REPLAY_STATE_STATE_H
#define TOOLS_REPLAY_STATE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/replay/state/procs.h"
#include "tools/replay/state/section.h"

/* What is known of one context's state. */
struct state_book;

/* Nothing is queried yet. gl: borrowed. */
struct state_book *state_open(const struct procs *gl);
void state_close(struct state_book *book);

/*
 * Calls have been made that may have changed this (section.h).
 *
 * is_here  the context is current, and answers: not between glBegin and glEnd
 */
void state_mark(struct state_book *book, uint32_t marks, bool is_here);

/* Queries what is marked. The context is current, not between glBegin and
 * glEnd, and compiles no display list. Returns the error that was pending. */
GLenum state_ask(struct state_book *book);

/*
 * What is known, as one JSON object: the call's number, the version, what is
 * enabled, and each value of glGet. Bound objects follow with their data. What
 * the context does not have is left out.
 */
void state_print(const struct state_book *book, uint64_t call, FILE *out);

/* Where a part of a section is in that object. Its members are the object's own
 * or those of "values". Or it is an element of "textures". */
enum state_place { STATE_PLACE_TOP, STATE_PLACE_VALUES, STATE_PLACE_UNIT };

/* Calls take with what is known of a section, part by part: JSON without the
 * braces of the object or list that it is in. */
typedef void state_take_part(void *context, enum state_place place,
			     const char *json, size_t n_bytes);
void state_each(const struct state_book *book, enum section section,
		state_take_part *take, void *context);

/* How often a section was found to be changed: equal numbers, equal state. */
uint64_t state_revision(const struct state_book *book, enum section section);

/* Compares with another one of the same context. Returns the next section from
 * `section` on that differs, SECTIONS if none does; line: what the other one
 * has there, for people. */
#define STATE_LINE_BYTES 160u
unsigned state_compare(const struct state_book *book,
		       const struct state_book *other, unsigned section,
		       char line[STATE_LINE_BYTES]);

#endif
