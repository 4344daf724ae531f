/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace top`: what a running session calls, again and again.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tools/select/catalogue.h"
#include "tools/base/utf8.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/base/terminal.h"
#include "tools/select/filter.h"
#include "tools/base/human.h"
#include "tools/print/print.h"
#include "tools/select/select.h"
#include "tools/top/grouped.h"
#include "tools/top/live.h"
#include "tools/top/rates.h"
#include "tools/top/rates_table.h"
#include "tools/top/screen.h"

#define NS_PER_S UINT64_C(1000000000)
/* Reading the session takes at most this part of the time. */
#define POLL_PART 10
#define BATCH_LINES 20

static struct {
	const char *delay, *by, *sort, *calls, *paths;
	uint64_t n_counts, n_lines;
	bool is_batch;
} chosen = {.delay = "1",
	    .by = "function",
	    .sort = "calls",
	    .n_lines = BATCH_LINES};

static const struct {
	const char *name;
	char key;
} keys[] = {
	[RATES_CALLS] = {"calls", 'c'},	 [RATES_ERRORS] = {"errors", 'e'},
	[RATES_TIME] = {"time", 't'},	 [RATES_AVERAGE] = {"average", 'a'},
	[RATES_MOST] = {"slowest", 's'}, [RATES_NAME] = {"name", 'n'},
	[RATES_TOTAL] = {"total", 'o'},
};
#define N_KEYS (sizeof(keys) / sizeof(*keys))

static const struct {
	const char *name, *heading;
	enum by_what what;
} bys[] = {
	{"function", "FUNCTION", BY_FUNCTION},
	{"file", "FILE", BY_FILE},
	{"thread", "THREAD", BY_THREAD},
	{"process", "PROCESS", BY_PROCESS},
	{"errno", "ERRNO", BY_ERRNO},
};
#define N_BYS (sizeof(bys) / sizeof(*bys))

/* N_BYS: there is none of that name. */
static size_t find_by(const char *name)
{
	size_t i = 0;

	while (i < N_BYS && strcmp(name, bys[i].name) != 0)
		i++;
	return i;
}

static const char *check_by(const char *text)
{
	return find_by(text) < N_BYS
		       ? NULL
		       : "expected function, file, thread, process or errno";
}

static const char *check_sort(const char *text)
{
	for (size_t i = 0; i < N_KEYS; i++)
		if (strcmp(text, keys[i].name) == 0)
			return NULL;
	return "expected calls, total, errors, time, average, slowest or name";
}

/* In seconds. check_delay has accepted the text. */
static double delay_s(const char *text)
{
	return strtod(text, NULL);
}

static const char *check_delay(const char *text)
{
	char *end;
	double seconds = strtod(text, &end);

	if (end == text || *end || !(seconds >= 0.05 && seconds <= 86400))
		return "expected seconds, 0.05 to 86400";
	return NULL;
}

static const struct option options[] = {
	{.name = "delay",
	 .letter = 'd',
	 .kind = OPTION_STRING,
	 .value = &chosen.delay,
	 .arg = "SECONDS",
	 .help = "seconds between two updates",
	 .fallback = "1",
	 .check = check_delay},
	{.name = "count",
	 .letter = 'n',
	 .kind = OPTION_NUMBER,
	 .value = &chosen.n_counts,
	 .arg = "N",
	 .help = "how many tables to print before it ends",
	 .fallback = "when the session ends"},
	{.name = "batch",
	 .letter = 'b',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_batch,
	 .help = "print one table below the other, and read no keys",
	 .fallback = "where standard output is no terminal"},
	{.name = "by",
	 .letter = 'B',
	 .kind = OPTION_STRING,
	 .value = &chosen.by,
	 .arg = "WHAT",
	 .help = "a row for each function, file, thread, process or errno",
	 .fallback = "function",
	 .choices = "function file thread process errno",
	 .check = check_by},
	{.name = "sort",
	 .letter = 's',
	 .kind = OPTION_STRING,
	 .value = &chosen.sort,
	 .arg = "COLUMN",
	 .help = "calls, total, errors, time, average, slowest or name",
	 .fallback = "calls",
	 .choices = "calls total errors time average slowest name",
	 .check = check_sort},
	{.name = "lines",
	 .letter = 'l',
	 .kind = OPTION_NUMBER,
	 .value = &chosen.n_lines,
	 .arg = "N",
	 .help = "how many rows a printed table has, 0 for all",
	 .fallback = "20"},
	{ROW_CALLS("count only these: " CALLS_GLOBS, select_check),
	 .value = &chosen.calls, .fallback = "all that is recorded"},
	{ROW_PATH("count only calls"), .value = &chosen.paths},
	{0},
};

struct top {
	struct session_known *session;
	struct live *live;
	struct rates rates;
	struct rates_table table;
	struct pen text;
	enum by_what what;
	uint64_t shown_ns, now_ns, poll_ns;
	bool is_over;
};

static uint64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

static void count_call(void *context, enum live_step step,
		       const struct fxr_call *call, struct fxr_text row)
{
	struct top *top = context;
	bool is_late = grouped_is_late(top->what);
	struct fxr_text category = {"", 0};

	if (!catalogue_is_listed(chosen.calls, call->name->category,
				 call->name->name))
		return;
	if (top->what == BY_FUNCTION)
		category = call->name->category;
	if (step == (is_late ? LIVE_ENDED : LIVE_BEGUN) || step == LIVE_WHOLE)
		rates_begun(&top->rates, row, category);
	if (step != LIVE_BEGUN)
		rates_ended(&top->rates, call, row, category);
}

static void update(struct top *top)
{
	uint64_t begin_ns = clock_ns();

	top->is_over = !live_poll(top->live, top->session);
	top->now_ns = clock_ns();
	top->poll_ns = top->now_ns - begin_ns;
}

/* The interval that is shown. */
static uint64_t interval_ns(const struct top *top)
{
	return top->now_ns - top->shown_ns;
}

static const char *status_value(const struct top *top, const char *key,
				char *value, size_t value_bytes)
{
	if (!sessions_value(top->session, key, 0, value, value_bytes))
		return "?";
	return value;
}

static void put_session(struct top *top)
{
	char values[6][512];
	struct pen *out = &top->text;

	pen_put(out, "session ");
	pen_put(out, status_value(top, "session", values[0], 512));
	pen_byte(out, ' ');
	pen_put(out, status_value(top, "program", values[1], 512));
	pen_put(out, ": ");
	pen_put(out, top->is_over ? "ended"
				  : status_value(top, "state", values[2], 512));
	pen_format(out, ", %s s, processes %s, calls %s, lost %s\n",
		   status_value(top, "seconds", values[2], 512),
		   status_value(top, "processes", values[3], 512),
		   status_value(top, "calls", values[4], 512),
		   status_value(top, "lost", values[5], 512));
}

static void put_rates(struct top *top)
{
	const struct rates_counts *now = &top->rates.now;
	struct pen *out = &top->text;
	const char *comma = "; slowest: ";

	pen_format(out, "%s per second, %s",
		   human_things(rates_per_s(interval_ns(top), now->n_calls),
				"call")
			   .text,
		   human_things(rates_per_s(interval_ns(top), now->n_errors),
				"error")
			   .text);
	for (size_t i = 0; i < RATES_SLOWEST && top->rates.slowest[i].ns; i++) {
		const struct rates_call *call = &top->rates.slowest[i];

		pen_put(out, comma);
		print_name(out, fxr_text(call->name, strlen(call->name)));
		pen_byte(out, ' ');
		print_duration(out, call->ns);
		pen_format(out, " (%llu/%llu)", (unsigned long long)call->pid,
			   (unsigned long long)call->tid);
		comma = ", ";
	}
	pen_byte(out, '\n');
}

static void put_table(struct top *top, size_t n_most, unsigned columns)
{
	top->table.interval_ns = interval_ns(top);
	top->table.n_most = n_most;
	top->table.columns = columns;
	rates_table_put(&top->table, &top->rates, &top->text);
}

/* The lines, none wider than the screen. */
static struct fxr_text cut_lines(struct pen *to, struct fxr_text text,
				 unsigned columns)
{
	size_t at = 0, i;

	for (i = 0; i < text.n_bytes; i++) {
		size_t n = text.bytes[i] == '\n'
				   ? 1
				   : utf8_length(fxr_text(text.bytes + i,
							  text.n_bytes - i));

		if (text.bytes[i] == '\n')
			at = 0;
		else if (++at > columns)
			continue;
		pen_bytes(to, text.bytes + i, n ? n : 1);
		i += n ? n - 1 : 0;
	}
	return pen_take(to);
}

static void show_screen(struct top *top, bool is_help)
{
	static struct pen cut;
	unsigned lines, columns;

	screen_size(&lines, &columns);
	put_session(top);
	put_rates(top);
	if (is_help)
		pen_put(&top->text, "sort by: ");
	for (size_t i = 0; is_help && i < N_KEYS; i++)
		pen_format(&top->text, "%c %s  ", keys[i].key, keys[i].name);
	pen_put(&top->text, is_help ? "q quit\n" : "q quit, h keys\n");
	put_table(top, lines > 5 ? lines - 5 : 1, columns);
	screen_draw(cut_lines(&cut, pen_take(&top->text), columns));
}

/* Returns whether the key chose a sort order. */
static bool choose_sorting(struct top *top, int key)
{
	for (size_t i = 0; i < N_KEYS; i++) {
		if (keys[i].key != key)
			continue;
		top->table.key = (enum rates_key)i;
		return true;
	}
	return false;
}

/* How long until the next update. */
static uint64_t pause_ns(const struct top *top)
{
	uint64_t ns = (uint64_t)(delay_s(chosen.delay) * (double)NS_PER_S);

	return top->poll_ns * POLL_PART > ns ? top->poll_ns * POLL_PART : ns;
}

/* Waits, and does what keys say. Returns false if the user quits. */
static bool wait_keys(struct top *top)
{
	uint64_t end_ns = clock_ns() + pause_ns(top), now;
	bool is_help = false;

	while ((now = clock_ns()) < end_ns) {
		int key = screen_wait(end_ns - now);

		if (key == SCREEN_END || key == 'q' || key == 'Q')
			return false;
		if (key == SCREEN_TIME)
			break;
		if (key == ' ')
			return true;
		if (key == 'h' || key == '?')
			is_help = !is_help;
		else if (key != SCREEN_RESIZE && !choose_sorting(top, key))
			continue;
		show_screen(top, is_help);
	}
	return true;
}

static void run_screen(struct top *top)
{
	uint64_t n = 0;

	screen_open();
	do {
		show_screen(top, false);
		if (chosen.n_counts && ++n > chosen.n_counts)
			break;
		if (top->is_over || !wait_keys(top))
			break;
		top->shown_ns = top->now_ns;
		rates_next(&top->rates);
		update(top);
	} while (true);
	screen_close();
}

static void sleep_ns(uint64_t ns)
{
	const struct timespec time = {(time_t)(ns / NS_PER_S),
				      (long)(ns % NS_PER_S)};

	clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

static void run_batch(struct top *top)
{
	uint64_t n = 0;

	while (!top->is_over && (!chosen.n_counts || n++ < chosen.n_counts) &&
	       !ferror(stdout)) {
		struct fxr_text text;

		sleep_ns(pause_ns(top));
		top->shown_ns = top->now_ns;
		rates_next(&top->rates);
		update(top);
		put_session(top);
		put_rates(top);
		put_table(top, chosen.n_lines, 0);
		pen_byte(&top->text, '\n');
		text = pen_take(&top->text);
		fwrite(text.bytes, 1, text.n_bytes, stdout);
		fflush(stdout);
	}
}

/* The one that is named, or the only one. */
static struct session_known *find_session(const struct cmd *cmd, int argc,
					  char **argv,
					  struct session_known **all)
{
	if (argc > 1)
		usage(cmd, "one session at a time, not also '%s'", argv[1]);
	*all = sessions_find();
	if (argc)
		return sessions_named(all, argv[0]);
	if (!*all)
		die("no session runs; fxtrace record starts one");
	if ((*all)->next)
		die("several sessions run: name one that fxtrace ps shows");
	return *all;
}

static void open_top(struct top *top)
{
	for (size_t i = 0; i < N_KEYS; i++)
		if (strcmp(chosen.sort, keys[i].name) == 0)
			top->table.key = (enum rates_key)i;
	top->what = bys[find_by(chosen.by)].what;
	top->table.heading = bys[find_by(chosen.by)].heading;
	top->live = live_open(top->session, chosen.paths, top->what, count_call,
			      top);
	top->shown_ns = clock_ns();
	update(top);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	static struct top top;
	struct session_known *all;
	const char *trouble;

	top.session = find_session(cmd, argc, argv, &all);
	listed_check_session(cmd, "--calls", chosen.calls, top.session);
	signal(SIGPIPE, SIG_IGN);
	if (chosen.is_batch)
		terminal_guard();
	open_top(&top);
	if (chosen.is_batch || !isatty(STDOUT_FILENO))
		run_batch(&top);
	else if (!live_trouble(top.live))
		run_screen(&top);
	trouble = live_trouble(top.live);
	if (trouble)
		say("%s", trouble);
	else if (top.is_over)
		say("the session has ended");
	live_close(top.live);
	rates_fini(&top.rates);
	pen_fini(&top.text);
	sessions_free(all);
	screen_raise();
	flush_stdout();
	return trouble ? EXIT_FAILURE : EXIT_SUCCESS;
}

const struct cmd cmd_top = {
	.name = "top",
	.synopsis = "[options] [SESSION]",
	.purpose = "show what a running session calls, again and again",
	.description =
		"SESSION is its number in `fxtrace ps`, the pid of a process "
		"that it records, its archive, or the name of its first "
		"program; without it, the only session that runs.\n"
		"\n"
		"Shows for each function, or what else --by says, each second: "
		"calls and errors per "
		"second and in all. For the calls that ended since the last "
		"time, it shows how long they took in each second over all "
		"threads, on average and at most. It also shows which calls "
		"took longest, with process and thread. CALLS and ERRORS count "
		"from the session's start, as far as its archive goes back.\n"
		"\n"
		"--by file puts together what is done to one file, pipe or "
		"socket, by whatever descriptor, stream or path. Of calls that "
		"have none the row is -. With --by file and --by errno a call "
		"counts when it has ended. Where a terminal is narrow, columns "
		"are left out, so that names have space.\n"
		"\n"
		"The archive of a streaming session is followed as it grows, "
		"however it is packed. Nothing that was read is read or stored "
		"again, and the programs are not queried. What a circular "
		"session holds is copied each time, more rarely the longer "
		"that takes. What was overwritten meanwhile is not counted.\n"
		"\n"
		"On a terminal these keys sort: c calls, o total, e errors, t "
		"time, a average, s slowest, n name. Space updates at once, h "
		"shows the keys, q quits.",
	.options = options,
	.escapes_itself = true,
	.run = run,
};
