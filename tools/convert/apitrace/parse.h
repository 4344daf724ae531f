/* SPDX-License-Identifier: MIT */
/*
 * The events of an apitrace file one by one, of all versions from 0 to 6, their
 * values as trees. Whatever the file says, an event takes a bounded amount of
 * memory, and no more than the file's own bytes account for.
 */
#ifndef TOOLS_CONVERT_APITRACE_PARSE_H
#define TOOLS_CONVERT_APITRACE_PARSE_H

#include "tools/convert/apitrace/source.h"
#include "tools/convert/apitrace/apitrace.h"
#include "tools/reader/types.h"

/* A signature as it was defined; lives as long as the parser. */
struct apitrace_definition {
	uint64_t id;
	struct fxr_text name;	/* FUNCTION, STRUCT */
	struct fxr_text *names; /* of parameters, members or constants */
	uint64_t *numbers;	/* of the constants */
	size_t n;
	uint32_t number; /* counts definitions of its kind from 0 */
};

struct apitrace_value {
	enum apitrace_tag tag;
	uint64_t number; /* NEGATIVE: the absolute value */
	double real;
	/* STRING, BLOB; WSTRING: as 4 bytes a character */
	struct fxr_text text;
	const struct apitrace_definition *definition;
	struct apitrace_value *items; /* ARRAY, STRUCT, REPR */
	size_t n_items;
};

struct apitrace_arg {
	uint64_t place; /* APITRACE_RET: the result's place */
	struct apitrace_value value;
};
#define APITRACE_RET UINT64_MAX
#define APITRACE_MAX_ARGS 256u

struct apitrace_record {
	bool is_enter;
	uint64_t off;
	uint64_t call;	 /* number */
	uint64_t thread; /* ENTER */
	uint64_t flags;
	const struct apitrace_definition *function; /* ENTER */
	struct apitrace_arg *args;
	size_t n_args;
	struct fxr_text stack; /* backtrace, a line a frame */
};

struct apitrace_parser;

/* in: borrowed until close. */
struct apitrace_parser *apitrace_parse_open(FILE *in);
/* Properties in front; false: an error. Call it once, first. */
bool apitrace_parse_head(struct apitrace_parser *parser,
			 void (*take)(void *context, struct fxr_text name,
				      struct fxr_text value),
			 void *context);
/* The next event, borrowed until the following one. False: the end, or an
 * error. */
bool apitrace_parse_next(struct apitrace_parser *parser,
			 struct apitrace_record *record);
/* "offset 12: ...", NULL = none. */
const char *apitrace_parse_error(const struct apitrace_parser *parser);
/* The data ends within an event, or before its container does. */
bool apitrace_parse_is_cut(const struct apitrace_parser *parser);
uint64_t apitrace_parse_off(const struct apitrace_parser *parser);
/* Values that did not fit and were left out. */
uint64_t apitrace_parse_n_left_out(const struct apitrace_parser *parser);
void apitrace_parse_close(struct apitrace_parser *parser);

#endif
