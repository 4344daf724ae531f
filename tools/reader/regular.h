/* SPDX-License-Identifier: MIT */
/*
 * Opens files that an archive, a session or another file names. Opening alone
 * may do something to a device (a watchdog starts, a tape winds), and reading
 * to a file of the kernel's (/proc/kmsg). So the file is looked at first.
 */
#ifndef TOOLS_READER_REGULAR_H
#define TOOLS_READER_REGULAR_H

#include <stdint.h>

/* What symbols and debug files are at most. */
#define REGULAR_MAX_BYTES ((uint64_t)8 << 30)

/*
 * Opens a regular file for reading. Returns its descriptor, or -1 and errno:
 * EINVAL is another kind of file, or the kernel's; EFBIG a larger one.
 */
int regular_open(const char *path, uint64_t max_bytes);

#endif
