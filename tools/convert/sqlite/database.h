/* SPDX-License-Identifier: MIT */
/*
 * A database that is filled. SQLite makes its tables and puts the rows of which
 * there are few. Those of calls are put by btree.h.
 */
#ifndef TOOLS_CONVERT_SQLITE_DATABASE_H
#define TOOLS_CONVERT_SQLITE_DATABASE_H

#include "tools/client/around.h"
#include "tools/convert/rows.h"
#include "tools/convert/sqlite/btree.h"
#include "tools/convert/sqlite/row.h"
#include "tools/convert/sqlite/sqlite.h"

/* An archive that is put. Ids of several follow one another. */
struct source {
	struct fxtrace_archive *archive;
	struct nesting *nesting;
	size_t first_process, first_thread;
	size_t *functions; /* the row of each */
	/* those of stacks, by their numbers; 0: not yet */
	uint64_t *stacks;
	size_t stacks_space;
};

/* Tables with a row for each call or more. */
enum large_table { CALLS, ARGS, FRAMES, BLOBS, N_LARGE };

struct database {
	sqlite3 *db;
	struct source *sources;
	size_t n_sources;
	struct source *at; /* of the row */
	struct row row;
	struct pen name; /* of an argument */
	/* the date of a second up to its dot; empty: none yet */
	struct pen date;
	uint64_t second;
	struct pages pages;
	struct btree tables[N_LARGE];
	struct fxr_map blob_map;
	uint64_t n_stacks, n_blobs;
	bool has_failed;
	char error[CONVERT_ERROR_BYTES];
};

/* The first error counts. */
void database_fail(struct database *d, const char *why);

/* Puts everything of d->sources except calls. */
void database_put_worlds(struct database *d);

/* Puts a call of d->at. */
void database_put_call(struct database *d, const struct fxtrace_call *call,
		       const struct nested *nested);

/* The row that holds the bytes. */
uint64_t database_blob(struct database *d, struct fxr_text bytes);

#endif
