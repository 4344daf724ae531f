/* SPDX-License-Identifier: MIT */
/*
 * Where the generated wrappers come in, see alongside.h.
 */
#include "preload/gl/events/alongside.h"

#include "ids_gl.h"

void fxp_gl_beside(unsigned what, const struct fxp_call *call,
		   const uint64_t *slot)
{
	if (!fxp_gl_beside_frame(what, call, slot) &&
	    !fxp_gl_beside_query(what, call, slot) &&
	    !fxp_gl_beside_fence(what, call, slot) &&
	    !fxp_gl_beside_named_fence(what, call, slot))
		(void)fxp_gl_beside_label(what, call, slot);
}
