/* SPDX-License-Identifier: MIT */
/*
 * Ends of calls whose begins did not fit on the disk. A handler's call may
 * begin after others in the buffer. If a jump unwinds it, it ends before them.
 * If only the first chunks of a save can be written, the file then has its end
 * without its begin.
 */
#ifndef TOOLS_MANAGER_STRAYS_H
#define TOOLS_MANAGER_STRAYS_H

#include <stdint.h>

#include "tools/manager/chunk.h"

/*
 * Replaces such ends in the file with padding. One that cannot be overwritten
 * stays.
 * chunks  of one save; each says whether it is in the file.
 * offs    the offset in the file of each chunk's words, for those in the file.
 * Dies if memory runs out.
 */
void strays_blank(int fd, struct chunk *chunks, const uint64_t *offs);

#endif
