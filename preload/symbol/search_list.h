/* SPDX-License-Identifier: MIT */
/*
 * The folders of an object's DT_RPATH or DT_RUNPATH, and what is in them.
 */
#ifndef PRELOAD_SYMBOL_SEARCH_LIST_H
#define PRELOAD_SYMBOL_SEARCH_LIST_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether the dynamic linker might find a library in one of the folders.
 * dynamic  the object's dynamic section: identifies it.
 * list     the address of its list, which may be unmapped meanwhile.
 * name     of the library, without a slash; borrowed.
 * Returns false only if no folder has a file of that name, nor variants of
 * libraries for some processors. True if that is unknown. Makes system calls,
 * maps memory for the call. Any thread, any signal handler. After our
 * relocation.
 */
bool fxp_search_list_may_have(uintptr_t dynamic, uintptr_t list,
			      const char *name);

#endif
