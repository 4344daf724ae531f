/* SPDX-License-Identifier: MIT */
/*
 * An .api file of plain C: declarations as they stand in headers, and indented
 * lines of annotations behind them. The C compiler reads the declarations: each
 * function that the library exports becomes a definition, and the debugging
 * information of these says what a library's own would have said.
 */
#ifndef TOOLS_SHIM_PROTOTYPES_H
#define TOOLS_SHIM_PROTOTYPES_H

#include "tools/shim/exported.h"

/* Whether the text is of the generator's own language: it begins with "api". */
bool shim_is_description(const char *text);

/*
 * Takes the annotations out of the text, which stays as long as it is, and
 * hands them to the symbols they are about.
 */
void shim_notes_take(struct shim_library *library, struct fxg_arena *arena,
		     char *text);

/* Takes the lines "#pragma fxtrace ..." out of the text: what stands behind
 * these words are statements of the generator's language. */
void shim_statements_take(char *text, struct fxg_buffer *statements);

/*
 * Makes the declarations of exported functions definitions. text: C as the
 * preprocessor leaves it. Returns how many; those that are not of the library
 * are counted in *n_others.
 */
size_t shim_prototypes_define(const struct shim_library *library,
			      const char *text, struct fxg_buffer *out);

#endif
