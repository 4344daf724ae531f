/* SPDX-License-Identifier: MIT */
/*
 * The table of all commands, of the executable that has all of them.
 */
#include <stdio.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/base/near.h"
#include "tools/command/cmd.h"
#include "tools/command/help.h"

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
	&cmd_inspect,
	&cmd_browse,
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

static _Noreturn void unknown(const char *name)
{
	struct near near = {.wanted = name};
	char meant[256];

	for (size_t i = 0; cmd_table[i]; i++)
		near_try(&near, cmd_table[i]->name);
	near_text(&near, "", meant, sizeof(meant));
	usage(NULL, "%s: no such command%s", name, meant);
}

int cmd_other(int argc, char **argv)
{
	if (argc < 2) {
		help_overview(stderr);
		return 2;
	}
	if (strcmp(argv[1], "--help") && strcmp(argv[1], "-h"))
		unknown(argv[1]);
	return cmd_run(&cmd_help, 0, argv + argc);
}
