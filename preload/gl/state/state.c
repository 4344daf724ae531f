/* SPDX-License-Identifier: MIT */
/*
 * Contexts, share groups and tables of names, see state.h.
 */
#include "preload/gl/state/state.h"

#include "preload/gl/state/queried.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/thread.h"
#include "preload/gl/state/copy.h"
#include "writer/bytes.h"
#include "writer/engine.h"

static struct fxp_gl_context *contexts;

struct fxp_gl_context *fxp_gl_current(void)
{
	return fxp_gl_thread.context;
}

uint32_t fxp_gl_egl_api(void)
{
	return fxp_gl_thread.egl_api;
}

void fxp_gl_set_egl_api(uint32_t api)
{
	fxp_gl_thread.egl_api = api;
}

bool *fxp_gl_unseen_begin(void)
{
	return &fxp_gl_thread.in_begin;
}

struct fxp_gl_context *fxp_gl_context_find(uint64_t handle, bool is_egl)
{
	/* acquire: pairs with the release in push_context() */
	struct fxp_gl_context *c = __atomic_load_n(&contexts, __ATOMIC_ACQUIRE);

	/* acquire: pairs with take_place(); another thread may be about to take
	 * one for its own handle */
	while (c && (__atomic_load_n(&c->handle, __ATOMIC_ACQUIRE) != handle ||
		     c->is_egl != is_egl || c->is_doomed))
		c = c->next;
	return handle ? c : NULL;
}

static void push_context(struct fxp_gl_context *c)
{
	c->next = __atomic_load_n(&contexts, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&contexts, &c->next, c, false,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
}

/* A place that no context uses any more, taken for `handle`. */
static struct fxp_gl_context *take_place(uint64_t handle)
{
	struct fxp_gl_context *c = __atomic_load_n(&contexts, __ATOMIC_ACQUIRE);
	uint64_t nobody;

	for (; c; c = c->next) {
		nobody = 0;
		if (__atomic_compare_exchange_n(&c->handle, &nobody, handle,
						false, __ATOMIC_ACQ_REL,
						__ATOMIC_RELAXED))
			return c;
	}
	return NULL;
}

/* Vertex arrays of the place's earlier context do not exist any more, but their
 * memory is reused. */
static void reset_vaos(struct fxp_gl_context *c)
{
	for (unsigned i = 0; i < FXP_GL_BUCKETS; i++)
		for (struct fxp_gl_object *o = c->vaos.heads[i]; o;
		     o = o->next) {
			o->is_given = o->is_there = false;
			fxp_gl_vacate(o);
		}
}

bool fxp_gl_is_bound(const struct fxp_gl_group *group,
		     const struct fxp_gl_context *but,
		     bool (*has)(const struct fxp_gl_context *c, uint32_t name),
		     uint32_t name)
{
	const struct fxp_gl_context *c;

	if (but && __atomic_load_n(&group->n_contexts, __ATOMIC_RELAXED) == 1)
		return false;
	for (c = __atomic_load_n(&contexts, __ATOMIC_ACQUIRE); c; c = c->next)
		if (c != but &&
		    __atomic_load_n(&c->group, __ATOMIC_RELAXED) == group &&
		    __atomic_load_n(&c->handle, __ATOMIC_ACQUIRE) &&
		    has(c, name))
			return true;
	return false;
}

void fxp_gl_texture_drop(struct fxp_gl_texture *texture)
{
	texture->object.is_given = texture->object.is_there = false;
	texture->is_immutable = false;
	texture->made = 0;
	fxw_zero(texture->levels, sizeof(texture->levels));
}

void fxp_gl_list_clear(struct fxp_gl_list_block *block)
{
	for (; block; block = block->next)
		block->n_words = 0;
}

void fxp_gl_vao_reset(struct fxp_gl_vao *vao)
{
	struct fxp_gl_object object = vao->object;

	fxw_zero(vao, sizeof(*vao));
	vao->object = object;
	for (unsigned i = 0; i < FXP_GL_N_ARRAYS; i++)
		vao->arrays[i] = (struct fxp_gl_array){
			.size = 4, .type = GL_FLOAT, .binding = (uint8_t)i};
}

static void reset_context(struct fxp_gl_context *c, bool is_egl)
{
	size_t first = offsetof(struct fxp_gl_context, is_egl);
	size_t behind = offsetof(struct fxp_gl_context, vao);

	/* all but its place in the chain, memory and the table of names */
	fxw_zero((char *)c + first,
		 offsetof(struct fxp_gl_context, vaos) - first);
	fxw_zero((char *)c + behind, sizeof(*c) - behind);
	reset_vaos(c);
	c->is_egl = is_egl;
	c->pack = c->unpack = FXP_GL_STORE_INITIAL;
	c->vao = &c->default_vao;
	fxp_gl_vao_reset(&c->default_vao);
	c->default_vao.object.is_there = true;
	c->render_mode = GL_RENDER;
	for (unsigned i = 0; i < FXP_GL_N_PIXEL_MAPS; i++)
		c->pixel_map_size[i] = 1;
	for (unsigned i = 0; i < FXP_GL_N_MAPS; i++)
		c->map1_order[i] = c->map2_order[i][0] = c->map2_order[i][1] =
			1;
}

/* No context shares these objects any more: their state is dropped. */
static void drop_group(struct fxp_gl_group *group)
{
	for (unsigned i = 0; i < FXP_GL_BUCKETS; i++) {
		struct fxp_gl_object *o = group->buffers.heads[i];

		for (; o; o = o->next) {
			fxp_gl_buffer_drop(group, (struct fxp_gl_buffer *)o);
			fxp_gl_vacate(o);
		}
		for (o = group->textures.heads[i]; o; o = o->next) {
			fxp_gl_texture_drop((struct fxp_gl_texture *)o);
			fxp_gl_vacate(o);
		}
		for (o = group->programs.heads[i]; o; o = o->next)
			o->is_given = o->is_there = false;
		for (o = group->lists.heads[i]; o; o = o->next) {
			fxp_gl_list_clear(
				((struct fxp_gl_display_list *)o)->first);
			fxp_gl_vacate(o);
		}
	}
	fxp_gl_answer_forget(group);
	group->has_client = group->has_lists = false;
	group->n_plain = 0;
}

/* The group of a context: that of `share`, or its own. Its own may be the group
 * that the place had before, if no other context has it. */
static struct fxp_gl_group *join_group(const struct fxp_gl_context *share,
				       struct fxp_gl_group *old)
{
	struct fxp_gl_group *group = share ? share->group : old;

	if (!share && (!old || old->n_contexts))
		group = fxp_gl_alloc(sizeof(*group));
	/* seq_cst: a thread that reads mappings as if it were alone has not
	 * seen this yet. fxp_gl_copy_wait waits for that thread. */
	if (group &&
	    __atomic_add_fetch(&group->n_contexts, 1, __ATOMIC_SEQ_CST) == 2)
		fxp_gl_copy_wait(group);
	return group;
}

static void leave_group(struct fxp_gl_group *group)
{
	if (group &&
	    !__atomic_sub_fetch(&group->n_contexts, 1, __ATOMIC_ACQ_REL))
		drop_group(group);
}

struct fxp_gl_context *fxp_gl_context_create(uint64_t handle, uint64_t share,
					     bool is_egl)
{
	struct fxp_gl_context *other = fxp_gl_context_find(share, is_egl);
	struct fxp_gl_context *c = fxp_gl_context_find(handle, is_egl);
	struct fxp_gl_group *group, *old = NULL;

	if (!handle || c) /* an existing handle is not created again */
		return c;
	c = take_place(handle);
	if (c)
		old = c->group;
	group = join_group(other, old);
	if (!group) {
		if (c)
			__atomic_store_n(&c->handle, 0, __ATOMIC_RELEASE);
		return NULL;
	}
	if (!c) {
		c = fxp_gl_alloc(sizeof(*c));
		if (!c) {
			leave_group(group);
			return NULL;
		}
		c->handle = handle;
		push_context(c);
	}
	reset_context(c, is_egl);
	__atomic_store_n(&c->group, group, __ATOMIC_RELAXED);
	return c;
}

/* The place is free. One thread may destroy the context while another releases
 * it: the thread that clears its handle removes it from its group. */
static void free_place(struct fxp_gl_context *c, uint64_t handle)
{
	struct fxp_gl_group *group = c->group;

	/* release: pairs with take_place() */
	if (__atomic_compare_exchange_n(&c->handle, &handle, 0, false,
					__ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		leave_group(group);
}

/* seq_cst, here and where it is destroyed: one of both sees the other */
static void release_current(struct fxp_gl_context *c)
{
	uint64_t handle = __atomic_load_n(&c->handle, __ATOMIC_RELAXED);

	__atomic_store_n(&c->is_current, false, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&c->is_doomed, __ATOMIC_SEQ_CST))
		free_place(c, handle);
}

void fxp_gl_context_destroy(uint64_t handle, bool is_egl)
{
	struct fxp_gl_context *c = fxp_gl_context_find(handle, is_egl);

	if (!c)
		return;
	__atomic_store_n(&c->is_doomed, true, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&c->is_current, __ATOMIC_SEQ_CST))
		free_place(c, handle);
}

void fxp_gl_context_use(uint64_t handle, bool is_egl)
{
	struct fxp_gl_context *c = fxp_gl_context_find(handle, is_egl);

	if (c && c == fxp_gl_thread.context)
		return;
	if (handle && !c)
		c = fxp_gl_context_create(handle, 0, is_egl);
	if (fxp_gl_thread.context)
		release_current(fxp_gl_thread.context);
	fxp_gl_thread.context = c;
	if (c)
		c->is_current = true;
}
