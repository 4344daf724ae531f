/* SPDX-License-Identifier: MIT */
/*
 * Scans C text, byte by byte, for its declarations. Comments, literals and
 * lines of the preprocessor are skipped.
 */
#ifndef TOOLS_SHIM_SCAN_H
#define TOOLS_SHIM_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* What is known of the current declaration. */
struct shim_scan {
	const char *at;
	unsigned parens, braces;
	const char *begin; /* of the declaration, NULL between two */
	const char *word;  /* the last one at its top level */
	size_t word_bytes;
	const char *name; /* of the function, if it is one */
	size_t name_bytes;
	const char *open;  /* its parameters' parenthesis */
	const char *close; /* behind its parameters */
	bool is_static;	   /* or a typedef, or something that has a value */
	bool is_unclear;   /* something else follows the parameters */
	bool has_body;
};

enum shim_found {
	SHIM_NOTHING,  /* the next token was skipped */
	SHIM_DECLARED, /* a declaration has ended, at is behind it */
	SHIM_AT_END,
};

void shim_scan_init(struct shim_scan *scan, const char *text);
/* After SHIM_DECLARED: resets the declaration. */
void shim_scan_next_declaration(struct shim_scan *scan);
enum shim_found shim_scan_step(struct shim_scan *scan);
/* White space, comments and lines of the preprocessor. */
const char *shim_skip_blank(const char *at, const char *text);

#endif
