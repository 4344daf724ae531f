/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace dump`: the calls of an archive in the order in which they began, as
 * text or JSON lines, or its records as they are. It reads them with the
 * library for others, by its header alone.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/base/color.h"
#include "tools/base/die.h"
#include "tools/base/pager.h"
#include "tools/base/terminal.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/client/reading.h"
#include "tools/command/shared_options.h"
#include "tools/select/select.h"

static struct {
	const char *calls, *color, *has_names;
	const char *debug_path, *time;
	bool is_json, is_raw, is_stable, has_blobs, has_pager, has_stacks;
	struct filter_words filter;
} chosen = {.color = "auto", .time = "relative", .has_pager = true};

static const struct option options[] = {
	{ROW_CALLS("show only these: " CALLS_GLOBS, select_check),
	 .value = &chosen.calls, .fallback = "all"},
	ROWS_OUTCOME(chosen.filter, "show only"),
	ROWS_FILTER(chosen.filter, "show only"),
	{.name = "grep",
	 .letter = 'g',
	 .kind = OPTION_STRING,
	 .value = &chosen.filter.pattern,
	 .arg = "REGEX",
	 .help = "show only calls whose line matches this extended regular "
		 "expression",
	 .check = filter_check_pattern},
	{ROW_JSON("call"), .value = &chosen.is_json},
	{.name = "raw",
	 .letter = 'r',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_raw,
	 .help = "show every record in the order of the file, with its offset"},
	{.name = "time",
	 .kind = OPTION_STRING,
	 .value = &chosen.time,
	 .arg = "HOW",
	 .help = "show times as seconds since the session's start (relative), "
		 "as time of day (clock), with the date (date), or as seconds "
		 "since 1970 (epoch)",
	 .fallback = "relative",
	 .choices = "relative clock date epoch"},
	{.name = "stable",
	 .letter = 's',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_stable,
	 .help = "leave out times, addresses and process and thread ids, to "
		 "compare runs"},
	{.name = "blobs",
	 .letter = 'b',
	 .kind = OPTION_FLAG,
	 .value = &chosen.has_blobs,
	 .help = "show memory whole, as a hexdump below the call"},
	{.name = "stacks",
	 .kind = OPTION_FLAG,
	 .value = &chosen.has_stacks,
	 .help = "show where each call was made, frame by frame, if it was "
		 "recorded with --stack"},
	{ROW_DEBUG_PATH(""), .value = &chosen.debug_path},
	{.name = "fd-names",
	 .kind = OPTION_SWITCH,
	 .value = &chosen.has_names,
	 .help = "show what descriptors and streams are, "
		 "read(fd=3</etc/hosts>, ...), and what the program calls its "
		 "OpenGL objects, texture=5<brick wall>, as far as the "
		 "recorded calls show it",
	 .fallback = "yes; with --stable no"},
	{ROW_COLOR, .value = &chosen.color},
	{ROW_PAGER, .value = &chosen.has_pager},
	{0},
};

static bool has_names(void)
{
	return chosen.has_names ? strcmp(chosen.has_names, "1") == 0
				: !chosen.is_stable;
}

/* Is called after the messages about the archive. */
static void begin_output(void)
{
	if (chosen.has_pager)
		pager_open();
}

static void put_text(const char *text, size_t n_bytes)
{
	if (!text)
		return;
	fwrite(text, 1, n_bytes, stdout);
	putchar('\n');
}

static int dump_raw(const char *path)
{
	struct fxtrace_options how = reading_options();
	struct fxtrace_archive *archive;
	const char *text;
	size_t n_bytes;

	how.has_records = true;
	archive = reading_open(path, path, &how);
	begin_output();
	while (!ferror(stdout) &&
	       (text = fxtrace_next_record(archive, &n_bytes)))
		put_text(text, n_bytes);
	flush_stdout();
	return reading_close(path, archive);
}

/* Whether an option selects calls or changes how they are shown. */
static bool is_about_calls(void)
{
	const struct filter_words *filter = &chosen.filter;

	return chosen.is_json || chosen.calls || filter->is_failed ||
	       filter->min_time || filter->since || filter->until ||
	       filter->processes || filter->threads || filter->frames ||
	       filter->paths || filter->pattern;
}

/* Messages up to that time, of the recorder or what else made the archive, from
 * number *next on. */
static void show_messages(struct fxtrace_archive *archive, size_t *next,
			  uint64_t until_ns)
{
	while (*next < fxtrace_n_messages(archive) &&
	       fxtrace_message(archive, *next)->ns <= until_ns) {
		size_t n_bytes;
		const char *text =
			fxtrace_message_text(archive, *next, &n_bytes);

		put_text(text, n_bytes);
		++*next;
	}
}

static void show_causes(struct fxtrace_archive *archive)
{
	for (size_t i = 0; i < fxtrace_n_causes(archive); i++) {
		size_t n_bytes;
		const char *text = fxtrace_cause_json(archive, i, &n_bytes);

		put_text(text, n_bytes);
	}
}

static void show_calls(struct fxtrace_archive *archive)
{
	bool has_messages = !is_about_calls() && !chosen.is_stable;
	const struct fxtrace_call *call;
	size_t next = 0, n_bytes;
	const char *text;

	if (chosen.is_json)
		show_causes(archive);
	while (!ferror(stdout) && (call = fxtrace_next(archive))) {
		if (has_messages)
			show_messages(archive, &next, call->begin_ns);
		text = chosen.is_json ? fxtrace_call_json(archive, &n_bytes)
				      : fxtrace_call_text(archive, &n_bytes);
		put_text(text, n_bytes);
	}
	if (has_messages)
		show_messages(archive, &next, UINT64_MAX);
}

static enum fxtrace_time chosen_time(void)
{
	return strcmp(chosen.time, "clock") == 0   ? FXTRACE_TIME_CLOCK
	       : strcmp(chosen.time, "date") == 0  ? FXTRACE_TIME_DATE
	       : strcmp(chosen.time, "epoch") == 0 ? FXTRACE_TIME_EPOCH
						   : FXTRACE_TIME_RELATIVE;
}

static struct fxtrace_options call_options(void)
{
	struct fxtrace_options how = reading_options();

	reading_choose(&how, chosen.calls, &chosen.filter);
	how.is_text_only = true;
	how.is_json = chosen.is_json;
	how.has_names = has_names();
	how.is_stable = chosen.is_stable;
	how.has_blobs = chosen.has_blobs;
	how.has_color = !chosen.is_json && color_is_wanted(chosen.color);
	how.has_stacks = chosen.has_stacks;
	how.debug_path = chosen.debug_path;
	how.time = chosen_time();
	if (chosen.is_json || chosen.has_blobs)
		how.max_value_bytes = 256u << 20;
	return how;
}

static int dump_calls(const char *path)
{
	struct fxtrace_options how = call_options();
	struct fxtrace_archive *archive = reading_open(path, path, &how);

	begin_output();
	show_calls(archive);
	flush_stdout();
	return reading_close(path, archive);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = archive_path(cmd, argc, argv);

	if (chosen.is_raw && is_about_calls())
		usage(cmd, "--raw shows records, so it goes neither with "
			   "--json nor with what chooses among calls");
	if ((chosen.is_raw || chosen.is_json || chosen.is_stable) &&
	    chosen_time() != FXTRACE_TIME_RELATIVE)
		usage(cmd, "--time is about lines of text: it goes neither "
			   "with --json and --raw nor with --stable");
	listed_check(cmd, "--calls", chosen.calls, path);
	/* if the reader stops, EPIPE says so, see flush_stdout */
	signal(SIGPIPE, SIG_IGN);
	if (chosen.is_raw || chosen.is_json || !color_is_wanted(chosen.color))
		terminal_guard();
	setvbuf(stdout, NULL, _IOFBF, 256 << 10);
	return chosen.is_raw ? dump_raw(path) : dump_calls(path);
}

const struct cmd cmd_dump = {
	.name = "dump",
	.synopsis = "[options] [FILE]",
	.purpose = "print the calls of an archive",
	.description =
		"Prints one call per line, of all processes and threads, in "
		"the order in which calls began:\n"
		"\n"
		"  12 0.000123 100/101 read(fd=3, buf=\"abc\", count=9) = 3 "
		"<1.2us>\n"
		"\n"
		"That is its number, the seconds since the session's start, "
		"process and thread, the arguments in prototype order, the "
		"result and how long it took. The error of a failed call "
		"follows its result. A call that has no end in the archive has "
		"= ? and the reason. X => Y is a value before and after the "
		"call. ...[N] is a value that has N bytes or elements in all. "
		"? or ?[N] is one that is withheld (see --redact of record). "
		"For printf and similar functions, ...=[3, \"x\"] are the "
		"values that the format took. text=\"3 x\" is what they make, "
		"unless another argument has it. Three dots after the text "
		"mean that not all of it was recorded. For scanf, ... is what "
		"was stored. A line that begins with # is a message of the "
		"recorder itself, or a debug message of OpenGL.\n"
		"\n"
		"Options that choose calls narrow one another: --errors "
		"--calls 'open*' --process nginx shows the opens of nginx that "
		"failed. Numbers and times stay as they are.\n"
		"\n"
		"A frame of OpenGL ends with each call that shows the back "
		"buffer (glXSwapBuffers, eglSwapBuffers and similar ones, "
		"glFrameTerminatorGREMEDY), of any thread and for any window. "
		"fxtrace info shows how many frames a process has. A call "
		"belongs to the frame in which it began. A call inside a swap "
		"belongs to the swap's frame. Calls after the last swap have "
		"the next number. --frames shows nothing of processes without "
		"frames.\n"
		"\n" ARCHIVE_OPERAND "\n"
		"\n"
		"Times of day need an archive whose recorder knew them; info "
		"shows that. clock and date are those of the time zone that "
		"the machine had at the start; without one they are UTC. "
		"Between the instants at which the recorder compared the "
		"clocks they are interpolated. Where the clock was set, they "
		"jump. --since 16:20:00 means the day on which the recording "
		"began, or the next one if it went on that long. If the clock "
		"was set back, the first time that it showed that counts. A "
		"date without an offset, as +01:00 or Z, is in the machine's "
		"zone.\n"
		"\n"
		"With --json each line is one call, an object with these keys: "
		"number; begin_ns, end_ns, duration_ns (since the session's "
		"start; only begin_ns where the end is not known); pid, tid; "
		"process, "
		"thread (names, if known); frame (if its process has frames); "
		"category, name; state (done, unfinished, abandoned, "
		"no_return, replaced, jumped); marks (late, cut, fake; only if "
		"there "
		"are any); args (an object in prototype order, what was passed "
		"after the last parameter as ...); text (what printf and "
		"similar functions made, as above; text_cut: not all of it); "
		"ret; errno (only if the call failed); at the end time (when "
		"it "
		"began, ISO 8601 in UTC) and host, if the archive knows them. "
		"Constants, flag sets "
		"and addresses are strings. Memory and text that is not UTF-8 "
		"are objects with base64 and bytes (their number). NAME' is "
		"what the call made of NAME, NAME@ its address, NAME.size the "
		"true size of a value that was cut. fd_names (only if there "
		"are any) says what the descriptors and streams among the "
		"values are, by their number or address. labels has the names "
		"that the program gave its OpenGL objects, by kind and number: "
		"gl:texture 5.\n"
		"\n"
		"What a descriptor is comes from those that the process began "
		"with, and from its calls since then or its parent's: "
		"3</etc/hosts>, 4<pipe:#1>, 5<TCP "
		"127.0.0.1:5000->127.0.0.1:80>. Both ends of a pipe have its "
		"number. The current folder is put before a relative path; "
		"links in it are not followed. Nothing is shown where calls "
		"that close or replace descriptors (close, dup2, dup3) were "
		"not recorded, or calls were lost meanwhile. Names of OpenGL's "
		"objects come from glObjectLabel and similar functions.",
	.options = options,
	.escapes_itself = true,
	.run = run,
};
