/* SPDX-License-Identifier: MIT */
/*
 * Emits the kind of contexts; see fact.h. If the creation of a context was seen
 * its kind is known from that. Otherwise the context itself is queried.
 */
#include "preload/gl/driver/const.h"
#include "preload/gl/state/fact.h"
#include "preload/gl/state/fact_archive.h"
#include "preload/gl/state/query.h"
#include "preload/gl/state/visual.h"

/* GL's version: "4.5 ...", "OpenGL ES 3.2 ...", "OpenGL ES-CM 1.1 ...". */
static bool read_version(const char *text, struct fxp_gl_self *self,
			 bool *is_es)
{
	const char *es = "OpenGL ES";
	unsigned i = 0;

	while (es[i] && text[i] == es[i])
		i++;
	*is_es = !es[i];
	if (*is_es)
		text += i;
	while (*text && (*text < '0' || *text > '9'))
		text++;
	if (text[0] < '0' || text[0] > '9' || text[1] != '.' || text[2] < '0' ||
	    text[2] > '9')
		return false;
	self->major = text[0] - '0';
	self->minor = text[2] - '0';
	return true;
}

bool fxp_gl_facts_self(struct fxp_gl_context *c, struct fxp_gl_self *self)
{
	bool is_es;

	*self = (struct fxp_gl_self){.version =
					     fxp_gl_query_text(c, GL_VERSION)};
	if (!self->version || !read_version(self->version, self, &is_es))
		return false;
	self->renderer = fxp_gl_query_text(c, GL_RENDERER);
	c->version = (uint32_t)(self->major * 10 + self->minor);
	c->api = !is_es		   ? FXP_GL_API_GL
		 : self->major < 2 ? FXP_GL_API_ES1
				   : FXP_GL_API_ES2;
	if (c->version >= (is_es ? 32u : 30u))
		(void)fxp_gl_query_values(c, GL_CONTEXT_FLAGS,
					  (int32_t *)&self->flags);
	if (c->version >= 32 && !is_es) {
		(void)fxp_gl_query_values(c, GL_CONTEXT_PROFILE_MASK,
					  (int32_t *)&self->profile);
		c->is_core = self->profile & GL_CONTEXT_CORE_PROFILE_BIT;
	}
	return true;
}

static struct fxp_gl_self as_created(const struct fxp_gl_context *c)
{
	return (struct fxp_gl_self){.major = (int32_t)(c->version / 10),
				    .minor = (int32_t)(c->version % 10),
				    .profile = c->profile,
				    .flags = c->flags};
}

static void emit_framebuffer(const struct fxp_gl_context *c)
{
	int32_t values[FXP_GL_FRAMEBUFFER_VALUES];

	fxp_gl_visual_values(c->display, c->visual, values);
	fxp_gl_event_framebuffer(c, values);
}

void fxp_gl_facts_context(struct fxp_gl_context *c)
{
	struct fxp_gl_self self = as_created(c);

	if (c->archive == fxp_gl_facts_archive() || c->in_begin)
		return;
	c->archive = fxp_gl_facts_archive(); /* even if the query fails */
	if (!c->is_seen && !fxp_gl_facts_self(c, &self))
		return;
	fxp_gl_event_context(c, &self);
	if (c->visual && !c->config)
		emit_framebuffer(c);
}
