/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace slow`: the calls that held threads up, and what the others did
 * meanwhile. The archive is read twice, see slow/slow.h.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>

#include "tools/fd/handled.h"
#include "tools/archive/archive.h"
#include "tools/select/catalogue.h"
#include "tools/command/call_text.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/select/filter.h"
#include "tools/base/json.h"
#include "tools/base/shorten.h"
#include "tools/select/select.h"
#include "tools/select/waiting.h"
#include "tools/slow/slow.h"

/* How many threads of each call, and functions of each thread, text shows. */
#define MAX_THREADS 8u
#define MAX_FUNCTIONS 3u

static struct {
	const char *calls, *debug_path;
	uint64_t n_top;
	bool is_json, has_waiting;
	struct filter_words filter;
} chosen = {.n_top = 10};

static const char *check_top(const char *text)
{
	return strlen(text) > 5 || !atoi(text) ? "expected 1 to 99999" : NULL;
}

static const struct option options[] = {
	{ROW_TOP("how many calls to show"), .value = &chosen.n_top,
	 .fallback = "10", .check = check_top},
	{ROW_CALLS("look only at these: " CALLS_GLOBS, select_check),
	 .value = &chosen.calls, .fallback = "all"},
	ROWS_OF_THREADS(chosen.filter, "look only at"),
	ROWS_SPAN(chosen.filter, "look only at"),
	{ROW_PATH("look only at calls"), .value = &chosen.filter.paths},
	{ROW_WAIT("show"), .value = &chosen.has_waiting},
	{ROW_JSON("call"), .value = &chosen.is_json},
	{ROW_DEBUG_PATH(""), .value = &chosen.debug_path},
	{0},
};

/* What calls are shown with. */
struct shown {
	struct slow *slow;
	char **texts; /* by place in the list; NULL: none yet */
	struct pen out, line;
	struct call_text text;
};

/* Whether it waits, and was not requested. */
static bool is_left_out(struct waiting *waiting, const struct fxr_world *world,
			const struct fxr_call *call)
{
	return !chosen.has_waiting &&
	       waiting_has(waiting, world,
			   (size_t)(call->name - world->names)) &&
	       !waiting_is_named(chosen.calls, call->name->name);
}

static void report_waiting(uint64_t n)
{
	if (n)
		say("%s of functions that wait left out: --wait shows %s",
		    human_things(n, "call").text, n == 1 ? "it" : "them");
}

static void find_slowest(struct slow *slow, struct fxr_calls *calls)
{
	uint64_t last_ns = fxr_calls_totals(calls)->last_ns;
	struct filter *filter = filter_open(&chosen.filter);
	struct concern *concern =
		concern_open(fxr_calls_world(calls), chosen.filter.paths);
	struct waiting waiting = {0};
	static struct fxr_call call;
	uint64_t n_waiting = 0;

	filter_bind(filter, fxr_calls_world(calls), last_ns);
	while (fxr_calls_next(calls, &call)) {
		bool is_wanted =
			concern_has(concern, &call) &&
			catalogue_is_listed(chosen.calls, call.name->category,
					    call.name->name) &&
			filter_has(filter, fxr_calls_world(calls), &call,
				   last_ns);

		if (is_wanted &&
		    is_left_out(&waiting, fxr_calls_world(calls), &call)) {
			is_wanted = false;
			n_waiting++;
		}
		slow_find(slow, &call, is_wanted);
	}
	concern_close(concern);
	waiting_fini(&waiting);
	filter_close(filter);
	slow_found(slow);
	report_waiting(n_waiting);
}

static void copy_text(struct shown *shown, const struct slow_call *all,
		      size_t n, const struct fxr_call *call)
{
	for (size_t i = 0; i < n; i++) {
		if (all[i].number != call->number)
			continue;
		shown->texts[i] = call_text_copy(&shown->text, call);
	}
}

static void gather_others(struct shown *shown, struct fxr_calls *calls)
{
	struct fxr_world *world = fxr_calls_world(calls);
	static struct fxr_call call;
	size_t n;
	const struct slow_call *all = slow_calls(shown->slow, &n);

	call_text_open(&shown->text, world, chosen.debug_path, chosen.is_json);
	while (fxr_calls_next(calls, &call)) {
		call_text_take(&shown->text, &call);
		slow_look(shown->slow, world, &call);
		copy_text(shown, all, n, &call);
	}
}

/* PID/TID NAME */
static void put_who(struct pen *out, struct fxr_world *world, uint32_t index)
{
	const struct fxr_thread *thread = &world->threads[index];
	struct fxr_text name = fxr_world_thread_name(world, thread->provider,
						     thread->pid, thread->tid);

	pen_format(out, "%" PRIu64 "/%" PRIu64, thread->pid, thread->tid);
	if (name.n_bytes) {
		pen_byte(out, ' ');
		print_name(out, name);
	}
}

static void put_share(struct pen *out, uint64_t ns, uint64_t of_ns)
{
	pen_format(out, "%.0f%%",
		   of_ns ? 100.0 * (double)ns / (double)of_ns : 0);
}

/* A narrow terminal gets what was put to the line in several. */
static void end_line(struct shown *shown)
{
	shorten_wrap(&shown->out, pen_take(&shown->line), 9,
		     shown->text.width ?: SIZE_MAX);
	pen_byte(&shown->out, '\n');
}

static void put_thread(struct shown *shown, const struct slow_call *call,
		       const struct slow_thread *other)
{
	struct fxr_world *world = shown->text.print.world;
	struct pen *out = &shown->line;
	uint64_t ns = call->end_ns - call->begin_ns;

	pen_put(out, "     ");
	put_who(out, world, other->thread);
	pen_format(out, ": %" PRIu64 " call%s, ", other->n_calls,
		   other->n_calls == 1 ? "" : "s");
	put_share(out, other->busy_ns, ns);
	pen_put(out, " of the time:");
	for (size_t i = 0; i < other->n_functions && i < MAX_FUNCTIONS; i++) {
		const struct slow_function *f = &other->functions[i];

		pen_put(out, i ? ", " : " ");
		print_name(out, world->names[f->name].name);
		pen_byte(out, ' ');
		put_share(out, f->ns, ns);
		if (f->n > 1)
			pen_format(out, " (%" PRIu64 ")", f->n);
	}
	pen_put(out, other->n_functions > MAX_FUNCTIONS ? ", ..." : "");
	end_line(shown);
}

static void put_last(struct shown *shown, const struct slow_call *call)
{
	struct fxr_world *world = shown->text.print.world;
	struct pen *line = &shown->line;

	pen_put(line, "   last ");
	print_name(line, world->names[call->last_name].name);
	pen_format(line, ", call %" PRIu64 " of ", call->last_number);
	put_who(line, world, call->last_thread);
	pen_put(line, call->is_last_ended ? ", had ended " : ", had begun ");
	print_duration(line, call->end_ns - call->last_ns);
	pen_put(line, " before");
	end_line(shown);
}

static void put_call(struct shown *shown, const struct slow_call *call,
		     size_t place)
{
	const char *text = shown->texts[place];
	struct pen *out = &shown->out;

	pen_format(out, "%s%zu. held up for ", place ? "\n" : "", place + 1);
	print_duration(out, call->self_ns);
	pen_format(out, "\n%s", text ? text : "");
	pen_put(out, call->n_others ? "   meanwhile\n"
				    : "   meanwhile no other thread made a "
				      "call\n");
	for (size_t i = 0; i < call->n_others && i < MAX_THREADS; i++)
		put_thread(shown, call, &call->others[i]);
	if (call->n_others > MAX_THREADS)
		pen_format(out, "     and %s more\n",
			   human_plain(call->n_others - MAX_THREADS, "thread")
				   .text);
	if (call->has_last)
		put_last(shown, call);
}

static void put_thread_json(struct pen *out, const struct fxr_world *world,
			    const struct slow_thread *other)
{
	const struct fxr_thread *thread = &world->threads[other->thread];

	pen_format(out,
		   "{\"pid\":%" PRIu64 ",\"tid\":%" PRIu64 ",\"calls\":%" PRIu64
		   ",\"busy_ns\":%" PRIu64 ",\"functions\":[",
		   thread->pid, thread->tid, other->n_calls, other->busy_ns);
	for (size_t i = 0; i < other->n_functions; i++) {
		const struct slow_function *f = &other->functions[i];

		pen_put(out, i ? ",{\"name\":" : "{\"name\":");
		json_string(out, world->names[f->name].name);
		pen_format(out, ",\"calls\":%" PRIu64 ",\"ns\":%" PRIu64 "}",
			   f->n, f->ns);
	}
	pen_put(out, "]}");
}

static void put_call_json(struct pen *out, const struct fxr_world *world,
			  const struct slow_call *call, const char *text)
{
	pen_format(out, "{\"held_ns\":%" PRIu64 ",\"call\":", call->self_ns);
	pen_bytes(out, text ? text : "null",
		  text ? strcspn(text, "\n") : strlen("null"));
	pen_put(out, ",\"meanwhile\":[");
	for (size_t i = 0; i < call->n_others; i++) {
		if (i)
			pen_byte(out, ',');
		put_thread_json(out, world, &call->others[i]);
	}
	pen_byte(out, ']');
	if (call->has_last) {
		pen_put(out, ",\"last\":{\"name\":");
		json_string(out, world->names[call->last_name].name);
		pen_format(out,
			   ",\"number\":%" PRIu64 ",\"tid\":%" PRIu64
			   ",\"event\":\"%s\",\"before_ns\":%" PRIu64 "}",
			   call->last_number,
			   world->threads[call->last_thread].tid,
			   call->is_last_ended ? "ended" : "began",
			   call->end_ns - call->last_ns);
	}
	pen_put(out, "}\n");
}

static void put_all(struct shown *shown)
{
	struct fxr_world *world = shown->text.print.world;
	size_t n;
	const struct slow_call *calls = slow_calls(shown->slow, &n);

	shown->out.out = stdout;
	for (size_t i = 0; i < n; i++)
		if (chosen.is_json)
			put_call_json(&shown->out, world, &calls[i],
				      shown->texts[i]);
		else
			put_call(shown, &calls[i], i);
	pen_flush(&shown->out);
	flush_stdout();
}

static void close_shown(struct shown *shown)
{
	for (size_t i = 0; i < chosen.n_top; i++)
		free(shown->texts[i]);
	free(shown->texts);
	call_text_close(&shown->text);
	pen_fini(&shown->out);
	pen_fini(&shown->line);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = archive_path(cmd, argc, argv);
	struct archive_reading first, second;
	struct shown shown = {0};
	int status;

	listed_check(cmd, "--calls", chosen.calls, path);
	if (strcmp(path, "-") == 0)
		usage(cmd, "the archive is read twice: a file is needed");
	signal(SIGPIPE, SIG_IGN);
	first = archive_begin(path);
	shown.slow = slow_open(fxr_calls_world(first.calls),
			       fxr_calls_totals(first.calls)->last_ns,
			       (size_t)chosen.n_top);
	shown.texts = fxr_new((size_t)chosen.n_top, sizeof(*shown.texts));
	find_slowest(shown.slow, first.calls);
	second = archive_begin(path);
	gather_others(&shown, second.calls);
	put_all(&shown);
	close_shown(&shown);
	slow_close(shown.slow);
	archive_close(&first);
	status = archive_end(path, &second);
	return status;
}

const struct cmd cmd_slow = {
	.name = "slow",
	.synopsis = "[options] [FILE]",
	.purpose = "show the calls that held threads up, and why",
	.description =
		"Shows the calls that took longest, without the calls that "
		"they made themselves. Each is shown as dump shows it, with "
		"its stack if that was recorded. Below it is what the other "
		"threads of the recording called meanwhile: how many calls, "
		"for how much of that time, and in which functions. The last "
		"line names the call of another thread of the process that "
		"began or ended last before: often it is what the thread had "
		"waited for. On a terminal, the middle of long lines is left "
		"out.\n"
		"\n"
		"  1. held up for 1.2s\n"
		"  12 0.000123 100/101 read(fd=3<pipe:#1>, buf=\"x\", count=1) "
		"= 1 <1.2s>\n"
		"     meanwhile\n"
		"       100/102 worker: 34 calls, 95% of the time: usleep 95% "
		"(33), write 0%\n"
		"     last write, call 57 of 100/102 worker, had ended 3us "
		"before\n"
		"\n"
		"Calls of functions whose purpose is to wait (poll, nanosleep, "
		"waitpid, sem_wait and their like) are shown only with --wait, "
		"or if --calls names the function itself. Reads of a pipe and "
		"of a socket are shown.\n"
		"\n"
		"A call without an end lasts as long as the recording. Options "
		"that choose calls are about those that are shown, not about "
		"what others did. FILE is read twice, so it can't be standard "
		"input. Without FILE the newest *.fxt of the current directory "
		"is taken.",
	.options = options,
	.run = run,
};
