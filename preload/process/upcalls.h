/* SPDX-License-Identifier: MIT */
/*
 * Stores the addresses of functions of higher floors for lower ones
 * (preload/runtime/upcalls.h).
 */
#ifndef PRELOAD_PROCESS_UPCALLS_H
#define PRELOAD_PROCESS_UPCALLS_H

/* Before the recorder is on. Any thread, any number of times: it stores the
 * same addresses. */
void fxp_upcalls_fill(void);

#endif
