/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace query`: queries an archive with SQL.
 */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/shared_options.h"
#include "tools/command/formats.h"
#include "tools/command/query_guard.h"
#include "tools/convert/sqlite/sqlite.h"
#include "tools/base/die.h"
#include "tools/print/print.h"
#include "tools/reader/temporary.h"
#include "tools/select/select.h"

static struct {
	const char *calls, *paths;
	bool is_json, has_heading;
	const char *sql;
	struct query_guard guard;
} chosen = {.has_heading = true,
	    .guard = {.max_bytes = 1u << 30, .max_seconds = 600}};

/* What rows are written with: to standard output. */
static struct pen out;

static const struct option options[] = {
	{ROW_JSON("row"), .value = &chosen.is_json},
	{.name = "heading",
	 .kind = OPTION_FLAG,
	 .value = &chosen.has_heading,
	 .help = "begin with a line of the columns' names",
	 .fallback = "yes"},
	{ROW_CALLS("read only calls of these, which is quicker", select_check),
	 .value = &chosen.calls},
	{ROW_PATH("read only calls"), .value = &chosen.paths},
	{.name = "max-memory",
	 .kind = OPTION_SIZE,
	 .value = &chosen.guard.max_bytes,
	 .arg = "SIZE",
	 .help = "stop a query that takes more memory, 0: no limit",
	 .fallback = "1G"},
	{.name = "max-seconds",
	 .kind = OPTION_NUMBER,
	 .value = &chosen.guard.max_seconds,
	 .arg = "N",
	 .help = "stop a query that takes more time, 0: no limit",
	 .fallback = "600"},
	{0},
};

static struct fxr_text column_text(sqlite3_stmt *row, int i)
{
	const char *bytes = sqlite3_column_blob(row, i);

	return fxr_text(bytes, (size_t)sqlite3_column_bytes(row, i));
}

/* Tabs separate fields, so what would end a field is escaped. */
static void put_text(struct fxr_text text)
{
	static const char escaped[] = "\t\n\r\\", letters[] = "tnr\\";

	for (size_t i = 0; i < text.n_bytes; i++) {
		char c = text.bytes[i];
		const char *at = c ? strchr(escaped, c) : NULL;

		if (at)
			pen_format(&out, "\\%c", letters[at - escaped]);
		else if ((unsigned char)c < ' ' || c == 0x7f)
			pen_format(&out, "\\%03o", (unsigned)c);
		else
			pen_byte(&out, c);
	}
}

static void put_field(sqlite3_stmt *row, int i)
{
	switch (sqlite3_column_type(row, i)) {
	case SQLITE_NULL:
		break;
	case SQLITE_INTEGER:
		pen_int(&out, sqlite3_column_int64(row, i));
		break;
	case SQLITE_FLOAT:
		print_double(&out, sqlite3_column_double(row, i), false);
		break;
	case SQLITE_TEXT:
		put_text(column_text(row, i));
		break;
	default:
		print_escaped(&out, column_text(row, i), false);
	}
}

/* The same as a value of JSON. */
static void put_json(sqlite3_stmt *row, int i)
{
	const struct print print = {.out = &out};
	struct fxr_value value = {.kind = FXR_VALUE_NULL};

	switch (sqlite3_column_type(row, i)) {
	case SQLITE_NULL:
		break;
	case SQLITE_INTEGER:
		value.kind = FXR_VALUE_INT;
		value.as.i64 = sqlite3_column_int64(row, i);
		break;
	case SQLITE_FLOAT:
		value.kind = FXR_VALUE_DOUBLE;
		value.as.f64 = sqlite3_column_double(row, i);
		break;
	case SQLITE_TEXT:
		value.kind = FXR_VALUE_STRING;
		value.as.text = column_text(row, i);
		break;
	default:
		value.kind = FXR_VALUE_BYTES;
		value.as.text = column_text(row, i);
	}
	print_value_json(&print, &value);
}

static struct fxr_text name_of(sqlite3_stmt *row, int i)
{
	const char *name = sqlite3_column_name(row, i);

	return fxr_text(name, strlen(name));
}

static void put_heading(sqlite3_stmt *row)
{
	for (int i = 0; i < sqlite3_column_count(row); i++) {
		if (i)
			pen_byte(&out, '\t');
		put_text(name_of(row, i));
	}
	pen_byte(&out, '\n');
}

static void put_object(sqlite3_stmt *row)
{
	const struct print print = {.out = &out};
	struct fxr_value key = {.kind = FXR_VALUE_STRING};

	for (int i = 0; i < sqlite3_column_count(row); i++) {
		pen_byte(&out, i ? ',' : '{');
		key.as.text = name_of(row, i);
		print_value_json(&print, &key);
		pen_byte(&out, ':');
		put_json(row, i);
	}
	pen_put(&out, "}\n");
}

static void put_row(sqlite3_stmt *row)
{
	if (chosen.is_json) {
		put_object(row);
		return;
	}
	for (int i = 0; i < sqlite3_column_count(row); i++) {
		if (i)
			pen_byte(&out, '\t');
		put_field(row, i);
	}
	pen_byte(&out, '\n');
}

/* Runs one statement. Returns SQLITE_DONE if it went well. */
static int run_statement(sqlite3_stmt *statement)
{
	int status;

	if (!chosen.is_json && chosen.has_heading &&
	    sqlite3_column_count(statement))
		put_heading(statement);
	while ((status = sqlite3_step(statement)) == SQLITE_ROW &&
	       !ferror(stdout))
		put_row(statement);
	return status == SQLITE_ROW ? SQLITE_DONE : status;
}

/* Runs all statements of the text. error: what is wrong with one. */
static bool run_all(sqlite3 *db, const char *sql, char *error, size_t n_error)
{
	int status = SQLITE_DONE;

	out.out = stdout;
	while (status == SQLITE_DONE && *sql) {
		sqlite3_stmt *statement = NULL;

		if (sqlite3_prepare_v2(db, sql, -1, &statement, &sql) !=
		    SQLITE_OK)
			status = SQLITE_ERROR;
		else if (statement)
			status = run_statement(statement);
		if (status != SQLITE_DONE &&
		    !query_guard_why(&chosen.guard, db, error, n_error))
			snprintf(error, n_error, "%s", sqlite_why(db));
		sqlite3_finalize(statement);
	}
	pen_flush(&out);
	pen_fini(&out);
	return status == SQLITE_DONE;
}

/* An empty database that ends with its connection. NULL: error says why. */
static sqlite3 *open_temporary(char *error, size_t n_error)
{
	char path[PATH_MAX];
	int fd = fxr_temporary_named(path, sizeof(path));
	sqlite3 *db = NULL;

	if (fd < 0) {
		snprintf(error, n_error, "temporary file: %s", strerror(errno));
		return NULL;
	}
	close(fd);
	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) !=
		    SQLITE_OK ||
	    sqlite3_exec(db, "pragma temp_store = file", NULL, NULL, NULL) !=
		    SQLITE_OK) {
		snprintf(error, n_error, "%s", sqlite_why(db));
		sqlite3_close(db);
		db = NULL;
	}
	unlink(path);
	return db;
}

/* Puts the archive's calls into a temporary database, and runs the query. */
static bool fill_and_query(struct convert_output *output)
{
	sqlite3 *db = open_temporary(output->error, sizeof(output->error));
	bool is_done;

	if (!db)
		return false;
	is_done = sqlite_fill(output, db);
	archive_progress_end();
	query_guard_start(&chosen.guard, db);
	if (is_done)
		is_done = run_all(db, chosen.sql, output->error,
				  sizeof(output->error));
	query_guard_stop(&chosen.guard);
	sqlite3_close(db);
	return is_done;
}

/* A database that convert has made, or any other one. */
static int query_database(const char *path)
{
	char error[CONVERT_ERROR_BYTES];
	sqlite3 *db;
	bool is_done = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) ==
		       SQLITE_OK;

	query_guard_start(&chosen.guard, db);
	if (is_done)
		is_done = run_all(db, chosen.sql, error, sizeof(error));
	else
		snprintf(error, sizeof(error), "%s", sqlite_why(db));
	query_guard_stop(&chosen.guard);
	sqlite3_close(db);
	flush_stdout();
	if (!is_done)
		say("%s: %s", path, error);
	return !is_done;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	static const struct convert_format query = {.name = "query",
						    .write_rows =
							    fill_and_query,
						    .has_values = true,
						    .has_names = true};
	struct convert_job job = {.out = "-",
				  .to = &query,
				  .calls = chosen.calls,
				  .paths = chosen.paths};

	if (argc != 2)
		usage(cmd, "takes a file and a query: FILE SQL");
	job.in = argv[0];
	chosen.sql = argv[1];
	convert_detect(&job, formats_find);
	if (!job.from) /* other formats have functions of any name */
		listed_check(cmd, "--calls", chosen.calls, job.in);
	if (job.from != &convert_sqlite)
		return convert_run(&job);
	if (job.copy)
		die("%s: a database has to be a file", job.in);
	return query_database(job.in);
}

const struct cmd cmd_query = {
	.name = "query",
	.synopsis = "[options] FILE SQL",
	.purpose = "query an archive with SQL",
	.description =
		"Makes the tables of `fxtrace convert --to sqlite` from the "
		"archive, runs the SQL on them and prints one row per line. "
		"Tabs separate its values; in them \\t, \\n, \\r, \\\\ and "
		"\\NNN mean what they mean in C. FILE may also be such a "
		"database, which is much quicker for a second query, or "
		"whatever else convert reads.\n"
		"\n"
		"The views have what most queries are about:\n"
		"\n"
		"  calls      number parent begin_ns end_ns duration_ns pid "
		"tid process\n"
		"             thread category name grp state ret object errno "
		"text\n"
		"             frame seq stack time host ret_kind ret_digits\n"
		"  args       number function position name value data bytes "
		"true_size\n"
		"             object kind digits\n"
		"  functions  category name grp calls errors total_ns mean_ns "
		"min_ns\n"
		"             max_ns\n"
		"\n"
		"The tables are process, thread, function, call, arg, blob, "
		"loss and notice. parent is the number of the call inside "
		"which one was made, object what a descriptor or stream is, "
		"data the memory behind a pointer. Structs and arrays are "
		"JSON, which SQLite's json functions read. kind says what "
		"a value is: null, withheld, bool, int, uint, float, constant, "
		"text, bytes, address, list, record. digits has the number of "
		"a constant or of an address with a name, all of a uint that "
		"is too large for SQL, and "
		"NaN, which is NULL there.\n"
		"\n"
		"  fxtrace query a.fxt 'select * from functions order by "
		"total_ns desc limit 10'\n"
		"  fxtrace query a.fxt \"select name, errno, count(*) from "
		"calls\n"
		"      where errno is not null group by 1, 2\"",
	.options = options,
	.run = run,
};
