/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace dump`: the calls of an archive in the order in which they began, as
 * text or JSON lines, or its records as they are.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fd/descriptors.h"
#include "tools/fd/handled.h"
#include "tools/archive/archive.h"
#include "tools/select/catalogue.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/shared_options.h"
#include "tools/base/color.h"
#include "tools/base/die.h"
#include "tools/base/terminal.h"
#include "tools/base/pager.h"
#include "tools/print/cause.h"
#include "tools/select/select.h"
#include "tools/print/backtrace.h"

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

/* Is shown, or is needed to know what descriptors and objects are. */
static bool is_wanted(void *has_names, struct fxr_text category,
		      struct fxr_text name)
{
	return catalogue_is_listed(chosen.calls, category, name) ||
	       (chosen.filter.paths &&
		descriptors_need(category.bytes, name.bytes)) ||
	       (has_names && (descriptors_need(category.bytes, name.bytes) ||
			      labels_need(category.bytes, name.bytes)));
}

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

static int dump_raw(const char *path)
{
	struct fxr_reader *reader = archive_open(path, false);
	struct pen out = {.out = stdout};
	struct print print = {.out = &out};
	static struct fxr_record record;
	int status;

	begin_output();
	while (!fxr_next(reader, &record) && !ferror(stdout))
		print_record(&print, reader, &record);
	pen_flush(&out);
	pen_fini(&out);
	flush_stdout();
	status = archive_status(path, reader, NULL);
	fxr_close(reader);
	return status;
}

/* What calls are printed with. */
struct dump {
	struct fxr_calls *calls;
	struct filter *filter;
	struct pen out;
	struct print print;
	struct pen text; /* that a pattern is matched with */
	struct print line;
	struct heads_of_calls heads; /* of both */
	struct print_names names;
	struct backtraces *stacks; /* NULL: they are not shown */
	size_t next_notice;
};

static void print_one_call(const struct print *print,
			   const struct fxr_call *call)
{
	if (chosen.is_json)
		print_call_json(print, call);
	else
		print_call(print, call);
}

static void show_call(struct dump *dump, const struct fxr_call *call)
{
	print_one_call(&dump->print, call);
	if (dump->stacks && !chosen.is_json)
		backtrace_print(dump->stacks, &dump->print, call);
}

static bool fits_pattern(struct dump *dump, const struct fxr_call *call)
{
	if (!filter_has_pattern(dump->filter))
		return true;
	print_one_call(&dump->line, call);
	pen_byte(&dump->text, '\0');
	return filter_has_line(dump->filter, pen_take(&dump->text).bytes);
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

static int by_time(const void *a, const void *b)
{
	const struct fxr_notice *x = a, *y = b;

	return x->ns < y->ns ? -1 : x->ns > y->ns;
}

/* Messages up to that time, of the recorder or what else made the archive. */
static void show_notices(struct dump *dump, uint64_t until_ns)
{
	const struct fxr_world *world = dump->print.world;

	while (dump->next_notice < world->n_notices &&
	       world->notices[dump->next_notice].ns <= until_ns)
		print_notice(&dump->print,
			     &world->notices[dump->next_notice++]);
}

static void show_calls(struct dump *dump)
{
	const struct fxr_calls_totals *totals = fxr_calls_totals(dump->calls);
	struct fxr_world *world = dump->print.world;
	struct concern *concern = concern_open(world, chosen.filter.paths);
	static struct fxr_call call;

	if (!is_about_calls())
		print_note_causes(dump->calls);
	for (size_t i = 0; chosen.is_json && i < world->n_causes; i++)
		print_cause_json(&dump->print, dump->calls, i);
	if (is_about_calls() || chosen.is_stable)
		dump->next_notice = world->n_notices;
	else if (world->n_notices)
		qsort(world->notices, world->n_notices, sizeof(*world->notices),
		      by_time);
	while (!ferror(stdout) && fxr_calls_next(dump->calls, &call)) {
		show_notices(dump, call.begin_ns);
		if (dump->names.descriptors)
			descriptors_take(dump->names.descriptors, &call);
		if (concern_has(concern, &call) &&
		    filter_has(dump->filter, dump->print.world, &call,
			       totals->last_ns) &&
		    catalogue_is_listed(chosen.calls, call.name->category,
					call.name->name) &&
		    fits_pattern(dump, &call))
			show_call(dump, &call);
		if (dump->names.labels)
			labels_take(dump->names.labels, &call);
	}
	show_notices(dump, UINT64_MAX);
	concern_close(concern);
}

static enum print_time chosen_time(void)
{
	return strcmp(chosen.time, "clock") == 0   ? PRINT_CLOCK
	       : strcmp(chosen.time, "date") == 0  ? PRINT_DATE
	       : strcmp(chosen.time, "epoch") == 0 ? PRINT_EPOCH
						   : PRINT_RELATIVE;
}

/* How the user wants times; dies if the archive cannot say that. */
static void choose_time(struct dump *dump)
{
	dump->print.time = chosen_time();
	if (dump->print.time != PRINT_RELATIVE &&
	    !fxr_wall_is_known(&dump->print.world->wall))
		die("--time %s: the archive does not know the time of day",
		    chosen.time);
}

static void open_printers(struct dump *dump)
{
	dump->out.out = stdout;
	dump->print = (struct print){.out = &dump->out,
				     .world = fxr_calls_world(dump->calls),
				     .heads = &dump->heads,
				     .is_stable = chosen.is_stable,
				     .has_blobs = chosen.has_blobs};
	choose_time(dump);
	if (has_names()) {
		dump->names.descriptors = descriptors_open(dump->print.world);
		dump->names.labels = labels_open();
		dump->print.names = &dump->names;
	}
	if (chosen.has_stacks) {
		dump->stacks =
			backtrace_open(dump->print.world, chosen.debug_path);
		dump->print.put_more = backtrace_print_json;
		dump->print.more = dump->stacks;
	}
	dump->line = dump->print;
	dump->print.has_color = color_is_wanted(chosen.color);
	dump->line.out = &dump->text;
}

static int dump_calls(const char *path)
{
	struct fxr_reader *reader = archive_open(path, true);
	struct fxr_calls_options how = {
		.is_wanted = chosen.calls ? is_wanted : NULL,
		.progress = archive_progress,
		.context = has_names() ? &chosen : NULL,
	};
	struct dump dump = {.filter = filter_open(&chosen.filter)};
	int status;

	if (chosen.is_json || chosen.has_blobs)
		how.max_blob_bytes = 256u << 20;
	dump.calls = fxr_calls_open(reader, &how);
	archive_progress_end();
	filter_bind(dump.filter, fxr_calls_world(dump.calls),
		    fxr_calls_totals(dump.calls)->last_ns);
	open_printers(&dump);
	begin_output();
	show_calls(&dump);
	pen_flush(&dump.out);
	flush_stdout();
	status = archive_status(path, reader, dump.calls);
	pen_fini(&dump.out);
	pen_fini(&dump.text);
	backtrace_close(dump.stacks);
	heads_fini(&dump.heads);
	filter_close(dump.filter);
	descriptors_close(dump.names.descriptors);
	labels_close(dump.names.labels);
	fxr_calls_close(dump.calls);
	fxr_close(reader);
	return status;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = archive_path(cmd, argc, argv);

	if (chosen.is_raw && is_about_calls())
		usage(cmd, "--raw shows records, so it goes neither with "
			   "--json nor with what chooses among calls");
	if ((chosen.is_raw || chosen.is_json || chosen.is_stable) &&
	    chosen_time() != PRINT_RELATIVE)
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
	.run = run,
};
