/* SPDX-License-Identifier: MIT */
/*
 * libdw opens by itself what an ELF file names: its debug file, its alternate
 * one, its split units. Such a name may be that of a device. So, while libdw is
 * at work on a file that an archive names, its open(2) comes here: it gets
 * regular files alone (see regular.h).
 */
#ifndef TOOLS_READER_OPENING_H
#define TOOLS_READER_OPENING_H

#include <stdbool.h>

/* Whether open is for regular files alone, in this thread. */
void opening_guard(bool is_on);

#endif
