/* SPDX-License-Identifier: MIT */
/*
 * String and thread tables of all providers. Each entry has its versions with
 * the offset from which each holds. So tables are right for records that are
 * read again out of order.
 */
#ifndef TOOLS_READER_TABLES_H
#define TOOLS_READER_TABLES_H

#include "tools/reader/memory.h"

struct fxr_tables {
	struct fxr_map map;	     /* provider, kind and index to entry */
	struct table_recent *recent; /* lookups; NULL: none yet */
	struct table_entry *entries;
	size_t n_entries, entries_capacity;
	struct fxr_arena arena;
	bool has_versions; /* an index has been given another meaning */
};

/* From off on, string `index` of the provider is `text` (copied). */
void fxr_tables_put_string(struct fxr_tables *tables, uint32_t provider,
			   uint16_t index, uint64_t off, struct fxr_text text);
/* False if it is not defined at off. The text lives until fini. */
bool fxr_tables_find_string(const struct fxr_tables *tables, uint32_t provider,
			    uint16_t index, uint64_t off,
			    struct fxr_text *text);
void fxr_tables_put_thread(struct fxr_tables *tables, uint32_t provider,
			   uint8_t index, uint64_t off, uint64_t process,
			   uint64_t thread);
bool fxr_tables_find_thread(const struct fxr_tables *tables, uint32_t provider,
			    uint8_t index, uint64_t off, uint64_t *process,
			    uint64_t *thread);
void fxr_tables_fini(struct fxr_tables *tables);

#endif
