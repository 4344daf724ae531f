/* SPDX-License-Identifier: MIT */
/*
 * Ends of calls whose begins found no room on the disk. A handler's call may
 * begin behind others' in the buffer and, left by a jump, end before them: if
 * only the first chunks of a save can be written, its end is there alone.
 */
#ifndef TOOLS_MANAGER_STRAYS_H
#define TOOLS_MANAGER_STRAYS_H

#include <stdint.h>

#include "tools/manager/chunk.h"

/*
 * Makes padding of such ends, in the file. One that cannot be overwritten
 * stays. chunks  of one save; those that are in the file say so offs    where
 * in the file the words of each begin, n of them Dies if memory runs out.
 */
void strays_blank(int fd, struct chunk *chunks, const uint64_t *offs);

#endif
