/* SPDX-License-Identifier: MIT */
/*
 * A function's first call: finds its real definition, brings the recorder up,
 * and decides whether it is recorded. fxp_cold and fxp_decide, which wrappers
 * call, are declared in call/preload.h.
 *
 * Any thread, any signal handler, before relocation, too.
 */
#ifndef PRELOAD_PROCESS_FIRST_CALL_H
#define PRELOAD_PROCESS_FIRST_CALL_H

#include "preload/call/preload.h"

/* Starts the recorder unless it runs, has failed or cannot run yet (before
 * libc's own start). True if it runs. */
bool fxp_first_call_start(void);

/* From here on the wrapper knows what to call and whether to record it. */
void fxp_first_call_adopt(struct fxp_api *api, unsigned function, void *real);

/* The same of a function that only the recorder calls. */
void fxp_first_call_fake(struct fxp_api *api, unsigned function);

/* A library may have been unloaded: definitions that are not there for ever are
 * looked up anew. */
void fxp_cold_unloaded(struct fxp_api *api);

#endif
