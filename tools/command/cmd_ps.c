/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace ps`: the sessions that run.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/command/cmd.h"
#include "tools/base/die.h"
#include "tools/base/table.h"
#include "tools/manager/sessions.h"

/* The key's value, or a dash. */
static const char *value_or_dash(const struct session_known *session,
				 const char *key, char *text, size_t text_bytes)
{
	return sessions_value(session, key, 0, text, text_bytes) ? text : "-";
}

static void print_session(struct table *table,
			  const struct session_known *session)
{
	static const char *const keys[] = {
		"session",   "state",	"mode",	     "seconds",
		"calls",     "lost",	"processes", "snapshots",
		"held back", "program", "archive",
	};
	char text[PATH_MAX + 16];

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		table_text(table,
			   value_or_dash(session, keys[i], text, sizeof(text)));
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	static const struct table_column columns[] = {
		{"SESSION", 0, 8},    {"STATE", 2, -9},	   {"MODE", 2, -9},
		{"SECONDS", 2, 7},    {"CALLS", 2, 12},	   {"LOST", 2, 8},
		{"PROCESSES", 2, 11}, {"SNAPSHOTS", 2, 9}, {"HELD", 2, 9},
		{"PROGRAM", 2, 0},    {"ARCHIVE", 2, 0},   {0}};
	struct pen out = {.out = stdout};
	struct table table = {.out = &out, .columns = columns};
	struct session_known *sessions, *meant = NULL;

	if (argc > 1)
		usage(cmd, "ps: %s: one session at a time", argv[1]);
	sessions = sessions_find();
	if (argc)
		meant = sessions_named(&sessions, argv[0]);
	if (!sessions)
		say("no session runs; fxtrace record starts one");
	else
		table_headings(&table);
	for (const struct session_known *s = sessions; s; s = s->next)
		if (!meant || s == meant)
			print_session(&table, s);
	pen_flush(&out);
	pen_fini(&out);
	table_fini(&table);
	sessions_free(sessions);
	flush_stdout();
	return EXIT_SUCCESS;
}

const struct cmd cmd_ps = {
	.name = "ps",
	.synopsis = "[SESSION]",
	.purpose = "show the sessions that run",
	.description =
		"Prints one line for each of your sessions (as root, for those "
		"of all users): its number, which `fxtrace ctl` and `fxtrace "
		"snapshot` take, whether it records, for how long it has run, "
		"the calls recorded and lost so far, the processes in it now "
		"and in all, the snapshots that triggers had made and those "
		"that their limits held back, the first program and the "
		"archive. SESSION, as in "
		"`fxtrace ctl`, shows only that one. Sessions of other network "
		"namespaces are not shown.",
	.run = run,
};
