/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace leaks`: what was opened and never closed. The archive is read twice:
 * first for what is left open, then for the calls that opened it.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/select/catalogue.h"
#include "tools/command/call_text.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/base/shorten.h"
#include "tools/base/terminal.h"
#include "tools/fd/handled.h"
#include "tools/leaks/leak_groups.h"
#include "tools/leaks/leaks.h"
#include "tools/select/select.h"

/* of --exit-code, if something is left open */
#define EXIT_LEAKS 3

static struct {
	const char *calls, *paths, *debug_path;
	uint64_t n_top;
	bool is_json, has_exit_code;
} chosen = {.n_top = 50};

static const struct option options[] = {
	{ROW_CALLS("show only what these opened: " CALLS_GLOBS, select_check),
	 .value = &chosen.calls, .fallback = "all"},
	{ROW_PATH("show only what was opened by calls"),
	 .value = &chosen.paths},
	{ROW_TOP("how many places to show, 0 for all"), .value = &chosen.n_top,
	 .fallback = "50"},
	{ROW_JSON("place"), .value = &chosen.is_json},
	{.name = "exit-code",
	 .kind = OPTION_FLAG,
	 .value = &chosen.has_exit_code,
	 .help = "the exit status is 3 if something was never closed"},
	{ROW_DEBUG_PATH(""), .value = &chosen.debug_path},
	{0},
};

/* The calls that opened what is left. Both are in the order of calls. */
static void gather(struct fxr_calls *calls, const struct held *left, size_t n,
		   struct leak_groups *groups)
{
	struct fxr_world *world = fxr_calls_world(calls);
	struct concern *concern = concern_open(world, chosen.paths);
	struct call_text text = {0};
	static struct fxr_call call;
	size_t at = 0;

	call_text_open(&text, world, chosen.debug_path, chosen.is_json);
	while (at < n && fxr_calls_next(calls, &call)) {
		bool is_meant =
			concern_has(concern, &call) &&
			catalogue_is_listed(chosen.calls, call.name->category,
					    call.name->name);

		call_text_take(&text, &call);
		for (; at < n && left[at].call <= call.number; at++) {
			size_t function = (size_t)(call.name - world->names);
			struct leak_group *group;

			if (left[at].call != call.number || !is_meant)
				continue;
			group = leak_groups_add(groups, &left[at], &call,
						function);
			if (group)
				group->text = call_text_copy(&text, &call);
		}
	}
	call_text_close(&text);
	concern_close(concern);
}

/* The number, name or address of the object. */
static void put_key(const struct held *item)
{
	if (item->kind == LEAK_DESCRIPTOR || item->kind == LEAK_QUEUE)
		printf("%" PRIu64, item->key);
	else if (item->kind == LEAK_GL)
		printf(item->name > UINT32_MAX ? "%.*s 0x%" PRIx64
					       : "%.*s %" PRIu64,
		       (int)item->sort.n_bytes, item->sort.bytes, item->name);
	else
		printf("0x%" PRIx64, item->key);
}

static void put_group(const struct leak_group *group)
{
	enum leak_kind kind = group->first.kind;

	if (group->n == 1) {
		printf("\n%s ", leak_kind_name(kind, 1));
		put_key(&group->first);
	} else {
		printf("\n%" PRIu64 " %s from here", group->n,
		       leak_kind_name(kind, group->n));
	}
	if (group->n_bytes)
		printf(", %s", human_plain(group->n_bytes, "byte").text);
	printf("\n%s", group->text);
}

static void put_group_json(const struct leak_group *group)
{
	const struct held *first = &group->first;

	printf("{\"kind\":\"%s\",\"count\":%" PRIu64 ",\"bytes\":%" PRIu64
	       ",\"key\":\"",
	       leak_kind_name(first->kind, 1), group->n, group->n_bytes);
	put_key(first);
	printf("\",\"call\":%.*s}\n", (int)strcspn(group->text, "\n"),
	       group->text);
}

/* "2 descriptors, 1 stream" */
static void put_sums(const struct leak_groups *groups)
{
	struct pen line = {0}, out = {.out = stdout};

	for (unsigned kind = 0; kind < LEAK_N_KINDS; kind++) {
		if (!groups->n_of[kind])
			continue;
		pen_format(&line, "%s%" PRIu64 " %s", line.n_bytes ? ", " : "",
			   groups->n_of[kind],
			   leak_kind_name(kind, groups->n_of[kind]));
		if (groups->n_bytes_of[kind])
			pen_format(&line, " (%s)",
				   human_plain(groups->n_bytes_of[kind], "byte")
					   .text);
	}
	pen_put(&line,
		line.n_bytes ? ", never closed" : "nothing was left open");
	shorten_wrap(&out, pen_take(&line), 2, terminal_columns() ?: SIZE_MAX);
	pen_byte(&out, '\n');
	pen_flush(&out);
	pen_fini(&out);
	pen_fini(&line);
}

static void put_groups(struct leak_groups *groups)
{
	size_t n = groups->n;

	leak_groups_sort(groups);
	if (chosen.n_top && chosen.n_top < n)
		n = (size_t)chosen.n_top;
	if (!chosen.is_json)
		put_sums(groups);
	for (size_t i = 0; i < n; i++)
		if (chosen.is_json)
			put_group_json(&groups->all[i]);
		else
			put_group(&groups->all[i]);
	if (n < groups->n && !chosen.is_json)
		printf("\n%zu more places: --top 0 shows all\n", groups->n - n);
}

/* What the archive cannot show. */
static void report_limits(const struct leaks *leaks,
			  const struct fxr_world *world)
{
	for (unsigned kind = 0; kind < LEAK_N_KINDS; kind++) {
		const char *closer = leak_rule_closer(kind);

		if (leaks_is_judged(leaks, kind))
			continue;
		if (kind == LEAK_MEMORY)
			closer = "%alloc";
		fprintf(stderr,
			"fxtrace: %s are not looked for: what closes them was "
			"not recorded (record --calls +%.*s)\n",
			leak_kind_name(kind, 2), (int)strcspn(closer, " "),
			closer);
	}
	if (world->n_lost_calls)
		fprintf(stderr,
			"fxtrace: %s lost: what was closed by what was lost "
			"looks open\n",
			human_things(world->n_lost_calls, "call").text);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = archive_path(cmd, argc, argv);
	struct leak_groups groups = {0};
	struct archive_reading first, second;
	static struct fxr_call call;
	const struct held *left;
	struct leaks *leaks;
	int status;
	size_t n;

	listed_check(cmd, "--calls", chosen.calls, path);
	if (strcmp(path, "-") == 0)
		usage(cmd, "the archive is read twice: a file is needed");
	signal(SIGPIPE, SIG_IGN);
	first = archive_begin(path);
	leaks = leaks_open(fxr_calls_world(first.calls));
	while (fxr_calls_next(first.calls, &call))
		leaks_take(leaks, &call);
	left = leaks_left(leaks, &n);
	report_limits(leaks, fxr_calls_world(first.calls));
	second = archive_begin(path);
	gather(second.calls, left, n, &groups);
	put_groups(&groups);
	flush_stdout();
	status = archive_end(path, &second);
	leaks_close(leaks);
	archive_close(&first);
	if (!status && chosen.has_exit_code && groups.n)
		status = EXIT_LEAKS;
	leak_groups_fini(&groups);
	return status;
}

const struct cmd cmd_leaks = {
	.name = "leaks",
	.synopsis = "[options] [FILE]",
	.purpose = "show what was opened and never closed",
	.description =
		"Shows the calls that opened descriptors, streams (FILE, DIR), "
		"mappings, shared memory, threads, timers, semaphores and "
		"OpenGL's objects that no recorded call closed, joined or "
		"deleted until the process ended. If the program was recorded "
		"with --calls +%alloc, it also shows allocations. If it was "
		"recorded with --stack, it shows where each was opened, and "
		"what one place left open several times is one entry. On a "
		"terminal, the middle of long lines is left out.\n"
		"\n"
		"  fxtrace record --calls +%alloc --stack %alloc,%io ./prog\n"
		"  fxtrace leaks\n"
		"\n"
		"Not shown are the descriptors 0 to 2, what a process held "
		"when exec made it another program, what a forked child got "
		"from its parent, allocations that a function of libc made "
		"within a recorded call and keeps, and OpenGL's objects whose "
		"context was destroyed. A stream includes the descriptor that "
		"fdopen gave it. Without --calls +%alloc the archive has no "
		"allocations, and a line on stderr says so. The same holds if "
		"--calls left out what closes other objects. FILE is read "
		"twice, so it can't be standard input. Without FILE the newest "
		"*.fxt of the current directory is taken.",
	.options = options,
	.run = run,
};
