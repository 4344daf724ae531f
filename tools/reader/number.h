/* SPDX-License-Identifier: MIT */
/*
 * Values as numbers. Constants and sets of flags are recorded by name, and
 * their type's enumerators have the numbers.
 */
#ifndef TOOLS_READER_NUMBER_H
#define TOOLS_READER_NUMBER_H

#include "tools/reader/value.h"

/* The number of a name of this type, or of the one that it refers to for other
 * names: "A|B|0x400" or digits alone. False: one of the names is unknown. */
bool fxr_number_of_symbol(const struct fxr_types *types,
			  const struct fxr_type *type, struct fxr_text text,
			  uint64_t *number);

/* The type that has the name: this one, or else the one for other names. NULL:
 * the archive does not have it. */
const struct fxr_type *fxr_type_of_symbol(const struct fxr_types *types,
					  const struct fxr_type *type,
					  struct fxr_text name);

/* The number of a value that is a number, or a name of one. Of a pointer to
 * one, that of its target. A null value is 0 unless it is withheld. False:
 * another kind of value, or a name that the archive does not define. */
bool fxr_number(const struct fxr_types *types, const struct fxr_value *value,
		uint64_t *number);

#endif
