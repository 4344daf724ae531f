/* SPDX-License-Identifier: MIT */
/*
 * Tables of lines of CPython's functions since 3.11 (CPython,
 * Objects/locations.md): for each instruction, in order, its lines and columns.
 *
 * Pure: no memory, no system calls, no recursion.
 */
#ifndef WRITER_LINE_TABLE_H
#define WRITER_LINE_TABLE_H

#include <stddef.h>
#include <stdint.h>

/*
 * The line of an instruction; 0: it has none, or the table ends before.
 * table       n_bytes bytes, any
 * first_line  the function's own
 * off         of the instruction, in bytes
 */
uint32_t fxw_line_at(const uint8_t *table, size_t n_bytes, uint32_t first_line,
		     uint64_t off);

#endif
