/* SPDX-License-Identifier: MIT */
/*
 * What the recorder makes of a format and its arguments, and what the reader
 * makes of that. These are both ends of the way of a printf or scanf call.
 */
#ifndef TESTS_ROUND_H
#define TESTS_ROUND_H

#include <stdarg.h>

#include "tools/reader/calls.h"

/* The call as it is read; valid until the next one. The record is made in as
 * many words as it was measured to need and no more. `slot` is the return
 * value of a scanf. */
const struct fxr_call *round_print(const char *format, va_list ap);
const struct fxr_call *round_scan(int ret, const char *format, va_list ap);
/* The same of wide characters. */
const struct fxr_call *round_print_wide(const wchar_t *format, va_list ap);

/* The call's text, ended by NUL, and whether it is whole; NULL if it has none.
 */
const char *round_text(const struct fxr_call *call, bool *is_whole);
/* What "..." held, as a line shows it. */
const char *round_values(const struct fxr_call *call);

#endif
