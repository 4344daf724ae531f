/* SPDX-License-Identifier: MIT */
/*
 * Textures and their bindings, see texture.h.
 */
#include "preload/gl/state/texture.h"

#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/call_id.h"
#include "writer/bytes.h"

enum fxp_gl_kind fxp_gl_texture_kind(uint64_t target, bool *is_face)
{
	*is_face = target - GL_TEXTURE_CUBE_MAP_POSITIVE_X < 6;
	switch (target) {
	case GL_TEXTURE_1D:
		return FXP_GL_1D;
	case GL_TEXTURE_2D:
		return FXP_GL_2D;
	case GL_TEXTURE_3D:
		return FXP_GL_3D;
	case GL_TEXTURE_RECTANGLE:
		return FXP_GL_RECTANGLE;
	case GL_TEXTURE_CUBE_MAP:
		return FXP_GL_CUBE;
	case GL_TEXTURE_1D_ARRAY:
		return FXP_GL_1D_ARRAY;
	case GL_TEXTURE_2D_ARRAY:
		return FXP_GL_2D_ARRAY;
	case GL_TEXTURE_CUBE_MAP_ARRAY:
		return FXP_GL_CUBE_ARRAY;
	default:
		return *is_face ? FXP_GL_CUBE : FXP_GL_N_KINDS;
	}
}

/* The texture of that name. A new one gets that kind permanently. */
static struct fxp_gl_texture *of_kind(const struct fxp_gl_context *c,
				      uint32_t name, enum fxp_gl_kind kind)
{
	struct fxp_gl_texture *t =
		fxp_gl_make_in(c->group, &c->group->textures, name, sizeof(*t));

	if (t && !t->object.is_there) {
		t->object.is_there = true;
		t->kind = kind;
	}
	return t;
}

struct fxp_gl_texture *fxp_gl_texture_in_unit(const struct fxp_gl_context *c,
					      uint64_t unit, uint64_t target)
{
	bool is_face;
	enum fxp_gl_kind kind = fxp_gl_texture_kind(target, &is_face);
	uint32_t name;

	if (kind == FXP_GL_N_KINDS || unit >= FXP_GL_N_TEXTURE_UNITS)
		return NULL;
	name = c->textures[unit][kind];
	return of_kind(c, name ? name : FXP_GL_UNNAMED + (uint32_t)kind, kind);
}

struct fxp_gl_texture *fxp_gl_texture_bound(const struct fxp_gl_context *c,
					    uint64_t target)
{
	return fxp_gl_texture_in_unit(c, c->texture_unit, target);
}

struct fxp_gl_texture *fxp_gl_texture_named(const struct fxp_gl_context *c,
					    uint64_t name)
{
	return fxp_gl_find(&c->group->textures, (uint32_t)name);
}

struct fxp_gl_texture *fxp_gl_texture_named_as(const struct fxp_gl_context *c,
					       uint64_t name, uint64_t target)
{
	bool is_face;
	enum fxp_gl_kind kind = fxp_gl_texture_kind(target, &is_face);

	return kind == FXP_GL_N_KINDS || !(uint32_t)name
		       ? NULL
		       : of_kind(c, (uint32_t)name, kind);
}

static void create_textures(struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[1], slot[2]);
	bool is_face;
	enum fxp_gl_kind kind = fxp_gl_texture_kind(slot[0], &is_face);

	for (int32_t i = 0; names && i < (int32_t)slot[1]; i++) {
		if (kind < FXP_GL_N_KINDS)
			(void)of_kind(c, names[i], kind);
	}
}

static bool has_texture(const struct fxp_gl_context *c, uint32_t name)
{
	const uint32_t *at = &c->textures[0][0];
	bool is_bound = false;

	for (unsigned i = 0; i < FXP_GL_N_TEXTURE_UNITS * FXP_GL_N_KINDS; i++)
		is_bound |= fxp_gl_has_bound(&at[i], name);
	return is_bound;
}

static void free_texture(struct fxp_gl_texture *t, uint32_t name)
{
	if (!fxp_gl_end_name(&t->object, name))
		return;
	fxp_gl_texture_drop(t);
	fxp_gl_vacate(&t->object);
}

/* Frees doomed textures in the bucket of the name that are no longer bound
 * elsewhere. */
static void free_doomed(struct fxp_gl_context *c, uint32_t name)
{
	struct fxp_gl_object *o = fxp_gl_bucket(&c->group->textures, name);

	for (; o; o = o->next) {
		uint32_t old = __atomic_load_n(&o->name, __ATOMIC_RELAXED);

		/* GL has given its name to a new texture */
		if (fxp_gl_is_doomed(o) &&
		    (old == name ||
		     !fxp_gl_is_bound(c->group, NULL, has_texture, old)))
			free_texture((struct fxp_gl_texture *)o, old);
	}
}

static void generate_names(struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[0], slot[1]);

	for (int32_t i = 0; names && i < (int32_t)slot[0]; i++) {
		free_doomed(c, names[i]);
		(void)fxp_gl_make_own(&c->group->textures, names[i],
				      sizeof(struct fxp_gl_texture));
	}
}

/* It lives on as long as another context has it bound. */
static void delete_names(struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[0], slot[1]);

	for (int32_t i = 0; names && i < (int32_t)slot[0]; i++) {
		struct fxp_gl_texture *t = fxp_gl_texture_named(c, names[i]);
		uint32_t *at = &c->textures[0][0];

		if (!t)
			continue;
		for (unsigned j = 0;
		     j < FXP_GL_N_TEXTURE_UNITS * FXP_GL_N_KINDS; j++)
			if (at[j] == names[i])
				fxp_gl_set_bound(&at[j], 0);
		if (fxp_gl_is_bound(c->group, c, has_texture, names[i]))
			fxp_gl_doom(&t->object);
		else
			free_texture(t, names[i]);
	}
}

/* A texture gets its kind at its first binding; GL rejects another one. */
static void bind_in(struct fxp_gl_context *c, uint64_t unit, uint64_t target,
		    uint32_t name)
{
	bool is_face;
	enum fxp_gl_kind kind = fxp_gl_texture_kind(target, &is_face);
	const struct fxp_gl_texture *t;

	if (kind == FXP_GL_N_KINDS || is_face || c->in_begin ||
	    unit >= FXP_GL_N_TEXTURE_UNITS || c->textures[unit][kind] == name)
		return;
	t = name ? of_kind(c, name, kind) : NULL;
	if (t && fxp_gl_is_doomed(&t->object)) {
		free_doomed(c, name); /* it is a new one of that name */
		t = of_kind(c, name, kind);
	}
	if (!t || t->kind == kind)
		fxp_gl_set_bound(&c->textures[unit][kind], name);
}

/* Binds it by its kind; 0: unbinds all of the unit. */
static void bind_unit(struct fxp_gl_context *c, uint64_t unit, uint32_t name)
{
	const struct fxp_gl_texture *t = fxp_gl_texture_named(c, name);

	if (unit >= FXP_GL_N_TEXTURE_UNITS)
		return;
	if (!name)
		fxw_zero(c->textures[unit], sizeof(c->textures[unit]));
	else if (t && t->object.is_there)
		fxp_gl_set_bound(&c->textures[unit][t->kind], name);
}

/* first, count, names or NULL */
static void bind_units(struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[1], slot[2]);
	int32_t n = (int32_t)slot[1];

	if (slot[2] && !names)
		return;
	for (int32_t i = 0; i < n && i < (int32_t)FXP_GL_N_TEXTURE_UNITS; i++)
		bind_unit(c, slot[0] + (uint64_t)i, names ? names[i] : 0);
}

bool fxp_gl_track_texture_name(struct fxp_gl_context *c, unsigned what,
			       const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_ACTIVE_TEXTURE:
		if (slot[0] - GL_TEXTURE0 < FXP_GL_N_TEXTURE_UNITS)
			c->texture_unit = (uint32_t)slot[0] - GL_TEXTURE0;
		return true;
	case FXP_GL_W_BIND_TEXTURE:
		bind_in(c, c->texture_unit, slot[0], (uint32_t)slot[1]);
		return true;
	case FXP_GL_W_BIND_MULTI_TEXTURE:
		bind_in(c, slot[0] - GL_TEXTURE0, slot[1], (uint32_t)slot[2]);
		return true;
	case FXP_GL_W_BIND_TEXTURE_UNIT:
		bind_unit(c, slot[0], (uint32_t)slot[1]);
		return true;
	case FXP_GL_W_BIND_TEXTURES:
		bind_units(c, slot);
		return true;
	case FXP_GL_W_GEN_TEXTURES:
		generate_names(c, slot);
		return true;
	case FXP_GL_W_CREATE_TEXTURES:
		generate_names(c, slot + 1);
		create_textures(c, slot);
		return true;
	case FXP_GL_W_DELETE_TEXTURES:
		delete_names(c, slot);
		return true;
	default:
		return false;
	}
}
