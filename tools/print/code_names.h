/* SPDX-License-Identifier: MIT */
/*
 * Names of code that belongs to no file, by what runtimes write for perf. These
 * are perf-PID.map (perf_map.h) and jit-PID.dump (jit_dump.h), where runtimes
 * write them or in folders that the user gives. The latter counts first, as it
 * knows times and lines. A damaged one is said once.
 *
 * Not thread-safe.
 */
#ifndef TOOLS_PRINT_CODE_NAMES_H
#define TOOLS_PRINT_CODE_NAMES_H

#include "tools/elf/jit_dump.h"
#include "tools/reader/world.h"

struct code_names;

/* world, folders: borrowed until close. folders: between colons, or NULL. */
struct code_names *code_names_open(const struct fxr_world *world,
				   const char *folders);
void code_names_close(struct code_names *names);
/* Damaged files are reported to `warn`, not on standard error. NULL: nowhere.
 */
typedef void code_names_warn(void *context, const char *text);
void code_names_warn_to(struct code_names *names, code_names_warn *warn,
			void *context);

/* A time since the session's start, as the runtime's file counts it; JIT_LATEST
 * if that is unknown, or it has no times. */
uint64_t code_names_time(struct code_names *names, uint32_t provider,
			 uint64_t ns);

/*
 * Looks up an address of the provider's process. False: it has no name. Texts
 * live until close.
 * time  from code_names_time
 * span  is narrowed to times with the same result
 */
bool code_names_find(struct code_names *names, uint32_t provider,
		     uint64_t address, uint64_t time, struct perf_name *name,
		     struct jit_span *span);

#endif
