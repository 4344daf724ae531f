/* SPDX-License-Identifier: MIT */
/*
 * The machine and the time of day, as far as system calls give them: for a
 * process that writes its own archive. In a session the manager does this. Cold
 * path.
 */
#ifndef PRELOAD_SCHEMA_HOST_H
#define PRELOAD_SCHEMA_HOST_H

/* At start, by one thread: it uses static storage. envp has TZ; may be NULL. */
void fxp_host_emit(char *const *envp);

#endif
