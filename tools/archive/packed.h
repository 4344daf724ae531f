/* SPDX-License-Identifier: MIT */
/*
 * A stream that packs what is written to it, as one that only writes can take
 * it: no seeking, in bounded memory.
 */
#ifndef TOOLS_ARCHIVE_PACKED_H
#define TOOLS_ARCHIVE_PACKED_H

#include <stdio.h>

#include "tools/archive/pack.h"

/*
 * to       takes what is packed; borrowed until fclose, which packs what is
 *          left. A write that fails is an error of both streams, and errno is
 *          that of the first one when fclose returns.
 * packing  not PACKING_NONE
 * Never NULL: dies if memory runs out.
 */
FILE *packed_open(FILE *to, enum packing packing);

#endif
