/* SPDX-License-Identifier: MIT */
/*
 * Names and lines of code that a runtime has compiled, in a file for `perf
 * inject --jit`. The kernel's
 * tools/perf/Documentation/jitdump-specification.txt describes it. Node,
 * Python, Java's agents and LLVM write it. Each piece of code has a record:
 * when and where it was made, its name, and the code itself, which is not read.
 * Its lines may precede it.
 *
 * Not thread-safe.
 */
#ifndef TOOLS_ELF_JIT_DUMP_H
#define TOOLS_ELF_JIT_DUMP_H

#include "tools/elf/jit_tree.h"
#include "tools/elf/perf_map.h"

/* Further records and pieces of code are not read. */
#define JIT_DUMP_MAX_RECORDS (1u << 24)
#define JIT_DUMP_MAX_CODES (1u << 22)

struct jit_dump;

/*
 * Reads the file. NULL: there is none that can be used.
 * not_before_ns  it must have been written at that time (ns since 1970) or
 *                later: an older one is another process's
 * pid            the process that wrote it, as it sees itself
 */
struct jit_dump *jit_dump_open(const char *path, uint64_t not_before_ns,
			       uint64_t pid);
void jit_dump_close(struct jit_dump *dump);

/* What is wrong with the file, without its name, or NULL. What precedes that
 * place has names. */
const char *jit_dump_trouble(const struct jit_dump *dump);

/* Whether its times are the processor's counter. Otherwise they are ns of
 * CLOCK_MONOTONIC. */
bool jit_dump_has_counter(const struct jit_dump *dump);

/*
 * Looks up an address at some time (JIT_LATEST: unknown). False: no code has
 * it. Of code that was made there one after the other, the last one before
 * counts; if there is none, the first one. The function's name may give file
 * and line of its definition. They are of the very address if the file has its
 * lines.
 * span  is narrowed to times with the same result
 */
bool jit_dump_find(struct jit_dump *dump, uint64_t address, uint64_t time,
		   struct perf_name *name, struct jit_span *span);

#endif
