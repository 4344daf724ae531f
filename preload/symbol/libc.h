/* SPDX-License-Identifier: MIT */
/*
 * Which C library the program has. The descriptions have the layouts of
 * glibc's headers; types that are otherwise in another one are marked
 * (FXG_OF_GLIBC), and recorded as bytes there.
 */
#ifndef PRELOAD_SYMBOL_LIBC_H
#define PRELOAD_SYMBOL_LIBC_H

#include <stdbool.h>

/* Finds out. At start, by one thread; needs relocation. */
void fxp_libc_identify(void);

/* "glibc 2.36", "musl 1.2.3", or NULL: another one, or not known yet. */
const char *fxp_libc_text(void);

/* Whether glibc's own layouts do not apply. */
bool fxp_libc_is_other(void);

#endif
