/* SPDX-License-Identifier: MIT */
/*
 * Whether bytes are UTF-8: only then may they stand as a string in a record.
 */
#ifndef UTF8_H
#define UTF8_H

#include <stddef.h>
#include <stdint.h>

#define FXP_NOT_UTF8 SIZE_MAX

/*
 * n if the n bytes at p are UTF-8; less if only their last character is cut
 * off (the length without it); FXP_NOT_UTF8 otherwise. Reads n bytes.
 */
size_t fxp_utf8_cut(const char *p, size_t n);

#endif
