/* SPDX-License-Identifier: MIT */
/*
 * Limits of what a query may take, see query_guard.h.
 */
#include "tools/command/query_guard.h"

#include <stdio.h>
#include <time.h>

/* Of SQLite's virtual machine, between two looks at the clock: some 0.1 ms. */
#define STEPS 10000
#define NS_PER_S UINT64_C(1000000000)

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

static int is_over(void *context)
{
	struct query_guard *guard = context;

	guard->is_late = now_ns() > guard->end_ns;
	return guard->is_late;
}

void query_guard_start(struct query_guard *guard, sqlite3 *db)
{
	(void)sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
	(void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	(void)sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	if (guard->max_bytes)
		(void)sqlite3_hard_heap_limit64(
			(sqlite3_int64)guard->max_bytes);
	if (!guard->max_seconds)
		return;
	guard->end_ns = guard->max_seconds > UINT64_MAX / NS_PER_S / 2
				? UINT64_MAX
				: now_ns() + guard->max_seconds * NS_PER_S;
	sqlite3_progress_handler(db, STEPS, is_over, guard);
}

bool query_guard_why(const struct query_guard *guard, sqlite3 *db, char *text,
		     size_t n_bytes)
{
	if (guard->is_late)
		snprintf(text, n_bytes,
			 "the query took more than %llu s; --max-seconds "
			 "raises that limit",
			 (unsigned long long)guard->max_seconds);
	else if (sqlite3_errcode(db) == SQLITE_NOMEM && guard->max_bytes)
		snprintf(text, n_bytes,
			 "the query took more than %llu MiB of memory; "
			 "--max-memory raises that limit",
			 (unsigned long long)(guard->max_bytes >> 20));
	else
		return false;
	return true;
}
