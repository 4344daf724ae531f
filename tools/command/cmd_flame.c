/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace flame`: a picture of which calls took the time.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
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
	bool has_waiting;
} chosen = {.out = "-", .by = "thread", .width = "time", .min = "0.01"};

static const struct option options[] = {
	{ROW_OUTPUT("FILE", "the picture; - is standard output"),
	 .value = &chosen.out, .fallback = "-"},
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
	{ROW_DEBUG_PATH("with --by stack: "), .value = &chosen.debug_path},
	{ROW_GROW_MIN, .value = &chosen.min, .fallback = "0.01"},
	{.name = "title",
	 .kind = OPTION_STRING,
	 .value = &chosen.title,
	 .arg = "TEXT",
	 .help = "the picture's title",
	 .fallback = "the archive's name"},
	{0},
};

static void draw_graph(const struct grow *grow, FILE *file)
{
	struct pen out = {.out = file};
	struct flame flame = {.graph = &grow->graph,
			      .out = &out,
			      .title = chosen.title ?: grow->path,
			      .min_percent = grow_percent(chosen.min)};

	flame_write(&flame);
	pen_flush(&out);
	pen_fini(&out);
	if (flame.n_left_out)
		say("%s below %s%% left out, with what they called",
		    human_things(flame.n_left_out, "call path").text,
		    chosen.min);
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

static int run(const struct cmd *cmd, int argc, char **argv)
{
	static struct grow grow;
	bool is_stdout = strcmp(chosen.out, "-") == 0, is_done = true;
	bool is_by_count = strcmp(chosen.width, "count") == 0;
	int status;

	grow.path = archive_path(cmd, argc, argv);
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

const struct cmd cmd_flame = {
	.name = "flame",
	.synopsis = "[options] -o FILE.svg [FILE]",
	.purpose = "draw which calls took the time, as a flame graph",
	.description =
		"Draws calls as a flame graph, a picture (SVG) that every "
		"browser shows and that needs nothing else. Above each process "
		"and thread are the functions that it called, and above these "
		"what was called inside them. Each is as wide as the time that "
		"its calls took, or with --width count as their number. "
		"Functions are in the order of their names.\n"
		"\n"
		"Under the mouse, a frame shows how many calls it has, how "
		"long they took, how much of that in themselves, and how much "
		"of the whole that is. A click on a frame makes it as wide as "
		"the picture; Reset zoom or Escape shows all. Search, or /, "
		"marks the frames whose name fits a regular expression, and "
		"says how much of the whole they are together. What is shown "
		"is in the address after #, so that a link leads there: "
		"#q=read marks read.\n"
		"\n"
		"[program] is the time of a thread outside of its calls. It "
		"is not known, and not shown, if options leave calls out. "
		"Calls of functions whose purpose is to wait (poll, nanosleep, "
		"waitpid, sem_wait and their like) are drawn only with --wait, "
		"or if --calls names the function itself.\n"
		"\n"
		"A call without an end lasts as long as the one around it, or "
		"as its process, or the recording. If options leave calls out, "
		"those inside them move down. fxtrace convert writes the same "
		"for other programs that draw flame graphs (.folded).\n"
		"\n"
		"--by stack draws the program's own functions that lead to "
		"each call, if it was recorded with its stack (record "
		"--stack). A stack that was cut begins with three dots.\n"
		"\n" ARCHIVE_OPERAND,
	.options = options,
	.run = run,
};
