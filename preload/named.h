/* SPDX-License-Identifier: MIT */
/*
 * Texts of constants and flag sets ("O_RDWR|O_CREAT"), registered as strings
 * of the archive when they are first seen, found again by type and value: the
 * text is built once.
 */
#ifndef NAMED_H
#define NAMED_H

#include <stdint.h>

/*
 * String index of the text of `value` in a type, or 0: not known.
 * type  the signature's id, unique over all APIs; not 0
 * Any thread, any signal handler.
 */
uint16_t fxp_named_find(uint32_t type, uint64_t value);

/* Remembers the text for it, if there is room in the table, an index and room
 * in the durable region; else nothing happens. Once a value: cold. */
void fxp_named_add(uint32_t type, uint64_t value, const char *text, uint32_t n);

/* A forked child's archive has no strings yet. */
void fxp_named_forget(void);

/* The next free string index of the process, if it is at most `last`
 * (FXT_STRING_MAX_INDEX), or 0. Indexes are never given twice. */
uint16_t fxp_string_index(uint32_t last);

#endif
