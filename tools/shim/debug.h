/* SPDX-License-Identifier: MIT */
/*
 * The debugging information of a library: its own, or that of a separate file.
 * That is found by build id or by .gnu_debuglink, never over the network.
 */
#ifndef TOOLS_SHIM_DEBUG_H
#define TOOLS_SHIM_DEBUG_H

#include <elfutils/libdwfl.h>

#include "tools/shim/exported.h"

struct shim_debug {
	Dwfl *dwfl;
	Dwarf *dwarf;	 /* NULL: there is none */
	bool is_foreign; /* not of the library: its addresses are meaningless */
};

/* path: the library, an object file, or a debug file. */
void shim_debug_open(struct shim_debug *debug, const char *path);
void shim_debug_close(struct shim_debug *debug);

/* Finds the description of every exported function. Dies if the debugging
 * information is damaged. Returns how many have one. */
size_t shim_debug_match(const struct shim_debug *debug, struct fxg_arena *arena,
			const char *path, struct shim_library *library);

#endif
