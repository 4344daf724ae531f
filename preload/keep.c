/* SPDX-License-Identifier: MIT */
/*
 * What a parameter pointed to before the call: see FXP_KEEP. The program may
 * have given the kernel a bad pointer and wait for EFAULT, so it is read with
 * care; in a sandbox, where the kernel cannot be asked, not at all.
 */
#include "preload/peek.h"
#include "preload/preload.h"
#include "writer/bytes.h"
#include "writer/engine.h"

uint64_t fxp_keep(const void *p, unsigned n_bytes, bool is_signed)
{
	unsigned unused_bits = 64 - n_bytes * 8;
	uint64_t word = 0;

	if (!p || fxw_engine.no_system_calls || !fxp_peek(&word, p, n_bytes))
		return 0;
	word <<= unused_bits;
	return is_signed ? (uint64_t)((int64_t)word >> unused_bits)
			 : word >> unused_bits;
}
