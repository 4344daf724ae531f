/* SPDX-License-Identifier: MIT */
/*
 * Memory that a forked child finds zeroed, see memory.h.
 */
#include "writer/memory.h"

#include <sys/mman.h>

#include "writer/sys.h"

void *fxw_memory_wiped(size_t n_bytes, int *error)
{
	void *made = sys_mmap(NULL, n_bytes, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (!sys_mapped(made)) {
		*error = (int)(intptr_t)made;
		return NULL;
	}
	*error = sys_madvise(made, n_bytes, MADV_WIPEONFORK);
	if (*error == 0)
		return made;
	(void)sys_munmap(made, n_bytes); /* at worst it stays, unused */
	return NULL;
}
