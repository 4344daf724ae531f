/* SPDX-License-Identifier: MIT */
/*
 * Names of code that a runtime has compiled, in a file that node, Java and
 * Python write for Linux' perf. It has lines "START SIZE NAME", both numbers
 * hexadecimal (tools/perf/Documentation/jit-interface.txt of the kernel).
 * Runtimes use places again, so of lines for the same address the last one
 * counts.
 *
 * Not thread-safe.
 */
#ifndef TOOLS_ELF_PERF_MAP_H
#define TOOLS_ELF_PERF_MAP_H

#include <stdbool.h>

#include "tools/reader/memory.h"

/* A file may have so many lines at most. */
#define PERF_MAP_MAX_LINES (1u << 24)

struct perf_map;

/*
 * Reads the file. NULL: there is none that can be used.
 * not_before_ns  it must have been written at that time (ns since 1970) or
 *                later: an older one is another process's
 * Lines that are malformed are ignored.
 */
struct perf_map *perf_map_open(const char *path, uint64_t not_before_ns);
void perf_map_close(struct perf_map *map);

/* Texts live until close; empty: unknown. */
struct perf_name {
	struct fxr_text function, file;
	uint32_t line; /* 0: unknown */
};

/* Splits a name of node's or Python's form: "JS:~NAME FILE:LINE:COLUMN",
 * "py::NAME:FILE". Any other is a function. Borrows the text. */
void perf_name_split(struct fxr_text text, struct perf_name *name);

/* Whether a file was written at that time (ns since 1970) or later. */
bool perf_map_is_new(int fd, uint64_t not_before_ns);

/* Looks up an address. False: no line has it. */
bool perf_map_find(const struct perf_map *map, uint64_t address,
		   struct perf_name *name);

#endif
