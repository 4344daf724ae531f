/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace inspect`: frames of OpenGL as a page for browsers.
 */
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/base/new_folder.h"
#include "tools/base/replace.h"
#include "tools/command/cmd.h"
#include "tools/command/page_job.h"
#include "tools/command/ranges.h"
#include "tools/command/shared_options.h"
#include "tools/inspect/capture.h"
#include "tools/inspect/export.h"
#include "tools/inspect/slowest.h"
#include "tools/page/page.h"
#include "tools/replay/play.h"

/* The page's text before and after the data: tools/inspect/page.S. */
extern const char inspect_page[], inspect_page_end[];

#define DEFAULT_PAGE_BYTES ((uint64_t)64 << 20)
#define DEFAULT_FOLDER_BYTES ((uint64_t)1 << 30)
#define MOST_LEFT_OUT 1024u

static struct {
	const char *output, *json, *frames, *calls;
	uint64_t process, max_bytes;
	bool is_windowed, is_single_thread, reads_always;
} chosen = {.process = PLAY_NONE, .max_bytes = UINT64_MAX};

static const char *check_calls(const char *text)
{
	uint64_t first, last;

	return ranges_read(text, &first, &last)
		       ? NULL
		       : "expected numbers of calls as 40 or 40-60";
}

static const struct option options[] = {
	{ROW_OUTPUT("FILE", "the page; - is standard output"),
	 .value = &chosen.output,
	 .fallback = "NAME.inspect.html here for NAME.fxt"},
	{.name = "json",
	 .kind = OPTION_STRING,
	 .value = &chosen.json,
	 .arg = "DIR",
	 .help = "write no page, but a new folder for scripts: inspect.json "
		 "and "
		 "each picture as files, .raw and, if it has exactly the "
		 "values, .png"},
	{.name = "frames",
	 .letter = 'f',
	 .kind = OPTION_STRING,
	 .value = &chosen.frames,
	 .arg = "A-B",
	 .help = "show these frames in detail",
	 .fallback = "the one that took longest, but for the first",
	 .check = ranges_check_frames},
	{.name = "calls",
	 .letter = 'c',
	 .kind = OPTION_STRING,
	 .value = &chosen.calls,
	 .arg = "A-B",
	 .help = "show in detail only what is between these calls, by number",
	 .check = check_calls},
	{.name = "max-size",
	 .kind = OPTION_SIZE,
	 .value = &chosen.max_bytes,
	 .arg = "SIZE",
	 .help = "if the page or all files of the folder are larger, there are "
		 "pictures of every second draw only, or of fewer; it says "
		 "so",
	 .fallback = "64M, with --json 1G"},
	{.name = "windowed",
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_windowed,
	 .help = "replay in windows on the X server, not in memory"},
	{.name = "single-thread",
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_single_thread,
	 .help = "replay all calls in one thread, whichever made them"},
	{.name = "read-always",
	 .kind = OPTION_FLAG,
	 .value = &chosen.reads_always,
	 .help = "read all that is drawn to, and all bound textures, after "
		 "each draw, not only what may have changed; this takes "
		 "longer"},
	{.name = "process",
	 .letter = 'p',
	 .kind = OPTION_NUMBER,
	 .value = &chosen.process,
	 .arg = "PID",
	 .help = "replay the calls of this process",
	 .fallback = "the first that has calls of OpenGL"},
	{0},
};

struct job {
	struct capture_settings settings;
	struct capture *capture;
	const char *title;
	struct slowest archive;
	uint64_t n_bytes;
	uint32_t every;	 /* see tiles_write */
	uint32_t n_left; /* of so many draws one has pictures */
};

static void choose_frames(struct job *job, const char *path)
{
	struct capture_settings *settings = &job->settings;

	job->archive = slowest_find(path, chosen.process);
	settings->n_frames = job->archive.n_frames;
	settings->last_call = UINT64_MAX;
	settings->last_frame = UINT64_MAX;
	if (chosen.calls)
		(void)ranges_read(chosen.calls, &settings->first_call,
				  &settings->last_call);
	if (chosen.frames)
		(void)ranges_read(chosen.frames, &settings->first_frame,
				  &settings->last_frame);
	else if (!chosen.calls)
		settings->first_frame = settings->last_frame =
			job->archive.frame;
}

/* Returns the exit status. */
static int replay(struct job *job, const char *path)
{
	const struct play_settings settings = {
		.process = chosen.process,
		.is_headless = !chosen.is_windowed,
		.is_single_thread = chosen.is_single_thread,
		.last_frame = PLAY_NONE,
		.until = PLAY_NONE,
		.is_checked = true,
		.viewer = capture_viewer(job->capture),
		.is_quiet = true,
	};

	return play(path, &settings);
}

static const char *fault_of(const struct job *job)
{
	return *job->archive.fault ? job->archive.fault : NULL;
}

static void write_page(struct job *job, FILE *out)
{
	page_head(out, inspect_page, inspect_page_end);
	capture_write(job->capture, out, job->title, fault_of(job), job->every);
	page_rest(out, inspect_page, inspect_page_end);
}

/* Writes it with fewer pictures until it is small enough. */
static void write_file(struct job *job, const char *path)
{
	static struct replace replace;
	char error[PATH_MAX + 128];
	off_t n_bytes;

	replace_guard();
	if (!replace_begin(&replace, path, STDIN_FILENO, error, sizeof(error)))
		die("%s", error);
	for (;;) {
		write_page(job, replace.out);
		n_bytes = ftello(replace.out);
		if (n_bytes < 0 || (uint64_t)n_bytes <= chosen.max_bytes ||
		    job->every >= MOST_LEFT_OUT)
			break;
		/* pictures before and after a draw have two numbers */
		job->every *= job->every == 1 ? 4 : 2;
		rewind(replace.out);
		if (fflush(replace.out) || ftruncate(fileno(replace.out), 0))
			break;
	}
	job->n_bytes = n_bytes > 0 ? (uint64_t)n_bytes : 0;
	job->n_left = job->every > 1 ? job->every / 2 : 1;
	if (!replace_end(&replace, true, error, sizeof(error)))
		die("%s", error);
}

static void report(const struct job *job, const char *path)
{
	struct capture_counts n = capture_count(job->capture);

	say("%s: %s, %s in detail, %s, %s, %s", path,
	    human_things(n.frames.n, "frame").text,
	    human_count(n.frames.n_detailed).text,
	    human_things(n.n_draws, "draw").text,
	    human_things(n.n_contents, "content").text,
	    human_bytes(job->n_bytes).text);
	if (job->n_left > 1)
		say("larger than --max-size: pictures of every %u. draw only; "
		    "--calls A-B chooses some",
		    job->n_left);
	if (n.n_different)
		say("%s returned something else than when they were recorded: "
		    "this driver may draw other pictures",
		    human_things(n.n_different, "call").text);
	if (!n.n_draws)
		say("no draw is in detail: --frames or --calls choose others");
}

static void write_folder(struct job *job)
{
	const struct export_words words = {.title = job->title,
					   .fault = fault_of(job),
					   .max_bytes = chosen.max_bytes};
	struct export_counts counts =
		export_write(job->capture, chosen.json, &words);

	job->n_bytes = counts.n_bytes;
	job->n_left = counts.every;
	report(job, chosen.json);
}

static void write_output(struct job *job, const char *output)
{
	if (chosen.json) {
		write_folder(job);
	} else if (strcmp(output, "-") == 0) {
		write_page(job, stdout);
		flush_stdout();
	} else {
		write_file(job, output);
		report(job, output);
	}
}

/* Exits if there can be no such folder: a replay may take long. */
static void check_folder(const struct cmd *cmd)
{
	char error[PATH_MAX + 128];

	if (chosen.output)
		usage(cmd,
		      "--json writes a folder and no page: it goes without "
		      "--output");
	if (!*chosen.json || strcmp(chosen.json, "-") == 0)
		usage(cmd, "--json needs the name of a new folder");
	if (!new_folder_can(chosen.json, error, sizeof(error)))
		die("%s", error);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = archive_path(cmd, argc, argv);
	const char *slash = strrchr(path, '/'), *output;
	struct job job = {.title = slash ? slash + 1 : path, .every = 1};
	int status;

	if (strcmp(path, "-") == 0)
		usage(cmd, "a replay reads its file twice: it cannot be "
			   "standard input");
	output = page_output(cmd, chosen.output, path, "inspect.html");
	if (chosen.max_bytes == UINT64_MAX)
		chosen.max_bytes =
			chosen.json ? DEFAULT_FOLDER_BYTES : DEFAULT_PAGE_BYTES;
	if (chosen.json)
		check_folder(cmd);
	signal(SIGXFSZ, SIG_IGN); /* a size that is too large is an error */
	choose_frames(&job, path);
	job.settings.reads_always = chosen.reads_always;
	job.capture = capture_open(&job.settings);
	status = replay(&job, path);
	write_output(&job, output);
	capture_close(job.capture);
	return status;
}

const struct cmd cmd_inspect = {
	.name = "inspect",
	.synopsis = "[options] [-o FILE | --json DIR] [FILE]",
	.purpose = "make a page for browsers that shows how frames are drawn",
	.description =
		"Replays a recording of OpenGL in memory and writes one HTML "
		"file that needs nothing else, and fetches nothing. It has "
		"all frames as small pictures with their times. Of the frames "
		"in detail it has every call and, at each draw, the pictures "
		"of what it draws to before and after it, the textures that "
		"are bound, the shaders, and all state. A click at a pixel "
		"shows which draws changed it.\n"
		"\n"
		"Pictures are those of this machine's driver, whose name is "
		"in the page. Each has the exact values. Where there is no "
		"picture, the page says why.\n"
		"\n"
		"With --json the same goes to a new folder, for scripts. Its "
		"inspect.json says for each picture which file has it: "
		"`fxtrace help inspect` shows how to use it.\n"
		"\n"
		"FILE may be compressed (gzip, zstd). Without FILE the newest "
		"*.fxt of the current directory is taken.",
	.options = options,
	.run = run,
};
