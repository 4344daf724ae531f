/* SPDX-License-Identifier: MIT */
/*
 * Tracks the state of OpenGL by its calls. Each part returns whether the number
 * is one of its own.
 */
#ifndef PRELOAD_GL_TRACK_TRACK_H
#define PRELOAD_GL_TRACK_TRACK_H

#include "preload/gl/state/state.h"
#include "preload/gl/state/call_id.h"

/* After a call and before it; what: enum fxp_gl_what. slot: its parameters,
 * floats as their bits, and its return value. */
void fxp_gl_track_call(unsigned what, const uint64_t *slot);
void fxp_gl_track_before(unsigned what, const uint64_t *slot);

/* The same at once, even while a list is compiled. */
void fxp_gl_track_now(struct fxp_gl_context *c, unsigned what,
		      const uint64_t *slot);

/* Whether the call only goes into the list that is compiled. False if it also
 * takes effect now. */
bool fxp_gl_list_store(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot);

bool fxp_gl_track_list(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot);
bool fxp_gl_track_attrib(struct fxp_gl_context *c, unsigned what,
			 const uint64_t *slot);
bool fxp_gl_track_context(unsigned what, const uint64_t *slot);
bool fxp_gl_track_drawable(unsigned what, const uint64_t *slot);
bool fxp_gl_track_mode(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot);
bool fxp_gl_track_client(struct fxp_gl_context *c, unsigned what,
			 const uint64_t *slot);
bool fxp_gl_track_buffer(struct fxp_gl_context *c, unsigned what,
			 const uint64_t *slot);
bool fxp_gl_track_pointer(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot);
bool fxp_gl_track_array(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot);
bool fxp_gl_track_texture(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot);
bool fxp_gl_track_program(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot);
bool fxp_gl_before_map(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot);
bool fxp_gl_before_draw(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot);

/* The value of a key in the list of attributes at that address, else
 * `otherwise`. end: EGL_NONE, or 0 of GLX. */
uint32_t fxp_gl_attribute(uint64_t list, uint32_t end, uint32_t key,
			  uint32_t otherwise);

#endif
