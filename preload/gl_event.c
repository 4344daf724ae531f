/* SPDX-License-Identifier: MIT */
/*
 * Events of calls that nobody made, see gl_event.h and gen/api/gl/fake.api.
 */
#include "preload/gl_event.h"

#include <sys/uio.h>

#include "preload/call.h"
#include "preload/gl_api.h"
#include "preload/gl_const.h"
#include "preload/readable.h"
#include "writer/sys.h"
#include "writer/thread.h"

#define PAGE_BYTES 4096u
/* Pages that are asked for at once. */
#define BATCH 8u

/* Whether the pages from `at` on, at most BATCH, can be read. */
static bool ask_batch(uintptr_t at, unsigned n)
{
	char bytes[BATCH];
	struct iovec local = {bytes, n}, remote[BATCH];

	for (unsigned i = 0; i < n; i++, at += PAGE_BYTES)
		remote[i] = (struct iovec){(void *)at, 1};
	return sys_process_vm_readv(sys_getpid(), &local, 1, remote, n) ==
	       (long)n;
}

bool fxp_gl_is_there(const void *p, uint64_t n)
{
	uintptr_t at = (uintptr_t)p, end = at + n;

	if (!n)
		return true;
	if (end < at)
		return false;
	/* A few pages are those of the call before, as a rule; a thread that
	 * has recorded nothing yet remembers none. */
	if (fxw_self && n <= BATCH * PAGE_BYTES)
		return fxp_known_readable(p, n);
	if (fxw_engine.no_system_calls)
		return false;
	at &= ~(uintptr_t)(PAGE_BYTES - 1);
	while (at < end) {
		uint64_t n_pages = (end - at + PAGE_BYTES - 1) / PAGE_BYTES;
		unsigned n_now = n_pages < BATCH ? (unsigned)n_pages : BATCH;

		if (!ask_batch(at, n_now))
			return false;
		at += n_now * PAGE_BYTES;
	}
	return true;
}

void fxp_gl_event_string(unsigned i, uint64_t string, int64_t length)
{
	const char *p = (const char *)(uintptr_t)string;
	uint64_t slot[4] = {i, string, FXP_WORD(length), 0};
	size_t n = 0;

	if (!p)
		return;
	if (length < 0) {
		if (!fxp_string_length(NULL, p, INT32_MAX, FXP_KNOWN, &n))
			return;
		slot[2] = n;
	} else if (!fxp_gl_is_there(p, (uint64_t)length)) {
		return;
	}
	fxp_fake(&fxp_gl, FXP_FN_gl_fxtrace_string, slot);
}

void fxp_gl_event_array(const struct fxp_gl_elements *e)
{
	uint64_t data = e->pointer + (uint64_t)(e->first * e->stride);
	const uint64_t slot[] = {e->array,
				 e->index,
				 FXP_WORD((int64_t)e->size),
				 e->type,
				 FXP_WORD((int64_t)e->stride),
				 e->divisor,
				 FXP_WORD(e->first),
				 FXP_WORD(e->count),
				 e->pointer,
				 FXP_WORD(e->n_bytes),
				 data,
				 0};

	if (fxp_gl_is_there((const void *)(uintptr_t)data,
			    (uint64_t)e->n_bytes))
		fxp_fake(&fxp_gl, FXP_FN_gl_fxtrace_client_array, slot);
}

void fxp_gl_event_indices(unsigned draw, unsigned type, uint64_t indices,
			  int64_t n_bytes)
{
	const uint64_t slot[] = {draw, type, FXP_WORD(n_bytes), indices, 0};

	fxp_fake(&fxp_gl, FXP_FN_gl_fxtrace_client_indices, slot);
}

void fxp_gl_event_written(uint64_t address, uint64_t n_bytes)
{
	const uint64_t slot[] = {address, address, n_bytes, 0};

	fxp_fake(&fxp_gl, FXP_FN_gl_memcpy, slot);
}

void fxp_gl_event_left(uint32_t mode, uint64_t buffer, int64_t n_values)
{
	const uint64_t slot[] = {FXP_WORD(n_values), buffer, 0};

	if (n_values <= 0 || !fxp_gl_is_there((const void *)(uintptr_t)buffer,
					      (uint64_t)n_values * 4))
		return;
	fxp_fake(&fxp_gl,
		 mode == GL_SELECT ? FXP_FN_gl_fxtrace_select_buffer
				   : FXP_FN_gl_fxtrace_feedback_buffer,
		 slot);
}
