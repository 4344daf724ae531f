/* SPDX-License-Identifier: MIT */
/*
 * See notes.h.
 */
#include "tools/convert/notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/convert/convert.h"

void notes_add(char *notes, const char *format, ...)
{
	size_t n = strlen(notes);
	va_list ap;

	if (n && n < CONVERT_ERROR_BYTES - 3) {
		memcpy(notes + n, "; ", 3);
		n += 2;
	}
	va_start(ap, format);
	vsnprintf(notes + n, CONVERT_ERROR_BYTES - n, format, ap);
	va_end(ap);
}
