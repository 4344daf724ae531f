/* SPDX-License-Identifier: MIT */
/*
 * Where the dynamic linker looks for a library without a path in its name. Some
 * of the folders belong to the object that loads it.
 */
#ifndef PRELOAD_SYMBOL_SEARCH_PATH_H
#define PRELOAD_SYMBOL_SEARCH_PATH_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether the dynamic linker may find another library of that name for the
 * caller than for us, or look for those that it needs elsewhere.
 * name    without a slash; borrowed.
 * caller  an address in the code of the object that loads it.
 * Returns false if the caller's object has no folders of its own (DT_RUNPATH),
 * or none of them has a file of that name. True if any library has some that
 * others inherit (DT_RPATH). True if the caller is in another namespace, or if
 * all this is unknown. Makes system calls. Any thread, any signal handler.
 * After our relocation.
 */
bool fxp_search_is_by_caller(const char *name, uintptr_t caller);

#endif
