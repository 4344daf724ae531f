/* SPDX-License-Identifier: MIT */
/*
 * Where the recorder, libfxtrace.so, is, and the variable that loads it into
 * programs.
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <stddef.h>

/* Puts the recorder's absolute path first in LD_PRELOAD; other entries stay.
 * Dies if it cannot be found or its path cannot stand in LD_PRELOAD. */
void library_preload(void);

/* Where libfxtrace.so is; dies if it is nowhere. */
void library_find(char *path, size_t path_bytes);

#endif
