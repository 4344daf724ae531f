/* SPDX-License-Identifier: MIT */
/*
 * Runs the session of `fxtrace record`, see managed.h.
 */
#include "tools/manager/managed.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/manager/probe.h"

/* Committed records are in the file after that time, even after a kill. */
#define FLUSH_MS 1000
/* The same with --print: output should appear without delay. */
#define PRINT_FLUSH_MS 100
#define PROGRESS_FLUSH_MS 250
/* How long the program's children may take to end before a message mentions
 * them. */
#define PATIENCE_MS 300
#define LOOK_MS 100

/* A progress line among the lines of --print would be unreadable. */
static bool has_progress(const struct managed *managed)
{
	return !managed->is_quiet && !managed->prints && isatty(STDERR_FILENO);
}

static uint32_t flush_ms(const struct managed *managed)
{
	if (managed->prints)
		return PRINT_FLUSH_MS;
	return has_progress(managed) ? PROGRESS_FLUSH_MS : FLUSH_MS;
}

bool managed_start(struct managed *managed, char *error, size_t error_bytes)
{
	const char *missing;
	int reason;
	struct manager_options how = {
		.flush_ms = flush_ms(managed),
		.has_progress = has_progress(managed),
		.packing = managed->packing,
		.triggers = managed->triggers,
		.snapshots_max = managed->snapshots_max,
		.is_quiet = managed->is_quiet,
		.output = managed->is_to_stdout ? "-" : managed->stream,
		.is_unwritten = managed->is_unwritten,
		.has_standby = true,
		.is_recorded = true,
		.prints = managed->prints,
		.block_max_ms = managed->block_max_ms,
	};

	missing = probe_session(&reason);
	if (missing) {
		snprintf(error, error_bytes, "%s: %s", missing,
			 strerror(reason));
		return false;
	}
	if (managed->prints)
		managed->show = show_open(&how.watch);
	managed->manager = manager_start(&how, error, error_bytes);
	if (managed->manager && has_progress(managed))
		managed->progress = progress_start(managed->manager);
	return managed->manager != NULL;
}

static volatile sig_atomic_t is_interrupted;

static void on_signal(int signo)
{
	(void)signo;
	is_interrupted = 1;
}

/* Processes that outlive the program are recorded to their ends. */
static void wait_for_others(const struct managed *managed)
{
	struct manager *manager = managed->manager;
	/* a second signal does not wait for an output that is blocked */
	struct sigaction action = {.sa_handler = on_signal,
				   .sa_flags = (int)SA_RESETHAND};

	if (manager_wait(manager, 0, PATIENCE_MS))
		return;
	progress_erase(managed->progress);
	say("processes that the program has started still run: recording goes "
	    "on until they end; Ctrl-C ends it now");
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	while (!is_interrupted && !manager_wait(manager, 0, LOOK_MS))
		;
}

void managed_finish(struct managed *managed, const struct outcome *outcome)
{
	struct manager_report report;

	/* a pipe without a reader is an error of the archive, and so is the
	 * file size limit */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	wait_for_others(managed);
	progress_stop(managed->progress);
	manager_finish(managed->manager, &report);
	if (managed->show)
		show_close(managed->show);
	(void)outcome_report_managed(outcome, &report);
}
