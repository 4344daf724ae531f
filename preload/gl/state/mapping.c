/* SPDX-License-Identifier: MIT */
/*
 * Mapped buffers, see preload/gl/state/buffer.h. The program's writes there are
 * no calls. So they are emitted as synthetic memcpy calls before GL may see
 * them.
 *
 * A mapping may be visible to GL all the time (coherent), or only after a
 * barrier. Of such a mapping there is a copy of its last state. Bytes that
 * differ were written since then.
 *
 * Another context of the share group may unmap or delete the buffer while this
 * thread compares it. With such a context the kernel reads the memory, part by
 * part, because it notices if the memory is gone. That takes twice as long. The
 * thread that unmaps or flushes a buffer reads its memory directly.
 */
#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/state/copy.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/symbol/peek.h"
#include "writer/bytes.h"
#include "writer/engine.h"

#define PAGE_BYTES 4096u
/* The part of memory that is read at once if it may be unmapped: the size of
 * the largest spare copy. */
#define PART_BYTES (PAGE_BYTES << (FXP_GL_N_SPARES - 1))

/* The head of the copy (preload/gl/state/copy.h) of a watched mapping. It is
 * constant but for the last two members. Behind it are the n_bytes that the
 * archive has. */
struct seen {
	struct fxp_gl_buffer *buffer;
	uint64_t address;
	int64_t offset, n_bytes;
	uint32_t access;
	/* the buffer as long as it is mapped, and each thread that compares for
	 * long; 0: it is freed */
	uint32_t n_users;
	bool is_reported; /* it was emitted that it cannot be read */
};
#define HEAD_BYTES 64u
_Static_assert(sizeof(struct seen) <= HEAD_BYTES, "the bytes are behind it");

static struct seen *seen_of(uint64_t copy)
{
	return (struct seen *)(void *)fxp_gl_copy_at(copy);
}

/* One comparison of a mapping by a thread. */
struct comparison {
	struct fxp_gl_context *context;
	struct seen *seen;
	uint8_t *bytes;	       /* that the archive has */
	const uint64_t *place; /* valid while it has `copy`; NULL: always */
	uint64_t copy;	       /* the value of *place */
};

/* Whether no other context shares the objects. */
static bool is_alone(const struct fxp_gl_context *c)
{
	/* seq_cst: a context that joins later waits until we are done, see
	 * join_group() in preload/gl/state/state.c */
	return c->is_seen && !c->share &&
	       __atomic_load_n(&c->group->n_contexts, __ATOMIC_SEQ_CST) == 1;
}

/* The place of a copy among the group's watched mappings. */
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

/* Copies the contents of a new mapping. False: it is gone already, or system
 * calls are forbidden. */
static bool copy_first(const struct fxp_gl_context *c, uint64_t copy)
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

/* A comparison takes long, and copies that others drop meanwhile are not freed.
 * So the copy counts its users. False: it is being freed. */
static bool add_user(uint64_t copy)
{
	uint32_t *users = &seen_of(copy)->n_users;
	uint32_t n = __atomic_load_n(users, __ATOMIC_RELAXED);

	while (n &&
	       !__atomic_compare_exchange_n(users, &n, n + 1, false,
					    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		;
	return n;
}

static void remove_user(struct fxp_gl_group *group, uint64_t copy)
{
	/* release: our reads of the copy are before it */
	if (!__atomic_sub_fetch(&seen_of(copy)->n_users, 1, __ATOMIC_ACQ_REL))
		fxp_gl_copy_give_up(group, copy, false);
}

/* Changes the counts of watched mappings. */
static void count_watched(struct fxp_gl_group *group, uint32_t access,
			  uint32_t by)
{
	__atomic_add_fetch(&group->n_watched, by, __ATOMIC_RELAXED);
	if (access & GL_MAP_COHERENT_BIT)
		__atomic_add_fetch(&group->n_coherent, by, __ATOMIC_RELAXED);
}

/* Removes a copy from its place: it is not watched any more. */
static void remove_place(struct fxp_gl_group *group, uint64_t copy)
{
	uint64_t *place = place_of(group, copy);

	/* seq_cst: before the check for users, see preload/gl/state/copy.c */
	if (place &&
	    __atomic_compare_exchange_n(place, &copy, 0, false,
					__ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		count_watched(group, seen_of(copy)->access, UINT32_MAX);
}

static void watch_mapping(struct fxp_gl_context *c, struct fxp_gl_buffer *b)
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
	count_watched(c->group, m->access, 1);
	__atomic_store_n(&b->mapping.seen, copy, __ATOMIC_RELEASE);
	/* if not, its bytes are emitted when it is unmapped */
	if (copy_first(c, copy) &&
	    __atomic_compare_exchange_n(place, &none, copy, false,
					__ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		return;
	count_watched(c->group, m->access, UINT32_MAX);
	copy = __atomic_exchange_n(&b->mapping.seen, 0, __ATOMIC_SEQ_CST);
	if (copy)
		remove_user(c->group, copy);
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
		watch_mapping(c, b);
}

void fxp_gl_unwatch(struct fxp_gl_group *group, const struct fxp_gl_buffer *b)
{
	uint64_t copy;

	if (!__atomic_load_n(&b->mapping.seen, __ATOMIC_RELAXED))
		return;
	fxp_gl_copy_enter(group);
	copy = __atomic_load_n(&b->mapping.seen, __ATOMIC_SEQ_CST);
	if (copy)
		remove_place(group, copy);
	fxp_gl_copy_leave(group);
}

void fxp_gl_unmapped(struct fxp_gl_group *group, struct fxp_gl_buffer *b)
{
	uint64_t copy = __atomic_load_n(&b->mapping.seen, __ATOMIC_RELAXED);

	if (copy) /* seq_cst: only one of several threads gets it */
		copy = __atomic_exchange_n(&b->mapping.seen, 0,
					   __ATOMIC_SEQ_CST);
	if (copy) {
		remove_place(group, copy);
		remove_user(group, copy);
	}
	b->mapping = (struct fxp_gl_mapping){0};
}

/* n_bytes from `at` on have been written: emits them, and updates the copies.
 */
static void emit_written(const struct comparison *comparison, int64_t at,
			 int64_t n_bytes, const uint8_t *now)
{
	const struct seen *s = comparison->seen;

	fxw_copy(comparison->bytes + at, now, (size_t)n_bytes);
	fxp_gl_event_written(s->address + (uint64_t)at, comparison->bytes + at,
			     (uint64_t)n_bytes);
	fxp_gl_buffer_put(comparison->context, s->buffer, s->offset + at,
			  n_bytes, comparison->bytes + at);
}

/* How many bytes, at most n, are unchanged. */
static int64_t n_same(const uint8_t *now, const uint8_t *was, int64_t n)
{
	int64_t at = 0;

	while (at + 8 <= n && fxw_load8(now + at) == fxw_load8(was + at))
		at += 8;
	while (at < n && now[at] == was[at])
		at++;
	return at;
}

/* The last changed byte of n, + 1; 0: there is none. */
static int64_t changed_end(const uint8_t *now, const uint8_t *was, int64_t n)
{
	while (n > 0 && now[n - 1] == was[n - 1])
		n--;
	return n;
}

/* Emits the changes in n bytes from the beginning of page `from` on. Adjacent
 * changed pages are one event. */
static void compare_part(const struct comparison *comparison, int64_t from,
			 int64_t n, const uint8_t *now)
{
	const uint8_t *was = comparison->bytes + from;
	int64_t at = 0;

	while (at < n) {
		int64_t first = at + n_same(now + at, was + at, n - at);
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
			emit_written(comparison, from + first, last - first,
				     now + first);
	}
}

/* The written bytes are unknown, because reading them is forbidden. The next
 * draws may use them. */
static void emit_unread(const struct comparison *comparison)
{
	if (!__atomic_exchange_n(&comparison->seen->is_reported, true,
				 __ATOMIC_RELAXED))
		fxp_gl_event_unknown(
			comparison->seen->buffer->object.name,
			"mapped memory could not be read in a sandbox");
}

/* Compares memory that may be unmapped, part by part in `part`. False: reading
 * is forbidden. */
static bool compare_parts(const struct comparison *comparison, uint8_t *part)
{
	const struct seen *s = comparison->seen;
	int64_t n = PART_BYTES;

	for (int64_t at = 0; at < s->n_bytes; at += n) {
		const char *p = (const char *)(uintptr_t)s->address + at;
		int error;

		if (n > s->n_bytes - at)
			n = s->n_bytes - at;
		error = fxp_peek_device(part, p, (size_t)n);
		if (error)
			return error == -EFAULT;
		/* it is removed from its place before it is unmapped */
		if (comparison->place &&
		    __atomic_load_n(comparison->place, __ATOMIC_SEQ_CST) !=
			    comparison->copy)
			return true;
		compare_part(comparison, at, n, part);
	}
	return true;
}

static bool compare_unsafe(const struct comparison *comparison)
{
	struct fxp_gl_group *group = comparison->context->group;
	uint64_t n_bytes = (uint64_t)comparison->seen->n_bytes, part = 0;
	bool is_done;

	if (!fxw_engine.no_system_calls)
		part = fxp_gl_copy_borrow(
			group, n_bytes < PART_BYTES ? n_bytes : PART_BYTES);
	is_done = part && compare_parts(comparison, fxp_gl_copy_at(part));
	fxp_gl_copy_return(group, part);
	return is_done;
}

/* Emits the changes since the last comparison. The caller is inside
 * fxp_gl_copy_enter, and this leaves it. place: contains the copy unless it was
 * removed; NULL: the caller itself has removed it. */
static void compare_copy(struct fxp_gl_context *c, uint64_t copy,
			 const uint64_t *place)
{
	const struct comparison comparison = {
		.context = c,
		.seen = seen_of(copy),
		.bytes = fxp_gl_copy_at(copy) + HEAD_BYTES,
		.place = place,
		.copy = copy,
	};
	const uint8_t *now =
		(const uint8_t *)(uintptr_t)comparison.seen->address;
	bool is_taken;

	if (is_alone(c)) {
		compare_part(&comparison, 0, comparison.seen->n_bytes, now);
		fxp_gl_copy_leave(c->group);
		return;
	}
	is_taken = add_user(copy);
	fxp_gl_copy_leave(c->group);
	if (!is_taken)
		return;
	if (!compare_unsafe(&comparison)) {
		if (place)
			emit_unread(&comparison);
		else
			compare_part(&comparison, 0, comparison.seen->n_bytes,
				     now);
	}
	remove_user(c->group, copy);
}

/* All of it, or a part, has been written, and there is no copy. */
static void emit_all(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
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
		remove_place(c->group, copy);
		compare_copy(c, copy, NULL);
		return;
	}
	fxp_gl_copy_leave(c->group);
	if ((m->access & GL_MAP_WRITE_BIT) &&
	    !(m->access & GL_MAP_FLUSH_EXPLICIT_BIT))
		emit_all(c, b, 0, m->n_bytes);
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
	emit_all(c, b, offset, n_bytes);
}

/* Compares the mapping in that place. */
static void compare_place(struct fxp_gl_context *c, const uint64_t *place,
			  bool is_barrier)
{
	uint64_t copy;

	if (!__atomic_load_n(place, __ATOMIC_RELAXED))
		return;
	fxp_gl_copy_enter(c->group);
	copy = __atomic_load_n(place, __ATOMIC_SEQ_CST);
	if (copy &&
	    (is_barrier || (seen_of(copy)->access & GL_MAP_COHERENT_BIT)))
		compare_copy(c, copy, place);
	else
		fxp_gl_copy_leave(c->group);
}

void fxp_gl_emit_writes(struct fxp_gl_context *c, bool is_barrier)
{
	struct fxp_gl_group *group = c->group;
	const uint32_t *n = is_barrier ? &group->n_watched : &group->n_coherent;

	if (!__atomic_load_n(n, __ATOMIC_RELAXED))
		return;
	for (unsigned i = 0; i < FXP_GL_N_WATCHED; i++)
		compare_place(c, &group->watched[i], is_barrier);
}
