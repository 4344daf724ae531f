/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace record -p PID`: the recorder is loaded when a program starts, so it
 * cannot attach. Suggests an alternative.
 */
#ifndef TOOLS_MANAGER_ATTACH_H
#define TOOLS_MANAGER_ATTACH_H

#include "tools/base/option.h"

/* Prints that, with what is known about the process, and exits with 2. */
_Noreturn void attach_refuse(const struct cmd *cmd, const char *pid);

#endif
