/* SPDX-License-Identifier: MIT */
/*
 * What an archive says about types, functions, modules and stacks: the
 * signature entries of writer/wire.h, put together again. Ids count within a
 * process's tables; the `table` facts say which ids of different processes mean
 * the same. Damaged entries are counted and skipped. Their types are missing
 * then, and values are shown without them.
 *
 * Everything returned lives until fini.
 */
#ifndef TOOLS_READER_TYPES_H
#define TOOLS_READER_TYPES_H

#include "gen/gen.h"
#include "tools/reader/memory.h"
#include "tools/reader/codes.h"
#include "tools/reader/stacks.h"

struct fxr_enumerator {
	uint64_t value, mask;
	struct fxr_text name;
};

/* The type of a UNION's value when its selector has the value `value`. */
struct fxr_case {
	uint64_t value;
	uint32_t provider; /* whose numbering type follows */
	uint32_t type;
};

struct fxr_member {
	struct fxr_text name;
	uint32_t type; /* id, as all others here: of the writer's numbering */
	uint64_t byte_off, bit_off, bits;
};

/* Which fields count depends on class, as in struct fxg_type. */
struct fxr_type {
	bool is_known;	   /* else only enumerators were seen so far */
	unsigned class;	   /* enum fxg_class */
	uint32_t provider; /* whose numbering its ids follow */
	struct fxr_text c_name;
	uint64_t size, align;
	bool is_signed;
	unsigned show, dir, flags, scope;
	uint32_t base;
	uint32_t other; /* ENUM: a type with the names that this one lacks, or 0
			 */
	struct fxr_text space;
	int64_t null_value;
	struct fxr_text count, cap; /* expressions, enum fxg_x */
	uint64_t n;		    /* elements of an ARRAY */
	struct fxr_text selector;   /* UNION with cases: expression */
	struct fxr_text length;	    /* STRUCT, UNION: bytes of one of several */
	uint64_t next; /* STRUCT: offset of the next one's address + 1 */
	struct fxr_member *members;
	size_t n_members;
	struct fxr_enumerator *enumerators;
	size_t n_enumerators, enumerators_capacity;
	struct fxr_case *cases;
	size_t n_cases, cases_capacity;
};

struct fxr_param {
	struct fxr_text name;
	uint32_t type;
};

struct fxr_function {
	uint32_t provider;
	struct fxr_text category, name, symver, soname, abi, build_id;
	uint32_t ret;
	struct fxr_param *params;
	size_t n_params, n_fixed;
	unsigned error_rule, flags, varargs, varargs_k;
	uint32_t next; /* of the same hash */
};

/* The module was seen there at `ticks`. A module of the same provider that was
 * seen later and overlaps it has replaced it since. */
struct fxr_module {
	uint32_t provider;
	uint64_t base, ticks;
	/* from base to its last segment's end; 0: the archive does not say */
	uint64_t bytes;
	struct fxr_text path, build_id;
};

struct fxr_types {
	struct fxr_arena arena;
	struct fxr_map type_map;
	struct fxr_type **types;
	size_t n_types, types_capacity;
	struct type_recent *recent; /* the latest lookups, NULL: none yet */
	uint64_t n_changes;	    /* changes that invalidate them */
	struct fxr_map enumerator_map, case_map;
	struct fxr_map function_map;
	struct fxr_function **functions;
	size_t n_functions, functions_capacity;
	struct fxr_module *modules;
	size_t n_modules, modules_capacity;
	struct fxr_stacks stacks;
	struct fxr_codes codes; /* to which they lead */
	struct fxr_map build_map;
	struct type_table *tables;
	size_t n_tables, tables_capacity;
	uint32_t n_builds, n_parted;
	uint64_t n_damaged; /* entries that made no sense */
};

/* One or more entries, from a signature event of the provider. */
void fxr_types_put(struct fxr_types *types, uint32_t provider,
		   const void *bytes, size_t n_bytes);
/* The provider's ids from type_base on are those of table `build_id`. Must come
 * before its entries to apply to them. */
void fxr_types_put_table(struct fxr_types *types, uint32_t provider,
			 struct fxr_text build_id, uint32_t type_base);

/* What the provider says of types and functions is for it alone: it is not to
 * be trusted by others (FXW_EVENT_USER). Before its tables. */
void fxr_types_part(struct fxr_types *types, uint32_t provider);
/* Those who share what they say have the same number. */
uint32_t fxr_types_domain(const struct fxr_types *types, uint32_t provider);

/* NULL if the archive does not say. */
const struct fxr_type *fxr_type_find(const struct fxr_types *types,
				     uint32_t provider, uint32_t id);
const struct fxr_function *fxr_function_find(const struct fxr_types *types,
					     uint32_t provider,
					     struct fxr_text category,
					     struct fxr_text name);
/* base of an ENUM, FLAGS, HANDLE, PTR, ARRAY, SET or UNION; NULL-safe. */
const struct fxr_type *fxr_type_base(const struct fxr_types *types,
				     const struct fxr_type *type);
/* Whether its numbers have a sign: of an ENUM, FLAGS or HANDLE, its base's. */
bool fxr_type_is_signed(const struct fxr_types *types,
			const struct fxr_type *type);
/* The target of a pointer, through all pointers to pointers; another type
 * itself. NULL-safe. */
const struct fxr_type *fxr_type_target(const struct fxr_types *types,
				       const struct fxr_type *type);
/* The type of a UNION whose selector has the value; NULL: unknown. */
const struct fxr_type *fxr_type_case(const struct fxr_types *types,
				     const struct fxr_type *type,
				     uint64_t value);
/* The member called `name`, which may go on into inner structs ("a.b"). */
const struct fxr_type *fxr_type_member(const struct fxr_types *types,
				       const struct fxr_type *type,
				       struct fxr_text name);

void fxr_types_fini(struct fxr_types *types);

/* Reads packed bytes. Once something is missing, is_bad stays set and all
 * further values are 0 or empty. */
struct fxr_bytes {
	const unsigned char *at, *end;
	bool is_bad;
};

uint64_t fxr_get_varint(struct fxr_bytes *bytes);
uint64_t fxr_get_word(struct fxr_bytes *bytes); /* 8 bytes, low first */
unsigned fxr_get_byte(struct fxr_bytes *bytes);
/* Length and bytes, borrowed. */
struct fxr_text fxr_get_text(struct fxr_bytes *bytes);

#endif
