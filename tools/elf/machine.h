/* SPDX-License-Identifier: MIT */
/*
 * What the recorder finds around it: the kernel and what a container permits,
 * and the environment that the program gets.
 */
#ifndef TOOLS_ELF_MACHINE_H
#define TOOLS_ELF_MACHINE_H

#include "tools/elf/program.h"

/* Adds what is missing, or will be in the way. */
void machine_examine(struct program_report *report);

#endif
