/* SPDX-License-Identifier: MIT */
/* How many entries and switches there are, for several_entry.S, too. */
#ifndef PRELOAD_GL_DRIVER_SEVERAL_SIZES_H
#define PRELOAD_GL_DRIVER_SEVERAL_SIZES_H

/* More than two further libraries of OpenGL ES 3.2 with its extensions */
#define SEVERAL_ENTRIES 2048
#define SEVERAL_SWITCHES 1536

#endif
