/* SPDX-License-Identifier: MIT */
/*
 * What printers ask about a type.
 */
#ifndef TOOLS_PRINT_TYPE_H
#define TOOLS_PRINT_TYPE_H

#include "tools/print/print.h"

/* How its integers are shown, following ENUM, FLAGS and HANDLE to their base.
 */
enum fxg_show print_show(const struct fxr_world *world,
			 const struct fxr_type *type);

/* The word that stands for values of the type where runs are compared: "PID",
 * "TIME"; NULL if they do not differ from run to run. */
const char *print_is_volatile(const struct fxr_world *world,
			      const struct fxr_type *type);

/* Numbers, handlers and lists that have a way of their own to be shown. False,
 * with nothing printed: they are shown like any other. */
bool print_shown_number(struct pen *out, enum fxg_show show, uint64_t number);
bool print_handler(struct pen *out, uint64_t address);
bool print_shown_list(const struct print *print, const struct fxr_value *value);

/* What stands in the place of a struct that is shown without braces; else the
 * value itself. */
const struct fxr_value *print_bare(const struct fxr_value *value);
/* Whether an array's bytes are shown as one address. */
bool print_is_address(const struct fxr_value *value);

/* Whether a floating-point number stands for a constant that has a name. */
bool print_has_constant(const struct fxr_value *value);

void print_number(const struct print *print, const struct fxr_type *type,
		  uint64_t number, bool is_signed);

#endif
