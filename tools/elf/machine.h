/* SPDX-License-Identifier: MIT */
/*
 * The recorder's environment: the kernel, what a container permits, and the
 * environment variables of the program.
 */
#ifndef TOOLS_ELF_MACHINE_H
#define TOOLS_ELF_MACHINE_H

#include "tools/elf/program.h"

/* Adds what is missing, or will be in the way. */
void machine_examine(struct program_report *report);

#endif
