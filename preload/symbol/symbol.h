/* SPDX-License-Identifier: MIT */
/*
 * The dynamic symbol table of one loaded object: hash table lookup, symbol
 * versions, IFUNCs. real.c selects the objects and their order. Works before
 * our own relocation; nothing allocates, locks or sets errno.
 */
#ifndef PRELOAD_SYMBOL_SYMBOL_H
#define PRELOAD_SYMBOL_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How an object's memory is read. */
enum fxp_access {
	FXP_LOAD, /* directly: it cannot be unloaded */
	FXP_PEEK, /* by the kernel: it can be unloaded */
};

/* A loaded object's tables, as addresses; 0 = it has none. */
struct fxp_object {
	uintptr_t base; /* the offset of the file's addresses */
	uintptr_t symbols;
	uintptr_t strings;
	uintptr_t gnu_hash;
	uintptr_t sysv_hash;
	uintptr_t versions;
	uintptr_t definitions; /* of versions */
	uint32_t n_definitions;
	uint32_t access; /* enum fxp_access */
};

/* The query, and the best hidden version found so far. */
struct fxp_query {
	const char *name;
	const char *version; /* NULL = the default one */
	bool is_strict;	     /* a definition without a version does not do */
	uint32_t gnu_hash;
	uint32_t length;	 /* of name */
	uint32_t number;	 /* of the version of what was found */
	uint32_t hidden_version; /* its number; 0 = none seen */
	uint32_t hidden_type;
	void *hidden;
	bool is_thread_local; /* a variable of that kind, and nothing else */
};

/* Copies n bytes of a loaded object; false if they are gone. */
bool fxp_object_read(enum fxp_access access, void *to, const void *from,
		     size_t n);

/* Fills o in from a dynamic section; false if it has no symbols to look up. */
bool fxp_object_open(struct fxp_object *o, uintptr_t base, const void *dynamic,
		     enum fxp_access access);

/* The same from a mapped ELF header that will stay. */
bool fxp_object_open_header(struct fxp_object *o, uintptr_t header);

/* An address from a dynamic section: glibc adds the base in place, musl and
 * the read-only section of the vdso do not. */
static inline uintptr_t fxp_object_address(uintptr_t base, uintptr_t value)
{
	return value < base ? base + value : value;
}

/* Hash of a name as in DT_GNU_HASH. */
uint32_t fxp_symbol_hash(const char *name);

/* name and version are borrowed; version may be NULL. */
void fxp_symbol_query(struct fxp_query *q, const char *name, uint32_t gnu_hash,
		      const char *version);

/* The definition in this object, or NULL. Then a hidden version is remembered
 * in q if it is newer than q's. */
void *fxp_symbol_find(const struct fxp_object *o, struct fxp_query *q);

/* The place of a thread-local variable among those of its object. False: the
 * object has none of that name. */
bool fxp_symbol_thread_offset(const struct fxp_object *o, const char *name,
			      intptr_t *off);

/* The version of what was found, default or hidden, in an object that stays;
 * NULL: it has none. */
const char *fxp_symbol_version(const struct fxp_object *o,
			       const struct fxp_query *q);

/* The hidden version remembered, or NULL. */
void *fxp_symbol_hidden(const struct fxp_query *q);

/* Whether FXP_PEEK reads directly, too: no system call is allowed. */
void fxp_object_quiet(bool quiet);
bool fxp_object_is_quiet(void);

#endif
