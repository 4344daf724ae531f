/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace help`: the words that help.c and help_pages.c make from the command
 * tables.
 */
#include <stdio.h>

#include "tools/command/cmd.h"
#include "tools/base/die.h"
#include "tools/command/help.h"

static struct {
	bool man;
	bool readme;
	const char *completion;
} chosen;

static const struct option options[] = {
	{.name = "man",
	 .kind = OPTION_FLAG,
	 .value = &chosen.man,
	 .help = "write the man page fxtrace(1) as roff"},
	{.name = "readme",
	 .kind = OPTION_FLAG,
	 .value = &chosen.readme,
	 .help = "write the README's lists of commands and variables as "
		 "markdown"},
	{.name = "completion",
	 .kind = OPTION_STRING,
	 .value = &chosen.completion,
	 .arg = "SHELL",
	 .help = "write the script that completes command lines in bash or "
		 "zsh; `make install` puts both in place",
	 .choices = "bash zsh"},
	{0},
};

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const struct cmd *about = argc == 1 ? cmd_find(argv[0]) : NULL;

	if (argc > 1 ||
	    (argc && (chosen.man || chosen.readme || chosen.completion)))
		usage(cmd, "help: takes one command at most");
	if (argc == 1 && !about)
		usage(NULL, "%s: no such command", argv[0]);
	if (chosen.man)
		help_man(stdout);
	else if (chosen.readme)
		help_readme(stdout);
	else if (chosen.completion)
		help_completion(stdout, chosen.completion);
	else if (about)
		help_command(stdout, about);
	else
		help_overview(stdout);
	flush_stdout();
	return 0;
}

const struct cmd cmd_help = {
	.name = "help",
	.synopsis = "[COMMAND]",
	.purpose = "tell about fxtrace or one of its commands",
	.options = options,
	.run = run,
};
