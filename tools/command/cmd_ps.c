/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace ps`: the sessions that run.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/command/cmd.h"
#include "tools/base/die.h"
#include "tools/manager/sessions.h"

/* The key's value, or a dash. */
static const char *value(const struct session_known *session, const char *key,
			 char *text, size_t text_bytes)
{
	return sessions_value(session, key, 0, text, text_bytes) ? text : "-";
}

static void print_one(const struct session_known *session)
{
	static const struct {
		const char *key;
		int width;
	} columns[] = {
		{"session", 8}, {"state", 9}, {"mode", 9},	 {"seconds", 7},
		{"calls", 12},	{"lost", 8},  {"processes", 11},
	};
	char text[PATH_MAX + 16];

	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		printf("%*s  ",
		       i == 1 || i == 2 ? -columns[i].width : columns[i].width,
		       value(session, columns[i].key, text, sizeof(text)));
	printf("%s  ", value(session, "program", text, sizeof(text)));
	printf("%s\n", value(session, "archive", text, sizeof(text)));
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	struct session_known *sessions, *meant = NULL;

	if (argc > 1)
		usage(cmd, "ps: %s: one session at a time", argv[1]);
	sessions = sessions_find();
	if (argc)
		meant = sessions_named(sessions, argv[0]);
	if (!sessions)
		say("no session runs; fxtrace record starts one");
	else
		printf("%8s  %-9s  %-9s  %7s  %12s  %8s  %11s  %s  %s\n",
		       "SESSION", "STATE", "MODE", "SECONDS", "CALLS", "LOST",
		       "PROCESSES", "PROGRAM", "ARCHIVE");
	for (const struct session_known *s = sessions; s; s = s->next)
		if (!meant || s == meant)
			print_one(s);
	sessions_free(sessions);
	flush_stdout();
	return EXIT_SUCCESS;
}

const struct cmd cmd_ps = {
	.name = "ps",
	.synopsis = "[SESSION]",
	.purpose = "show the sessions that run",
	.description =
		"One line a session of yours (of all users', as root): its "
		"number, which `fxtrace ctl` and `fxtrace snapshot` take, "
		"whether it records, for how long it has run, the calls "
		"recorded and lost so far, the processes in it now and in "
		"all, the first program and the archive. SESSION, as in "
		"`fxtrace ctl`, shows that one only. Sessions of other "
		"network namespaces are not seen.",
	.run = run,
};
