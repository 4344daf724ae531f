/* SPDX-License-Identifier: MIT */
/*
 * Reads from a stream as scanf does, without storing values. The formats come
 * from a recording and may be anything.
 */
#ifndef TOOLS_IO_SCAN_H
#define TOOLS_IO_SCAN_H

#include <stdio.h>

/*
 * Reads as fscanf does with the format, in the locale of this program.
 * Returns how many values it would have stored, or EOF, as fscanf.
 */
int io_scan(FILE *stream, const char *format);

#endif
