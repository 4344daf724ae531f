/* SPDX-License-Identifier: MIT */
/*
 * Entry points for the generated wrappers, see track.h.
 */
#include "preload/gl/track/track.h"

#include "preload/gl/measure/imaging.h"
#include "preload/gl/state/adopt.h"
#include "preload/gl/state/fact.h"
#include "preload/gl/state/viewport.h"

/* The state that was saved is unknown: the current state has to be read. */
static bool is_lost(const struct fxp_gl_context *c, unsigned what)
{
	return what == FXP_GL_W_POP_CLIENT_ATTRIB && !c->is_seen &&
	       !c->n_pushed;
}

void fxp_gl_track_now(struct fxp_gl_context *c, unsigned what,
		      const uint64_t *slot)
{
	/* first the most frequent call, which is cheap otherwise */
	if (what == FXP_GL_W_VIEWPORT) {
		(void)fxp_gl_track_view(c, what, slot);
	} else if (what < FXP_GL_W_BIND_BUFFER) {
		if (!fxp_gl_track_mode(c, what, slot) &&
		    !fxp_gl_track_list(c, what, slot) &&
		    !fxp_gl_track_attrib(c, what, slot) &&
		    !fxp_gl_track_view(c, what, slot) &&
		    !fxp_gl_track_client(c, what, slot))
			(void)fxp_gl_track_imaging(c, what, slot);
	} else if (what < FXP_GL_W_VERTEX_POINTER) {
		(void)fxp_gl_track_buffer(c, what, slot);
	} else if (what >= FXP_GL_W_CREATE_PROGRAM) {
		(void)fxp_gl_track_program(c, what, slot);
	} else if (what >= FXP_GL_W_ACTIVE_TEXTURE) {
		(void)fxp_gl_track_texture(c, what, slot);
	} else if (!fxp_gl_track_pointer(c, what, slot)) {
		(void)fxp_gl_track_array(c, what, slot);
	}
}

void fxp_gl_track_call(unsigned what, const uint64_t *slot)
{
	struct fxp_gl_context *c;

	if (fxp_gl_track_context(what, slot) ||
	    fxp_gl_track_drawable(what, slot))
		return;
	c = fxp_gl_current();
	if (!c) {
		fxp_gl_adopt_note(what);
		return;
	}
	if (is_lost(c, what))
		fxp_gl_adopt(c);
	else if (!c->list_mode || !fxp_gl_list_store(c, what, slot))
		fxp_gl_track_now(c, what, slot);
	fxp_gl_facts_again(c);
}

void fxp_gl_track_before(unsigned what, const uint64_t *slot)
{
	struct fxp_gl_context *c = fxp_gl_adopt_unseen();

	if (!c)
		return;
	fxp_gl_facts_again(c);
	if (!fxp_gl_before_draw(c, what, slot))
		(void)fxp_gl_before_map(c, what, slot);
}
