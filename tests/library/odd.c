/* SPDX-License-Identifier: MIT */
/*
 * Uses of the library that are unusual and allowed: odd.c FILE FILE FILE. Each
 * prints a line that says how it went.
 */
#define _GNU_SOURCE
#include <fxtrace/reader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int n_questions;

static bool is_read(void *context, const char *category, const char *name)
{
	(void)context, (void)category;
	n_questions++;
	return strcmp(name, "read") == 0;
}

static void close_it(struct fxtrace_archive *archive, const char *what,
		     bool is_good)
{
	printf("%s: %s\n", what, is_good ? "good" : "wrong");
	fxtrace_close(archive);
}

/* A choice is made once for each function, also with names. */
static void choose(const char *path)
{
	struct fxtrace_options options = {.size = sizeof(options),
					  .has_names = true,
					  .is_wanted = is_read};
	struct fxtrace_archive *archive = fxtrace_open(path, &options);
	int n = n_questions;
	bool is_good = n > 0;
	const struct fxtrace_call *call;

	while ((call = fxtrace_next(archive)))
		is_good &= strcmp(call->function->name, "read") == 0;
	close_it(archive, "choice", is_good && n == n_questions);
}

/* A program that was built when options had fewer members. */
static void old_options(const char *path)
{
	struct {
		size_t size;
		uint64_t max_memory_bytes;
		unsigned char others[sizeof(struct fxtrace_options)];
	} old = {.size = 16};
	struct fxtrace_archive *archive;

	memset(old.others, 0xff, sizeof(old.others));
	archive = fxtrace_open(path, (struct fxtrace_options *)&old);
	close_it(archive, "old options", archive && fxtrace_next(archive));
}

static void no_value(const char *path)
{
	struct fxtrace_archive *archive = fxtrace_open(path, NULL);
	const struct fxtrace_call *call = fxtrace_next(archive);

	close_it(archive, "no value",
		 call && !fxtrace_value_text(archive,
					     fxtrace_find(call, "none"), NULL));
}

/* Whether the text has that part, between two others. */
static bool has_part(const char *text, const char *before, const char *part,
		     const char *behind)
{
	char *whole = NULL;
	bool has = part && asprintf(&whole, "%s%s%s", before, part, behind) > 0;

	has = has && strstr(text, whole);
	free(whole);
	return has;
}

/* Whether the parts of the current call are in its line, and in its JSON. */
static bool has_parts(struct fxtrace_archive *archive,
		      const struct fxtrace_call *call)
{
	char *line = strdup(fxtrace_call_text(archive, NULL));
	bool is_good =
		has_part(line, "(", fxtrace_args_text(archive, NULL), ")") &&
		has_part(line, "= ", fxtrace_result_text(archive, NULL), "");

	free(line);
	line = strdup(fxtrace_call_json(archive, NULL));
	for (size_t i = 0; i < call->n_args; i++)
		is_good &= has_part(
			line, "\":",
			fxtrace_value_json(archive, call->args[i]->value, NULL),
			"");
	free(line);
	return is_good;
}

/* Parts of calls are those of whole calls, whether calls have values or not. */
static void parts(const char *path)
{
	for (int is_text_only = 0; is_text_only < 2; is_text_only++) {
		struct fxtrace_options options = {.size = sizeof(options),
						  .is_text_only = is_text_only};
		struct fxtrace_archive *archive = fxtrace_open(path, &options);
		const struct fxtrace_call *call;
		bool is_good = true;
		size_t n_values = 0;

		while ((call = fxtrace_next(archive))) {
			is_good &= has_parts(archive, call);
			n_values += call->n_args;
		}
		close_it(archive, "parts",
			 is_good && (n_values == 0) == is_text_only);
	}
}

/* Messages may be requested as often as one likes. */
static void messages(const char *path)
{
	struct fxtrace_options options = {.size = sizeof(options),
					  .max_memory_bytes = 4u << 20};
	struct fxtrace_archive *archive = fxtrace_open(path, &options);
	size_t n = fxtrace_n_messages(archive);

	for (int i = 0; n && i < 200000; i++)
		if (!fxtrace_message(archive, (size_t)i % n))
			n = 0;
	close_it(archive, "messages", n && fxtrace_next(archive));
}

/* Events come as often as one likes, whatever is read of calls, and
 * sums have none. */
static void events(const char *path)
{
	struct fxtrace_options options = {.size = sizeof(options),
					  .by = FXTRACE_BY_FUNCTION};
	struct fxtrace_archive *archive = fxtrace_open(path, &options);
	bool is_good = !fxtrace_next_event(archive);
	size_t n_calls = 0;

	fxtrace_restart_events(archive);
	fxtrace_close(archive);
	options.by = FXTRACE_BY_NOTHING;
	for (int is_sorted = 0; is_sorted < 2; is_sorted++) {
		options.has_sorted_events = is_sorted;
		archive = fxtrace_open(path, &options);
		for (int i = 0; i < 3; i++) {
			size_t n_events = 0;

			while (fxtrace_next_event(archive)) {
				n_events++;
				n_calls += fxtrace_next(archive) != NULL;
			}
			is_good &= n_events == 4;
			is_good &= !fxtrace_next_event(archive);
			fxtrace_restart_events(archive);
		}
		while (fxtrace_next(archive))
			n_calls++;
		is_good &= n_calls == fxtrace_totals(archive)->n_calls;
		is_good &= !fxtrace_error(archive)->status;
		n_calls = 0;
		fxtrace_close(archive);
	}
	close_it(NULL, "events", is_good);
}

/* Of flows, those that lead from one chosen call to another. */
static void flows(const char *path)
{
	struct fxtrace_options options = {.size = sizeof(options),
					  .has_whole_flows = true,
					  .event_kinds =
						  1u << FXTRACE_EVENT_FLOW_END};
	struct fxtrace_archive *archive = fxtrace_open(path, &options);
	size_t n = 0;

	while (fxtrace_next_event(archive))
		n++;
	fxtrace_close(archive);
	options.calls = "nanosleep";
	archive = fxtrace_open(path, &options);
	close_it(archive, "flows", n == 2 && !fxtrace_next_event(archive));
}

/* Where the standard input is closed, its number is not taken. */
static void closed_input(const char *path)
{
	struct fxtrace_archive *archive;
	char byte;

	close(0);
	archive = fxtrace_open(path, NULL);
	fxtrace_close(archive);
	close_it(NULL, "closed input", read(0, &byte, 1) < 0);
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	choose(argv[1]);
	old_options(argv[1]);
	no_value(argv[1]);
	parts(argv[1]);
	messages(argv[2]);
	events(argv[3]);
	flows(argv[3]);
	closed_input(argv[1]);
	return 0;
}
