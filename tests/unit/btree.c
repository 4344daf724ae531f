/* SPDX-License-Identifier: MIT */
/*
 * Pages that we add to an SQLite database: SQLite finds them sound, and reads
 * each row that was put, by its key and in order.
 */
#include "tools/convert/sqlite/btree.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/tap.h"
#include "tools/convert/sqlite/row.h"

static char path[] = "/tmp/fxtrace-btree-XXXXXX";
static sqlite3 *db;
static struct pages pages;

/* A database with an empty table of each form, in pages of that size. */
static void begin(const char *page_bytes, struct btree *rows,
		  struct btree *keys)
{
	char sql[400];

	close(mkstemp(path));
	sqlite3_open(path, &db);
	unlink(path);
	snprintf(sql, sizeof(sql),
		 "pragma page_size = %s; pragma journal_mode = off;"
		 "create table rows(id integer primary key, n integer, b blob);"
		 "create table keys(a integer, n integer, b blob,"
		 " primary key(a)) without rowid;",
		 page_bytes);
	ok(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
	ok(pages_begin(&pages, db));
	*rows = (struct btree){.pages = &pages, .root = 2, .has_rowid = true};
	*keys = (struct btree){.pages = &pages, .root = 3};
}

/* The only number of a query's answer. */
static int64_t ask(const char *sql)
{
	sqlite3_stmt *query = NULL;
	int64_t answer = -1;

	sqlite3_prepare_v2(db, sql, -1, &query, NULL);
	if (sqlite3_step(query) == SQLITE_ROW)
		answer = sqlite3_column_int64(query, 0);
	else
		printf("# %s: %s\n", sql, sqlite3_errmsg(db));
	sqlite3_finalize(query);
	return answer;
}

static bool is_sound(void)
{
	return ask("select count(*) from pragma_integrity_check where "
		   "integrity_check = 'ok'") == 1;
}

static bool ends_with(const char *line, const char *end)
{
	size_t n = strlen(line), n_end = strlen(end);

	return n >= n_end && strcmp(line + n - n_end, end) == 0;
}

/* What is wrong but for lines that end so. A row may have many lines. The
 * number is no argument of the pragma's table: SQLite 3.46 takes it for a name
 * there. */
static int64_t count_faults(const char *end)
{
	sqlite3_stmt *query = NULL;
	int64_t n = 0, n_lines = 0;

	sqlite3_prepare_v2(db, "pragma integrity_check(1000000)", -1, &query,
			   NULL);
	while (sqlite3_step(query) == SQLITE_ROW) {
		char *rows =
			strdup((const char *)sqlite3_column_text(query, 0));

		for (char *line = strtok(rows, "\n"); line;
		     line = strtok(NULL, "\n"), n_lines++)
			n += !ends_with(line, end) && !ends_with(line, "***");
		free(rows);
	}
	sqlite3_finalize(query);
	return n_lines ? n : -1;
}

/* A row of both tables: its key, a number and n_bytes of memory. */
static void put(struct btree *rows, struct btree *keys, int64_t key,
		size_t n_bytes)
{
	static char memory[200000];
	struct row row = {0};
	struct fxr_text record;

	memset(memory, (int)key, n_bytes);
	row_begin(&row, 3);
	row_int(&row, 1, key * key);
	row_blob(&row, 2, fxr_text(memory, n_bytes));
	record = row_record(&row);
	btree_put(rows, (uint64_t)key, (const unsigned char *)record.bytes,
		  record.n_bytes);
	row_int(&row, 0, key);
	record = row_record(&row);
	btree_put(keys, 0, (const unsigned char *)record.bytes, record.n_bytes);
	row_fini(&row);
}

static void end(struct btree *rows, struct btree *keys)
{
	btree_end(rows);
	btree_end(keys);
	pages_end(&pages);
	is_i64(pages.status, SQLITE_OK);
}

/* Both tables have n rows, which are found by their keys. */
static void has_rows(int64_t n)
{
	is_i64(ask("select count(*) from rows"), n);
	is_i64(ask("select count(*) from keys"), n);
	is_i64(ask("select count(*) from rows r cross join keys k"
		   " on k.a = r.id where k.n = r.id * r.id and r.n = k.n"
		   " and r.b = k.b"),
	       n);
	is_i64(ask("select count(*) from keys k cross join rows r"
		   " on k.a = r.id"),
	       n);
}

static void lengths(const char *page_bytes, size_t most, size_t step)
{
	struct btree rows, keys;
	int64_t n = 0;

	begin(page_bytes, &rows, &keys);
	for (size_t length = 0; length < most; length += step)
		put(&rows, &keys, n++, length);
	end(&rows, &keys);
	ok(is_sound());
	has_rows(n);
	is_i64(ask("select sum(length(b)) from rows"),
	       (n - 1) * n / 2 * (int64_t)step);
	sqlite3_close(db);
}

static void each_length(void)
{
	lengths("512", 4000, 1);
}

static void longer_rows(void)
{
	lengths("8192", 180000, 631);
}

static void largest_pages(void)
{
	lengths("65536", 180000, 1009);
}

static void any_number(void)
{
	for (int64_t n = 0; n < 300; n += 7) {
		struct btree rows, keys;

		begin("512", &rows, &keys);
		for (int64_t i = 0; i < n; i++)
			put(&rows, &keys, i, 20);
		end(&rows, &keys);
		ok(is_sound(), "%d rows", (int)n);
		is_i64(ask("select count(*) from rows"), n);
		is_i64(ask("select count(*) from keys"), n);
		sqlite3_close(db);
		memcpy(strrchr(path, '-') + 1, "XXXXXX", 6);
	}
}

static void deep(void)
{
	struct btree rows, keys;

	begin("512", &rows, &keys);
	for (int64_t i = 0; i < 50000; i++)
		put(&rows, &keys, i * 50021, 3 + (size_t)i % 40);
	ok(rows.n_levels > 3 && keys.n_levels > 3);
	end(&rows, &keys);
	ok(is_sound());
	has_rows(50000);
}

/* The file has a hole up to that place. */
static void over_lock(void)
{
	struct btree rows, keys;

	begin("4096", &rows, &keys);
	pages.n = 0x40000000 / 4096 - 20;
	for (int64_t i = 0; i < 400; i++)
		put(&rows, &keys, i, 500);
	end(&rows, &keys);
	ok(pages.n > 0x40000000 / 4096 + 10);
	has_rows(400);
	/* What was skipped is not in the list of unused pages, and no more.
	 * SQLite 3.46 writes "Page 7: never used", 3.40 "Page 7 is never used".
	 */
	is_i64(count_faults("never used"), 0);
}

static void every_number(void)
{
	struct btree rows, keys;
	struct row row = {0};
	int64_t n = 0;

	begin("512", &rows, &keys);
	for (int bit = 0; bit < 64; bit++)
		for (int64_t off = -1; off <= 1; off++, n += 2) {
			uint64_t number = ((uint64_t)1 << bit) + (uint64_t)off;
			char text[24];

			for (int sign = 0; sign < 2; sign++) {
				number = sign ? 0 - number : number;
				snprintf(text, sizeof(text), "%lld",
					 (long long)number);
				row_begin(&row, 3);
				row_int(&row, 1, (int64_t)number);
				row_word(&row, 2, text);
				struct fxr_text record = row_record(&row);

				btree_put(&rows, (uint64_t)(n + sign),
					  (const unsigned char *)record.bytes,
					  record.n_bytes);
			}
		}
	end(&rows, &keys);
	row_fini(&row);
	ok(is_sound());
	is_i64(ask("select count(*) from rows where cast(n as text) = b"), n);
}

static const struct tap_test tests[] = {
	{"records of every length are sound, in and out of their page",
	 each_length},
	{"so are those of several pages", longer_rows},
	{"and in the largest pages", largest_pages},
	{"a tree of any number of rows is sound, of none too", any_number},
	{"so are trees of many levels", deep},
	{"the page that SQLite locks stays free", over_lock},
	{"integers are stored in the fewest bytes and come back", every_number},
};

TAP_MAIN(tests)
