/* SPDX-License-Identifier: MIT */
/*
 * The types that an archive gives to an apitrace file's values, since the file
 * itself has values only. A parameter has the type of its first value until
 * another one does not fit. Then it gets a type whose values state their own
 * types. Types that our tables know do not change, see known.h.
 */
#ifndef TOOLS_CONVERT_APITRACE_TYPES_H
#define TOOLS_CONVERT_APITRACE_TYPES_H

#include "tools/convert/apitrace/pack.h"
#include "tools/convert/apitrace/parse.h"
#include "tools/convert/archive_out.h"

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
	APITRACE_T_FIRST,
};

/* What a type from APITRACE_T_FIRST on is. */
struct apitrace_shape {
	unsigned class; /* enum fxg_class */
	uint32_t base;
};

struct apitrace_types {
	struct archive_out *archive;
	struct fxr_map map; /* (definition, kind, 0), (0, our index, 1),
				(definition, base, 2) to id */
	struct apitrace_shape *shapes;
	size_t shapes_capacity;
	uint32_t n;
};

void apitrace_types_open(struct apitrace_types *types,
			 struct archive_out *archive);
/* The type of an ENUM, BITMASK or STRUCT value. It is emitted at first use. */
uint32_t apitrace_types_of(struct apitrace_types *types,
			   const struct apitrace_value *value);
/* A type of our tables, by its index there. It is emitted at first use: PTR,
 * STR, HANDLE or INT. APITRACE_T_NONE: there are too many. */
uint32_t apitrace_types_known(struct apitrace_types *types, uint32_t index,
			      const struct fxr_type *type);
/* A number with a point, of type base, some of which have names: those of an
 * ENUM value. */
uint32_t apitrace_types_named(struct apitrace_types *types, uint32_t base,
			      const struct apitrace_value *value);
/* Emits all types within a value. */
void apitrace_types_emit(struct apitrace_types *types,
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
