/* SPDX-License-Identifier: MIT */
/*
 * Names of code that belongs to no file, by the maps that runtimes write
 * (perf_map.h). These are /tmp/perf-PID.map, or files of that name in folders
 * that the user gives.
 *
 * Not thread-safe.
 */
#ifndef TOOLS_PRINT_CODE_NAMES_H
#define TOOLS_PRINT_CODE_NAMES_H

#include "tools/elf/perf_map.h"
#include "tools/reader/world.h"

struct code_names;

/* world, folders: borrowed until close. folders: between colons, or NULL. */
struct code_names *code_names_open(const struct fxr_world *world,
				   const char *folders);
void code_names_close(struct code_names *names);

/* Looks up an address of the provider's process. False: it has no name. Texts
 * live until close. */
bool code_names_find(struct code_names *names, uint32_t provider,
		     uint64_t address, struct perf_name *name);

#endif
