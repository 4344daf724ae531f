/* SPDX-License-Identifier: MIT */
/*
 * Integers whose values have names. The text is in the record, or its index if
 * the archive has it.
 */
#ifndef PRELOAD_VALUE_CONSTANT_H
#define PRELOAD_VALUE_CONSTANT_H

#include "preload/value/capture.h"

/*
 * Appends the value of an enum's, or flags', type: the constant's name, or the
 * number if it has none; or the set, "A|B|0x400".
 * Inside a window, like all captures. The text gets an index for next time.
 */
void fxp_constant_put_enum(struct fxw_record *r, const struct fxp_source *s,
			   struct fxw_name name, uint16_t type, uint64_t word);
void fxp_constant_put_flags(struct fxw_record *r, const struct fxp_source *s,
			    struct fxw_name name, uint16_t type, uint64_t word);

/* Whether the value has no name in the enum's type: it is recorded as a number.
 * False, too, if the type has so many names that a look at each takes long. */
bool fxp_constant_is_nameless(const struct fxg_table *table, uint16_t type,
			      uint64_t word);

#endif
