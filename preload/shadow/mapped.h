/* SPDX-License-Identifier: MIT */
/*
 * Files that the program has mapped, for a replay (FXTRACE_FOR_REPLAY). Reading
 * and writing there is no call, so the archive gets synthetic calls (`@flags`
 * fake): fxtrace_mapped, fxtrace_written, fxtrace_mapping_unknown, see
 * gen/api/libc/mem.api.
 *
 * Everything here is called by wrappers: any thread, any signal handler. It
 * takes no blocking lock, allocates nothing from the program's heap and does
 * not change errno. Without --for-replay each step is one check of a flag.
 */
#ifndef PRELOAD_SHADOW_MAPPED_H
#define PRELOAD_SHADOW_MAPPED_H

#include <stdbool.h>
#include <stdint.h>

/* Whether mapped files are tracked; set once at start. */
extern bool fxp_mapped_is_on __attribute__((visibility("hidden")));

/* After a successful mmap: `slot` is its arguments and result. */
void fxp_mapped_new(const uint64_t *slot);

/* Before a call that makes [address, address + n) visible, moves or removes it:
 * emits the bytes that were written there. */
void fxp_mapped_emit(uint64_t address, uint64_t n);

/* The same for all mappings, before the program ends or execs. Not in a vfork
 * child, whose memory is its parent's. */
void fxp_mapped_emit_all(void);

/* After a munmap, or a mapping that replaces the old one. */
void fxp_mapped_gone(uint64_t address, uint64_t n);

/* After a successful mremap: `slot` is its arguments and result. */
void fxp_mapped_moved(const uint64_t *slot);

/* Around mprotect: before, with the new permissions, and after. */
void fxp_mapped_protect_before(uint64_t address, uint64_t n, int prot);
void fxp_mapped_protected(uint64_t address, uint64_t n, int prot);

/* In a forked child: the changes of other threads stay unfinished. */
void fxp_mapped_forked(void);

#endif
