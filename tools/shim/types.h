/* SPDX-License-Identifier: MIT */
/*
 * Translates C and C++ types of debugging information for the generator: a
 * header that declares them and `type` statements that describe them. All names
 * of the header begin with SHIM_PREFIX, which is never shown. So they do not
 * collide with the compiler's or the generator's own names.
 */
#ifndef TOOLS_SHIM_TYPES_H
#define TOOLS_SHIM_TYPES_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "gen/memory.h"

#define SHIM_PREFIX "fxs_"
/* Structs up to this size are described; of a larger one only the address. */
#define SHIM_MAX_RECORD_BYTES 1024u

enum shim_kind {
	SHIM_VOID,
	SHIM_INTEGER,
	SHIM_ENUM,
	SHIM_BOOL,
	SHIM_FLOAT, /* and double */
	SHIM_LONG_DOUBLE,
	SHIM_COMPLEX,
	SHIM_RECORD, /* a struct or class whose members are known */
	SHIM_UNION,
	SHIM_HANDLE,   /* a struct whose members are unknown */
	SHIM_FUNCTION, /* a pointer to one */
	SHIM_WRONG,
};

struct shim_record;

/* The declaration of a value: BASE STARS name [ELEMENTS]. */
struct shim_spelled {
	enum shim_kind kind; /* of the target behind all stars */
	const char *base, *shown;
	unsigned n_stars;
	bool is_const; /* the target of the last star */
	bool is_array;
	bool is_reference; /* C++: never NULL */
	uint64_t n_elements;
	uint64_t n_bytes; /* of base */
	unsigned align;
	const char *wrong; /* SHIM_WRONG: the reason */
	struct shim_record *record;
};

struct shim_types {
	struct fxg_arena *arena;
	struct fxg_buffer header;      /* C */
	struct fxg_buffer forward;     /* C, before it */
	struct fxg_buffer description; /* `type` statements */
	void *names;		       /* trees: of used names, */
	void *records, *enums, *plain; /* of types by shown text */
	void *typedefs;		       /* names of types by address */
	void *complete;		       /* structs by tag */
	unsigned n_functions;
};

/* Reads the names of the types of all units. */
void shim_types_read(struct shim_types *types, Dwarf *dwarf);
void shim_types_fini(struct shim_types *types);

/* The type of a parameter, member or result; die NULL: void. */
struct shim_spelled shim_spell(struct shim_types *types, Dwarf_Die *die);
/* The language of a description's unit. */
enum shim_language { SHIM_C, SHIM_CPLUS, SHIM_OTHER_LANGUAGE };
enum shim_language shim_language(Dwarf_Die *die);
/* The type that a description has, DW_AT_type; NULL: none. */
Dwarf_Die *shim_type_of(Dwarf_Die *die, Dwarf_Die *type);
/* As C shows it: "const char *". */
const char *shim_shown(struct shim_types *types,
		       const struct shim_spelled *spelled);

/* records.c: declares a struct with its members and describes it. Returns false
 * if that is impossible. */
bool shim_record_complete(struct shim_types *types, struct shim_record *record);
/* Whether it can be passed by value as in C. */
bool shim_record_is_plain(struct shim_types *types, struct shim_record *record);
/* A class that a caller copies and passes by address. */
bool shim_record_is_by_reference(struct shim_types *types,
				 const struct shim_record *record,
				 bool *is_known);

/* A unique name of the header for a shown text. */
const char *shim_name(struct shim_types *types, const char *shown);
/* A text in which shown names are replaced by the header's names. */
const char *shim_named(struct shim_types *types, const char *text);
/* Sets the shown text of a name. */
void shim_put_shown(struct shim_types *types, const char *name,
		    const char *shown);
/* The text as a valid name in C, "" if it has none. */
const char *shim_word(struct fxg_arena *arena, const char *text);

struct shim_record {
	const char *shown; /* key */
	const char *name;  /* of the header */
	Dwarf_Die die;
	bool is_union, is_complete; /* its members are known */
	enum { SHIM_NOT_MADE, SHIM_BEING_MADE, SHIM_MADE, SHIM_FAILED } state;
	bool is_natural; /* it has C's layout */
	bool has_union;
	uint64_t n_bytes;
	unsigned align;
};

#endif
