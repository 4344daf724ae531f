/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace record`: starts a program under the recorder. Its options are the
 * recorder's environment variables. They are checked here, so that a mistake is
 * reported before anything runs.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/manager/attach.h"
#include "tools/command/cmd.h"
#include "tools/command/record_found.h"
#include "tools/command/record_names.h"
#include "tools/command/shared_options.h"
#include "tools/select/conditions.h"
#include "tools/base/die.h"
#include "tools/manager/launch.h"
#include "tools/elf/library.h"
#include "tools/elf/private.h"
#include "tools/select/list.h"
#include "tools/manager/managed.h"
#include "tools/base/option.h"
#include "tools/base/path_list.h"
#include "tools/base/replace.h"
#include "tools/manager/outcome.h"
#include "tools/manager/shots.h"
#include "tools/archive/output.h"
#include "tools/elf/program.h"
#include "tools/command/settings.h"
#include "tools/select/triggers.h"
#include "writer/callers.h"
#include "writer/duration.h"
#include "writer/path_globs.h"
#include "writer/redact.h"

enum { LEAST_BUFFER_BYTES = 64 << 10 };
#define MOST_BUFFER_BYTES (16ull << 30)

/* Values of the variables; NULL = not given, an inherited one stays. */
static struct {
	const char *output, *mode, *buffer, *calls, *string_max, *blob_max;
	const char *on_full, *follow, *overwrite, *compress, *trigger, *redact,
		*for_replay, *pid, *callers, *errors, *where, *min_time,
		*sample, *limit, *path, *stack, *trace, *config, *save,
		*block_max, *snapshots_max;
	struct option_list shims;
	bool quiet, prints, is_verbose;
} chosen;

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

static const char *check_count(const char *text)
{
	uint64_t n;

	return option_size(text, &n) && n ? NULL
					  : "expected a number from 1 on";
}

static const char *check_time(const char *text)
{
	uint64_t ns;

	return fxw_duration_read(text, text + strlen(text), &ns)
		       ? NULL
		       : "expected a time, like 10us (ns, us, ms, s)";
}

static const struct option options[] = {
	{ROW_OUTPUT("FILE",
		    "the archive: %p is the first process's pid, %c its name, "
		    "a trailing / a directory. Processes that write their own "
		    "archive put it next to this one, with their pid before "
		    ".fxt. - is stdout, except in oneshot mode: what the "
		    "program prints there then goes to stderr"),
	 .value = &chosen.output, .fallback = OUTPUT_DEFAULT,
	 .is_variable = true},
	{.name = "overwrite",
	 .kind = OPTION_SWITCH,
	 .value = &chosen.overwrite,
	 .help = "replace an older archive instead of keeping it as FILE~1, "
		 "FILE~2 ...",
	 .fallback = "no",
	 .is_variable = true},
	{ROW_CALLS("calls to record: " CALLS_ITEMS "the default", list_check),
	 .value = &chosen.calls, .fallback = "all but the hottest",
	 .is_variable = true},
	{.name = "trace",
	 .letter = 'e',
	 .kind = OPTION_STRING,
	 .value = &chosen.trace,
	 .arg = "LIST",
	 .help = "the same as --calls, in strace's words: LIST, trace=LIST, or "
		 "with ! before LIST all but these",
	 .check = record_check_trace},
	{.name = "stack",
	 .kind = OPTION_STRING,
	 .value = &chosen.stack,
	 .arg = "LIST",
	 .help = "calls that are recorded with their call stacks: a list as "
		 "for --calls, and :DEPTH, how many frames at most (1 to 128, "
		 "else 32)",
	 .fallback = "none",
	 .is_variable = true,
	 .check = record_check_stack},
	{.name = "buffer",
	 .letter = 'b',
	 .kind = OPTION_STRING,
	 .value = &chosen.buffer,
	 .arg = "SIZE",
	 .help = "space for the records of one process, suffix K, M, G; what "
		 "finds no space is lost, counted and reported",
	 .fallback = "4M streaming, 64M else",
	 .is_variable = true,
	 .check = check_buffer},
	{.name = "mode",
	 .kind = OPTION_STRING,
	 .value = &chosen.mode,
	 .arg = "MODE",
	 .help = "what happens to a full buffer: streaming writes it to one "
		 "archive of all processes; circular keeps the newest calls, "
		 "for snapshots and for the archive when a process ends; "
		 "oneshot keeps the first calls, in one archive per process",
	 .fallback = "streaming",
	 .is_variable = true,
	 .choices = "streaming oneshot circular"},
	{.name = "on-full",
	 .kind = OPTION_STRING,
	 .value = &chosen.on_full,
	 .arg = "ACTION",
	 .help = "streaming: a call that finds no space waits for it (block) "
		 "or is not recorded (drop)",
	 .fallback = "block",
	 .is_variable = true,
	 .choices = "block drop"},
	{ROW_BLOCK_MAX, .value = &chosen.block_max, .is_variable = true},
	{ROW_COMPRESS("the archive",
		      "; every command reads all of them; not in oneshot mode"),
	 .value = &chosen.compress, .fallback = "none", .is_variable = true},
	{.name = "string-max",
	 .kind = OPTION_STRING,
	 .value = &chosen.string_max,
	 .arg = "SIZE",
	 .help = "how many bytes of one string are recorded, or all; by "
		 "default all of OpenGL's",
	 .fallback = "4096",
	 .is_variable = true,
	 .check = check_limit},
	{.name = "blob-max",
	 .kind = OPTION_STRING,
	 .value = &chosen.blob_max,
	 .arg = "SIZE",
	 .help = "how many bytes of one memory block are recorded, or all; by "
		 "default all of OpenGL's",
	 .fallback = "4K",
	 .is_variable = true,
	 .check = check_limit},
	{.name = "redact",
	 .kind = OPTION_STRING,
	 .value = &chosen.redact,
	 .arg = "LIST",
	 .help = "values that are not recorded, only their sizes: "
		 "FUNCTION:ARGUMENT, or FUNCTION for all of its values, "
		 "between commas, with * and ?; ret is the result, ... is what "
		 "follows the last parameter of printf and similar functions. "
		 "Passwords that libc hands out are never recorded",
	 .fallback = "none",
	 .is_variable = true,
	 .check = fxw_redact_check},
	{.name = "follow",
	 .kind = OPTION_SWITCH,
	 .value = &chosen.follow,
	 .help = "also record the processes that the program starts",
	 .fallback = "yes",
	 .is_variable = true},
	{.name = "for-replay",
	 .kind = OPTION_SWITCH,
	 .value = &chosen.for_replay,
	 .help = "record all that a replay of files and pipes needs: whole "
		 "values unless --string-max or --blob-max is given, single "
		 "characters of streams, and what mapped files hold; --calls "
		 "adds to that. Only in streaming mode, and not with --on-full "
		 "drop",
	 .fallback = "no",
	 .is_variable = true},
	{ROW_TRIGGER("snapshot:, start: or stop:, then a condition: calls that "
		     "were made, CALLS>10ms that took longer, CALLS=ENOENT "
		     "that failed with that, or a signal, SIGUSR1; several "
		     "between commas. A session with a start: begins stopped. "
		     "Behind a condition may be ;every=TIME and ;max=N, how "
		     "often it makes snapshots (10s) and how many are kept, "
		     "and ;wait: see fxtrace-record(1)"),
	 .value = &chosen.trigger, .is_variable = true},
	{ROW_SNAPSHOTS_MAX, .value = &chosen.snapshots_max},
	{.name = "callers",
	 .kind = OPTION_STRING,
	 .value = &chosen.callers,
	 .arg = "LIST",
	 .help = "only calls that are made by these modules: names of files "
		 "without their folder, with * and ?, between commas; main is "
		 "the program; -ITEM leaves one out, and a list that begins "
		 "with it means all others",
	 .fallback = "all",
	 .is_variable = true,
	 .check = fxw_callers_check},
	{.name = "path",
	 .letter = 'P',
	 .kind = OPTION_STRING,
	 .value = &chosen.path,
	 .arg = "GLOBS",
	 .help = "only calls that name one of these files, or use a descriptor "
		 "or stream that was opened from it: comma list of paths with "
		 "* and ?, which fit slashes, too; hosts fits /etc/hosts",
	 .fallback = "all",
	 .is_variable = true,
	 .check = fxw_path_globs_check},
	{.name = "where",
	 .kind = OPTION_STRING,
	 .value = &chosen.where,
	 .arg = "LIST",
	 .help = "only calls whose arguments meet a condition: "
		 "FUNCTION:ARGUMENT=VALUE between commas, or !=, <, <=, >, >=, "
		 "and & for flags that are set; VALUE is a number (K, M, G, "
		 "hex), a constant, or for strings a text with * and ?; "
		 "ARGUMENT may be ret or errno. Of several conditions on a "
		 "function one must hold; other functions are recorded as "
		 "before",
	 .fallback = "all",
	 .is_variable = true,
	 .check = conditions_check},
	{.name = "errors",
	 .kind = OPTION_SWITCH,
	 .value = &chosen.errors,
	 .help = "only calls that failed, of functions that report failures; "
		 "OpenGL's do not",
	 .fallback = "no",
	 .is_variable = true},
	{.name = "min-time",
	 .kind = OPTION_STRING,
	 .value = &chosen.min_time,
	 .arg = "TIME",
	 .help = "only calls that took at least this long: 10us; ns, us, ms, s",
	 .fallback = "0ns",
	 .is_variable = true,
	 .check = check_time},
	{.name = "sample",
	 .kind = OPTION_STRING,
	 .value = &chosen.sample,
	 .arg = "N",
	 .help = "of each function the first and then each N-th call that the "
		 "other filters let through",
	 .fallback = "all",
	 .is_variable = true,
	 .check = check_count},
	{.name = "limit",
	 .kind = OPTION_STRING,
	 .value = &chosen.limit,
	 .arg = "N",
	 .help = "of each function the first N calls that the other filters "
		 "let through, in each process",
	 .fallback = "all",
	 .is_variable = true,
	 .check = check_count},
	{.name = SETTINGS_OPTION,
	 .letter = 'C',
	 .kind = OPTION_STRING,
	 .value = &chosen.config,
	 .arg = "FILE",
	 .help = "settings, one KEY = VALUE per line, for what neither an "
		 "option nor a variable sets; KEY is the name of an option "
		 "that has a variable, # begins a comment",
	 .fallback = "none",
	 .is_variable = true},
	{.name = "save-config",
	 .kind = OPTION_STRING,
	 .value = &chosen.save,
	 .arg = "FILE",
	 .help = "write the settings in force that are not the defaults into "
		 "FILE, for --config; without PROGRAM only that"},
	{.name = "shim",
	 .kind = OPTION_LIST,
	 .value = &chosen.shims,
	 .arg = "FILE",
	 .help = "also record the calls of another library, with the shim that "
		 "fxtrace shim made of it"},
	{.name = "print",
	 .kind = OPTION_FLAG,
	 .value = &chosen.prints,
	 .help = "streaming: print the calls on stderr while they are made, as "
		 "dump does; without -o there is no archive"},
	{.name = "pid",
	 .letter = 'p',
	 .kind = OPTION_STRING,
	 .value = &chosen.pid,
	 .arg = "PID",
	 .help = "says what to do instead: fxtrace cannot attach to a running "
		 "process"},
	{.name = "verbose",
	 .letter = 'v',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_verbose,
	 .help = "in the summary, also the groups that were not recorded"},
	{ROW_QUIET("no summary at the end, nothing of what was found, and on a "
		   "terminal no progress line"),
	 .value = &chosen.quiet},
	{0},
};

/* The program may run elsewhere. */
static void set_path(void)
{
	const char *list = getenv("FXTRACE_PATH");
	char *resolved;

	if (!list || fxw_path_globs_check(list))
		return;
	resolved = path_list_resolve(list);
	if (setenv("FXTRACE_PATH", resolved, 1))
		die("FXTRACE_PATH: %s", strerror(errno));
	free(resolved);
}

/* Sets the variables of the options that were given, as text: SIZE keeps its
 * suffix. A file's settings do not override them. */
static void set_variables(const struct cmd *cmd)
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
	if (*(getenv("FXTRACE_CONFIG") ?: ""))
		settings_load(cmd, getenv("FXTRACE_CONFIG"));
	set_path();
	/* the program begins its own session */
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

static int report_exec(const struct launch *launch)
{
	say("%s: %s", launch->argv[0], strerror(launch->exec_errno));
	return launch->exec_errno == ENOENT ? LAUNCH_NOT_FOUND
					    : LAUNCH_NOT_EXECUTABLE;
}

/* The mode is streaming by default. */
static bool is_mode(const char *what)
{
	const char *mode = getenv("FXTRACE_MODE");

	return strcmp(mode && *mode ? mode : "streaming", what) == 0;
}

/* A replay makes every call again, so none may be missing. */
static void check_for_replay(const struct cmd *cmd)
{
	static const char *const filters[] = {
		"FXTRACE_CALLERS",  "FXTRACE_PATH",   "FXTRACE_ERRORS",
		"FXTRACE_MIN_TIME", "FXTRACE_SAMPLE", "FXTRACE_LIMIT",
		"FXTRACE_WHERE"};
	const char *on_full = getenv("FXTRACE_ON_FULL");

	if (!option_is_yes(getenv("FXTRACE_FOR_REPLAY")))
		return;
	if (!is_mode("streaming"))
		usage(cmd,
		      "--for-replay does not work in %s mode: a replay "
		      "needs all calls, and that mode keeps what fits into "
		      "a buffer",
		      getenv("FXTRACE_MODE"));
	for (unsigned i = 0; i < sizeof(filters) / sizeof(*filters); i++)
		if (*(getenv(filters[i]) ?: ""))
			usage(cmd,
			      "--for-replay does not work with %s: a replay "
			      "needs all calls",
			      filters[i]);
	if (on_full && strcmp(on_full, "drop") == 0)
		usage(cmd, "--for-replay does not work with --on-full drop: a "
			   "replay needs all calls, and those that find no "
			   "space would be lost");
}

/* Whether there is a manager, to which all processes lend their buffers. */
static bool is_managed(void)
{
	return is_mode("streaming") || is_mode("circular");
}

/* Chooses what only a manager can do. A usage error without one. */
static void choose_managed(const struct cmd *cmd, struct managed *managed)
{
	const char *compress = getenv("FXTRACE_COMPRESS"), *block_max;
	const char *output = getenv("FXTRACE_OUTPUT");
	const char *wrong = compress && *compress ? pack_check(compress) : NULL;

	if (wrong)
		usage(cmd, "FXTRACE_COMPRESS %s: %s", compress, wrong);
	if (compress && *compress)
		(void)pack_named(compress, &managed->packing);
	managed->is_to_stdout = output && (strcmp(output, "-") == 0 ||
					   strcmp(output, "/dev/stdout") == 0);
	if (output && *output && !managed->is_to_stdout &&
	    replace_is_stream(output))
		managed->stream = output;
	managed->prints = chosen.prints;
	managed->is_quiet = chosen.quiet;
	managed->is_unwritten = chosen.prints && !(output && *output);
	block_max = getenv("FXTRACE_BLOCK_MAX");
	wrong = block_max && *block_max ? manager_check_block_max(block_max)
					: NULL;
	if (wrong)
		usage(cmd, "FXTRACE_BLOCK_MAX %s: %s", block_max, wrong);
	if (block_max && *block_max)
		managed->block_max_ms = manager_block_max(block_max);
	managed->snapshots_max = getenv("FXTRACE_SNAPSHOTS_MAX");
	wrong = managed->snapshots_max && *managed->snapshots_max
			? shots_check(managed->snapshots_max)
			: NULL;
	if (wrong)
		usage(cmd, "FXTRACE_SNAPSHOTS_MAX %s: %s",
		      managed->snapshots_max, wrong);
	managed->triggers = getenv("FXTRACE_TRIGGER");
	wrong = managed->triggers && *managed->triggers
			? triggers_check(managed->triggers)
			: NULL;
	if (wrong)
		usage(cmd, "FXTRACE_TRIGGER %s: %s", managed->triggers, wrong);
	if (managed->triggers && *managed->triggers && !is_managed())
		usage(cmd, "--trigger does not work in oneshot mode");
	if (managed->packing != PACKING_NONE && !is_managed())
		usage(cmd, "--compress does not work in oneshot mode");
	if (managed->is_to_stdout && !is_managed())
		usage(cmd, "--output - does not work in oneshot mode");
	if (managed->stream && !is_managed())
		usage(cmd,
		      "--output %s: a device or a pipe does not work in "
		      "oneshot mode",
		      output);
	if (managed->prints && !is_mode("streaming"))
		usage(cmd, "--print works in streaming mode only");
	if (managed->is_to_stdout && isatty(STDOUT_FILENO))
		die("stdout is a terminal: no place for an archive; send it to "
		    "a pipe or file, or name one with -o");
}

/* The name of the archive, or of those that processes write themselves. */
static void find_pattern(const struct managed *managed, char *pattern,
			 size_t pattern_bytes)
{
	const char *output = getenv("FXTRACE_OUTPUT");

	bool is_file = !managed->is_to_stdout && !managed->stream;

	output_absolute(is_file ? output : NULL, pattern, pattern_bytes);
	if (is_file && !managed->is_unwritten)
		check_folder(pattern);
}

/* What was chosen that processes cannot do without a manager, or NULL. */
static const char *needs_manager(const struct managed *managed)
{
	if (managed->is_to_stdout)
		return "--output -";
	if (managed->prints)
		return "--print";
	if (managed->packing != PACKING_NONE)
		return "--compress";
	if (managed->triggers && *managed->triggers)
		return "--trigger";
	return option_is_yes(getenv("FXTRACE_FOR_REPLAY")) ? "--for-replay"
							   : NULL;
}

/* No session is possible here: each process writes an archive of its own. Only
 * a manager can stream, so streaming mode becomes oneshot mode. */
static void fall_back(const struct managed *managed, const char *error)
{
	const char *what = needs_manager(managed);

	if (what)
		die("no session (%s), which %s needs", error, what);
	say("no session (%s): each process writes an archive of its own, up to "
	    "--buffer",
	    error);
	if (is_mode("streaming") && setenv("FXTRACE_MODE", "oneshot", 1))
		die("FXTRACE_MODE: %s", strerror(errno));
}

/* Returns fxtrace's exit status. */
static int finish(const struct launch *launch, struct managed *managed,
		  struct outcome *outcome)
{
	if (launch->exec_errno) {
		if (launch->manager)
			manager_abandon(launch->manager);
		return report_exec(launch);
	}
	outcome->output = launch->output;
	if (managed->is_to_stdout)
		outcome->name = "stdout";
	else
		outcome->name = managed->stream;
	outcome->is_unwritten = managed->is_unwritten;
	/* the status is the program's */
	if (launch->manager)
		managed_finish(managed, outcome);
	else
		(void)outcome_report(outcome);
	if (!outcome->quiet && !outcome->is_unwritten && !outcome->name)
		record_say_found(output_below_here(launch->output));
	private_remove();
	return launch_end(launch);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	static struct program_report report;
	char pattern[PATH_MAX], library[PATH_MAX], error[256];
	struct outcome outcome = {.quiet = chosen.quiet,
				  .is_verbose = chosen.is_verbose,
				  .program = argv[0]};
	struct launch launch = {.argv = argv, .pattern = pattern};
	struct managed managed = {0};

	if (chosen.pid)
		attach_refuse(cmd, chosen.pid);
	if (argc == 0 && !chosen.save)
		usage(cmd, "record: PROGRAM is missing");
	if (argc)
		die_with(LAUNCH_FAILED);
	if (chosen.trace && chosen.calls)
		usage(cmd, "--trace and --calls are one choice: give one");
	if (chosen.trace)
		chosen.calls = record_trace_list(chosen.trace);
	set_variables(cmd);
	if (chosen.save)
		settings_save(cmd, chosen.save);
	if (argc == 0)
		return EXIT_SUCCESS;
	check_for_replay(cmd);
	record_check_names(cmd, &chosen.shims);
	choose_managed(cmd, &managed);
	find_pattern(&managed, pattern, sizeof(pattern));
	library_suppress(argv[0]);
	launch.overwrite = option_is_yes(getenv("FXTRACE_OVERWRITE"));
	library_find(library, sizeof(library));
	program_examine(argv[0], library, &report);
	if (!report.is_foreign)
		library_preload(&chosen.shims);
	outcome.obstacle = program_obstacle(&report);
	if (outcome.obstacle && report.is_executable)
		say("warning: %s %s", argv[0], outcome.obstacle);
	clock_gettime(CLOCK_REALTIME_COARSE, &outcome.start);
	if (is_managed() && !managed_start(&managed, error, sizeof(error)))
		fall_back(&managed, error);
	launch.manager = managed.manager;
	if (managed.is_to_stdout)
		launch.archive = LAUNCH_TO_STDOUT;
	else if (managed.is_unwritten || managed.stream)
		launch.archive = LAUNCH_NOWHERE;
	launch_run(&launch);
	return finish(&launch, &managed, &outcome);
}

const struct cmd cmd_record = {
	.name = "record",
	.synopsis = "[options] [--] PROGRAM [ARGS...]",
	.purpose = "run a program and record its library calls",
	.description =
		"Starts PROGRAM with the recorder loaded into it (LD_PRELOAD) "
		"and waits for it. At the end it reports on stderr what was "
		"recorded. Up to three lines say which function took most "
		"time, which one failed most and how, and a command that "
		"shows more. Of archives above 2 MiB (for a terminal 32) it is "
		"the "
		"command alone. Ctrl-C goes to the program; its archive is "
		"complete "
		"however it ends. The exit status is the program's. If a "
		"signal kills "
		"the program, fxtrace saves the archive and then dies of the "
		"same signal, without a core file of its own; a shell shows "
		"128 and its number. 125 to 127: the program was not started.\n"
		"\n"
		"Where the kernel or a sandbox does not allow what a session "
		"needs (memory, sockets), one line says what is missing, and "
		"each process writes an archive of its own, as with --mode "
		"oneshot.\n"
		"\n"
		"Options that have a variable set it for the program and what "
		"it starts: --string-max is FXTRACE_STRING_MAX. An option that "
		"is not given leaves its variable as it is.\n"
		"\n"
		"--print shows calls ten times a second, in the order in which "
		"they began. A call that has no end by then is shown as far as "
		"it is, with <unfinished ...>. Its rest follows later, under "
		"the same number, as <... NAME resumed>. If fxtrace itself is "
		"killed, the archive goes on and printing does not; stderr "
		"says so.\n"
		"\n"
		"  fxtrace record ls -l\n"
		"  fxtrace record --print -c 'open*,read' cat /etc/hosts\n"
		"  fxtrace record -o trace.fxt -c '+%memstr' -- make test\n"
		"  fxtrace record -c 'open*,read,write' sh -c 'date | wc'",
	.options = options,
	.stops_at_operand = true,
	.run = run,
};
