/* SPDX-License-Identifier: MIT */
/*
 * Whether a session can be had here: sandboxes and old kernels refuse some of
 * the system calls that one needs.
 */
#ifndef TOOLS_MANAGER_PROBE_H
#define TOOLS_MANAGER_PROBE_H

/* Tries each of them. Returns NULL, or the name of the first that fails and its
 * errno. */
const char *probe_session(int *error);

#endif
