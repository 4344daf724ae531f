/* SPDX-License-Identifier: MIT */
/*
 * The values behind "..." of the printf and scanf families: the format says
 * what there is. One argument, @args, an array in the value encoding
 * (list.h): of printf the arguments in their order, '*' widths included, %m
 * as errno; of scanf what was stored.
 *
 * Both only read: what the library is about to read (printf), or what it has
 * stored (scanf). Both walk a copy of the va_list. No argument is put if the
 * format takes none.
 */
#ifndef PRELOAD_VALUE_VARARGS_H
#define PRELOAD_VALUE_VARARGS_H

#include "preload/value/capture.h"

/* The slot of the item holds the address of a va_list that nobody has read
 * from. False: some values were left out, *n_values is how many there are. */
bool fxp_varargs_print(struct fxw_record *r, struct fxp_source *s,
		       const struct fxg_item *item, uint64_t *n_values);

/* The same after the call, whose return value says how many were stored. */
bool fxp_varargs_scan(struct fxw_record *r, struct fxp_source *s,
		      const struct fxg_item *item, uint64_t *n_values);

#endif
