/* SPDX-License-Identifier: MIT */
/*
 * Mapped buffers, see preload/gl/state/buffer.h: what the program writes there
 * is no call, so it becomes one, a memcpy that nobody made, where GL may see
 * it.
 *
 * Of a mapping that GL sees all the time (coherent), or that is told of by a
 * barrier alone, there is a copy of what was seen last; what differs has been
 * written since. Another context of the share group may unmap or delete such a
 * buffer while this thread looks: with such a context about, the memory is read
 * by the kernel, which knows when it is gone, a part at a time; that takes
 * twice as long. Who unmaps or flushes a buffer has its memory.
 */
#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/state/copy.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/symbol/peek.h"
#include "writer/bytes.h"
#include "writer/engine.h"

#define PAGE_BYTES 4096u
/* Of memory that may go so many bytes are read at once: as many as the largest
 * spare copy has. */
#define PART_BYTES (PAGE_BYTES << (FXP_GL_N_SPARES - 1))

/* A mapping that is looked at: what a copy (preload/gl/state/copy.h) begins
 * with, for ever the same but for the last two. Behind it, n_bytes that the
 * archive has. */
struct seen {
	struct fxp_gl_buffer *buffer;
	uint64_t address;
	int64_t offset, n_bytes;
	uint32_t access;
	/* who has it: the buffer as long as it is mapped, and each thread that
	 * looks for long; 0: it goes */
	uint32_t n_users;
	bool is_told; /* that nobody can look */
};
#define HEAD_BYTES 64u
_Static_assert(sizeof(struct seen) <= HEAD_BYTES, "what is seen is behind it");

static struct seen *seen_of(uint64_t copy)
{
	return (struct seen *)(void *)fxp_gl_copy_at(copy);
}

/* One thread's look at it. */
struct look {
	struct fxp_gl_context *context;
	struct seen *seen;
	uint8_t *bytes;	       /* that the archive has */
	const uint64_t *place; /* as long as seen stands there; NULL: always */
	uint64_t copy;	       /* what stands there */
};

/* Who has the objects for himself. */
static bool is_alone(const struct fxp_gl_context *c)
{
	/* seq_cst: who joins later waits until we have looked, see join() in
	 * preload/gl/state/state.c */
	return c->is_seen && !c->share &&
	       __atomic_load_n(&c->group->n_contexts, __ATOMIC_SEQ_CST) == 1;
}

/* Mappings of a group that are compared. */
static uint64_t *place_of(struct fxp_gl_group *group, uint64_t copy)
{
	for (unsigned i = 0; i < FXP_GL_N_WATCHED; i++)
		if (__atomic_load_n(&group->watched[i], __ATOMIC_RELAXED) ==
		    copy)
			return &group->watched[i];
	return NULL;
}

static bool is_watched(uint32_t access)
{
	return (access & GL_MAP_WRITE_BIT) &&
	       (access & GL_MAP_PERSISTENT_BIT) &&
	       ((access & GL_MAP_COHERENT_BIT) ||
		!(access & GL_MAP_FLUSH_EXPLICIT_BIT));
}

/* What is there when it is mapped; false: it is gone already, or nobody may
 * look. */
static bool see_first(const struct fxp_gl_context *c, uint64_t copy)
{
	const struct seen *s = seen_of(copy);
	uint8_t *bytes = fxp_gl_copy_at(copy) + HEAD_BYTES;
	const void *p = (const void *)(uintptr_t)s->address;

	if (is_alone(c)) {
		fxw_copy(bytes, p, (size_t)s->n_bytes);
		return true;
	}
	return !fxw_engine.no_system_calls &&
	       !fxp_peek_device(bytes, p, (size_t)s->n_bytes);
}

/* Looking takes long, and what others give up meanwhile stays memory; so a copy
 * that is looked at has users of its own. False: it goes. */
static bool take(uint64_t copy)
{
	uint32_t *users = &seen_of(copy)->n_users;
	uint32_t n = __atomic_load_n(users, __ATOMIC_RELAXED);

	while (n &&
	       !__atomic_compare_exchange_n(users, &n, n + 1, false,
					    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		;
	return n;
}

static void let_go(struct fxp_gl_group *group, uint64_t copy)
{
	/* release: what was read stands before it */
	if (!__atomic_sub_fetch(&seen_of(copy)->n_users, 1, __ATOMIC_ACQ_REL))
		fxp_gl_copy_give_up(group, copy, false);
}

/* So much for how many there are, up or down. */
static void count(struct fxp_gl_group *group, uint32_t access, uint32_t by)
{
	__atomic_add_fetch(&group->n_watched, by, __ATOMIC_RELAXED);
	if (access & GL_MAP_COHERENT_BIT)
		__atomic_add_fetch(&group->n_coherent, by, __ATOMIC_RELAXED);
}

/* A copy that is taken from a place is not looked at from there on. */
static void unlist(struct fxp_gl_group *group, uint64_t copy)
{
	uint64_t *place = place_of(group, copy);

	/* seq_cst: before it is asked who looks, see preload/gl/state/copy.c */
	if (place &&
	    __atomic_compare_exchange_n(place, &copy, 0, false,
					__ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		count(group, seen_of(copy)->access, UINT32_MAX);
}

static void watch(struct fxp_gl_context *c, struct fxp_gl_buffer *b)
{
	const struct fxp_gl_mapping *m = &b->mapping;
	uint64_t *place = place_of(c->group, 0), none = 0, copy;

	copy = place ? fxp_gl_copy_make(HEAD_BYTES + (uint64_t)m->n_bytes) : 0;
	if (!copy)
		return;
	*seen_of(copy) = (struct seen){.buffer = b,
				       .address = m->address,
				       .offset = m->offset,
				       .n_bytes = m->n_bytes,
				       .access = m->access,
				       .n_users = 1};
	count(c->group, m->access, 1);
	__atomic_store_n(&b->mapping.seen, copy, __ATOMIC_RELEASE);
	/* if not, it is told of when it is unmapped */
	if (see_first(c, copy) &&
	    __atomic_compare_exchange_n(place, &none, copy, false,
					__ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		return;
	count(c->group, m->access, UINT32_MAX);
	copy = __atomic_exchange_n(&b->mapping.seen, 0, __ATOMIC_SEQ_CST);
	if (copy)
		let_go(c->group, copy);
}

void fxp_gl_map(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		uint64_t address, int64_t offset, int64_t n_bytes,
		uint32_t access)
{
	if (!b || !address || n_bytes <= 0 || b->mapping.address)
		return;
	b->mapping = (struct fxp_gl_mapping){.address = address,
					     .offset = offset,
					     .n_bytes = n_bytes,
					     .access = access};
	if (is_watched(access))
		watch(c, b);
}

void fxp_gl_unwatch(struct fxp_gl_group *group, const struct fxp_gl_buffer *b)
{
	uint64_t copy;

	if (!__atomic_load_n(&b->mapping.seen, __ATOMIC_RELAXED))
		return;
	fxp_gl_copy_enter(group);
	copy = __atomic_load_n(&b->mapping.seen, __ATOMIC_SEQ_CST);
	if (copy)
		unlist(group, copy);
	fxp_gl_copy_leave(group);
}

void fxp_gl_unmapped(struct fxp_gl_group *group, struct fxp_gl_buffer *b)
{
	uint64_t copy = __atomic_load_n(&b->mapping.seen, __ATOMIC_RELAXED);

	if (copy) /* seq_cst: of threads that come here one gets it */
		copy = __atomic_exchange_n(&b->mapping.seen, 0,
					   __ATOMIC_SEQ_CST);
	if (copy) {
		unlist(group, copy);
		let_go(group, copy);
	}
	b->mapping = (struct fxp_gl_mapping){0};
}

/* n_bytes from `at` on have been written: the archive and the copies learn
 * it. */
static void tell(const struct look *look, int64_t at, int64_t n_bytes,
		 const uint8_t *now)
{
	const struct seen *s = look->seen;

	fxw_copy(look->bytes + at, now, (size_t)n_bytes);
	fxp_gl_event_written(s->address + (uint64_t)at, look->bytes + at,
			     (uint64_t)n_bytes);
	fxp_gl_buffer_put(look->context, s->buffer, s->offset + at, n_bytes,
			  look->bytes + at);
}

/* How many bytes, at most n, are as they were. */
static int64_t same(const uint8_t *now, const uint8_t *was, int64_t n)
{
	int64_t at = 0;

	while (at + 8 <= n && fxw_load8(now + at) == fxw_load8(was + at))
		at += 8;
	while (at < n && now[at] == was[at])
		at++;
	return at;
}

/* The last byte of n that is not as it was, + 1; 0: all are. */
static int64_t changed_end(const uint8_t *now, const uint8_t *was, int64_t n)
{
	while (n > 0 && now[n - 1] == was[n - 1])
		n--;
	return n;
}

/* Tells what differs of n bytes from the beginning of page `from` on, page
 * after changed page as one. */
static void compare_part(const struct look *look, int64_t from, int64_t n,
			 const uint8_t *now)
{
	const uint8_t *was = look->bytes + from;
	int64_t at = 0;

	while (at < n) {
		int64_t first = at + same(now + at, was + at, n - at);
		int64_t last = first;

		at = first;
		while (at < n) {
			int64_t end = (at / PAGE_BYTES + 1) * PAGE_BYTES;
			int64_t changed;

			if (end > n)
				end = n;
			changed = changed_end(now + at, was + at, end - at);
			if (!changed)
				break;
			last = at + changed;
			at = end;
		}
		if (last > first)
			tell(look, from + first, last - first, now + first);
	}
}

/* What was written is not known, as nobody may look: the next draws may read
 * it. */
static void tell_unread(const struct look *look)
{
	if (!__atomic_exchange_n(&look->seen->is_told, true, __ATOMIC_RELAXED))
		fxp_gl_event_unknown(
			look->seen->buffer->object.name,
			"mapped memory could not be read in a sandbox");
}

/* Part after part of memory that may go, by way of `part`. False: nobody may
 * look. */
static bool compare_parts(const struct look *look, uint8_t *part)
{
	const struct seen *s = look->seen;
	int64_t n = PART_BYTES;

	for (int64_t at = 0; at < s->n_bytes; at += n) {
		const char *p = (const char *)(uintptr_t)s->address + at;
		int error;

		if (n > s->n_bytes - at)
			n = s->n_bytes - at;
		error = fxp_peek_device(part, p, (size_t)n);
		if (error)
			return error == -EFAULT;
		/* what is taken away is taken from its place before */
		if (look->place &&
		    __atomic_load_n(look->place, __ATOMIC_SEQ_CST) !=
			    look->copy)
			return true;
		compare_part(look, at, n, part);
	}
	return true;
}

static bool compare_unsafe(const struct look *look)
{
	struct fxp_gl_group *group = look->context->group;
	uint64_t n_bytes = (uint64_t)look->seen->n_bytes, part = 0;
	bool is_done;

	if (!fxw_engine.no_system_calls)
		part = fxp_gl_copy_borrow(
			group, n_bytes < PART_BYTES ? n_bytes : PART_BYTES);
	is_done = part && compare_parts(look, fxp_gl_copy_at(part));
	fxp_gl_copy_return(group, part);
	return is_done;
}

/* Tells what differs from what was seen; who calls it looks at copies, and does
 * so no more. place: where it stands so long as nobody takes it away, NULL: who
 * calls it does. */
static void compare(struct fxp_gl_context *c, uint64_t copy,
		    const uint64_t *place)
{
	const struct look look = {
		.context = c,
		.seen = seen_of(copy),
		.bytes = fxp_gl_copy_at(copy) + HEAD_BYTES,
		.place = place,
		.copy = copy,
	};
	const uint8_t *now = (const uint8_t *)(uintptr_t)look.seen->address;
	bool is_taken;

	if (is_alone(c)) {
		compare_part(&look, 0, look.seen->n_bytes, now);
		fxp_gl_copy_leave(c->group);
		return;
	}
	is_taken = take(copy);
	fxp_gl_copy_leave(c->group);
	if (!is_taken)
		return;
	if (!compare_unsafe(&look)) {
		if (place)
			tell_unread(&look);
		else
			compare_part(&look, 0, look.seen->n_bytes, now);
	}
	let_go(c->group, copy);
}

/* All of it, or a part, has been written, and nothing is kept of it. */
static void tell_all(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		     int64_t offset, int64_t n_bytes)
{
	const struct fxp_gl_mapping *m = &b->mapping;
	const char *p = (const char *)(uintptr_t)m->address + offset;

	fxp_gl_event_written((uint64_t)(uintptr_t)p, p, (uint64_t)n_bytes);
	fxp_gl_buffer_put(c, b, m->offset + offset, n_bytes, p);
}

void fxp_gl_unmap_before(struct fxp_gl_context *c, struct fxp_gl_buffer *b)
{
	const struct fxp_gl_mapping *m;
	uint64_t copy;

	if (!b || !b->mapping.address || c->in_begin)
		return;
	m = &b->mapping;
	fxp_gl_copy_enter(c->group);
	copy = __atomic_load_n(&m->seen, __ATOMIC_SEQ_CST);
	if (copy) {
		unlist(c->group, copy);
		compare(c, copy, NULL);
		return;
	}
	fxp_gl_copy_leave(c->group);
	if ((m->access & GL_MAP_WRITE_BIT) &&
	    !(m->access & GL_MAP_FLUSH_EXPLICIT_BIT))
		tell_all(c, b, 0, m->n_bytes);
}

void fxp_gl_flush(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		  int64_t offset, int64_t n_bytes)
{
	const struct fxp_gl_mapping *m;

	if (!b || !b->mapping.address)
		return;
	m = &b->mapping;
	if (!(m->access & GL_MAP_FLUSH_EXPLICIT_BIT) || offset < 0 ||
	    n_bytes <= 0 || n_bytes > m->n_bytes ||
	    offset > m->n_bytes - n_bytes)
		return;
	tell_all(c, b, offset, n_bytes);
}

/* Looks at what stands in that place. */
static void look_at(struct fxp_gl_context *c, const uint64_t *place,
		    bool is_barrier)
{
	uint64_t copy;

	if (!__atomic_load_n(place, __ATOMIC_RELAXED))
		return;
	fxp_gl_copy_enter(c->group);
	copy = __atomic_load_n(place, __ATOMIC_SEQ_CST);
	if (copy &&
	    (is_barrier || (seen_of(copy)->access & GL_MAP_COHERENT_BIT)))
		compare(c, copy, place);
	else
		fxp_gl_copy_leave(c->group);
}

void fxp_gl_look_for_writes(struct fxp_gl_context *c, bool is_barrier)
{
	struct fxp_gl_group *group = c->group;
	const uint32_t *n = is_barrier ? &group->n_watched : &group->n_coherent;

	if (!__atomic_load_n(n, __ATOMIC_RELAXED))
		return;
	for (unsigned i = 0; i < FXP_GL_N_WATCHED; i++)
		look_at(c, &group->watched[i], is_barrier);
}
