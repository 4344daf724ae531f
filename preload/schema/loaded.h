/* SPDX-License-Identifier: MIT */
/*
 * The loaded modules that the archive has. A module is identified by its place
 * and its file. So it is new again if it was loaded elsewhere, or if another
 * file was in its place.
 *
 * One thread at a time, except for fxp_loaded_has. Nothing allocates by malloc,
 * locks or changes errno. It makes a system call when it needs more memory.
 */
#ifndef PRELOAD_SCHEMA_LOADED_H
#define PRELOAD_SCHEMA_LOADED_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/symbol/modules.h"

/* What identifies a module: of its base, dynamic section and path. */
uint64_t fxp_loaded_key(const struct fxp_module *module);

/* Whether it was added with that key. Modules that are looked up in the order
 * in which they were added are found at once. */
bool fxp_loaded_find(uint64_t key);

/* Adds a module, whose size is known. Those that it overlaps were unloaded, and
 * are removed. False: no memory. */
bool fxp_loaded_add(uint64_t key, const struct fxp_module *module);

/* Removes the modules of which is_there(an address in it) is false. */
void fxp_loaded_prune(bool (*is_there)(uintptr_t address));

/* Whether a module contains the address. Any thread, any signal handler: it may
 * miss one that is being added or removed. */
bool fxp_loaded_has(uintptr_t address);

/* All of them are new again. */
void fxp_loaded_forget(void);

#endif
