/* SPDX-License-Identifier: MIT */
/*
 * Enums of debugging information: constants by name, or flags if they are bits.
 */
#ifndef TOOLS_SHIM_ENUMS_H
#define TOOLS_SHIM_ENUMS_H

#include "tools/shim/types.h"

struct shim_spelled shim_enum_spell(struct shim_types *types, Dwarf_Die *die,
				    const char *shown);

#endif
