/* SPDX-License-Identifier: MIT */
/*
 * An .api file of plain C: declarations as in headers, each followed by
 * indented lines of annotations. The C compiler reads the declarations. Each
 * function that the library exports becomes a definition, whose debugging
 * information replaces the library's own.
 */
#ifndef TOOLS_SHIM_PROTOTYPES_H
#define TOOLS_SHIM_PROTOTYPES_H

#include "tools/shim/exported.h"

/* Whether the text is of the generator's own language: it begins with "api". */
bool shim_is_description(const char *text);

/*
 * Removes the annotations from the text, whose length does not change, and
 * attaches them to their symbols.
 */
void shim_notes_take(struct shim_library *library, struct fxg_arena *arena,
		     char *text);

/* Removes the lines "#pragma fxtrace ..." from the text: the words behind these
 * are statements of the generator's language. */
void shim_statements_take(char *text, struct fxg_buffer *statements);

/* What is missing, and where, or NULL: "foo.h:3: a ; is missing behind f(...)".
 * text: preprocessed C. */
const char *shim_prototypes_fault(struct fxg_arena *arena, const char *text);

/*
 * Makes the declarations of exported functions definitions. text: preprocessed
 * C. Returns how many; those that are not of the library are counted in
 * *n_others.
 */
size_t shim_prototypes_define(const struct shim_library *library,
			      const char *text, struct fxg_buffer *out);

#endif
