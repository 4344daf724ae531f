/* SPDX-License-Identifier: MIT */
/*
 * The commands of the executable that people call, `fxtrace`. It records and
 * manages sessions, and needs few libraries. Each process of a recording is one
 * that starts, forks and ends with the libraries of its executable. For any
 * other command it becomes the executable that has all of them.
 */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/command/cmd.h"
#include "tools/elf/library.h"

const struct cmd *const cmd_table[] = {
	&cmd_record,
	&cmd_manager,
	NULL,
};

int cmd_other(int argc, char **argv)
{
	char path[PATH_MAX];

	(void)argc;
	library_commands(path, sizeof(path));
	execv(path, argv);
	die("%s: %s", path, strerror(errno));
}
