/* SPDX-License-Identifier: MIT */
/*
 * The libraries that a program will be started with.
 */
#ifndef TOOLS_ELF_NEEDED_H
#define TOOLS_ELF_NEEDED_H

#include "tools/elf/imports.h"

/*
 * Adds the program's file and its libraries, as glibc's dynamic linker finds
 * them now. It does not run the program: the machine's own dynamic linker lists
 * them. Of a program with another dynamic linker only its file is added.
 */
void needed_add(struct imports *imports, const char *program);

#endif
