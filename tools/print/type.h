/* SPDX-License-Identifier: MIT */
/*
 * The properties of types that printers need.
 */
#ifndef TOOLS_PRINT_TYPE_H
#define TOOLS_PRINT_TYPE_H

#include "tools/print/print.h"

/* The display form of its integers; ENUM, FLAGS and HANDLE have their
 * base's. */
enum fxg_show print_show(const struct fxr_world *world,
			 const struct fxr_type *type);

/* The word that replaces values of the type where runs are compared: "PID",
 * "TIME"; NULL if they do not differ from run to run. */
const char *print_is_volatile(const struct fxr_world *world,
			      const struct fxr_type *type);

/* Prints numbers, handlers and lists with a display form of their own. False,
 * with nothing printed: they are shown like others. */
bool print_shown_number(struct pen *out, enum fxg_show show, uint64_t number);
bool print_handler(struct pen *out, uint64_t address);
bool print_shown_list(const struct print *print, const struct fxr_value *value);

/* The value that replaces a struct that is shown without braces; else the value
 * itself. */
const struct fxr_value *print_bare(const struct fxr_value *value);
/* Whether an array's bytes are shown as one address. */
bool print_is_address(const struct fxr_value *value);

/* Whether a floating-point number has a constant's name. */
bool print_has_constant(const struct fxr_value *value);

/* Whether an integer, or a pointer, is shown as text and not as a number. So
 * are constants, flag sets, and what has a form of its own. */
bool print_is_named(const struct print *print, const struct fxr_value *value);
bool print_is_handler(const struct fxr_value *value);

void print_number(const struct print *print, const struct fxr_type *type,
		  uint64_t number, bool is_signed);

#endif
