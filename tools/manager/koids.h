/* SPDX-License-Identifier: MIT */
/*
 * Ids of processes that are unique in an archive. A process has its own pid,
 * unless an earlier one had it: in another pid namespace, or before the kernel
 * gave it again. Then the id has the pid in its low bits, and a number above.
 * All are below 2^30, so that they and fxw_recorder_koid() fit into the 32 bits
 * that Perfetto keeps.
 *
 * By one thread at a time.
 */
#ifndef TOOLS_MANAGER_KOIDS_H
#define TOOLS_MANAGER_KOIDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "writer/wire.h"

#define KOID_BITS 30

struct koids {
	uint32_t *taken; /* a hash table; 0: free */
	size_t n, capacity;
	uint32_t last; /* handed out to a pid that was taken too often */
};

/* An id for a new process with that pid, as the process sees it. */
uint32_t koids_take(struct koids *koids, uint32_t pid);

void koids_fini(struct koids *koids);

/* The pid of a process's parent; 0: it is not known. */
uint32_t koids_parent_of(uint32_t kernel_pid);

#endif
