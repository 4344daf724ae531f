/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace record`: starts a program under the recorder. Its options are the
 * recorder's environment variables, judged here, where a mistake can still be
 * told before anything runs.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/cmd.h"
#include "tools/die.h"
#include "tools/launch.h"
#include "tools/library.h"
#include "tools/option.h"
#include "tools/outcome.h"
#include "tools/output.h"
#include "tools/program.h"

enum { LEAST_BUFFER_BYTES = 64 << 10 };
#define MOST_BUFFER_BYTES (16ull << 30)

/* Values of the variables; NULL = not given, an inherited one stays. */
static struct {
	const char *output, *mode, *buffer, *calls, *string_max, *blob_max;
	const char *on_full, *follow, *overwrite;
	bool quiet;
} chosen;

/* What is committed is in the file after that, whatever happens. */
#define FLUSH_MS 1000
/* How long the program's children may take to leave it unmentioned. */
#define PATIENCE_MS 300
#define LOOK_MS 100

static const char *check_mode(const char *text)
{
	if (strcmp(text, "oneshot") == 0 || strcmp(text, "circular") == 0 ||
	    strcmp(text, "streaming") == 0)
		return NULL;
	return "expected streaming, oneshot or circular";
}

static const char *check_buffer(const char *text)
{
	uint64_t n_bytes;

	if (option_size(text, &n_bytes) && n_bytes >= LEAST_BUFFER_BYTES &&
	    n_bytes <= MOST_BUFFER_BYTES)
		return NULL;
	return "expected a size from 64K to 16G";
}

static const char *check_limit(const char *text)
{
	uint64_t n_bytes;

	if (strcmp(text, "all") == 0 || option_size(text, &n_bytes))
		return NULL;
	return "expected a number of bytes (suffix K, M, G) or all";
}

static const char *check_on_full(const char *text)
{
	if (strcmp(text, "drop") == 0 || strcmp(text, "block") == 0)
		return NULL;
	return "expected block or drop";
}

/* The grammar of preload/calls.h, without a look at what exists. */
static const char *check_calls(const char *text)
{
	for (;;) {
		size_t n = strcspn(text, ",");

		if (*text == '+' || *text == '-')
			text++, n--;
		if (*text == '%')
			text++, n--;
		if (n == 0)
			return "an item is empty";
		for (; n; n--, text++)
			if (isspace((unsigned char)*text) ||
			    strchr("+-%", *text))
				return "an item is no name that a function or "
				       "category can have";
		if (!*text++)
			return NULL;
	}
}

static const struct option options[] = {
	{.name = "output",
	 .letter = 'o',
	 .kind = OPTION_STRING,
	 .value = &chosen.output,
	 .arg = "FILE",
	 .help = "archive of the first process; %p is its pid, %c its name, a "
		 "trailing / a directory. Further processes write beside it, "
		 "with their pid before .fxt",
	 .fallback = OUTPUT_DEFAULT,
	 .is_variable = true},
	{.name = "overwrite",
	 .kind = OPTION_SWITCH,
	 .value = &chosen.overwrite,
	 .help = "replace an existing archive instead of taking the next free "
		 "name, FILE.1.fxt",
	 .fallback = "no",
	 .is_variable = true},
	{.name = "calls",
	 .letter = 'c',
	 .kind = OPTION_STRING,
	 .value = &chosen.calls,
	 .arg = "LIST",
	 .help = "calls to record: function names, globs, %categories and "
		 "%groups between commas; +ITEM and -ITEM change the default",
	 .fallback = "all but the hottest",
	 .is_variable = true,
	 .check = check_calls},
	{.name = "buffer",
	 .letter = 'b',
	 .kind = OPTION_STRING,
	 .value = &chosen.buffer,
	 .arg = "SIZE",
	 .help = "room for the records of one process, suffix K, M, G; what "
		 "finds none is lost, counted and told",
	 .fallback = "4M streaming, 64M else",
	 .is_variable = true,
	 .check = check_buffer},
	{.name = "mode",
	 .kind = OPTION_STRING,
	 .value = &chosen.mode,
	 .arg = "MODE",
	 .help = "what becomes of a full buffer: streaming writes it to the "
		 "one archive of all processes; oneshot keeps what came first, "
		 "circular what came last, in an archive a process",
	 .fallback = "streaming",
	 .is_variable = true,
	 .check = check_mode},
	{.name = "on-full",
	 .kind = OPTION_STRING,
	 .value = &chosen.on_full,
	 .arg = "ACTION",
	 .help = "streaming: a call that finds no room waits for it (block) or "
		 "goes unrecorded (drop)",
	 .fallback = "block",
	 .is_variable = true,
	 .check = check_on_full},
	{.name = "string-max",
	 .kind = OPTION_STRING,
	 .value = &chosen.string_max,
	 .arg = "SIZE",
	 .help = "bytes kept of one string, or all",
	 .fallback = "4096",
	 .is_variable = true,
	 .check = check_limit},
	{.name = "blob-max",
	 .kind = OPTION_STRING,
	 .value = &chosen.blob_max,
	 .arg = "SIZE",
	 .help = "bytes kept of one memory block, or all",
	 .fallback = "4K",
	 .is_variable = true,
	 .check = check_limit},
	{.name = "follow",
	 .kind = OPTION_SWITCH,
	 .value = &chosen.follow,
	 .help = "record the processes that the program starts, too",
	 .fallback = "yes",
	 .is_variable = true},
	{.name = "quiet",
	 .letter = 'q',
	 .kind = OPTION_FLAG,
	 .value = &chosen.quiet,
	 .help = "no summary at the end"},
	{0},
};

/* Options given become variables; SIZE, not its number, is what they take. */
static void set_variables(void)
{
	const struct option *option = options;
	char name[64];

	for (; option->name; option++) {
		if (!option->is_variable ||
		    !*(const char *const *)option->value)
			continue;
		option_variable(option, name, sizeof(name));
		if (setenv(name, *(const char *const *)option->value, 1))
			die("%s: %s", name, strerror(errno));
	}
	/* the program begins a session of its own */
	unsetenv("FXTRACE_SESSION");
}

static void check_folder(const char *pattern)
{
	char folder[PATH_MAX];
	const char *slash = strrchr(pattern, '/');
	size_t n = (size_t)(slash - pattern) + 1;

	if (memchr(pattern, '%', n) || n >= sizeof(folder))
		return; /* known only once the program runs */
	snprintf(folder, sizeof(folder), "%.*s", (int)n, pattern);
	if (access(folder, W_OK | X_OK))
		die("archives cannot be made in %s: %s", folder,
		    strerror(errno));
}

static bool is_yes(const char *text)
{
	return text && (strcmp(text, "1") == 0 || strcmp(text, "yes") == 0);
}

static int tell_exec(const struct launch *launch)
{
	say("%s: %s", launch->argv[0], strerror(launch->exec_errno));
	return launch->exec_errno == ENOENT ? LAUNCH_NOT_FOUND
					    : LAUNCH_NOT_EXECUTABLE;
}

/* Streaming unless something else is asked for. */
static struct manager *start_manager(void)
{
	const char *mode = getenv("FXTRACE_MODE");
	struct manager_options how = {.flush_ms = FLUSH_MS};
	struct manager *manager;
	char error[256];

	if (mode && *mode && strcmp(mode, "streaming") != 0)
		return NULL;
	manager = manager_start(&how, error, sizeof(error));
	if (!manager)
		die("%s", error);
	return manager;
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
	/* a second one does not wait for an output that takes no more */
	struct sigaction action = {.sa_handler = interrupt,
				   .sa_flags = (int)SA_RESETHAND};

	if (manager_wait(manager, 0, PATIENCE_MS))
		return;
	say("processes that the program has started still run: recording goes "
	    "on until they end; Ctrl-C ends it now");
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	while (!is_interrupted && !manager_wait(manager, 0, LOOK_MS))
		;
}

/* The archive is the manager's: what became of it. */
static void tell_managed(struct manager *manager, const struct outcome *outcome)
{
	struct manager_report report;

	wait_for_others(manager);
	manager_finish(manager, &report);
	(void)outcome_tell_managed(outcome, &report);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	char pattern[PATH_MAX], program[PATH_MAX];
	struct outcome outcome = {.quiet = chosen.quiet, .program = argv[0]};
	struct launch launch = {.argv = argv, .pattern = pattern};

	if (argc == 0)
		usage(cmd, "record: PROGRAM is missing");
	die_with(LAUNCH_FAILED);
	set_variables();
	output_absolute(getenv("FXTRACE_OUTPUT"), pattern, sizeof(pattern));
	check_folder(pattern);
	library_preload();
	launch.overwrite = is_yes(getenv("FXTRACE_OVERWRITE"));
	if (program_find(argv[0], program, sizeof(program)))
		outcome.obstacle = program_obstacle(program);
	if (outcome.obstacle)
		say("warning: %s %s", argv[0], outcome.obstacle);
	clock_gettime(CLOCK_REALTIME_COARSE, &outcome.start);
	launch.manager = start_manager();
	launch_run(&launch);
	if (launch.exec_errno)
		return tell_exec(&launch);
	outcome.output = launch.output;
	/* the status is the program's */
	if (launch.manager)
		tell_managed(launch.manager, &outcome);
	else
		(void)outcome_tell(&outcome);
	return launch.status;
}

const struct cmd cmd_record = {
	.name = "record",
	.synopsis = "[options] [--] PROGRAM [ARGS...]",
	.purpose = "run a program and record its library calls",
	.description =
		"Starts PROGRAM with the recorder loaded into it (LD_PRELOAD) "
		"and waits for it. At the end stderr tells what was recorded. "
		"Ctrl-C goes to the program; its archive is complete however "
		"it ends.\n"
		"\n"
		"Options that have a variable set it for the program and what "
		"it starts: --string-max is FXTRACE_STRING_MAX. One that is "
		"not given leaves the variable as it is.\n"
		"\n"
		"  fxtrace record ls -l\n"
		"  fxtrace record -o trace.fxt -c '+%memstr' -- make test\n"
		"  fxtrace record -c 'open*,read,write' sh -c 'date | wc'",
	.options = options,
	.stops_at_operand = true,
	.run = run,
};
