/* SPDX-License-Identifier: MIT */
/*
 * The names that shims know, from their files: nothing of them is run.
 */
#ifndef TOOLS_COMMAND_SHIM_NAMES_H
#define TOOLS_COMMAND_SHIM_NAMES_H

#include "tools/base/option.h"
#include "tools/reader/types.h"
#include "tools/select/names.h"

/* Tries the functions and groups of the shims. A text of the file that is none
 * of its groups may be taken for one. */
void shim_names_try(struct names *names, const struct option_list *shims);

/* The same with the shims that the archive's processes had loaded, as far as
 * their files are still there. */
void shim_names_try_loaded(struct names *names, const struct fxr_types *types);

#endif
