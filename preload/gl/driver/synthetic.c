/* SPDX-License-Identifier: MIT */
/*
 * Events of synthetic calls, see synthetic.h and gen/api/gl/fake.api.
 */
#include "preload/gl/driver/synthetic.h"

#include "preload/call/call.h"
#include "preload/gl/driver/api.h"
#include "preload/gl/driver/const.h"
#include "preload/runtime/readable.h"
#include "writer/sys.h"
#include "writer/thread.h"

bool fxp_gl_is_there(const void *p, uint64_t n)
{
	if (!n)
		return true;
	/* Usually the pages are those of the previous call. A thread that has
	 * recorded nothing yet remembers none. */
	return fxw_self ? fxp_known_readable(p, n) : fxp_query_range(p, n);
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

void fxp_gl_event_unknown(uint32_t buffer, const char *reason)
{
	const uint64_t slot[] = {buffer, FXP_WORD(reason), 0};

	fxp_fake(&fxp_gl, FXP_FN_gl_fxtrace_client_unknown, slot);
}

void fxp_gl_event_indices(unsigned draw, unsigned type, uint64_t indices,
			  int64_t n_bytes)
{
	const uint64_t slot[] = {draw, type, FXP_WORD(n_bytes), indices, 0};

	fxp_fake(&fxp_gl, FXP_FN_gl_fxtrace_client_indices, slot);
}

void fxp_gl_event_written(uint64_t address, const void *bytes, uint64_t n_bytes)
{
	const uint64_t slot[] = {address, FXP_WORD(bytes), n_bytes, 0};

	fxp_fake(&fxp_gl, FXP_FN_gl_memcpy, slot);
}

void fxp_gl_event_unwound(uint32_t mode, uint64_t buffer, int64_t n_values)
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
