/* SPDX-License-Identifier: MIT */
/*
 * What printers ask about a type.
 */
#ifndef PRINT_TYPE_H
#define PRINT_TYPE_H

#include "tools/print.h"

/* How its integers are shown, following ENUM, FLAGS and HANDLE to their base.
 */
enum fxg_show print_show(const struct fxr_world *world,
			 const struct fxr_type *type);

/* The word that stands for values of the type where runs are compared: "PID",
 * "TIME"; NULL if they do not differ from run to run. */
const char *print_is_volatile(const struct fxr_world *world,
			      const struct fxr_type *type);

void print_number(const struct print *print, const struct fxr_type *type,
		  uint64_t number, bool is_signed);

#endif
