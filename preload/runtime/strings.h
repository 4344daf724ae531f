/* SPDX-License-Identifier: MIT */
/*
 * Indexes of the archive's strings (FXT section "String Record"): those of the
 * tables in one piece each, then one by one those that calls bring.
 */
#ifndef PRELOAD_RUNTIME_STRINGS_H
#define PRELOAD_RUNTIME_STRINGS_H

#include <stdint.h>

/* The next free string index of the process, if it is at most `last`
 * (FXT_STRING_MAX_INDEX), or 0. Indexes are never given twice. */
uint16_t fxp_string_index(uint32_t last);

/* The first of n indexes in a row. They may lie above what FXT can name. Any
 * thread, any signal handler. */
uint32_t fxp_strings_reserve(uint32_t n);

#endif
