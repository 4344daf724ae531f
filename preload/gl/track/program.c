/* SPDX-License-Identifier: MIT */
/*
 * Calls that make, link and delete programs and shaders, and queries of the
 * program about them, see preload/gl/state/program.h.
 */
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/program.h"
#include "preload/gl/track/track.h"
#include "writer/bytes.h"

static struct fxp_gl_program *make_program(struct fxp_gl_context *c,
					   uint64_t name)
{
	return fxp_gl_make(&c->group->programs, (uint32_t)name,
			   sizeof(struct fxp_gl_program));
}

static struct fxp_gl_program *find_program(const struct fxp_gl_context *c,
					   uint64_t name)
{
	return fxp_gl_find(&c->group->programs, (uint32_t)name);
}

/* A new program, or a shader of a type. */
static void create_object(struct fxp_gl_context *c, uint64_t name,
			  uint32_t type)
{
	struct fxp_gl_program *p = make_program(c, name);

	if (!p)
		return;
	p->object.is_there = true;
	p->is_shader = type != 0;
	p->type = type;
	p->is_crowded = false;
	p->n_shaders = 0;
	p->era++;
}

/* glDeleteObjectARB deletes both. */
static void delete_object(struct fxp_gl_context *c, uint64_t name)
{
	struct fxp_gl_program *p = find_program(c, name);

	if (p)
		p->object.is_there = false;
}

/* In OpenGL ES only one shader of a type can be attached. */
static bool is_refused(const struct fxp_gl_context *c,
		       const struct fxp_gl_program *p,
		       const struct fxp_gl_program *shader)
{
	for (uint32_t i = 0; i < p->n_shaders; i++) {
		const struct fxp_gl_program *other =
			find_program(c, p->shaders[i]);

		if (p->shaders[i] == shader->object.name)
			return true;
		if (c->api != FXP_GL_API_GL && other &&
		    other->type == shader->type)
			return true;
	}
	return false;
}

static void attach_shader(struct fxp_gl_context *c, const uint64_t *slot)
{
	struct fxp_gl_program *p = find_program(c, slot[0]);
	const struct fxp_gl_program *shader = find_program(c, slot[1]);

	if (!p || p->is_shader || (!shader && c->is_seen) ||
	    (shader && (!shader->is_shader || is_refused(c, p, shader))))
		return;
	p->n_attachings++;
	/* a deleted shader may still be attached */
	if (!shader || !shader->object.is_there ||
	    p->n_shaders == FXP_GL_N_SHADERS)
		p->is_crowded = true;
	else
		p->shaders[p->n_shaders++] = shader->object.name;
}

static void detach_shader(struct fxp_gl_context *c, const uint64_t *slot)
{
	struct fxp_gl_program *p = find_program(c, slot[0]);

	if (!p)
		return;
	p->n_attachings++;
	for (uint32_t i = 0; i < p->n_shaders; i++)
		if (p->shaders[i] == (uint32_t)slot[1])
			p->shaders[i--] = p->shaders[--p->n_shaders];
}

static void link_program(struct fxp_gl_context *c, uint64_t name)
{
	struct fxp_gl_program *p = make_program(c, name);

	if (!p)
		return;
	p->era++;
	if (!p->object.is_there) /* its creation was not seen */
		p->is_crowded = true;
}

/* Results of its queries are valid until the next link, and for shaders until
 * the next one is attached or detached. */
static void add_queried(struct fxp_gl_context *c, const uint64_t *slot)
{
	const struct fxp_gl_program *p = find_program(c, slot[0]);
	const void *value = (const void *)(uintptr_t)slot[2];
	struct fxp_gl_question question = {.object = (uint32_t)slot[0],
					   .name = (uint32_t)slot[1]};

	switch (slot[1]) {
	case GL_PROGRAM_BINARY_LENGTH:
		question.era = p ? p->era : 0;
		break;
	case GL_ATTACHED_SHADERS:
		question.era = p ? p->n_attachings : 0;
		break;
	default:
		return;
	}
	if (value && fxp_gl_is_there(value, 4))
		fxp_gl_answer_keep(c->group, &question,
				   (int32_t)fxw_load4(value));
}

static bool track_call(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_ATTACH_SHADER:
		attach_shader(c, slot);
		return true;
	case FXP_GL_W_DETACH_SHADER:
		detach_shader(c, slot);
		return true;
	case FXP_GL_W_LINK_PROGRAM:
		link_program(c, slot[0]);
		return true;
	case FXP_GL_W_QUERIED_PROGRAM:
		add_queried(c, slot);
		return true;
	default:
		return false;
	}
}

bool fxp_gl_track_program(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot)
{
	if (c->in_begin) /* these calls fail */
		return what >= FXP_GL_W_CREATE_PROGRAM;
	switch (what) {
	case FXP_GL_W_CREATE_PROGRAM: /* without parameters */
		create_object(c, slot[0], 0);
		return true;
	case FXP_GL_W_CREATE_SHADER_PROGRAM:
		create_object(c, slot[3], 0);
		return true;
	case FXP_GL_W_CREATE_SHADER:
		create_object(c, slot[1], (uint32_t)slot[0]);
		return true;
	case FXP_GL_W_DELETE_PROGRAM:
	case FXP_GL_W_DELETE_SHADER:
		delete_object(c, slot[0]);
		return true;
	default:
		return track_call(c, what, slot);
	}
}
