/* SPDX-License-Identifier: MIT */
/*
 * The lines of `fxtrace info` on what an archive cannot have.
 */
#ifndef TOOLS_COMMAND_INFO_MISSING_H
#define TOOLS_COMMAND_INFO_MISSING_H

#include "tools/print/print.h"
#include "tools/reader/world.h"

/* Programs that were started and are not recorded: a line for each file. It
 * adds up the world's list in place. */
void info_unrecorded(const struct print *print, struct fxr_world *world);

/* Functions of libc and OpenGL that the loaded modules call and that nothing
 * describes: a line for each library. The modules' files are looked at, as far
 * as they are here. */
void info_undescribed(const struct print *print, const struct fxr_types *types);

#endif
