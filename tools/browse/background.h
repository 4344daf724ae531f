/* SPDX-License-Identifier: MIT */
/*
 * Threads that read while the main thread shows something.
 */
#ifndef TOOLS_BROWSE_BACKGROUND_H
#define TOOLS_BROWSE_BACKGROUND_H

#include <pthread.h>

/* Signals are the main thread's, which waits for keys. Dies if no thread can be
 * started. */
pthread_t background_start(void *(*run)(void *context), void *context);

#endif
