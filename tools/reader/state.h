/* SPDX-License-Identifier: MIT */
/*
 * The record layer's internals. Only its files include this.
 */
#ifndef TOOLS_READER_STATE_H
#define TOOLS_READER_STATE_H

#include "tools/reader/layout.h"
#include "tools/reader/reader.h"
#include "tools/reader/source.h"
#include "tools/reader/tables.h"

struct fxr_reader {
	struct fxr_source *source;
	uint64_t off; /* of the next record */
	struct fxr_error error;
	struct fxr_layout layout;
	struct fxr_tables tables;
	struct fxr_provider **providers;
	size_t n_providers, providers_capacity;
	struct fxr_map provider_of_id;
	struct fxr_provider *current;
	struct fxr_totals totals;
	uint64_t repeated_bytes;  /* of long texts, each time it is used */
	struct fxr_arena unknown; /* texts of undefined strings */
	struct fxr_map unknown_of_index;
	const char **unknown_texts;
	size_t n_unknown, unknown_capacity;
	unsigned n_catch_ups;
	bool is_caught_up;
	bool has_reached_end;
};

/* A provider that no record has named yet, or that is named again. */
struct fxr_provider *fxr_add_provider(struct fxr_reader *reader, uint32_t id);

/* rate: ticks a second, not 0 */
void fxr_set_rate(struct fxr_provider *provider, uint64_t rate);

/* Applies a record to the state for later ones. */
void fxr_apply(struct fxr_reader *reader, struct fxr_record *record);

/* The region of an unfinished file that holds the next record; reader->off
 * moves there. NULL at the end. */
const struct fxr_region *fxr_next_region(struct fxr_reader *reader);

/*
 * Since the durable region was read, a process that still runs may have put
 * names there, and used them in later records. Reads them; true if there is
 * something new.
 */
bool fxr_catch_up(struct fxr_reader *reader);

#endif
