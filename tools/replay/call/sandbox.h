/* SPDX-License-Identifier: MIT */
/*
 * A second line of defence for calls that an archive chooses. From here on,
 * this process can only read its open files, print, allocate memory and end.
 */
#ifndef TOOLS_REPLAY_CALL_SANDBOX_H
#define TOOLS_REPLAY_CALL_SANDBOX_H

#include <stdbool.h>

/*
 * Installs a seccomp filter: system calls that are not in its list fail with
 * EPERM. It applies to the whole process and cannot be removed; call it while
 * there is one thread. Returns false, with nothing changed, if the kernel has
 * no filters or does not permit them.
 */
bool sandbox_enter(void);

#endif
