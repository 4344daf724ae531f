/* SPDX-License-Identifier: MIT */
/*
 * Ranges of numbers in options: frames, calls.
 */
#ifndef TOOLS_COMMAND_RANGES_H
#define TOOLS_COMMAND_RANGES_H

#include <stdbool.h>
#include <stdint.h>

#define RANGES_END UINT64_MAX

/* A-B, A-, -B or A; last: RANGES_END: to the end. False: it is none of them. */
bool ranges_read(const char *text, uint64_t *first, uint64_t *last);
/* The same for `check` of an option: NULL, or what is wrong. */
const char *ranges_check_frames(const char *text);

#endif
