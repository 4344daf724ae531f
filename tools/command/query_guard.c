/* SPDX-License-Identifier: MIT */
/*
 * Limits of what a query may take, see query_guard.h.
 */
#include "tools/command/query_guard.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Of SQLite's virtual machine, between two looks at the clock: some 0.1 ms. */
#define STEPS 10000
#define NS_PER_S UINT64_C(1000000000)
/* What a function may still take that SQLite cannot interrupt. */
#define GRACE_S 1
#define MAX_ALARM_S 1000000000u
#define LATE "the query took more than %llu s; --max-seconds raises that limit"

static char late_text[160];

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

/* One call of a function can take hours, and nobody looks at the clock. */
static void on_alarm(int signal)
{
	(void)signal;
	if (write(STDERR_FILENO, late_text, strlen(late_text)) < 0)
		_exit(2);
	_exit(1);
}

static void set_alarm(uint64_t seconds)
{
	const struct itimerval at = {
		.it_value.tv_sec = seconds > MAX_ALARM_S ? 0 : (time_t)seconds};
	struct sigaction action = {.sa_handler = on_alarm};
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	sigaction(SIGALRM, &action, NULL);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	setitimer(ITIMER_REAL, &at, NULL);
}

void query_guard_stop(const struct query_guard *guard)
{
	if (guard->max_seconds)
		set_alarm(0);
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
	snprintf(late_text, sizeof(late_text), "fxtrace: " LATE "\n",
		 (unsigned long long)guard->max_seconds);
	set_alarm(guard->max_seconds > MAX_ALARM_S
			  ? 0
			  : guard->max_seconds + GRACE_S);
}

bool query_guard_why(const struct query_guard *guard, sqlite3 *db, char *text,
		     size_t n_bytes)
{
	if (guard->is_late)
		snprintf(text, n_bytes, LATE,
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
