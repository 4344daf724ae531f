/* SPDX-License-Identifier: MIT */
/*
 * Values that are built out of line, see out_of_line.h.
 */
#include "preload/value/out_of_line.h"

#include <sys/mman.h>

#include "preload/value/large.h"
#include "writer/engine.h"
#include "writer/sys.h"

bool fxp_out_of_line_begin(struct fxp_out_of_line *large, struct fxp_source *s,
			   size_t n_bytes)
{
	uint32_t i = s->n_large_seen;
	void *space;

	*large = (struct fxp_out_of_line){.n_bytes = n_bytes};
	if (i >= FXP_LARGE_MAX)
		return false;
	if (i >= s->n_large) {
		if (fxw_engine.no_system_calls)
			return false;
		space = sys_mmap(NULL, n_bytes, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (!sys_mapped(space))
			return false;
		large->space = space;
		s->n_large = (uint8_t)(i + 1);
	}
	large->id = &s->large[i];
	s->n_large_seen++;
	return true;
}

uint64_t fxp_out_of_line_end(struct fxp_out_of_line *large)
{
	if (large->space) {
		*large->id = fxp_large_write(large->space, large->n_bytes);
		(void)sys_munmap(large->space, large->n_bytes);
	}
	return *large->id;
}
