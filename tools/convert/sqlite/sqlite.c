/* SPDX-License-Identifier: MIT */
/*
 * An SQLite database: each call is one row, each argument is one row, memory is
 * stored once, and views join them. schema.c has the tables; `fxtrace query`
 * reads them.
 */
#include "tools/convert/sqlite/sqlite.h"

#include <string.h>

#include "tools/convert/schema.h"
#include "tools/convert/sqlite/database.h"

/* Large enough for most rows, small enough for few calls. */
#define PAGE_BYTES "16384"

static const struct {
	const char *name;
	bool has_rowid;
} large[N_LARGE] = {
	[CALLS] = {"call", true},
	[ARGS] = {"arg", false},
	[FRAMES] = {"stack_frame", false},
	[BLOBS] = {"blob", true},
};

const char *sqlite_why(sqlite3 *db)
{
	int code = sqlite3_errcode(db), reason = sqlite3_system_errno(db);

	return (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && reason
		       ? strerror(reason)
		       : sqlite3_errmsg(db);
}

void database_fail(struct database *d, const char *why)
{
	if (!d->has_failed)
		snprintf(d->error, sizeof(d->error), "%s", why);
	d->has_failed = true;
}

static void run_sql(struct database *d, const char *sql)
{
	if (!d->has_failed &&
	    sqlite3_exec(d->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		database_fail(d, sqlite_why(d->db));
}

/* Where the table begins. */
static void find_root(struct database *d, enum large_table table)
{
	sqlite3_stmt *find = NULL;

	if (sqlite3_prepare_v2(d->db,
			       "select rootpage from sqlite_master where "
			       "type = 'table' and name = ?",
			       -1, &find, NULL) == SQLITE_OK)
		sqlite3_bind_text(find, 1, large[table].name, -1,
				  SQLITE_STATIC);
	if (find && sqlite3_step(find) == SQLITE_ROW)
		d->tables[table].root = (uint32_t)sqlite3_column_int64(find, 0);
	else
		database_fail(d, sqlite_why(d->db));
	sqlite3_finalize(find);
	d->tables[table].pages = &d->pages;
	d->tables[table].has_rowid = large[table].has_rowid;
}

static void fail_pages(struct database *d)
{
	int status = d->pages.status;

	if (status == SQLITE_OK)
		return;
	if ((status & 0xff) == SQLITE_IOERR && d->pages.reason)
		database_fail(d, strerror(d->pages.reason));
	else
		database_fail(d, sqlite3_errstr(status));
}

/* Makes the tables and fills all but the large ones. */
static void begin(struct database *d)
{
	/* nobody sees the file before it is complete */
	run_sql(d, "pragma page_size = " PAGE_BYTES ";"
		   "pragma auto_vacuum = none; pragma encoding = 'UTF-8';"
		   "pragma journal_mode = off; pragma synchronous = off;"
		   "begin");
	run_sql(d, sqlite_tables);
	if (!d->has_failed)
		database_put_worlds(d);
	run_sql(d, "commit");
	for (int i = 0; i < N_LARGE && !d->has_failed; i++)
		find_root(d, (enum large_table)i);
	if (!d->has_failed && !pages_begin(&d->pages, d->db)) {
		fail_pages(d);
		database_fail(d, "SQLite made pages of another form");
	}
}

static bool finish(struct database *d, char *error, size_t error_bytes)
{
	for (int i = 0; i < N_LARGE; i++)
		btree_end(&d->tables[i]);
	if (!d->has_failed)
		pages_end(&d->pages);
	fail_pages(d);
	run_sql(d, sqlite_indices);
	if (d->has_failed)
		snprintf(error, error_bytes, "%s", d->error);
	return !d->has_failed;
}

static void put_calls(struct database *d, struct convert_output *output)
{
	struct fxtrace_archive *archive;
	const struct fxtrace_call *call;

	while (!d->has_failed && d->pages.status == SQLITE_OK &&
	       (call = rows_next(output, &archive))) {
		d->at = &d->sources[rows_at(output)];
		database_put_call(d, call, around_take(d->at->nesting, call));
	}
}

/* Opens an archive's part, behind those of the ones before it. */
static void open_source(struct database *d, struct fxtrace_archive *archive,
			size_t part)
{
	struct source *at = &d->sources[part];

	if (part) {
		at->first_process = at[-1].first_process +
				    fxtrace_n_processes(at[-1].archive);
		at->first_thread =
			at[-1].first_thread + fxtrace_n_threads(at[-1].archive);
	}
	at->archive = archive;
	at->nesting = around_open(archive, NULL, NULL);
}

static void close_source(struct source *at)
{
	nesting_close(at->nesting);
	fxr_free(at->stacks);
	fxr_free(at->functions);
}

bool sqlite_fill(struct convert_output *output, sqlite3 *db)
{
	struct database d = {.db = db, .n_sources = rows_n(output)};
	bool is_done;

	d.sources = fxr_new(d.n_sources, sizeof(*d.sources));
	for (size_t i = 0; i < d.n_sources; i++)
		open_source(&d, rows_archive(output, i), i);
	begin(&d);
	put_calls(&d, output);
	is_done = finish(&d, output->error, sizeof(output->error));
	for (size_t i = 0; i < d.n_sources; i++)
		close_source(&d.sources[i]);
	fxr_free(d.sources);
	row_fini(&d.row);
	pen_fini(&d.name);
	pen_fini(&d.date);
	fxr_map_fini(&d.blob_map);
	return is_done;
}

static bool write_sqlite(struct convert_output *output)
{
	sqlite3 *db;
	bool is_done = false;

	/* one thread has it: no mutex is taken */
	if (sqlite3_open_v2(output->name, &db,
			    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
				    SQLITE_OPEN_NOMUTEX,
			    NULL) == SQLITE_OK)
		is_done = sqlite_fill(output, db);
	else
		snprintf(output->error, sizeof(output->error), "%s",
			 sqlite_why(db));
	sqlite3_close(db);
	return is_done;
}

static bool probe_sqlite(const unsigned char *bytes, size_t n_bytes)
{
	return n_bytes >= 16 && memcmp(bytes, "SQLite format 3", 16) == 0;
}

const struct convert_format convert_sqlite = {
	.name = "sqlite",
	.suffixes = ".sqlite .db .sqlite3",
	.purpose = "an SQLite database: tables of calls, arguments, processes",
	.is_named = true,
	.opens_by_name = true,
	.takes_several = true,
	.probe = probe_sqlite,
	.write_rows = write_sqlite,
	.has_values = true,
	.has_names = true,
};
