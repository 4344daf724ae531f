/* SPDX-License-Identifier: MIT */
/*
 * Facts that the archive has once: versions, program, arguments, folder,
 * descriptors, tables, modules, exit status. Cold path, durable records.
 * Records that find no space are dropped.
 */
#ifndef PRELOAD_SCHEMA_FACTS_H
#define PRELOAD_SCHEMA_FACTS_H

#include "preload/config/config.h"
#include "preload/symbol/slot.h"

#define FXP_VERSION "0.1.0"

/* All facts that are known at start. One thread: it uses static storage. */
void fxp_facts_start(const struct fxp_config *config, const char *session);

/* A table that was registered after the start. */
void fxp_facts_table(const struct fxp_api *api);

/* Modules loaded since the last time. Any thread; skipped if another thread is
 * doing it. */
void fxp_facts_modules(void);

/* How many objects the archive has; more after each one that was loaded. */
uint32_t fxp_facts_n_modules(void);

/* Whether an emitted module contains the address. Any thread. */
bool fxp_facts_has_module(uintptr_t address);

/* Modules were unloaded: their successors will be emitted. */
void fxp_facts_modules_gone(void);

/* The status that the process exits with. */
void fxp_facts_exit(int status);

/* A forked child emits everything again. */
void fxp_facts_forget(void);

#endif
