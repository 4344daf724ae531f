/* SPDX-License-Identifier: MIT */
/*
 * The caller of a function: whether the module that contains an address is one
 * of those that FXTRACE_CALLERS (writer/callers.h) names.
 */
#ifndef PRELOAD_SYMBOL_CALLER_H
#define PRELOAD_SYMBOL_CALLER_H

#include <stdbool.h>
#include <stdint.h>

/* The list, well formed and borrowed for ever; once, at start. */
void fxp_callers_use(const char *list);

/* Whether the code at the address is in a selected module. It is running code,
 * so that no thread may unload it. True if that is unknown. Any thread, any
 * signal handler. */
bool fxp_callers_fit(uintptr_t address);

/* A module is about to be loaded, perhaps at the address of an older one. */
void fxp_callers_changed(void);

#endif
