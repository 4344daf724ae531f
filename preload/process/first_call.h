/* SPDX-License-Identifier: MIT */
/*
 * A function's first call: finds its real definition, starts the recorder, and
 * decides whether it is recorded. Wrappers call fxp_cold and fxp_decide, which
 * call/preload.h declares.
 *
 * Any thread, any signal handler, before relocation, too.
 */
#ifndef PRELOAD_PROCESS_FIRST_CALL_H
#define PRELOAD_PROCESS_FIRST_CALL_H

#include "preload/call/preload.h"

/* Starts the recorder unless it runs, has failed or cannot run yet (before
 * libc's own start). True if it runs. */
bool fxp_first_call_start(void);

/* From now on the wrapper knows the definition and whether to record it. */
void fxp_first_call_adopt(struct fxp_api *api, unsigned function, void *real);

/* The same for a function that only the recorder calls. */
void fxp_first_call_fake(struct fxp_api *api, unsigned function);

/* A library may have been unloaded: definitions that are not permanent are
 * looked up again. */
void fxp_cold_unloaded(struct fxp_api *api);

#endif
