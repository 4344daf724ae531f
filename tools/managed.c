/* SPDX-License-Identifier: MIT */
/*
 * Runs the session of `fxtrace record`, see managed.h.
 */
#include "tools/managed.h"

#include <signal.h>

#include "tools/die.h"

/* What is committed is in the file after that, whatever happens. */
#define FLUSH_MS 1000
/* The same for what is printed: it should look like now. */
#define PRINT_FLUSH_MS 100
/* How long the program's children may take to leave it unmentioned. */
#define PATIENCE_MS 300
#define LOOK_MS 100

void managed_start(struct managed *managed)
{
	struct manager_options how = {
		.flush_ms = managed->prints ? PRINT_FLUSH_MS : FLUSH_MS,
		.packing = managed->packing,
		.output = managed->is_to_stdout ? "-" : NULL,
		.is_unwritten = managed->is_unwritten,
	};
	char error[256];

	if (managed->prints)
		managed->show = show_open(&how.watch);
	managed->manager = manager_start(&how, error, sizeof(error));
	if (!managed->manager)
		die("%s", error);
}

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signo)
{
	(void)signo;
	is_interrupted = 1;
}

/* Processes that the program has left behind are recorded to their ends. */
static void wait_for_others(struct manager *manager)
{
	struct sigaction action = {.sa_handler = interrupt};

	if (manager_wait(manager, 0, PATIENCE_MS))
		return;
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

	/* a pipe without a reader is an error of the archive's */
	signal(SIGPIPE, SIG_IGN);
	wait_for_others(managed->manager);
	manager_finish(managed->manager, &report);
	if (managed->show)
		show_close(managed->show);
	(void)outcome_tell_managed(outcome, &report);
}
