/* SPDX-License-Identifier: MIT */
/*
 * Buffer objects, see buffer.h.
 */
#include "preload/gl/state/buffer.h"

#include "preload/gl/driver/const.h"
#include "preload/gl/state/copy.h"
#include "preload/gl/driver/synthetic.h"
#include "writer/bytes.h"

enum fxp_gl_target fxp_gl_target_of(unsigned target)
{
	static const struct {
		uint16_t target;
		uint8_t is;
	} rows[] = {
		{GL_ARRAY_BUFFER, FXP_GL_T_ARRAY},
		{GL_ELEMENT_ARRAY_BUFFER, FXP_GL_T_ELEMENT},
		{GL_PIXEL_PACK_BUFFER, FXP_GL_T_PACK},
		{GL_PIXEL_UNPACK_BUFFER, FXP_GL_T_UNPACK},
		{GL_DRAW_INDIRECT_BUFFER, FXP_GL_T_DRAW_INDIRECT},
		{GL_DISPATCH_INDIRECT_BUFFER, FXP_GL_T_DISPATCH_INDIRECT},
		{GL_PARAMETER_BUFFER, FXP_GL_T_PARAMETER},
		{GL_QUERY_BUFFER, FXP_GL_T_QUERY},
		{GL_COPY_READ_BUFFER, FXP_GL_T_COPY_READ},
		{GL_COPY_WRITE_BUFFER, FXP_GL_T_COPY_WRITE},
		{GL_UNIFORM_BUFFER, FXP_GL_T_UNIFORM},
		{GL_SHADER_STORAGE_BUFFER, FXP_GL_T_STORAGE},
		{GL_ATOMIC_COUNTER_BUFFER, FXP_GL_T_ATOMIC},
		{GL_TEXTURE_BUFFER, FXP_GL_T_TEXTURE},
		{GL_TRANSFORM_FEEDBACK_BUFFER, FXP_GL_T_FEEDBACK},
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].target == target)
			return (enum fxp_gl_target)rows[i].is;
	return FXP_GL_NO_TARGET;
}

uint32_t fxp_gl_bound(const struct fxp_gl_context *c, enum fxp_gl_target target)
{
	if (target == FXP_GL_T_ELEMENT)
		return c->vao->element_buffer;
	return target < FXP_GL_N_TARGETS ? c->bound[target] : 0;
}

struct fxp_gl_buffer *fxp_gl_buffer_find(const struct fxp_gl_context *c,
					 uint32_t name)
{
	struct fxp_gl_buffer *b = fxp_gl_find(&c->group->buffers, name);

	return b && b->object.is_there ? b : NULL;
}

struct fxp_gl_buffer *fxp_gl_bound_buffer(const struct fxp_gl_context *c,
					  unsigned target)
{
	return fxp_gl_buffer_find(c, fxp_gl_bound(c, fxp_gl_target_of(target)));
}

/* A context whose indices are never needed: its arrays are in buffers. */
static bool never_indexes(const struct fxp_gl_context *c)
{
	return c->is_core;
}

/* GL is not queried for a buffer's contents. So contents that may become
 * indices are copied when the program sets them, for whatever target. These
 * guesses are small buffers without another use so far, and limited in total.
 *
 * A program that has drawn often enough from buffers alone probably goes on so.
 * Then nothing is guessed until it draws from its own memory. A wrong guess is
 * noticed when the buffer is filled again, because only the thread that fills
 * it may free the memory. */
#define GUESS_BYTES (4096u << (FXP_GL_N_SPARES - 1))
#define GUESSES_BYTES (16u * 1024 * 1024)
#define PLAIN_DRAWS 256u

static bool is_guessing(const struct fxp_gl_context *c)
{
	const struct fxp_gl_group *group = c->group;

	return !never_indexes(c) &&
	       (__atomic_load_n(&group->has_client, __ATOMIC_RELAXED) ||
		__atomic_load_n(&group->n_plain, __ATOMIC_RELAXED) <
			PLAIN_DRAWS);
}

void fxp_gl_buffer_draw(struct fxp_gl_context *c, bool is_client)
{
	if (never_indexes(c))
		return;
	if (is_client)
		__atomic_store_n(&c->group->has_client, true, __ATOMIC_RELAXED);
	else if (c->vao->element_buffer && is_guessing(c))
		__atomic_add_fetch(&c->group->n_plain, 1, __ATOMIC_RELAXED);
}

static uint64_t copy_of(const struct fxp_gl_buffer *b)
{
	return __atomic_load_n(&b->indices, __ATOMIC_SEQ_CST);
}

/* The copy is no longer a guess. */
static void end_guess(struct fxp_gl_group *group, struct fxp_gl_buffer *b)
{
	if (b->is_guess)
		__atomic_sub_fetch(&group->guessed_bytes,
				   fxp_gl_copy_capacity(copy_of(b)),
				   __ATOMIC_RELAXED);
	b->is_guess = false;
}

static void drop_indices(struct fxp_gl_group *group, struct fxp_gl_buffer *b)
{
	bool was_guess = b->is_guess;

	end_guess(group, b);
	b->is_known = false;
	/* seq_cst: only one of several threads gets the copy, and later lookups
	 * find nothing */
	fxp_gl_copy_give_up(
		group, __atomic_exchange_n(&b->indices, 0, __ATOMIC_SEQ_CST),
		was_guess);
}

/* Sets the buffer's copy, and drops one that another thread has set. */
static void set_indices(struct fxp_gl_group *group, struct fxp_gl_buffer *b,
			uint64_t copy)
{
	fxp_gl_copy_give_up(
		group, __atomic_exchange_n(&b->indices, copy, __ATOMIC_SEQ_CST),
		false);
}

void fxp_gl_buffer_drop(struct fxp_gl_group *group, struct fxp_gl_buffer *b)
{
	drop_indices(group, b);
	fxp_gl_unmapped(group, b);
	b->object.is_there = b->object.is_given = false;
	b->n_bytes = 0;
	b->is_immutable = b->has_indices = false;
	b->is_written = b->is_other = false;
}

/* Space for all of a buffer: none, used before, or all zero. */
enum space { NONE, USED, FRESH };

static bool is_capacity(const struct fxp_gl_buffer *b, uint64_t n_bytes)
{
	uint64_t space = fxp_gl_copy_capacity(copy_of(b));

	return n_bytes <= space && n_bytes >= space / 4;
}

static enum space make_space(struct fxp_gl_group *group,
			     struct fxp_gl_buffer *b, uint64_t n_bytes)
{
	uint64_t copy;

	if (is_capacity(b, n_bytes))
		return USED;
	drop_indices(group, b);
	copy = fxp_gl_copy_make(n_bytes);
	set_indices(group, b, copy);
	return copy ? FRESH : NONE;
}

/* A counted copy for a guess; 0: there would be too many. */
static uint64_t guess_copy(struct fxp_gl_group *group, uint64_t n_bytes,
			   enum space *space)
{
	uint64_t copy;
	unsigned i = 0;

	while (4096u << i < n_bytes)
		i++;
	if (__atomic_load_n(&group->guessed_bytes, __ATOMIC_RELAXED) +
		    (4096u << i) >
	    GUESSES_BYTES)
		return 0;
	copy = fxp_gl_copy_spare(group, i);
	*space = copy ? USED : FRESH;
	if (!copy)
		copy = fxp_gl_copy_make(n_bytes);
	if (copy)
		__atomic_add_fetch(&group->guessed_bytes, 4096u << i,
				   __ATOMIC_RELAXED);
	return copy;
}

/* The same for possible indices. */
static enum space make_guess(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
			     uint64_t n_bytes)
{
	struct fxp_gl_group *group = c->group;
	enum space space = USED;
	uint64_t copy;

	if (!is_guessing(c) || b->is_other || n_bytes > GUESS_BYTES) {
		drop_indices(group, b);
		return NONE;
	}
	if (b->is_guess && is_capacity(b, n_bytes))
		return USED;
	drop_indices(group, b);
	copy = guess_copy(group, n_bytes, &space);
	if (!copy)
		return NONE;
	set_indices(group, b, copy);
	b->is_guess = true;
	return space;
}

void fxp_gl_buffer_is_indices(struct fxp_gl_context *c, uint32_t name)
{
	struct fxp_gl_buffer *b = fxp_gl_buffer_find(c, name);

	if (!b || never_indexes(c))
		return;
	b->has_indices = true;
	end_guess(c->group, b);
}

void fxp_gl_buffer_is_vertices(struct fxp_gl_context *c, uint32_t name)
{
	struct fxp_gl_buffer *b =
		is_guessing(c) ? fxp_gl_buffer_find(c, name) : NULL;

	if (b)
		b->is_other = true;
}

/* Targets by which a buffer may become indices. Targets of draws' commands and
 * their counts. Targets by which GL writes to a buffer. */
#define BIT(target) (1u << FXP_GL_T_##target)
#define NEUTRAL (BIT(ARRAY) | BIT(ELEMENT) | BIT(COPY_READ) | BIT(COPY_WRITE))
#define COMMANDS (BIT(DRAW_INDIRECT) | BIT(PARAMETER))
#define WRITTEN                                                                \
	(BIT(PACK) | BIT(QUERY) | BIT(STORAGE) | BIT(ATOMIC) | BIT(FEEDBACK))

void fxp_gl_buffer_is_bound(struct fxp_gl_context *c, uint32_t name,
			    enum fxp_gl_target target)
{
	struct fxp_gl_buffer *b;

	if ((1u << target & NEUTRAL) || never_indexes(c))
		return;
	if (1u << target & COMMANDS) {
		fxp_gl_buffer_is_indices(c, name);
		return;
	}
	b = fxp_gl_buffer_find(c, name);
	if (!b)
		return;
	b->is_other = true;
	if (1u << target & WRITTEN) {
		b->is_written = true;
		b->is_known = false;
	}
}

/* Fills all of the copy. The caller is inside fxp_gl_copy_enter. */
static bool fill_copy(struct fxp_gl_buffer *b, uint64_t n_bytes,
		      const void *bytes, bool is_fresh)
{
	uint64_t copy = copy_of(b);

	/* another thread may have changed it */
	if (n_bytes > fxp_gl_copy_capacity(copy))
		return false;
	/* a draw cannot use indices that were never written */
	if (!bytes && !is_fresh)
		fxw_zero(fxp_gl_copy_at(copy), (size_t)n_bytes);
	else if (bytes && fxp_gl_is_there(bytes, n_bytes))
		fxw_copy(fxp_gl_copy_at(copy), bytes, (size_t)n_bytes);
	else if (bytes)
		return false;
	return true;
}

void fxp_gl_buffer_fill(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
			const void *bytes)
{
	uint64_t n_bytes =
		(uint64_t)__atomic_load_n(&b->n_bytes, __ATOMIC_RELAXED);
	enum space space = NONE;

	b->is_known = false;
	if (n_bytes && !b->is_written)
		space = b->has_indices ? make_space(c->group, b, n_bytes)
				       : make_guess(c, b, n_bytes);
	if (!space)
		return;
	fxp_gl_copy_enter(c->group);
	b->is_known = fill_copy(b, n_bytes, bytes, space == FRESH);
	fxp_gl_copy_leave(c->group);
}

static bool is_inside(const struct fxp_gl_buffer *b, int64_t offset,
		      int64_t n_bytes)
{
	return offset >= 0 && n_bytes > 0 && n_bytes <= b->n_bytes &&
	       offset <= b->n_bytes - n_bytes;
}

/* The address of that part of the copy, or NULL. */
static uint8_t *find_part(const struct fxp_gl_buffer *b, int64_t offset,
			  int64_t n_bytes)
{
	uint64_t copy = copy_of(b);

	/* another thread may set another size */
	if (!b->is_known || !is_inside(b, offset, n_bytes) ||
	    (uint64_t)offset + (uint64_t)n_bytes > fxp_gl_copy_capacity(copy))
		return NULL;
	return fxp_gl_copy_at(copy) + offset;
}

void fxp_gl_buffer_put(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		       int64_t offset, int64_t n_bytes, const void *bytes)
{
	uint8_t *part;

	if (!b->is_known)
		return;
	fxp_gl_copy_enter(c->group);
	part = find_part(b, offset, n_bytes);
	if (part && bytes)
		fxw_copy(part, bytes, (size_t)n_bytes);
	else if (part)
		b->is_known = false;
	fxp_gl_copy_leave(c->group);
}

const void *fxp_gl_buffer_indices(const struct fxp_gl_buffer *b, int64_t offset,
				  int64_t n_bytes)
{
	return find_part(b, offset, n_bytes);
}

static bool is_shut(const struct fxp_gl_buffer *b)
{
	return b->mapping.address &&
	       !(b->mapping.access & GL_MAP_PERSISTENT_BIT);
}

const void *fxp_gl_buffer_bytes(const struct fxp_gl_context *c, unsigned target,
				int64_t offset, int64_t n_bytes)
{
	const struct fxp_gl_buffer *b = fxp_gl_bound_buffer(c, target);

	return b ? fxp_gl_buffer_indices(b, offset, n_bytes) : NULL;
}

const char *fxp_gl_buffer_why(struct fxp_gl_context *c, unsigned target,
			      int64_t offset, int64_t n_bytes)
{
	const struct fxp_gl_buffer *b = fxp_gl_bound_buffer(c, target);

	if (!b || b->n_bytes <= 0)
		return "no call with the buffer's contents was recorded";
	if (is_shut(b))
		return NULL;
	if (!is_inside(b, offset, n_bytes))
		return "the buffer is too small";
	if (b->is_written)
		return "OpenGL itself may have written to the buffer";
	return "the buffer's contents were not copied when they were set";
}
