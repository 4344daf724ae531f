/* SPDX-License-Identifier: MIT */
/*
 * The value that a parameter pointed to before the call: see FXP_KEEP. The
 * program may have given the kernel a bad pointer and expect EFAULT, so it is
 * read with care. It is read directly if it is near our own frame, as locals of
 * the caller often are. Otherwise the kernel reads it, which takes longer. In a
 * sandbox, which may forbid that, it is not read at all.
 */
#include "preload/value/word.h"

#include "preload/symbol/peek.h"
#include "writer/engine.h"

#define PAGE_BYTES 4096u

/* Whether p is in the page of the stack that contains this frame. */
static bool is_on_this_page(const void *p, unsigned n_bytes)
{
	uintptr_t page = FXW_FRAME / PAGE_BYTES;

	return (uintptr_t)p / PAGE_BYTES == page &&
	       ((uintptr_t)p + n_bytes - 1) / PAGE_BYTES == page;
}

uint64_t fxp_keep(const void *p, unsigned n_bytes, bool is_signed)
{
	unsigned unused_bits = 64 - n_bytes * 8;
	uint64_t word = 0;

	if (!p)
		return 0;
	if (is_on_this_page(p, n_bytes)) {
		for (unsigned i = 0; i < n_bytes; i++)
			((uint8_t *)&word)[i] = ((const uint8_t *)p)[i];
	} else if (fxw_engine.no_system_calls || !fxp_peek(&word, p, n_bytes)) {
		return 0;
	}
	word <<= unused_bits;
	return is_signed ? (uint64_t)((int64_t)word >> unused_bits)
			 : word >> unused_bits;
}
