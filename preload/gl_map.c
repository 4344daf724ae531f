/* SPDX-License-Identifier: MIT */
/*
 * Mapped buffers, see gl_buffer.h: what the program writes there is no call,
 * so it becomes one, a memcpy that nobody made, where GL may see it.
 *
 * Of a mapping that GL sees all the time (coherent), or that is told of by a
 * barrier alone, there is a copy of what was seen last; what differs has been
 * written since. The memory is taken at GL's word: of a device's the kernel
 * would say that it cannot be read.
 */
#include "preload/gl_buffer.h"
#include "preload/gl_const.h"
#include "preload/gl_event.h"
#include "writer/bytes.h"

#define PAGE_BYTES 4096u

/* Mappings of a group that are compared. */
static struct fxp_gl_buffer **free_place(struct fxp_gl_group *group,
					 const struct fxp_gl_buffer *of)
{
	for (unsigned i = 0; i < FXP_GL_N_WATCHED; i++)
		if (group->watched[i] == of)
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

static void watch(struct fxp_gl_group *group, struct fxp_gl_buffer *b)
{
	struct fxp_gl_mapping *m = &b->mapping;
	struct fxp_gl_buffer **place = free_place(group, NULL), *none = NULL;

	if (!place)
		return;
	m->seen = fxp_gl_pages((uint64_t)m->n_bytes);
	if (!m->seen)
		return;
	fxw_copy(m->seen, (const void *)m->address, (size_t)m->n_bytes);
	if (!__atomic_compare_exchange_n(place, &none, b, false,
					 __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
		fxp_gl_pages_free(m->seen, (uint64_t)m->n_bytes);
		m->seen = NULL; /* it is told of when it is unmapped */
		return;
	}
	if (m->access & GL_MAP_COHERENT_BIT)
		__atomic_add_fetch(&group->n_coherent, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&group->n_watched, 1, __ATOMIC_RELAXED);
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
		watch(c->group, b);
}

void fxp_gl_unmapped(struct fxp_gl_context *c, struct fxp_gl_buffer *b)
{
	struct fxp_gl_mapping *m = &b->mapping;
	struct fxp_gl_buffer **place;

	if (m->seen) {
		place = free_place(c->group, b);
		if (place)
			__atomic_store_n(place, NULL, __ATOMIC_RELEASE);
		__atomic_sub_fetch(&c->group->n_watched, 1, __ATOMIC_RELAXED);
		if (m->access & GL_MAP_COHERENT_BIT)
			__atomic_sub_fetch(&c->group->n_coherent, 1,
					   __ATOMIC_RELAXED);
		fxp_gl_pages_free(m->seen, (uint64_t)m->n_bytes);
	}
	*m = (struct fxp_gl_mapping){0};
}

/* A part has been written: the archive and the copies learn it. */
static void tell(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		 int64_t offset, int64_t n_bytes)
{
	struct fxp_gl_mapping *m = &b->mapping;
	const char *p = (const char *)(uintptr_t)m->address + offset;

	if (m->seen)
		fxw_copy(m->seen + offset, p, (size_t)n_bytes);
	fxp_gl_event_written((uint64_t)(uintptr_t)p, (uint64_t)n_bytes);
	fxp_gl_buffer_put(c, b, m->offset + offset, n_bytes, p);
}

/* How many bytes from `at` on are as they were. */
static int64_t same(const struct fxp_gl_mapping *m, int64_t at, int64_t end)
{
	const uint8_t *now = (const uint8_t *)(uintptr_t)m->address;
	int64_t from = at;

	while (at + 8 <= end && fxw_load8(now + at) == fxw_load8(m->seen + at))
		at += 8;
	while (at < end && now[at] == m->seen[at])
		at++;
	return at - from;
}

/* The last byte of [at, end) that is not as it was, + 1; at: all are. */
static int64_t changed_end(const struct fxp_gl_mapping *m, int64_t at,
			   int64_t end)
{
	const uint8_t *now = (const uint8_t *)(uintptr_t)m->address;

	while (end > at && now[end - 1] == m->seen[end - 1])
		end--;
	return end;
}

/* Tells what differs, page after changed page as one. */
static void compare(struct fxp_gl_context *c, struct fxp_gl_buffer *b)
{
	const struct fxp_gl_mapping *m = &b->mapping;
	int64_t at = 0;

	while (at < m->n_bytes) {
		int64_t first = at + same(m, at, m->n_bytes), last = first;

		at = first;
		while (at < m->n_bytes) {
			int64_t end = (at / PAGE_BYTES + 1) * PAGE_BYTES;

			if (end > m->n_bytes)
				end = m->n_bytes;
			if (changed_end(m, at, end) == at)
				break;
			last = changed_end(m, at, end);
			at = end;
		}
		if (last > first)
			tell(c, b, first, last - first);
	}
}

void fxp_gl_unmap_before(struct fxp_gl_context *c, struct fxp_gl_buffer *b)
{
	struct fxp_gl_mapping *m;

	if (!b || !b->mapping.address)
		return;
	m = &b->mapping;
	if (m->seen)
		compare(c, b);
	else if ((m->access & GL_MAP_WRITE_BIT) &&
		 !(m->access & GL_MAP_FLUSH_EXPLICIT_BIT))
		tell(c, b, 0, m->n_bytes);
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
	tell(c, b, offset, n_bytes);
}

void fxp_gl_look_for_writes(struct fxp_gl_context *c, bool is_barrier)
{
	struct fxp_gl_group *group = c->group;

	if (!(is_barrier ? group->n_watched : group->n_coherent))
		return;
	for (unsigned i = 0; i < FXP_GL_N_WATCHED; i++) {
		struct fxp_gl_buffer *b =
			__atomic_load_n(&group->watched[i], __ATOMIC_ACQUIRE);

		if (b && b->mapping.seen &&
		    (is_barrier || (b->mapping.access & GL_MAP_COHERENT_BIT)))
			compare(c, b);
	}
}
