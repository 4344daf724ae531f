/* SPDX-License-Identifier: MIT */
/*
 * The commands of fxtrace. A command's file defines one `const struct cmd
 * cmd_NAME`, declared here, and the table in table.c lists it.
 */
#ifndef TOOLS_COMMAND_CMD_H
#define TOOLS_COMMAND_CMD_H

#include "tools/base/option.h"

extern const struct cmd cmd_record;
extern const struct cmd cmd_dump;
extern const struct cmd cmd_info;
extern const struct cmd cmd_convert;
extern const struct cmd cmd_query;
extern const struct cmd cmd_leaks;
extern const struct cmd cmd_slow;
extern const struct cmd cmd_diff;
extern const struct cmd cmd_report;
extern const struct cmd cmd_graph;
extern const struct cmd cmd_flame;
extern const struct cmd cmd_timeline;
extern const struct cmd cmd_inspect;
extern const struct cmd cmd_browse;
extern const struct cmd cmd_replay;
extern const struct cmd cmd_trim;
extern const struct cmd cmd_recover;
extern const struct cmd cmd_manager;
extern const struct cmd cmd_ps;
extern const struct cmd cmd_top;
extern const struct cmd cmd_ctl;
extern const struct cmd cmd_snapshot;
extern const struct cmd cmd_list;
extern const struct cmd cmd_shim;
extern const struct cmd cmd_doctor;
extern const struct cmd cmd_help;

/* The commands of this executable in the order they are shown, ended by
 * NULL: of table.c all of them, of front.c those that record. */
extern const struct cmd *const cmd_table[];

/* The command called `name`, or NULL. */
const struct cmd *cmd_find(const char *name);

/* Runs the command with the words after its name. Returns the exit status. */
int cmd_run(const struct cmd *cmd, int argc, char **argv);

/* What to do with main's arguments if they name no command of cmd_table.
 * Returns the exit status. */
int cmd_other(int argc, char **argv);

#endif
