/* SPDX-License-Identifier: MIT */
/*
 * The fxtrace command: finds the subcommand in the table, lets the option
 * parser fill in its values and runs it. Knows nothing about any single one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command/cmd.h"
#include "tools/base/die.h"
#include "tools/base/near.h"
#include "tools/command/help.h"
#include "tools/base/option.h"
#include "tools/base/terminal.h"
#include "tools/base/version.h"
#include "tools/manager/relief.h"
#include "tools/manager/standby.h"

/* One command per line. */
/* clang-format off */
const struct cmd *const cmd_table[] = {
	&cmd_record,
	&cmd_dump,
	&cmd_info,
	&cmd_report,
	&cmd_graph,
	&cmd_flame,
	&cmd_timeline,
	&cmd_leaks,
	&cmd_slow,
	&cmd_convert,
	&cmd_query,
	&cmd_diff,
	&cmd_replay,
	&cmd_trim,
	&cmd_recover,
	&cmd_ps,
	&cmd_top,
	&cmd_ctl,
	&cmd_snapshot,
	&cmd_manager,
	&cmd_list,
	&cmd_shim, &cmd_doctor,
	&cmd_help,
	NULL,
};
/* clang-format on */

const struct cmd *cmd_find(const char *name)
{
	for (size_t i = 0; cmd_table[i]; i++)
		if (strcmp(cmd_table[i]->name, name) == 0)
			return cmd_table[i];
	return NULL;
}

static _Noreturn void unknown(const char *name)
{
	struct near near = {.wanted = name};
	char meant[256];

	for (size_t i = 0; cmd_table[i]; i++)
		near_try(&near, cmd_table[i]->name);
	near_text(&near, "", meant, sizeof(meant));
	usage(NULL, "%s: no such command%s", name, meant);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	char error[512];
	int n = option_parse(cmd, argc, argv, error, sizeof(error));

	if (n == OPTION_WRONG)
		usage(cmd, "%s", error);
	/* these colour what they show, and escape it themselves */
	if (cmd != &cmd_dump && cmd != &cmd_diff && cmd != &cmd_top)
		terminal_guard();
	if (n != OPTION_HELP)
		return cmd->run(cmd, n, argv);
	help_command(stdout, cmd);
	flush_stdout();
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	const struct cmd *cmd;

	if (argc < 2) {
		help_overview(stderr);
		return 2;
	}
	standby_name(argc, argv);
	/* libdw would query its servers for what an archive names */
	(void)unsetenv("DEBUGINFOD_URLS");
	if (strcmp(argv[1], RELIEF_COMMAND) == 0)
		return relief_run();
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		puts("fxtrace " FXTRACE_VERSION);
		flush_stdout();
		return EXIT_SUCCESS;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return run(&cmd_help, 0, argv + argc);
	cmd = cmd_find(argv[1]);
	if (!cmd)
		unknown(argv[1]);
	return run(cmd, argc - 2, argv + 2);
}
