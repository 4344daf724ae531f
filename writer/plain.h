/* SPDX-License-Identifier: MIT */
/*
 * The name that a programmer wrote for a function whose symbol has another one.
 * Headers and compilers replace it: open is open64 or __open64_2, sscanf is
 * __isoc99_sscanf or __isoc23_sscanf, printf is __printf_chk, stat was __xstat.
 * Who names `open` means all of these.
 *
 * Pure: no memory, no system calls, no recursion.
 */
#ifndef WRITER_PLAIN_H
#define WRITER_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

/* Longer names have no plainer one. */
#define FXW_PLAIN_BYTES 32u

struct fxw_plain {
	char name[FXW_PLAIN_BYTES]; /* with its NUL */
};

/*
 * The next plainer name: __open64_2, open64, open.
 * name   of a function
 * plain  gets it. May hold `name`.
 * Returns false if there is none.
 */
bool fxw_plainer(const char *name, struct fxw_plain *plain);

/* Whether the n_glob bytes of a glob fit the function's name or a plainer one.
 */
bool fxw_plain_fits(const char *glob, size_t n_glob, const char *name);

#endif
