/* SPDX-License-Identifier: MIT */
/*
 * Long doubles as archives have them: x86-64's of 80 bits, and arm64's of 128.
 * Both are read on both, as precisely as this machine has them.
 */
#ifndef TOOLS_READER_LONG_DOUBLE_H
#define TOOLS_READER_LONG_DOUBLE_H

#include "tools/reader/world.h"

/* Whether those of this archive have 128 bits. One that does not say which
 * processor recorded it is of this machine. */
bool fxr_has_quads(const struct fxr_world *world);

/* bytes: 16; of 80 bits, those behind the tenth may have any value. Fewer: 0.
 */
long double fxr_long_double(struct fxr_text bytes, bool is_quad);

#endif
