/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace replay`: makes the calls of an archive again.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/ranges.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/select/filter.h"
#include "tools/io/io_play.h"
#include "tools/io/io_prepare.h"
#include "tools/replay/call/plain.h"
#include "tools/replay/play.h"
#include "tools/select/select.h"

static struct {
	uint64_t process;
	bool is_headless, is_single_thread, is_checked, is_strict, is_benchmark,
		is_profile;
	uint64_t n_loops;
	const char *state, *calls, *library;
	const char *frames, *until, *ignored, *snapshot, *every;
	const char *io, *pace;
	bool prepares, prepares_only, is_verbose, verifies_state;
} chosen = {.process = PLAY_NONE, .every = "frame"};

static const char *check_every(const char *text)
{
	char *end;

	if (!strcmp(text, "frame") || !strcmp(text, "draw"))
		return NULL;
	if (strtoull(text, &end, 10) && !*end)
		return NULL;
	return "expected frame, draw or a number of frames";
}

#define MAX_STATES 1000u

/* A comma list of ranges. Returns how many there are, 0: it is none. */
static size_t read_ranges(const char *text, struct play_range *ranges)
{
	char *list = strdup(text), *rest = list, *one;
	size_t n = 0;

	while ((one = strsep(&rest, ","))) {
		if (n == MAX_STATES ||
		    !ranges_read(one, &ranges[n].first, &ranges[n].last)) {
			n = 0;
			break;
		}
		n++;
	}
	free(list);
	return n;
}

static const char *check_calls(const char *text)
{
	struct play_range ranges[MAX_STATES];

	return read_ranges(text, ranges)
		       ? NULL
		       : "expected numbers of calls as 40, 40-60 or 7,40-60";
}

/* The factor of the recorded times. 0: without waiting, negative: not a pace.
 */
static double pace_of(const char *text)
{
	double factor;
	char *end;

	if (!strcmp(text, "recorded"))
		return 1;
	factor = strtod(text, &end);
	return end == text || *end || !(factor >= 0 && factor < 1e6) ? -1
								     : factor;
}

static const char *check_pace(const char *text)
{
	return pace_of(text) < 0 ? "expected recorded, or by what its times "
				   "are to be multiplied"
				 : NULL;
}

static const struct option options[] = {
	{.name = "io",
	 .kind = OPTION_STRING,
	 .value = &chosen.io,
	 .arg = "DIR",
	 .help = "instead of OpenGL, replay what all recorded processes did to "
		 "files and pipes, with this folder as the whole file system"},
	{.name = "prepare",
	 .kind = OPTION_FLAG,
	 .value = &chosen.prepares,
	 .help = "with --io: first make in the folder, which must be empty, "
		 "what the recorded programs found: files with the bytes that "
		 "they read, folders and links"},
	{.name = "prepare-only",
	 .kind = OPTION_FLAG,
	 .value = &chosen.prepares_only,
	 .help = "as --prepare, and nothing else"},
	{.name = "verbose",
	 .letter = 'v',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_verbose,
	 .help = "with --prepare: name every file whose contents are not known "
		 "in full"},
	{.name = "pace",
	 .kind = OPTION_STRING,
	 .value = &chosen.pace,
	 .arg = "PACE",
	 .help = "with --io: recorded begins each call when it began in the "
		 "recording; a factor multiplies those times, 0.5 is twice as "
		 "fast",
	 .fallback = "as fast as it goes",
	 .choices = "recorded",
	 .check = check_pace},
	{ROW_CALLS("instead of OpenGL, make the calls of these functions once "
		   "more and compare what they return: " CALLS_GLOBS
		   ". Of libc, only functions that act on memory alone",
		   select_check),
	 .value = &chosen.calls},
	{.name = "lib",
	 .kind = OPTION_STRING,
	 .value = &chosen.library,
	 .arg = "LIBRARY",
	 .help = "with --calls: the library that has the functions, as dlopen "
		 "takes it",
	 .fallback = "the one that was recorded"},
	{.name = "headless",
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_headless,
	 .help = "draw without an X server, to memory only (EGL)"},
	{.name = "check",
	 .letter = 'k',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_checked,
	 .help = "compare what calls return (pixels read back, results, "
		 "getters) with the recording; a difference is reported with "
		 "its call's number, and the status is 1, as it is if nothing "
		 "was compared"},
	{.name = "snapshot",
	 .letter = 's',
	 .kind = OPTION_STRING,
	 .value = &chosen.snapshot,
	 .arg = "DIR",
	 .help = "write pictures into this folder, as frame-NUMBER.png or "
		 "call-NUMBER.png"},
	{.name = "every",
	 .kind = OPTION_STRING,
	 .value = &chosen.every,
	 .arg = "WHAT",
	 .help = "with --snapshot: a picture of every frame, after every draw "
		 "(also clears and blits), or of every N-th frame",
	 .fallback = "frame",
	 .choices = "frame draw",
	 .check = check_every},
	{.name = "frames",
	 .letter = 'f',
	 .kind = OPTION_STRING,
	 .value = &chosen.frames,
	 .arg = "A-B",
	 .help = "show and time only these frames; earlier ones are played "
		 "without that, later ones are not played",
	 .check = ranges_check_frames},
	{.name = "until",
	 .letter = 'u',
	 .kind = OPTION_STRING,
	 .value = &chosen.until,
	 .arg = "CALL",
	 .help = "stop after the call of this number, or after the first call "
		 "of the function of this name"},
	{.name = "loop",
	 .letter = 'l',
	 .kind = OPTION_NUMBER,
	 .value = &chosen.n_loops,
	 .arg = "N",
	 .help = "play the frames N times in all: those of --frames, or "
		 "everything",
	 .fallback = "1"},
	{.name = "state",
	 .kind = OPTION_STRING,
	 .value = &chosen.state,
	 .arg = "CALLS",
	 .help = "print the state of OpenGL after the call of this number as "
		 "JSON (what is enabled and bound, all values, uniforms, "
		 "shaders), and stop there; of several calls as 40-60 or "
		 "7,40-60, one object after the other",
	 .check = check_calls},
	{.name = "verify-state",
	 .kind = OPTION_FLAG,
	 .value = &chosen.verifies_state,
	 .help = "query all of the state after every draw and after the first "
		 "calls of each function, and compare it with what --state "
		 "would print, which queries only what calls may have changed; "
		 "the status is 1 if something differs"},
	{.name = "profile",
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_profile,
	 .help = "print the time that the processor and the graphics processor "
		 "take, by function, call and frame"},
	{.name = "benchmark",
	 .letter = 'b',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_benchmark,
	 .help = "print frames per second, percentiles of the frames' times "
		 "and processor time"},
	{.name = "ignore",
	 .letter = 'i',
	 .kind = OPTION_STRING,
	 .value = &chosen.ignored,
	 .arg = "LIST",
	 .help = "do not make these: comma list of function globs and "
		 "%category",
	 .check = select_check},
	{.name = "strict",
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_strict,
	 .help = "status 1 if any call could not be made, also one on which "
		 "no later call depends"},
	{.name = "single-thread",
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_single_thread,
	 .help = "make all calls in one thread, whichever made them"},
	{.name = "process",
	 .letter = 'p',
	 .kind = OPTION_NUMBER,
	 .value = &chosen.process,
	 .arg = "PID",
	 .help = "replay the calls of this process",
	 .fallback = "the first that has calls of OpenGL"},
	{0},
};

static int replay_io(const char *path)
{
	struct io_settings settings = {
		.dir = chosen.io,
		.pace = chosen.pace ? pace_of(chosen.pace) : 0,
		.is_strict = chosen.is_strict,
	};
	int status = 0;

	if (chosen.prepares || chosen.prepares_only)
		status = io_prepare(path, chosen.io, chosen.is_verbose);
	if (status || chosen.prepares_only)
		return status;
	return io_play(path, &settings);
}

static void choose_states(struct play_settings *settings,
			  struct play_range *states)
{
	settings->n_states = read_ranges(chosen.state, states);
	settings->states = states;
	settings->until = 0;
	for (size_t i = 0; i < settings->n_states; i++)
		if (states[i].last > settings->until)
			settings->until = states[i].last;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = archive_path(cmd, argc, argv);
	struct play_settings settings = {
		.process = chosen.process,
		.is_headless = chosen.is_headless,
		.is_single_thread = chosen.is_single_thread,
		.last_frame = PLAY_NONE,
		.until = PLAY_NONE,
		.ignored = chosen.ignored,
		.is_checked = chosen.is_checked,
		.is_strict = chosen.is_strict,
		.is_benchmark = chosen.is_benchmark,
		.is_profile = chosen.is_profile,
		.verifies_state = chosen.verifies_state,
		.n_loops = chosen.n_loops,
		.snapshot = chosen.snapshot,
	};
	struct play_range states[MAX_STATES];
	char *end;

	listed_check(cmd, "--calls", chosen.calls, path);
	listed_check(cmd, "--ignore", chosen.ignored, path);
	if (strcmp(path, "-") == 0)
		usage(cmd, "a replay reads its file twice: it cannot be "
			   "standard input");
	if (chosen.library && !chosen.calls)
		usage(cmd, "--lib goes with --calls");
	if (chosen.pace && !chosen.io)
		usage(cmd, "--pace goes with --io");
	if ((chosen.prepares || chosen.prepares_only) && !chosen.io)
		usage(cmd, "--prepare goes with --io");
	if (chosen.io)
		return replay_io(path);
	if (chosen.calls)
		return plain_replay(path, chosen.calls, chosen.library);
	if (chosen.frames)
		(void)ranges_read(chosen.frames, &settings.first_frame,
				  &settings.last_frame);
	if (chosen.until) {
		settings.until = strtoull(chosen.until, &end, 10);
		if (*end) {
			settings.until = PLAY_NONE;
			settings.until_name = chosen.until;
		}
	}
	if (chosen.state) {
		if (chosen.until)
			usage(cmd, "--state stops at its call, so --until "
				   "cannot name another one");
		choose_states(&settings, states);
	}
	if (!strcmp(chosen.every, "draw"))
		settings.every = PLAY_EVERY_DRAW;
	else if (strcmp(chosen.every, "frame") != 0) {
		settings.every = PLAY_EVERY_N;
		settings.every_n = strtoull(chosen.every, NULL, 10);
	}
	return play(path, &settings);
}

const struct cmd cmd_replay = {
	.name = "replay",
	.synopsis = "[options] [FILE]",
	.purpose = "make recorded calls again: OpenGL's, files' or others",
	.description =
		"Makes the OpenGL, OpenGL ES, GLX and EGL calls of one process "
		"again, in the order and the threads in which they were made, "
		"with contexts and windows like the recorded ones: in windows "
		"on the X server, or with --headless in memory. Calls that "
		"cannot be made are named and counted, and the rest goes on. "
		"The status is 1 if later calls may depend on them.\n"
		"\n"
		"With --calls it makes calls of other functions again, each by "
		"itself: those that take numbers, strings and memory that was "
		"recorded, such as strtol or a function of a library of your "
		"own (see API.md). A table shows for each function how "
		"many calls were made, how many returned something else than "
		"before, and how many could not be made, and why.\n"
		"\n"
		"With --io the files and pipes of all recorded processes are "
		"used once more. DIR is the whole file system: /etc/x is "
		"DIR/etc/x. Nothing leaves it, and nothing else is done: no "
		"network, no programs, no signals, no devices. What the "
		"recorded programs found must be there, or is made first with "
		"--prepare. Tables show how long each function and file took, "
		"then and now, how many results differ (status 1), and what "
		"was not made, by kind. Record with --for-replay.\n"
		"\n"
		"FILE may be compressed (gzip, zstd). Without FILE the newest "
		"*.fxt of the current directory is taken.",
	.options = options,
	.run = run,
};
