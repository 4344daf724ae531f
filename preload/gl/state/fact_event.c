/* SPDX-License-Identifier: MIT */
/*
 * Events of facts, see fact.h and gen/api/gl/facts.api.
 */
#include "preload/call/call.h"
#include "preload/gl/driver/api.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/state/fact.h"

void fxp_gl_event_context(const struct fxp_gl_context *c,
			  const struct fxp_gl_self *self)
{
	const uint64_t slot[] = {c->handle,
				 c->share,
				 c->is_seen,
				 c->config,
				 c->api == FXP_GL_API_GL ? EGL_OPENGL_API
							 : EGL_OPENGL_ES_API,
				 FXP_WORD(self->major),
				 FXP_WORD(self->minor),
				 self->profile,
				 self->flags,
				 c->render_type,
				 FXP_WORD(self->version),
				 FXP_WORD(self->renderer),
				 0};

	fxp_fake(&fxp_gl, FXP_FN_gl_fxtrace_context, slot);
}

void fxp_gl_event_config(const struct fxp_gl_config *config)
{
	const uint64_t slot[] = {config->display, config->handle,
				 FXP_WORD(config->values), 0};

	fxp_fake(&fxp_gl,
		 config->is_egl ? FXP_FN_gl_fxtrace_egl_config
				: FXP_FN_gl_fxtrace_glx_config,
		 slot);
}

void fxp_gl_event_drawable(const struct fxp_gl_drawable *d)
{
	const uint64_t glx[] = {
		d->display,	     d->handle, d->config, FXP_WORD(d->width),
		FXP_WORD(d->height), d->known,	0};
	const uint64_t egl[] = {d->display,
				d->handle,
				d->config,
				FXP_WORD(d->config_id),
				FXP_WORD(d->width),
				FXP_WORD(d->height),
				d->known,
				d->render_buffer,
				0};

	if (d->is_egl)
		fxp_fake(&fxp_gl, FXP_FN_gl_fxtrace_egl_surface, egl);
	else
		fxp_fake(&fxp_gl, FXP_FN_gl_fxtrace_glx_drawable, glx);
}

void fxp_gl_event_framebuffer(const struct fxp_gl_context *c,
			      const int32_t *values)
{
	uint64_t slot[FXP_GL_FRAMEBUFFER_VALUES + 2];

	slot[0] = c->handle;
	for (unsigned i = 0; i < FXP_GL_FRAMEBUFFER_VALUES; i++)
		slot[i + 1] = FXP_WORD(values[i]);
	slot[FXP_GL_FRAMEBUFFER_VALUES + 1] = 0;
	fxp_fake(&fxp_gl, FXP_FN_gl_fxtrace_framebuffer, slot);
}
