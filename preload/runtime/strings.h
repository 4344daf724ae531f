/* SPDX-License-Identifier: MIT */
/*
 * Indexes of the archive's strings (FXT section "String Record"): one range for
 * each table, and single ones for strings of calls.
 */
#ifndef PRELOAD_RUNTIME_STRINGS_H
#define PRELOAD_RUNTIME_STRINGS_H

#include <stdint.h>

#include "writer/fxt.h"

/* The next free string index of the process if it is at most `last`
 * (FXT_STRING_MAX_INDEX), or 0. Each index is returned only once. */
uint16_t fxp_string_index(uint32_t last);

/* The base of a table for which there are no indexes left: its names are inline
 * wherever they are used. */
#define FXP_STRINGS_INLINE (FXT_STRING_MAX_INDEX + 1)

/* The first of n consecutive indexes, or FXP_STRINGS_INLINE; then other,
 * smaller tables may still get some. Any thread, any signal handler. */
uint32_t fxp_strings_reserve(uint32_t n);

#endif
