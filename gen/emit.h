/* SPDX-License-Identifier: MIT */
/*
 * Last stage of the generator: the rows of an API into files. Each emitter
 * puts one file's text at the end of a buffer; fxgen.c writes them.
 */
#ifndef EMIT_H
#define EMIT_H

#include "gen/lower.h"

/* model text: what --print-model shows and the build id is made from */
void fxg_emit_model(const struct fxg_tables *tables, struct fxg_buffer *out);
/* table_API.c */
void fxg_emit_table(const struct fxg_tables *tables, const char *build_id,
		    struct fxg_buffer *out);
/* wrap_API.c */
void fxg_emit_wrap(const struct fxg_tables *tables, struct fxg_buffer *out);
/* tail_API.S: trampolines of the tail-jumped functions */
void fxg_emit_tail(const struct fxg_tables *tables, struct fxg_buffer *out);
/* map_API.ld: a linker script with the versions of versioned functions */
void fxg_emit_map(const struct fxg_tables *tables, struct fxg_buffer *out);
/* ids_API.h: what wrappers written by hand need */
void fxg_emit_ids(const struct fxg_tables *tables, struct fxg_buffer *out);
/* exports_API.txt: the exported names, one a line */
void fxg_emit_exports(const struct fxg_tables *tables, struct fxg_buffer *out);

/* "Generated ..., do not edit", between a comment's begin and end. */
void fxg_emit_head(const struct fxg_tables *tables, const char *begin,
		   const char *end, struct fxg_buffer *out);
/* #define and #include lines of the API; after: what follows the defines. */
void fxg_emit_headers(const struct fxg_tables *tables, const char *after,
		      struct fxg_buffer *out);
/* Index of a function that exists. */
unsigned fxg_function_index(const struct fxg_api_def *api, const char *name);
/* Whether it is exported: all but targets are. */
bool fxg_is_exported(const struct fxg_function_def *function);

#endif
