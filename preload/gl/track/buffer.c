/* SPDX-License-Identifier: MIT */
/*
 * Calls that make, fill, map and bind buffers, see preload/gl/state/buffer.h.
 */
#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/state/copy.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/track/track.h"

static struct fxp_gl_buffer *make_buffer(struct fxp_gl_context *c,
					 uint32_t name)
{
	return fxp_gl_make_in(c->group, &c->group->buffers, name,
			      sizeof(struct fxp_gl_buffer));
}

/* For vertex arrays, only the bound one counts. */
static bool has_buffer(const struct fxp_gl_context *c, uint32_t name)
{
	const struct fxp_gl_vao *vao =
		__atomic_load_n(&c->vao, __ATOMIC_RELAXED);
	bool is_bound = false;

	for (unsigned i = 0; i < FXP_GL_N_TARGETS; i++)
		is_bound |= fxp_gl_has_bound(&c->bound[i], name);
	if (!vao) /* it is being created */
		return is_bound;
	is_bound |= fxp_gl_has_bound(&vao->element_buffer, name);
	for (unsigned i = 0; i < FXP_GL_N_ARRAYS; i++)
		is_bound |= fxp_gl_has_bound(&vao->bindings[i].buffer, name);
	return is_bound;
}

static void free_buffer(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
			uint32_t name)
{
	if (!fxp_gl_end_name(&b->object, name))
		return;
	fxp_gl_buffer_drop(c->group, b);
	fxp_gl_vacate(&b->object);
}

/* Frees doomed buffers in the bucket of the name that are no longer bound
 * elsewhere. */
static void free_doomed(struct fxp_gl_context *c, uint32_t name)
{
	struct fxp_gl_object *o = fxp_gl_bucket(&c->group->buffers, name);

	for (; o; o = o->next) {
		uint32_t old = __atomic_load_n(&o->name, __ATOMIC_RELAXED);

		/* GL has given its name to a new buffer */
		if (fxp_gl_is_doomed(o) &&
		    (old == name ||
		     !fxp_gl_is_bound(c->group, NULL, has_buffer, old)))
			free_buffer(c, (struct fxp_gl_buffer *)o, old);
	}
}

static void generate_names(struct fxp_gl_context *c, const uint64_t *slot,
			   bool is_there)
{
	const uint32_t *names = fxp_gl_names_at(slot[0], slot[1]);
	struct fxp_gl_buffer *b;

	for (int32_t i = 0; names && i < (int32_t)slot[0]; i++) {
		free_doomed(c, names[i]);
		b = fxp_gl_make_own(&c->group->buffers, names[i], sizeof(*b));
		if (b) {
			b->object.is_given = true;
			b->object.is_there |= is_there;
		}
	}
}

/* A deleted buffer is unbound in this context. It lives on as long as another
 * one has it bound. */
static void unbind_buffer(struct fxp_gl_context *c, uint32_t name)
{
	for (unsigned i = 0; i < FXP_GL_N_TARGETS; i++)
		if (c->bound[i] == name)
			fxp_gl_set_bound(&c->bound[i], 0);
	if (c->vao->element_buffer == name)
		fxp_gl_set_bound(&c->vao->element_buffer, 0);
	for (unsigned i = 0; i < FXP_GL_N_ARRAYS; i++)
		if (c->vao->bindings[i].buffer == name)
			fxp_gl_set_bound(&c->vao->bindings[i].buffer, 0);
	c->vao->is_fresh = false;
}

/* The buffers will be deleted. */
static void before_delete(const struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names =
		c->in_begin ? NULL : fxp_gl_names_at(slot[0], slot[1]);

	for (int32_t i = 0; names && i < (int32_t)slot[0]; i++) {
		const struct fxp_gl_buffer *b =
			fxp_gl_find(&c->group->buffers, names[i]);

		if (b)
			fxp_gl_unwatch(c->group, b);
	}
}

static void delete_buffers(struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[0], slot[1]);

	for (int32_t i = 0; names && i < (int32_t)slot[0]; i++) {
		struct fxp_gl_buffer *b =
			fxp_gl_find(&c->group->buffers, names[i]);

		if (!b)
			continue;
		unbind_buffer(c, names[i]);
		fxp_gl_unmapped(c->group, b);
		if (fxp_gl_is_bound(c->group, c, has_buffer, names[i]))
			fxp_gl_doom(&b->object);
		else
			free_buffer(c, b, names[i]);
	}
}

/* Whether a buffer of this name can be bound. Some contexts create it for a
 * name that GL has not generated. */
static bool create_if_new(struct fxp_gl_context *c, uint32_t name)
{
	struct fxp_gl_buffer *b = make_buffer(c, name);

	if (!name)
		return true;
	if (b && fxp_gl_is_doomed(&b->object) && !has_buffer(c, name)) {
		free_doomed(c, name); /* it is a new one of that name */
		b = make_buffer(c, name);
	}
	if (!b || (c->is_core && !b->object.is_given))
		return false;
	b->object.is_given = b->object.is_there = true;
	return true;
}

static void bind_buffer(struct fxp_gl_context *c, uint64_t gl_target,
			uint32_t name)
{
	enum fxp_gl_target target = fxp_gl_target_of((unsigned)gl_target);

	if (target == FXP_GL_NO_TARGET || c->in_begin ||
	    !create_if_new(c, name))
		return;
	if (target == FXP_GL_T_ELEMENT) {
		fxp_gl_set_bound(&c->vao->element_buffer, name);
		fxp_gl_buffer_is_indices(c, name);
	} else {
		fxp_gl_set_bound(&c->bound[target], name);
		fxp_gl_buffer_is_bound(c, name, target);
	}
}

/* New memory: drops all other state. */
static void set_data(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		     int64_t n_bytes, uint64_t data, bool is_storage)
{
	if (!b || b->is_immutable || n_bytes < 0 || (is_storage && !n_bytes))
		return;
	fxp_gl_unmapped(c->group, b);
	b->n_bytes = n_bytes;
	b->is_immutable = is_storage;
	fxp_gl_buffer_fill(c, b, (const void *)(uintptr_t)data);
}

/* While it is mapped, calls write only if the mapping is persistent. */
static void set_part(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		     int64_t offset, int64_t n_bytes, uint64_t data)
{
	const void *p = (const void *)(uintptr_t)data;

	/* contents that are not copied need no check */
	if (b && b->is_known && n_bytes > 0 &&
	    !fxp_gl_is_there(p, (uint64_t)n_bytes))
		p = NULL;
	if (b && (!b->mapping.address ||
		  (b->mapping.access & GL_MAP_PERSISTENT_BIT)))
		fxp_gl_buffer_put(c, b, offset, n_bytes, p);
}

static void copy_part(struct fxp_gl_context *c, struct fxp_gl_buffer *from,
		      struct fxp_gl_buffer *to, const uint64_t *slot)
{
	int64_t n_bytes = (int64_t)slot[4];
	const void *p;

	fxp_gl_copy_enter(c->group);
	p = from ? fxp_gl_buffer_indices(from, (int64_t)slot[2], n_bytes)
		 : NULL;
	set_part(c, to, (int64_t)slot[3], n_bytes, (uint64_t)(uintptr_t)p);
	fxp_gl_copy_leave(c->group);
}

static uint32_t access_bits(uint64_t access)
{
	switch (access) {
	case GL_READ_ONLY:
		return GL_MAP_READ_BIT;
	case GL_WRITE_ONLY:
		return GL_MAP_WRITE_BIT;
	default:
		return GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
	}
}

static bool track_map(struct fxp_gl_context *c, unsigned what,
		      const uint64_t *slot)
{
	struct fxp_gl_buffer *b;

	if (what == FXP_GL_W_MAP_NAMED_BUFFER ||
	    what == FXP_GL_W_MAP_NAMED_BUFFER_RANGE ||
	    what == FXP_GL_W_UNMAP_NAMED_BUFFER)
		b = fxp_gl_buffer_find(c, (uint32_t)slot[0]);
	else
		b = fxp_gl_bound_buffer(c, (unsigned)slot[0]);
	switch (what) {
	case FXP_GL_W_MAP_BUFFER:
	case FXP_GL_W_MAP_NAMED_BUFFER:
		if (b)
			fxp_gl_map(c, b, slot[2], 0, b->n_bytes,
				   access_bits(slot[1]));
		return true;
	case FXP_GL_W_MAP_BUFFER_RANGE:
	case FXP_GL_W_MAP_NAMED_BUFFER_RANGE:
		fxp_gl_map(c, b, slot[4], (int64_t)slot[1], (int64_t)slot[2],
			   (uint32_t)slot[3]);
		return true;
	case FXP_GL_W_UNMAP_BUFFER:
	case FXP_GL_W_UNMAP_NAMED_BUFFER:
		if (b && !c->in_begin)
			fxp_gl_unmapped(c->group, b);
		return true;
	default:
		return false;
	}
}

static bool track_names(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot)
{
	const uint32_t *names;

	switch (what) {
	case FXP_GL_W_BIND_BUFFER:
		bind_buffer(c, slot[0], (uint32_t)slot[1]);
		return true;
	case FXP_GL_W_BIND_BUFFER_BASE: /* and Range */
		bind_buffer(c, slot[0], (uint32_t)slot[2]);
		return true;
	case FXP_GL_W_BIND_BUFFERS_BASE:
		/* binds only indexed points, which no size depends on */
		names = fxp_gl_names_at(slot[2], slot[3]);
		for (int32_t i = 0; names && i < (int32_t)slot[2]; i++)
			if (create_if_new(c, names[i]))
				fxp_gl_buffer_is_bound(
					c, names[i],
					fxp_gl_target_of((unsigned)slot[0]));
		return true;
	case FXP_GL_W_GEN_BUFFERS:
		generate_names(c, slot, false);
		return true;
	case FXP_GL_W_CREATE_BUFFERS:
		generate_names(c, slot, true);
		return true;
	case FXP_GL_W_DELETE_BUFFERS:
		delete_buffers(c, slot);
		return true;
	case FXP_GL_W_ANSWER_BUFFER:
		fxp_gl_buffer_is_bound(c, (uint32_t)slot[1], FXP_GL_T_QUERY);
		return true;
	case FXP_GL_W_WRITABLE_BUFFER:
		fxp_gl_buffer_is_bound(c, (uint32_t)slot[2], FXP_GL_T_FEEDBACK);
		return true;
	default:
		return track_map(c, what, slot);
	}
}

/* Calls that name their buffer. */
static bool track_named(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot)
{
	bool is_new = what == FXP_GL_W_NEW_BUFFER_DATA ||
		      what == FXP_GL_W_NEW_BUFFER_STORAGE;
	struct fxp_gl_buffer *b;

	/* calls of EXT_direct_state_access create it */
	if (is_new)
		(void)create_if_new(c, (uint32_t)slot[0]);
	b = fxp_gl_buffer_find(c, (uint32_t)slot[0]);
	switch (what) {
	case FXP_GL_W_NEW_BUFFER_DATA:
	case FXP_GL_W_NAMED_BUFFER_DATA:
		set_data(c, b, (int64_t)slot[1], slot[2], false);
		return true;
	case FXP_GL_W_NEW_BUFFER_STORAGE:
	case FXP_GL_W_NAMED_BUFFER_STORAGE:
		set_data(c, b, (int64_t)slot[1], slot[2], true);
		return true;
	case FXP_GL_W_NAMED_BUFFER_SUB_DATA:
		set_part(c, b, (int64_t)slot[1], (int64_t)slot[2], slot[3]);
		return true;
	case FXP_GL_W_CLEAR_NAMED_BUFFER_DATA:
		set_part(c, b, 0, b ? b->n_bytes : 0, 0);
		return true;
	case FXP_GL_W_CLEAR_NAMED_BUFFER_SUB_DATA:
		set_part(c, b, (int64_t)slot[2], (int64_t)slot[3], 0);
		return true;
	case FXP_GL_W_COPY_NAMED_BUFFER_SUB_DATA:
		copy_part(c, b, fxp_gl_buffer_find(c, (uint32_t)slot[1]), slot);
		return true;
	default:
		return track_names(c, what, slot);
	}
}

bool fxp_gl_track_buffer(struct fxp_gl_context *c, unsigned what,
			 const uint64_t *slot)
{
	struct fxp_gl_buffer *b = fxp_gl_bound_buffer(c, (unsigned)slot[0]);

	switch (what) {
	case FXP_GL_W_BUFFER_DATA:
		set_data(c, b, (int64_t)slot[1], slot[2], false);
		return true;
	case FXP_GL_W_BUFFER_STORAGE:
		set_data(c, b, (int64_t)slot[1], slot[2], true);
		return true;
	case FXP_GL_W_BUFFER_SUB_DATA:
		set_part(c, b, (int64_t)slot[1], (int64_t)slot[2], slot[3]);
		return true;
	case FXP_GL_W_CLEAR_BUFFER_DATA:
		set_part(c, b, 0, b ? b->n_bytes : 0, 0);
		return true;
	case FXP_GL_W_CLEAR_BUFFER_SUB_DATA:
		set_part(c, b, (int64_t)slot[2], (int64_t)slot[3], 0);
		return true;
	case FXP_GL_W_COPY_BUFFER_SUB_DATA:
		copy_part(c, b, fxp_gl_bound_buffer(c, (unsigned)slot[1]),
			  slot);
		return true;
	default:
		return track_named(c, what, slot);
	}
}

/* An array of strings, with their lengths or NULL. */
static void emit_strings(int64_t n, uint64_t strings, uint64_t lengths)
{
	const uint64_t *string = (const uint64_t *)(uintptr_t)strings;
	const int32_t *length = (const int32_t *)(uintptr_t)lengths;

	if (n <= 0 || !string || !fxp_gl_is_there(string, (uint64_t)n * 8) ||
	    (length && !fxp_gl_is_there(length, (uint64_t)n * 4)))
		return;
	for (int64_t i = 0; i < n; i++)
		fxp_gl_event_string((unsigned)i, string[i],
				    length ? length[i] : -1);
}

/* Emits the mapped memory that the next call makes visible. */
bool fxp_gl_before_map(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_UNMAPPING:
		fxp_gl_unmap_before(c,
				    fxp_gl_bound_buffer(c, (unsigned)slot[0]));
		return true;
	case FXP_GL_W_UNMAPPING_NAMED:
		fxp_gl_unmap_before(c,
				    fxp_gl_buffer_find(c, (uint32_t)slot[0]));
		return true;
	case FXP_GL_W_DELETING_BUFFERS:
		before_delete(c, slot);
		return true;
	case FXP_GL_W_FLUSH_MAPPED_RANGE:
		fxp_gl_flush(c, fxp_gl_bound_buffer(c, (unsigned)slot[0]),
			     (int64_t)slot[1], (int64_t)slot[2]);
		return true;
	case FXP_GL_W_FLUSH_MAPPED_NAMED_RANGE:
		fxp_gl_flush(c, fxp_gl_buffer_find(c, (uint32_t)slot[0]),
			     (int64_t)slot[1], (int64_t)slot[2]);
		return true;
	case FXP_GL_W_MEMORY_BARRIER:
		fxp_gl_emit_writes(
			c, slot[0] & GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
		return true;
	case FXP_GL_W_SEES_MEMORY:
		fxp_gl_emit_writes(c, false);
		return true;
	case FXP_GL_W_SHADER_SOURCE:
		emit_strings((int32_t)slot[1], slot[2], slot[3]);
		return true;
	case FXP_GL_W_STRINGS:
		emit_strings((int32_t)slot[1], slot[2], 0);
		return true;
	default:
		return false;
	}
}
