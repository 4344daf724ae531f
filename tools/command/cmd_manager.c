/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace manager`: a streaming session of its own, until a signal ends it.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "tools/command/cmd.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/base/replace.h"
#include "tools/manager/manager.h"
#include "tools/manager/outcome.h"
#include "tools/manager/probe.h"
#include "tools/manager/shots.h"
#include "tools/archive/output.h"
#include "tools/base/older.h"
#include "tools/select/triggers.h"

/* How often to check whether it has ended by itself. */
#define POLL_NS 100000000

static struct {
	const char *output, *compress, *trigger, *block_max, *snapshots_max;
	uint64_t flush_ms;
	bool until_empty, quiet;
} chosen = {.flush_ms = 1000};

static const struct option options[] = {
	{ROW_OUTPUT("FILE", "the archive, a new file, or - for stdout"),
	 .value = &chosen.output, .fallback = OUTPUT_DEFAULT},
	{ROW_COMPRESS("the archive", "; every command reads all of them"),
	 .value = &chosen.compress, .fallback = "none"},
	{ROW_TRIGGER("what to do when a program's FXTRACE_TRIGGER, the same "
		     "list, fires"),
	 .value = &chosen.trigger},
	{ROW_SNAPSHOTS_MAX, .value = &chosen.snapshots_max},
	{.name = "flush",
	 .kind = OPTION_NUMBER,
	 .value = &chosen.flush_ms,
	 .arg = "MS",
	 .help = "after this time, what was recorded is in the file",
	 .fallback = "1000"},
	{ROW_BLOCK_MAX, .value = &chosen.block_max},
	{.name = "until-empty",
	 .kind = OPTION_FLAG,
	 .value = &chosen.until_empty,
	 .help = "end when the last process has left, or if none joins in 10 "
		 "seconds: then there is no archive"},
	{ROW_QUIET("no summary at the end"), .value = &chosen.quiet},
	{0},
};

/* Each process needs two descriptors, so allow as many as possible. */
static void raise_limits(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &limit);
	}
}

static void find_output(char *path, size_t path_bytes)
{
	char pattern[4096];

	if (chosen.output && strcmp(chosen.output, "-") == 0) {
		snprintf(path, path_bytes, "-");
		return;
	}
	output_absolute(chosen.output, pattern, sizeof(pattern));
	if (!output_expand(pattern, getpid(), "fxtrace", path, path_bytes))
		die("%s: the name is too long", pattern);
}

/* The older file that had the archive's name. */
static struct {
	struct older older;
	char given[4096], note[512];
} way;

/* Creates the archive; an older one makes way. */
static int open_output(struct manager *manager, char *path, size_t path_bytes)
{
	int error = 0;

	snprintf(way.given, sizeof(way.given), "%s", path);
	for (unsigned i = 0; i < MANAGER_TRIES; i++) {
		snprintf(path, path_bytes, "%s", way.given);
		if (!older_make_way(path, path_bytes, &way.older))
			return ENAMETOOLONG;
		error = manager_output(manager, path);
		if (error != EEXIST)
			break;
	}
	if (error)
		older_return(&way.older, way.given);
	else
		older_say(&way.older, output_below_here(way.given),
			  output_below_here(path));
	/* what a program has started says nothing on stderr */
	if (older_text(&way.older, way.given, way.note, sizeof(way.note)))
		manager_note(manager, way.note);
	return error;
}

/* The archive that nobody wants; a device or a pipe is none. */
static void take_away(const char *output)
{
	if (replace_is_stream(output))
		return;
	(void)unlink(output);
	older_return(&way.older, way.given);
}

/* The line that makes a program join. */
static void print_variable(struct manager *manager, const char *output)
{
	char variable[8192], base[4096];
	bool is_stdout = strcmp(output, "-") == 0;

	if (is_stdout || replace_is_stream(output))
		output_absolute("fxtrace.fxt", base, sizeof(base));
	else
		snprintf(base, sizeof(base), "%s", output);
	base[older_stem(base)] = '\0';
	if (!manager_variable(manager, base, variable, sizeof(variable))) {
		manager_abandon(manager);
		die("%s: the name is too long", base);
	}
	fprintf(is_stdout ? stderr : stdout, "FXTRACE_SESSION=%s\n", variable);
	if (is_stdout)
		return;
	/* our parent waits no longer, so no program will join */
	if (fflush(stdout) && chosen.until_empty)
		take_away(output);
	flush_stdout();
}

static void wait_for_end(struct manager *manager, const sigset_t *ends)
{
	const struct timespec pause = {.tv_nsec = POLL_NS};

	int signal_number;

	do
		signal_number = sigtimedwait(ends, NULL, &pause);
	while ((signal_number < 0 || signal_number == MANAGER_OVER_SIGNAL) &&
	       !manager_is_over(manager));
}

/* As of the option or its variable. */
static const char *snapshots_max(const struct cmd *cmd)
{
	const char *text =
		chosen.snapshots_max ?: getenv("FXTRACE_SNAPSHOTS_MAX");
	const char *wrong = text && *text ? shots_check(text) : NULL;

	if (wrong)
		usage(cmd, "FXTRACE_SNAPSHOTS_MAX %s: %s", text, wrong);
	return text;
}

static int report_end(const char *output, const struct manager_report *report)
{
	bool is_stdout = strcmp(output, "-") == 0;

	/* a program that found us too slow records alone, in its own archive */
	if (chosen.until_empty && !report->n_processes && !is_stdout)
		take_away(output);
	if (!chosen.quiet)
		outcome_report_session(is_stdout ? "stdout"
						 : output_below_here(output),
				       report);
	if (report->error)
		say("%s: %s", output, strerror(report->error));
	return report->error ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	struct manager_options how = {
		.flush_ms = (uint32_t)chosen.flush_ms,
		.until_empty = chosen.until_empty,
		.is_quiet = chosen.quiet,
		.has_standby = true,
		.block_max_ms = manager_block_max(chosen.block_max)};
	char output[4096], error[256];
	struct manager_report report;
	struct manager *manager;
	const char *missing;
	sigset_t ends;
	bool is_file;
	int reason;

	if (argc)
		usage(cmd, "manager: %s: it takes no operands", argv[0]);
	if (chosen.flush_ms == 0 || chosen.flush_ms > 3600000)
		usage(cmd, "--flush: expected 1 to 3600000 ms");
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGHUP);
	sigaddset(&ends, MANAGER_OVER_SIGNAL);
	sigprocmask(SIG_BLOCK, &ends, NULL);
	/* the archive reports what cannot be written */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	raise_limits();
	missing = probe_session(&reason);
	if (missing)
		die("no session: %s: %s", missing, strerror(reason));
	find_output(output, sizeof(output));
	is_file = strcmp(output, "-") != 0 && !replace_is_stream(output);
	how.output = is_file ? NULL : output;
	how.triggers = chosen.trigger;
	how.snapshots_max = snapshots_max(cmd);
	if (chosen.compress)
		(void)pack_named(chosen.compress, &how.packing);
	manager = manager_start(&how, error, sizeof(error));
	if (!manager)
		die("%s", error);
	reason = is_file ? open_output(manager, output, sizeof(output)) : 0;
	if (reason) {
		manager_abandon(manager);
		die("%s: %s", output, strerror(reason));
	}
	print_variable(manager, output);
	wait_for_end(manager, &ends);
	/* a second signal ends a wait for an output that takes no more */
	sigprocmask(SIG_UNBLOCK, &ends, NULL);
	manager_finish(manager, &report);
	return report_end(output, &report);
}

const struct cmd cmd_manager = {
	.name = "manager",
	.synopsis = "[options]",
	.purpose = "write one archive of all programs that join",
	.description =
		"Opens a session and prints the variable that makes programs "
		"record into it. Each program lends its buffer, and waits only "
		"if it has no space left. SIGTERM or Ctrl-C ends the session. "
		"`fxtrace record` does this by itself.\n"
		"\n"
		"  fxtrace manager -o all.fxt &\n"
		"  FXTRACE_SESSION=... LD_PRELOAD=libfxtrace.so make",
	.options = options,
	.run = run,
};
