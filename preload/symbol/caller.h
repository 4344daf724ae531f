/* SPDX-License-Identifier: MIT */
/*
 * Who calls: whether the module that an address lies in is one of those that
 * FXTRACE_CALLERS (writer/callers.h) names.
 */
#ifndef PRELOAD_SYMBOL_CALLER_H
#define PRELOAD_SYMBOL_CALLER_H

#include <stdbool.h>
#include <stdint.h>

/* The list, well formed and borrowed for ever; once, at start. */
void fxp_callers_use(const char *list);

/* Whether the code there is of a module that is meant: code that is running, so
 * that nobody may unload it meanwhile. Where that cannot be told, true. Any
 * thread, any signal handler. */
bool fxp_callers_fit(uintptr_t address);

/* A module is about to be loaded: it may come to lie where another one was. */
void fxp_callers_changed(void);

#endif
