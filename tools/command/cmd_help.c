/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace help`: the texts that help.c and help_pages.c make from the command
 * tables.
 */
#include <stdio.h>

#include "tools/command/cmd.h"
#include "tools/base/die.h"
#include "tools/command/help.h"
#include "tools/base/pager.h"

static struct {
	bool man;
	bool list;
	bool readme;
	const char *completion;
} chosen;

static const struct option options[] = {
	{.name = "man",
	 .kind = OPTION_FLAG,
	 .value = &chosen.man,
	 .help = "write a man page as roff: of the command or topic, else "
		 "fxtrace(1)"},
	{.name = "list",
	 .kind = OPTION_FLAG,
	 .value = &chosen.list,
	 .help = "list the man pages, fxtrace-record.1 ..."},
	{.name = "readme",
	 .kind = OPTION_FLAG,
	 .value = &chosen.readme,
	 .help = "write the README's list of commands as markdown"},
	{.name = "completion",
	 .kind = OPTION_STRING,
	 .value = &chosen.completion,
	 .arg = "SHELL",
	 .help = "write the script that completes command lines in bash, zsh "
		 "or fish; `make install` puts them in place",
	 .choices = "bash zsh fish"},
	{0},
};

/* The page of a command or topic, on the terminal or as roff. */
static void show_page(const char *name)
{
	const struct cmd *about = cmd_find(name);
	struct page topic;

	if (!about && (!page_find(name, &topic) || topic.section == '1'))
		usage(NULL, "%s: no such command or topic", name);
	if (!chosen.man)
		pager_open();
	if (about)
		(chosen.man ? help_man_command : help_page)(stdout, about);
	else
		(chosen.man ? help_man_topic : help_topic)(stdout, &topic);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	if (argc > 1 ||
	    (argc && (chosen.list || chosen.readme || chosen.completion)))
		usage(cmd, "help: takes one command or topic at most");
	if (argc)
		show_page(argv[0]);
	else if (chosen.man)
		help_man(stdout);
	else if (chosen.list)
		help_list(stdout);
	else if (chosen.readme)
		help_readme(stdout);
	else if (chosen.completion)
		help_completion(stdout, chosen.completion);
	else
		help_overview(stdout);
	flush_stdout();
	return 0;
}

const struct cmd cmd_help = {
	.name = "help",
	.synopsis = "[COMMAND | TOPIC]",
	.purpose = "show help on fxtrace, a command or a topic",
	.description =
		"Shows the page of a command or topic. The topics are calls "
		"(what is recorded), gl (the same for OpenGL), formats "
		"(archives, and what they are converted to), reader (a library "
		"that reads archives), limits, security and examples. After "
		"`make install`, the same pages are there as "
		"fxtrace-record(1), fxtrace-calls(7) and so on.\n"
		"\n"
		"`fxtrace COMMAND --help` shows only how the command is used, "
		"and its options.\n"
		"\n"
		"  fxtrace help record\n"
		"  fxtrace help limits\n"
		"  fxtrace help --man calls | man -l -",
	.options = options,
	.run = run,
};
