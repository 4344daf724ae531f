/* SPDX-License-Identifier: MIT */
/*
 * Whether bytes are UTF-8: only then may a record hold them as a string.
 */
#ifndef WRITER_UTF8_H
#define WRITER_UTF8_H

#include <stddef.h>
#include <stdint.h>

#define FXW_NOT_UTF8 SIZE_MAX

/*
 * n if the n bytes at p are UTF-8; less if only their last character is cut
 * off (the length without it); FXW_NOT_UTF8 otherwise. Reads n bytes.
 */
size_t fxw_utf8_cut(const char *p, size_t n);

/* Makes the bytes UTF-8 by putting '?' for every byte above 127, unless they
 * are it already. */
void fxw_utf8_clean(char *p, size_t n);

#endif
