/* SPDX-License-Identifier: MIT */
/*
 * C text byte by byte, as far as it takes to find its declarations: what is
 * inside comments, literals, and lines of the preprocessor is passed over.
 */
#ifndef TOOLS_SHIM_SCAN_H
#define TOOLS_SHIM_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* What a declaration has shown of itself so far. */
struct shim_scan {
	const char *at;
	unsigned parens, braces;
	const char *begin; /* of the declaration, NULL between two */
	const char *word;  /* the last one at its top level */
	size_t word_bytes;
	const char *name; /* of the function, if it is one */
	size_t name_bytes;
	const char *close; /* behind its parameters */
	bool is_static;	   /* or a typedef, or something that has a value */
	bool is_unclear;   /* something else stands behind the parameters */
	bool has_body;
};

enum shim_found {
	SHIM_NOTHING,  /* the next token has been passed */
	SHIM_DECLARED, /* a declaration has ended, at is behind it */
	SHIM_AT_END,
};

void shim_scan_init(struct shim_scan *scan, const char *text);
/* After SHIM_DECLARED: forgets that declaration. */
void shim_scan_next_declaration(struct shim_scan *scan);
enum shim_found shim_scan_step(struct shim_scan *scan);
/* White space, comments and lines of the preprocessor. */
const char *shim_skip_blank(const char *at, const char *text);

#endif
