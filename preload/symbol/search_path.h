/* SPDX-License-Identifier: MIT */
/*
 * Where the dynamic linker looks for a library without a path in its name. Some
 * of the folders belong to the object that loads it.
 */
#ifndef PRELOAD_SYMBOL_SEARCH_PATH_H
#define PRELOAD_SYMBOL_SEARCH_PATH_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a library may be looked for elsewhere than if we loaded it. Then the
 * object with the code at that address has folders of its own (DT_RUNPATH), or
 * any object has some that others inherit (DT_RPATH). True if that is unknown.
 * Makes system calls. Any thread, any signal handler. After our relocation. */
bool fxp_search_is_by_caller(uintptr_t caller);

#endif
