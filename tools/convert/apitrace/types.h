/* SPDX-License-Identifier: MIT */
/*
 * The types that an archive gives to an apitrace file's values, since the file
 * itself has values only. A parameter has the type of its first value until
 * another one does not fit. Then it gets a type whose values state their own
 * types.
 */
#ifndef TOOLS_CONVERT_APITRACE_TYPES_H
#define TOOLS_CONVERT_APITRACE_TYPES_H

#include "tools/convert/apitrace/pack.h"
#include "tools/convert/apitrace/parse.h"
#include "tools/convert/archive_out.h"

/* What a pointer leads to, by our tables. */
enum apitrace_target {
	APITRACE_TO_FLOAT,
	APITRACE_TO_DOUBLE,
	APITRACE_TO_8,
	APITRACE_TO_16,
	APITRACE_TO_32,
	APITRACE_TO_64,
	APITRACE_TO_STRING,
	APITRACE_N_TARGETS
};

/* Types that every such archive has, by their ids. */
enum apitrace_type {
	APITRACE_T_NONE, /* not known yet, or of any kind */
	APITRACE_T_VOID,
	APITRACE_T_BOOL,
	APITRACE_T_INT,
	APITRACE_T_FLOAT,
	APITRACE_T_DOUBLE,
	APITRACE_T_STRING,
	APITRACE_T_WIDE,
	APITRACE_T_POINTER,
	/* of any kind; plain numbers with a point are of that size */
	APITRACE_T_ANY,
	APITRACE_T_ANY_FLOAT,
	APITRACE_T_ANY_DOUBLE,
	APITRACE_T_LIST, /* of any kind */
	APITRACE_T_FLOATS,
	APITRACE_T_DOUBLES,
	APITRACE_T_REPR, /* human, machine */
	/* an integer of each size */
	APITRACE_T_8,
	APITRACE_T_16,
	APITRACE_T_32,
	APITRACE_T_64,
	APITRACE_T_POINTERS, /* to each enum apitrace_target */
	APITRACE_T_FIRST = APITRACE_T_POINTERS + APITRACE_N_TARGETS,
};

struct apitrace_types {
	struct archive_out *archive;
	struct fxr_map map; /* (definition, kind) to id */
	uint32_t n;
};

void apitrace_types_open(struct apitrace_types *types,
			 struct archive_out *archive);
/* The type of an ENUM, BITMASK or STRUCT value. It is emitted at first use. */
uint32_t apitrace_types_of(struct apitrace_types *types,
			   const struct apitrace_value *value);
/* The type for a parameter whose values had type `now` before; APITRACE_T_NONE:
 * no values yet. Emits all types within the value, so do not call it while an
 * event is being made. */
uint32_t apitrace_types_fit(struct apitrace_types *types, uint32_t now,
			    const struct apitrace_value *value);
/* Adds the argument. type: what apitrace_types_fit has returned. */
void apitrace_types_put(struct apitrace_types *types, struct fxr_text name,
			uint32_t type, const struct apitrace_value *value);
void apitrace_types_close(struct apitrace_types *types);

#endif
