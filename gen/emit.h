/* SPDX-License-Identifier: MIT */
/*
 * Last stage of the generator: the rows of an API into files. Each emitter
 * puts one file's text at the end of a buffer; fxgen.c writes them.
 */
#ifndef GEN_EMIT_H
#define GEN_EMIT_H

#include "gen/lower.h"

/* model text: what --print-model shows and the build id is made from */
void fxg_emit_model(const struct fxg_tables *tables, struct fxg_buffer *out);
/* identifies this model: 16 hex digits */
const char *fxg_build_id(const struct fxg_buffer *model);
/* table_API.c */
void fxg_emit_table(const struct fxg_tables *tables, const char *build_id,
		    struct fxg_buffer *out);
/* wrap_API.c, or one of several parts of it, the first of which is part 0 */
void fxg_emit_wrap(const struct fxg_tables *tables, unsigned part,
		   unsigned n_parts, struct fxg_buffer *out);
/* tail_API.S: trampolines of the tail-jumped functions */
void fxg_emit_tail(const struct fxg_tables *tables, struct fxg_buffer *out);
/* map_API.ld: a linker script with the versions of versioned functions */
void fxg_emit_map(const struct fxg_tables *tables, struct fxg_buffer *out);
/* ids_API.h: what wrappers written by hand need */
void fxg_emit_ids(const struct fxg_tables *tables, struct fxg_buffer *out);
/* exports_API.txt: the exported names, one a line */
void fxg_emit_exports(const struct fxg_tables *tables, struct fxg_buffer *out);

/* wrap_API.c: the steps of a function that puts its values itself. */
bool fxg_puts_itself(const struct fxg_tables *tables,
		     const struct fxg_function_def *function);
void fxg_emit_begin(const struct fxg_tables *tables,
		    const struct fxg_function_def *function,
		    struct fxg_buffer *out);
void fxg_emit_end(const struct fxg_tables *tables,
		  const struct fxg_function_def *function,
		  struct fxg_buffer *out);
/* How a value becomes a word: "FXP_WORD(name)". */
const char *fxg_word(const struct fxg_tables *tables, unsigned type,
		     const char *name);
/* A parameter's name in the wrapper: not one of the wrapper's own. */
const char *fxg_local_name(struct fxg_arena *arena, const char *name);

/* A line that breaks before spaces when it gets too long. */
struct fxg_line {
	struct fxg_buffer *out;
	unsigned column;
	const char *indent; /* of the lines behind the first */
};
void fxg_add_to_line(struct fxg_line *line, const char *text);

/* "Generated ..., do not edit", between a comment's begin and end. */
void fxg_emit_head(const struct fxg_tables *tables, const char *begin,
		   const char *end, struct fxg_buffer *out);
/* #define and #include lines of the API; after: what follows the defines. */
void fxg_emit_headers(const struct fxg_tables *tables, const char *after,
		      struct fxg_buffer *out);
/* Whether somebody hears of its calls, recorded or not; what they hear:
 * "TRACK_BUFFER_DATA"; the numbers of all of it. */
bool fxg_is_tracked(const struct fxg_function_def *function);
const char *fxg_tracked_name(struct fxg_arena *arena, const char *what,
			     const char *name);
void fxg_emit_tracked(const struct fxg_tables *tables, struct fxg_buffer *out);
/* Index of a function that exists. */
unsigned fxg_function_index(const struct fxg_api_def *api, const char *name);
/* Whether it is exported: all but targets are. */
bool fxg_is_exported(const struct fxg_function_def *function);

#endif
