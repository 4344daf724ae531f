/* SPDX-License-Identifier: MIT */
/*
 * Values as the numbers that they are: constants and sets of flags stand in
 * records by name, and their type's enumerators give the numbers back.
 */
#ifndef TOOLS_READER_NUMBER_H
#define TOOLS_READER_NUMBER_H

#include "tools/reader/value.h"

/* The number of a name of this type, "A|B|0x400" or digits alone. False: one of
 * the names is not known. */
bool fxr_number_of_symbol(const struct fxr_type *type, struct fxr_text text,
			  uint64_t *number);

/* The number of a value that is one, or a name of one: of what a pointer points
 * to, if that is what stands there. A null value is 0 unless it is withheld.
 * False: it is something else, or a name that the archive does not tell. */
bool fxr_number(const struct fxr_types *types, const struct fxr_value *value,
		uint64_t *number);

#endif
