/* SPDX-License-Identifier: MIT */
/*
 * The functions that this build records, from the generated tables: what
 * `fxtrace list` shows and `make coverage` counts. A function and its aliases
 * are described together and make one entry.
 */
#ifndef TOOLS_SELECT_CATALOGUE_H
#define TOOLS_SELECT_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "gen/gen.h"
#include "tools/reader/reader.h"

struct catalogue_entry {
	const struct fxg_table *table;
	const struct fxg_function *function; /* that has the description */
	const char *name, *category, *group, *classes;
	bool is_default; /* recorded unless a list says otherwise */
};

/* Tables by number. */
enum catalogue_api { CATALOGUE_LIBC, CATALOGUE_GL };

/* The n-th table, NULL behind the last. */
const struct fxg_table *catalogue_table(size_t n);

/* The entry at `index` over all tables; false if there is none: it is an alias,
 * or is never recorded itself. */
bool catalogue_entry(size_t index, struct catalogue_entry *entry);
/* Entries are at indexes below this. */
size_t catalogue_size(void);

/* The alias number n (from 0) of an entry, NULL behind the last. */
const char *catalogue_alias(const struct catalogue_entry *entry, size_t n);

/* The function of that name, whatever its category; NULL: the table has none.
 */
const struct fxg_function *catalogue_find(const struct fxg_table *table,
					  const char *name);

/* The name that has the function's description: its own, or the one that it is
 * an alias of. NULL if it is not in the tables. */
const char *catalogue_described(const char *category, const char *name);

/* The group of a function, and its classes (gen.h). NULL if it is not in the
 * tables. */
const char *catalogue_group(const char *category, const char *name);
const char *catalogue_classes(const char *category, const char *name);

/* Whether the function's purpose is to wait; not if it is not in the tables. */
bool catalogue_waits(const char *category, const char *name);

/* Whether a function of that name is described, whatever is chosen of it. Also
 * true of what only compilers and macros of the headers call.
 * version  the one that is referred to, or NULL: a newer one than the described
 *          one is another function. */
bool catalogue_covers(const char *name, const char *version);

/* Whether a list (select.h) includes the function, with its group. Every
 * function is included unless the list says otherwise. */
bool catalogue_is_meant(const char *list, const char *category,
			const char *name);

/* The same of a call's function, whose texts end with NUL; list may be NULL. */
bool catalogue_is_listed(const char *list, struct fxr_text category,
			 struct fxr_text name);

/*
 * Item number n (from 0) that the description gives no meaning: a parameter's
 * name, "ret" or "..."; NULL behind the last. An entry without any is fully
 * typed. These have no meaning:
 *   - an address that is not described further (void * results and parameters
 *     described as `pointer` are addresses and no more),
 *   - a plain C integer whose name says that it is a set, an enumeration or a
 *     descriptor (flags, mode, cmd, fd ...),
 *   - arguments of "..." that are neither described nor formatted.
 */
const char *catalogue_untyped(const struct catalogue_entry *entry, size_t n);

/* The prototype as C has it, without a semicolon. */
void catalogue_prototype(FILE *out, const struct catalogue_entry *entry);

#endif
