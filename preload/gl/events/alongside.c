/* SPDX-License-Identifier: MIT */
/*
 * Entry points for the generated wrappers, see alongside.h.
 */
#include "preload/gl/events/alongside.h"

#include "ids_gl.h"

void fxp_gl_alongside(unsigned what, const struct fxp_call *call,
		      const uint64_t *slot)
{
	if (!fxp_gl_alongside_frame(what, call, slot) &&
	    !fxp_gl_alongside_query(what, call, slot) &&
	    !fxp_gl_alongside_fence(what, call, slot) &&
	    !fxp_gl_alongside_named_fence(what, call, slot))
		(void)fxp_gl_alongside_label(what, call, slot);
}
