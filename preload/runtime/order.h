/* SPDX-License-Identifier: MIT */
/*
 * Numbers of calls whose order among all threads matters: @seq.
 */
#ifndef PRELOAD_RUNTIME_ORDER_H
#define PRELOAD_RUNTIME_ORDER_H

#include "preload/runtime/source.h"

/* The next number's lower half. */
uint32_t fxp_order_take(void);

/* Appends the argument, of a recently taken number. */
void fxp_order_put(struct fxw_record *r, const struct fxp_source *s,
		   uint32_t order);

#endif
