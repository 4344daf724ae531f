/* SPDX-License-Identifier: MIT */
/*
 * A second line of defence for calls that an archive chooses: from here on,
 * this process can read the files that it has open, print, allocate memory and
 * end, and nothing else.
 */
#ifndef TOOLS_REPLAY_CALL_SANDBOX_H
#define TOOLS_REPLAY_CALL_SANDBOX_H

#include <stdbool.h>

/*
 * Installs a seccomp filter: system calls that are not in its list fail with
 * EPERM. For the whole process and for good; call it while there is one
 * thread. Returns false, with nothing changed, where the kernel has no filters
 * or does not permit them.
 */
bool sandbox_enter(void);

#endif
