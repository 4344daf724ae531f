/* SPDX-License-Identifier: MIT */
/*
 * Versioned string and thread tables, see tables.h. Almost every entry has one
 * version for its whole life, so the entry itself contains the first one.
 */
#include "tools/reader/tables.h"

#include <stdlib.h>

enum kind { STRING = 1, THREAD = 2 };

struct version {
	uint64_t off; /* holds for records at off and behind */
	union {
		struct fxr_text text;
		uint64_t koids[2];
	} as;
};

struct table_entry {
	struct version first;
	struct version *more; /* later ones, rising by off */
	size_t n_more, more_capacity;
};

/* The latest lookup; entries do not move. Every record looks some up, nearly
 * always those of the record before. */
struct table_recent {
	uint32_t provider;
	uint16_t kind, index; /* kind 0: empty */
	uint32_t at;
};

#define N_RECENT 1024u

static inline struct table_entry *find_entry(const struct fxr_tables *tables,
					     uint32_t provider, enum kind kind,
					     uint16_t index)
{
	struct table_recent *recent;

	if (!tables->recent)
		return NULL;
	recent = &tables->recent[(provider * 61u + index * 2u + kind) %
				 N_RECENT];
	if (recent->kind != kind || recent->index != index ||
	    recent->provider != provider) {
		uint32_t at = fxr_map_find(&tables->map, provider, kind, index);

		if (at == FXR_NONE)
			return NULL;
		*recent = (struct table_recent){provider, (uint16_t)kind, index,
						at};
	}
	return &tables->entries[recent->at];
}

/* The version in force at off, or NULL. */
static const struct version *version_at(const struct table_entry *entry,
					uint64_t off)
{
	size_t low = 0, high;

	if (!entry || entry->first.off > off)
		return NULL;
	if (!entry->n_more)
		return &entry->first;
	high = entry->n_more;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (entry->more[middle].off <= off)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &entry->more[low - 1] : &entry->first;
}

static void put_version(struct fxr_tables *tables, uint32_t provider,
			enum kind kind, uint16_t index,
			const struct version *version)
{
	struct table_entry *entry = find_entry(tables, provider, kind, index);

	if (!tables->recent)
		tables->recent = fxr_new(N_RECENT, sizeof(*tables->recent));
	if (entry) {
		entry->more = fxr_grow(entry->more, &entry->more_capacity,
				       entry->n_more + 1, sizeof(*entry->more));
		entry->more[entry->n_more++] = *version;
		tables->has_versions = true;
		return;
	}
	tables->entries =
		fxr_grow(tables->entries, &tables->entries_capacity,
			 tables->n_entries + 1, sizeof(*tables->entries));
	tables->entries[tables->n_entries].first = *version;
	fxr_map_put(&tables->map, provider, kind, index,
		    (uint32_t)tables->n_entries++);
}

void fxr_tables_put_string(struct fxr_tables *tables, uint32_t provider,
			   uint16_t index, uint64_t off, struct fxr_text text)
{
	struct version version = {.off = off};
	struct fxr_text now;

	if (fxr_tables_find_string(tables, provider, index, off, &now) &&
	    fxr_is_same(now, text))
		return;
	version.as.text = fxr_arena_text(&tables->arena, text);
	put_version(tables, provider, STRING, index, &version);
}

bool fxr_tables_find_string(const struct fxr_tables *tables, uint32_t provider,
			    uint16_t index, uint64_t off, struct fxr_text *text)
{
	const struct version *version =
		version_at(find_entry(tables, provider, STRING, index), off);

	if (version)
		*text = version->as.text;
	return version;
}

void fxr_tables_put_thread(struct fxr_tables *tables, uint32_t provider,
			   uint8_t index, uint64_t off, uint64_t process,
			   uint64_t thread)
{
	struct version version = {.off = off};
	uint64_t old[2];

	if (fxr_tables_find_thread(tables, provider, index, off, &old[0],
				   &old[1]) &&
	    old[0] == process && old[1] == thread)
		return;
	version.as.koids[0] = process;
	version.as.koids[1] = thread;
	put_version(tables, provider, THREAD, index, &version);
}

bool fxr_tables_find_thread(const struct fxr_tables *tables, uint32_t provider,
			    uint8_t index, uint64_t off, uint64_t *process,
			    uint64_t *thread)
{
	const struct version *version =
		version_at(find_entry(tables, provider, THREAD, index), off);

	if (!version)
		return false;
	*process = version->as.koids[0];
	*thread = version->as.koids[1];
	return true;
}

void fxr_tables_fini(struct fxr_tables *tables)
{
	size_t i;

	for (i = 0; i < tables->n_entries; i++)
		fxr_free(tables->entries[i].more);
	fxr_free(tables->entries);
	fxr_free(tables->recent);
	fxr_map_fini(&tables->map);
	fxr_arena_fini(&tables->arena);
	*tables = (struct fxr_tables){0};
}
