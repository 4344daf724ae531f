/* SPDX-License-Identifier: MIT */
/*
 * Whether the items of a list of functions (select.h) name anything. A name
 * that was mistyped selects nothing, and nobody would notice.
 */
#ifndef TOOLS_SELECT_NAMES_H
#define TOOLS_SELECT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/select/select.h"

struct names_item;

/* Items of a list that fit no function so far. */
struct names {
	struct names_item *unknown;
	unsigned n_unknown;
};

/* The items of a well-formed list that no function of the tables fits; the list
 * may be NULL. names_close frees them. */
struct names names_open(const char *list);
void names_close(struct names *names);

/* Another function that there is, such as a shim's. */
void names_try(struct names *names, const struct select_function *function);

/* Whether all items fit something by now. If not, `error` says which does not,
 * and what it may have meant: "opne: no function has this name, ..." */
bool names_known(const struct names *names, char *error, size_t error_bytes);

/* All of it for the tables' functions alone. */
bool names_exist(const char *list, char *error, size_t error_bytes);

#endif
