/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace flame`: which calls took the time, as a page or a picture.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/page_job.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/base/replace.h"
#include "tools/report/flame.h"
#include "tools/report/grow.h"
#include "tools/select/select.h"

static struct {
	const char *out, *calls, *by, *width, *min, *title, *debug_path;
	struct filter_words filter;
	bool has_waiting, is_picture;
} chosen = {.by = "thread", .width = "time"};

static const struct option options[] = {
	{ROW_OUTPUT("FILE", "the page, or FILE.svg: the picture; - is standard "
			    "output"),
	 .value = &chosen.out, .fallback = "NAME.html here for NAME.fxt"},
	{.name = "svg",
	 .letter = 's',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_picture,
	 .help = "draw a picture (SVG) instead of a page"},
	{ROW_GROW_BY("a flame"), .value = &chosen.by},
	{.name = "width",
	 .letter = 'w',
	 .kind = OPTION_STRING,
	 .value = &chosen.width,
	 .arg = "WHAT",
	 .help = "what the width shows: the time of calls, or their number",
	 .fallback = "time",
	 .choices = "time count"},
	{ROW_CALLS("show only these: " CALLS_GLOBS, select_check),
	 .value = &chosen.calls, .fallback = "all"},
	ROWS_FILTER(chosen.filter, "show only"),
	{ROW_WAIT("draw"), .value = &chosen.has_waiting},
	{ROW_DEBUG_PATH(""), .value = &chosen.debug_path},
	{ROW_GROW_MIN, .value = &chosen.min, .fallback = "0.01; pictures only"},
	{.name = "title",
	 .kind = OPTION_STRING,
	 .value = &chosen.title,
	 .arg = "TEXT",
	 .help = "its title",
	 .fallback = "the archive's name"},
	{0},
};

static const char *least(void)
{
	return chosen.min ? chosen.min : "0.01";
}

static void draw_graph(const struct grow *grow, FILE *file)
{
	struct pen out = {.out = file};
	struct flame flame = {.graph = &grow->graph,
			      .out = &out,
			      .title = chosen.title ?: grow->path,
			      .min_percent = grow_percent(least())};

	flame_write(&flame);
	pen_flush(&out);
	pen_fini(&out);
	if (flame.n_left_out)
		say("%s below %s%% left out, with what they called",
		    human_things(flame.n_left_out, "call path").text, least());
}

/* Into a file that gets its name only once it is whole. */
static bool draw_file(const struct grow *grow)
{
	struct replace replace;
	char error[512] = "";
	bool is_done;
	int fd = open(grow->path, O_RDONLY | O_CLOEXEC);

	is_done = replace_begin(&replace, chosen.out, fd, error, sizeof(error));
	if (is_done) {
		draw_graph(grow, replace.out);
		is_done = replace_end(&replace, true, error, sizeof(error));
	}
	if (fd >= 0)
		close(fd);
	if (!is_done)
		say("%s", error);
	return is_done;
}

static bool is_svg(const char *path)
{
	size_t n = strlen(path);

	return n > 4 && strcasecmp(path + n - 4, ".svg") == 0;
}

static int write_page(const struct cmd *cmd, int argc, char **argv)
{
	const struct timeline_flame flame = {
		.by = chosen.by,
		.is_by_calls = strcmp(chosen.width, "count") == 0,
		.has_waiting = chosen.has_waiting};
	const struct page_words words = {.output = chosen.out,
					 .title = chosen.title,
					 .calls = chosen.calls,
					 .debug_path = chosen.debug_path,
					 .filter = chosen.filter,
					 .blob_max = PAGE_BLOB_BYTES,
					 .flame = &flame};
	struct stat st;

	if (strcmp(chosen.by, "stack") == 0)
		usage(cmd, "--by stack needs --svg, or FILE.svg: a page has "
			   "no flames of stacks");
	if (chosen.min)
		usage(cmd, "--min needs --svg, or FILE.svg: a page shows all "
			   "that has space");
	/* who redirects it expects something there */
	if (!chosen.out && fstat(STDOUT_FILENO, &st) == 0 &&
	    S_ISREG(st.st_mode))
		say("the page has a file of its own; --svg -o - writes a "
		    "picture to standard output");
	return page_write(cmd, &words, argc, argv);
}

static int draw(const struct cmd *cmd, int argc, char **argv)
{
	static struct grow grow;
	bool is_stdout, is_done = true;
	bool is_by_count = strcmp(chosen.width, "count") == 0;
	int status;

	grow.path = archive_path(cmd, argc, argv);
	chosen.out = page_output(cmd, chosen.out, grow.path, "svg");
	is_stdout = strcmp(chosen.out, "-") == 0;
	if (is_stdout && isatty(STDOUT_FILENO))
		usage(cmd, "the picture needs a file: -o FILE");
	grow.list = chosen.calls;
	listed_check(cmd, "--calls", chosen.calls, grow.path);
	grow.words = chosen.filter;
	grow.by = grow_by(chosen.by);
	grow.debug_path = chosen.debug_path;
	grow.leaves_waiting_out = !chosen.has_waiting;
	grow.has_no_program = is_by_count;
	signal(SIGPIPE, SIG_IGN);
	replace_guard();
	grow_graph(&grow);
	graph_link(&grow.graph, is_by_count, GRAPH_BY_NAME);
	if (is_stdout) {
		draw_graph(&grow, stdout);
		flush_stdout();
	} else {
		is_done = draw_file(&grow);
	}
	status = grow_end(&grow);
	return is_done ? status : 1;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	if (chosen.is_picture || (chosen.out && is_svg(chosen.out)))
		return draw(cmd, argc, argv);
	return write_page(cmd, argc, argv);
}

const struct cmd cmd_flame = {
	.name = "flame",
	.synopsis = "[options] [-o FILE] [FILE...]",
	.purpose = "show which calls took the time, as a flame graph",
	.description =
		"Writes the page of fxtrace timeline, one HTML file that needs "
		"nothing else, with the flame graph opened. Below each process "
		"and thread are the functions that it called, and below these "
		"what was called inside them. Each is as wide as the time that "
		"its calls took, or with --width count as their number. A "
		"click makes one as wide as the page, and Escape shows all "
		"again. It shows the calls that are in view or selected on the "
		"tracks above.\n"
		"\n"
		"With --svg, or if FILE ends with .svg, it draws one archive "
		"as a picture (SVG). Functions are in the order of their "
		"names there, and what is called inside of one is above it. A "
		"click on a frame makes it as wide as the picture. Reset zoom "
		"or Escape shows all. Search, or /, marks the frames whose "
		"name fits a regular expression, and says how much of the "
		"whole they are together. What is shown is in the address "
		"after #, so that a link leads there: #q=read marks read.\n"
		"\n"
		"[program] is the time of a thread outside of its calls. It is "
		"not known, and not shown, if options leave "
		"calls out. Calls of functions whose purpose is to wait (poll, "
		"nanosleep, waitpid, sem_wait and their like) are drawn only "
		"with --wait, or if --calls names the function itself.\n"
		"\n"
		"A call without an end lasts as long as the one around it, or "
		"as its process, or the recording. If options leave calls out, "
		"those inside them take their place. fxtrace convert writes "
		"the same for other programs that draw flame graphs "
		"(.folded).\n"
		"\n"
		"--by stack draws, in a picture, the program's own functions "
		"that lead to each call, if it was recorded with its stack "
		"(record --stack). A stack that was cut begins with three "
		"dots.\n"
		"\n" ARCHIVE_OPERAND,
	.options = options,
	.run = run,
};
