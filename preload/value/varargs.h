/* SPDX-License-Identifier: MIT */
/*
 * The values of "..." of the printf and scanf families, by the format. They are
 * one argument, @args, an array in the value encoding (list.h). For printf it
 * has the arguments in their order, with '*' widths, and %m as errno. For scanf
 * it has the stored values.
 *
 * Both only read: what the library is about to read (printf), or what it has
 * stored (scanf). Both walk a copy of the va_list. If the format takes no
 * argument, none is put.
 */
#ifndef PRELOAD_VALUE_VARARGS_H
#define PRELOAD_VALUE_VARARGS_H

#include "preload/value/capture.h"

/* The slot of the item has the address of an unread va_list. False: some values
 * were left out, *n_values is how many there are. */
bool fxp_varargs_print(struct fxw_record *r, struct fxp_source *s,
		       const struct fxg_item *item, uint64_t *n_values);

/* The same after the call, which returns the number of stored values. */
bool fxp_varargs_scan(struct fxw_record *r, struct fxp_source *s,
		      const struct fxg_item *item, uint64_t *n_values);

#endif
