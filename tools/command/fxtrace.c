/* SPDX-License-Identifier: MIT */
/*
 * The fxtrace command: finds the subcommand in the table, lets the option
 * parser fill in its values and runs it. Knows nothing about any single one.
 * It is linked twice, with the table of front.c and with that of table.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command/cmd.h"
#include "tools/base/die.h"
#include "tools/command/help.h"
#include "tools/base/option.h"
#include "tools/base/terminal.h"
#include "tools/base/version.h"
#include "tools/manager/relief.h"
#include "tools/manager/standby.h"

const struct cmd *cmd_find(const char *name)
{
	for (size_t i = 0; cmd_table[i]; i++)
		if (strcmp(cmd_table[i]->name, name) == 0)
			return cmd_table[i];
	return NULL;
}

int cmd_run(const struct cmd *cmd, int argc, char **argv)
{
	char error[512];
	int n = option_parse(cmd, argc, argv, error, sizeof(error));

	if (n == OPTION_WRONG)
		usage(cmd, "%s", error);
	if (!cmd->escapes_itself)
		terminal_guard();
	if (n != OPTION_HELP)
		return cmd->run(cmd, n, argv);
	help_command(stdout, cmd);
	flush_stdout();
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	const struct cmd *cmd = argc > 1 ? cmd_find(argv[1]) : NULL;

	standby_name(argc, argv);
	/* libdw would query its servers for what an archive names */
	(void)unsetenv("DEBUGINFOD_URLS");
	if (cmd)
		return cmd_run(cmd, argc - 2, argv + 2);
	if (argc > 1 && strcmp(argv[1], RELIEF_COMMAND) == 0)
		return relief_run();
	if (argc > 1 &&
	    (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)) {
		puts("fxtrace " FXTRACE_VERSION);
		flush_stdout();
		return EXIT_SUCCESS;
	}
	return cmd_other(argc, argv);
}
