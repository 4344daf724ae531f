/* SPDX-License-Identifier: MIT */
/*
 * A stream that packs what is written to it for a stream that can only be
 * written: no seeking, in bounded memory.
 */
#ifndef TOOLS_ARCHIVE_PACKED_H
#define TOOLS_ARCHIVE_PACKED_H

#include <stdio.h>

#include "tools/archive/pack.h"

/*
 * to       takes the packed bytes; borrowed until fclose, which packs the
 *          rest. A failed write is an error of both streams, and errno is
 *          that of the first failure when fclose returns.
 * packing  not PACKING_NONE
 * Never NULL: dies if memory runs out.
 */
FILE *packed_open(FILE *to, enum packing packing);

#endif
