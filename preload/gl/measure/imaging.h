/* SPDX-License-Identifier: MIT */
/*
 * Shadow state of the imaging subset: sizes of color tables, filters and
 * histograms. what: enum fxp_gl_what.
 */
#ifndef PRELOAD_GL_MEASURE_IMAGING_H
#define PRELOAD_GL_MEASURE_IMAGING_H

#include "preload/gl/state/call_id.h"
#include "preload/gl/state/state.h"

/* After a call; true: the number is one of the subset's. */
bool fxp_gl_track_imaging(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot);

#endif
