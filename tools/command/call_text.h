/* SPDX-License-Identifier: MIT */
/*
 * The text of single calls as dump shows them, with names of descriptors and
 * with their stacks. For commands that read an archive a second time and show
 * some of its calls.
 */
#ifndef TOOLS_COMMAND_CALL_TEXT_H
#define TOOLS_COMMAND_CALL_TEXT_H

#include "tools/print/backtrace.h"

struct call_text {
	struct pen pen, fitted;
	struct print print;
	struct print_names names;
	struct backtraces *stacks;
	bool is_json;
	/* The terminal's, for lines of which the middle is left out, but no
	 * function's name; 0: there is none. */
	unsigned width;
};

/* world: borrowed until close. debug_path: see symbols.h; may be NULL. */
void call_text_open(struct call_text *text, struct fxr_world *world,
		    const char *debug_path, bool is_json);
void call_text_close(struct call_text *text);

/* Takes the next call of the archive, so that descriptors are known. */
void call_text_take(struct call_text *text, const struct fxr_call *call);

/* The lines of the call that was taken last, to be freed. Exits if there is no
 * memory. */
char *call_text_copy(struct call_text *text, const struct fxr_call *call);

#endif
