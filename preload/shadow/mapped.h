/* SPDX-License-Identifier: MIT */
/*
 * Files that the program has mapped, for a replay (FXTRACE_FOR_REPLAY): what it
 * reads and writes there is no call, so the archive is told it by calls that
 * nobody made (`@flags` fake): fxtrace_mapped, fxtrace_written,
 * fxtrace_mapping_unknown, see gen/api/libc/mem.api.
 *
 * Everything here comes from wrappers: any thread, any signal handler; it takes
 * no lock that somebody waits for, allocates nothing of the program's and
 * leaves errno alone. Without --for-replay each step is one look at a flag.
 */
#ifndef PRELOAD_SHADOW_MAPPED_H
#define PRELOAD_SHADOW_MAPPED_H

#include <stdbool.h>
#include <stdint.h>

/* Whether mapped files are followed; set once at start. */
extern bool fxp_mapped_is_on __attribute__((visibility("hidden")));

/* After a successful mmap: `slot` is its arguments and result. */
void fxp_mapped_new(const uint64_t *slot);

/* Before a call that shows, moves or takes away [address, address + n): tells
 * what has been written there. */
void fxp_mapped_emit(uint64_t address, uint64_t n);

/* The same of all mappings: the program ends, or another takes its place. Not
 * in a vfork child, whose memory is its parent's. */
void fxp_mapped_emit_all(void);

/* After a munmap, or a mapping in its place. */
void fxp_mapped_gone(uint64_t address, uint64_t n);

/* After a successful mremap: `slot` is its arguments and result. */
void fxp_mapped_moved(const uint64_t *slot);

/* Around mprotect: before, with what will be allowed, and after. */
void fxp_mapped_protect_before(uint64_t address, uint64_t n, int prot);
void fxp_mapped_protected(uint64_t address, uint64_t n, int prot);

/* In a forked child: what another thread was at stays half done. */
void fxp_mapped_forked(void);

#endif
