/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * Names that a program goes through, and what is left of their objects.
 */
#include <pthread.h>

#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/measure/state_size.h"
#include "preload/gl/state/texture.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"

#define MANY 20000u

static unsigned n_objects(const struct fxp_gl_names *names)
{
	unsigned n = 0;

	for (unsigned i = 0; i < FXP_GL_BUCKETS; i++)
		for (const struct fxp_gl_object *o = names->heads[i]; o;
		     o = o->next)
			n++;
	return n;
}

static int64_t level(void)
{
	return fxp_gl_level_bytes(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE,
				  0);
}

static void set_image(uint64_t width)
{
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, width, 1, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
}

static void make_all(uint32_t name)
{
	GL(GEN_TEXTURES, 1, AT(&name));
	GL(BIND_TEXTURE, GL_TEXTURE_2D, name);
	is_i64(level(), 0);
	set_image(name);
	is_i64(level(), 4 * (int64_t)name);
	GL(GEN_BUFFERS, 1, AT(&name));
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, name);
	is_i64(fxp_gl_bound_buffer(fxp_gl_current(), GL_ARRAY_BUFFER)->n_bytes,
	       0);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, name, 0, 0);
	GL(GEN_VAOS, 1, AT(&name));
	GL(BIND_VAO, name);
	is_u64(fxp_gl_current()->vao->element_buffer, 0);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, name);
}

static void delete_all(uint32_t name)
{
	GL(DELETE_TEXTURES, 1, AT(&name));
	GL(DELETE_BUFFERS, 1, AT(&name));
	GL(DELETE_VAOS, 1, AT(&name));
}

static void again(void)
{
	const struct fxp_gl_context *c;

	gl_begin_compat(1, 0);
	c = fxp_gl_current();
	for (uint32_t name = 1; name <= 10000; name++) {
		make_all(name);
		delete_all(name);
	}
	ok(n_objects(&c->group->textures) <= 2 * FXP_GL_BUCKETS);
	ok(n_objects(&c->group->buffers) <= 2 * FXP_GL_BUCKETS);
	ok(n_objects(&c->vaos) <= 2 * FXP_GL_BUCKETS);
}

/* Names of the program's own, and lists. */
static void own_names(void)
{
	const struct fxp_gl_context *c;

	gl_begin_compat(1, 0);
	c = fxp_gl_current();
	for (uint32_t name = 1; name <= 5000; name++) {
		GL(BIND_TEXTURE, GL_TEXTURE_2D, name);
		set_image(3);
		is_i64(level(), 12);
		GL(DELETE_TEXTURES, 1, AT(&name));
		GL(NEW_LIST, name, GL_COMPILE);
		GL(ACTIVE_TEXTURE, GL_TEXTURE0 + 1);
		GL(END_LIST, 0);
		GL(DELETE_LISTS, name, 1);
		GL(CALL_LIST, name);
		is_u64(c->texture_unit, 0);
	}
	ok(n_objects(&c->group->textures) <= 2 * FXP_GL_BUCKETS);
	ok(n_objects(&c->group->lists) <= 2 * FXP_GL_BUCKETS);
}

/* One context deletes what another one has bound: there it lives on. */
static void bound_elsewhere(void)
{
	uint32_t name = 5, others[2 * FXP_GL_BUCKETS];
	const struct fxp_gl_context *c;
	uint16_t indices[] = {3, 4};

	gl_begin_compat(1, 0);
	GL(GEN_TEXTURES, 1, AT(&name));
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 5);
	set_image(7);
	GL(GEN_BUFFERS, 1, AT(&name));
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 5);
	GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 4, AT(indices), 0);
	gl_begin_compat(2, 1);
	GL(DELETE_TEXTURES, 1, AT(&name));
	GL(DELETE_BUFFERS, 1, AT(&name));
	for (unsigned i = 0; i < 2 * FXP_GL_BUCKETS; i++)
		others[i] = 6 + i;
	GL(GEN_TEXTURES, 2 * FXP_GL_BUCKETS, AT(others));
	GL(GEN_BUFFERS, 2 * FXP_GL_BUCKETS, AT(others));
	fxp_gl_context_use(1, true);
	c = fxp_gl_current();
	is_i64(level(), 28);
	ok(fxp_gl_buffer_bytes(c, GL_ELEMENT_ARRAY_BUFFER, 0, 4));
	/* until it is bound nowhere */
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 0);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 0);
	for (unsigned i = 0; i < 2 * FXP_GL_BUCKETS; i++)
		others[i] += 2 * FXP_GL_BUCKETS;
	GL(GEN_TEXTURES, 2 * FXP_GL_BUCKETS, AT(others));
	GL(GEN_BUFFERS, 2 * FXP_GL_BUCKETS, AT(others));
	ok(!fxp_gl_texture_named(c, 5));
	ok(!fxp_gl_buffer_find(c, 5));
}

/* Its name may be given to another one, or taken, meanwhile. */
static void new_of_name(void)
{
	uint32_t name = 5;

	gl_begin_compat(1, 0);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 5);
	set_image(7);
	gl_begin_compat(2, 1);
	GL(DELETE_TEXTURES, 1, AT(&name));
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 5);
	is_i64(level(), 0);
	set_image(9);
	fxp_gl_context_use(1, true);
	GL(DELETE_TEXTURES, 1, AT(&name));
	fxp_gl_context_use(2, true);
	GL(GEN_TEXTURES, 1, AT(&name));
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 5);
	is_i64(level(), 0);
}

/* Each thread its own names, of the same buckets. */
static void *come_and_go(void *arg)
{
	uint64_t handle = (uint64_t)(uintptr_t)arg;
	uintptr_t n_wrong = 0;

	fxp_gl_context_use(handle, true);
	for (uint32_t i = 0; i < MANY; i++) {
		uint32_t name = (uint32_t)handle + 4 * (i + 1);

		GL(GEN_TEXTURES, 1, AT(&name));
		GL(BIND_TEXTURE, GL_TEXTURE_2D, name);
		n_wrong += level() != 0;
		set_image(name % 10000 + 1);
		n_wrong += level() != 4 * (int64_t)(name % 10000 + 1);
		GL(DELETE_TEXTURES, 1, AT(&name));
		GL(GEN_BUFFERS, 1, AT(&name));
		GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, name);
		GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 4, AT(&name), 0);
		GL(DELETE_BUFFERS, 1, AT(&name));
	}
	fxp_gl_context_use(0, true);
	return (void *)n_wrong;
}

static void threads(void)
{
	pthread_t ids[3];
	void *n_wrong;

	gl_begin_compat(9, 0);
	for (uint64_t i = 0; i < 3; i++)
		GL(EGL_CREATE_CONTEXT, 1, 1, 9, 0, i + 1);
	for (uintptr_t i = 0; i < 3; i++)
		pthread_create(&ids[i], NULL, come_and_go, (void *)(i + 1));
	for (unsigned i = 0; i < 3; i++) {
		pthread_join(ids[i], &n_wrong);
		is_u64((uintptr_t)n_wrong, 0);
	}
	ok(n_objects(&fxp_gl_current()->group->textures) <= 6 * FXP_GL_BUCKETS);
}

static const struct tap_test tests[] = {
	{"objects that are deleted become those of new names", again},
	{"as do those of the program's own names, and lists", own_names},
	{"what is deleted lives on where another context has it bound",
	 bound_elsewhere},
	{"a new object of such a name is new", new_of_name},
	{"threads take objects from each other, and none is two's", threads},
};

TAP_MAIN(tests)
