/* SPDX-License-Identifier: MIT */
/*
 * Limits of what a query may take. A database that somebody else has made can
 * hide any amount of work behind the name of a view.
 */
#ifndef TOOLS_COMMAND_QUERY_GUARD_H
#define TOOLS_COMMAND_QUERY_GUARD_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct query_guard {
	uint64_t max_bytes;   /* of SQLite's memory, 0: no limit */
	uint64_t max_seconds; /* of all statements together, 0: no limit */
	/* Private. */
	uint64_t end_ns;
	bool is_late;
};

/*
 * From now on statements of the database stay within the limits. Its views and
 * triggers get no functions with side effects, and it can attach no files.
 * A function that SQLite cannot interrupt ends the process, with a message.
 * guard  lives as long as the database
 */
void query_guard_start(struct query_guard *guard, sqlite3 *db);
/* Once all statements are done. */
void query_guard_stop(const struct query_guard *guard);

/* Why a statement that has failed was stopped, and how to go on, into
 * n_bytes at text; false: by none of the limits. */
bool query_guard_why(const struct query_guard *guard, sqlite3 *db, char *text,
		     size_t n_bytes);

#endif
