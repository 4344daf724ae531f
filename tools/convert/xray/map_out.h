/* SPDX-License-Identifier: MIT */
/*
 * The file that names the functions of an XRay log: an ELF file without code.
 * Its xray_instr_map numbers the functions, and its symbols name them.
 */
#ifndef TOOLS_CONVERT_XRAY_MAP_OUT_H
#define TOOLS_CONVERT_XRAY_MAP_OUT_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/reader/memory.h"

struct xray_symbol {
	struct fxr_text name;
	struct fxr_text file; /* source file; llvm-xray shows it first */
};

/* Functions 1 to n of a log, into a file that is empty. False: it could not be
 * written. */
bool xray_map_put(FILE *out, const struct xray_symbol *symbols, size_t n);

#endif
