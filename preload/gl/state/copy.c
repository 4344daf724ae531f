/* SPDX-License-Identifier: MIT */
/*
 * Pages of copies and their users, see copy.h.
 */
#include "preload/gl/state/copy.h"

#include "writer/engine.h"
#include "writer/sys.h"

#define PAGE_BYTES 4096u
/* Pages are aligned so that these bits are 0: they contain the page count. */
#define ORDER_BITS 63u
/* The longest wait for a user of copies. */
#define WAIT_MS 100u

static unsigned order_of(uint64_t n_bytes)
{
	unsigned i = 0;

	while ((uint64_t)PAGE_BYTES << i < n_bytes)
		i++;
	return i;
}

uint64_t fxp_gl_copy_make(uint64_t n_bytes)
{
	unsigned i;
	void *pages;

	if (!n_bytes || n_bytes > INT64_MAX / 2)
		return 0;
	i = order_of(n_bytes);
	pages = fxp_gl_pages((uint64_t)PAGE_BYTES << i);
	return pages ? (uint64_t)(uintptr_t)pages | i : 0;
}

uint8_t *fxp_gl_copy_at(uint64_t copy)
{
	return (uint8_t *)(uintptr_t)(copy & ~(uint64_t)ORDER_BITS);
}

uint64_t fxp_gl_copy_capacity(uint64_t copy)
{
	return copy ? (uint64_t)PAGE_BYTES << (copy & ORDER_BITS) : 0;
}

void fxp_gl_copy_enter(struct fxp_gl_group *group)
{
	/* seq_cst: before copies are looked up in buffers, see is_seen */
	(void)__atomic_add_fetch(&group->n_looking, 1, __ATOMIC_SEQ_CST);
}

void fxp_gl_copy_leave(struct fxp_gl_group *group)
{
	/* release: our reads of the copy are before it */
	(void)__atomic_sub_fetch(&group->n_looking, 1, __ATOMIC_RELEASE);
}

/* Whether a thread may use a copy that was taken out of its buffer. Threads
 * that come now no longer find it there. */
static bool is_seen(struct fxp_gl_group *group)
{
	return __atomic_load_n(&group->n_looking, __ATOMIC_SEQ_CST);
}

void fxp_gl_copy_wait(struct fxp_gl_group *group)
{
	for (unsigned i = 0; i < WAIT_MS && is_seen(group); i++)
		if (!fxw_engine.no_system_calls)
			(void)sys_sleep_ns(1000000);
}

static void free_copy(uint64_t copy)
{
	fxp_gl_pages_free(fxp_gl_copy_at(copy), fxp_gl_copy_capacity(copy));
}

/* Puts the copy into a place for copies in use. If all are taken its pages are
 * leaked, which is better than a crash. */
static void defer_free(struct fxp_gl_group *group, uint64_t copy)
{
	for (unsigned i = 0; i < FXP_GL_N_SEEN; i++) {
		uint64_t none = 0;

		if (__atomic_compare_exchange_n(&group->seen[i], &none, copy,
						false, __ATOMIC_SEQ_CST,
						__ATOMIC_RELAXED))
			return;
	}
}

/* No thread uses the copies in those places any more: frees their pages. */
static void free_seen(struct fxp_gl_group *group)
{
	uint64_t old[FXP_GL_N_SEEN];
	unsigned n = 0;

	for (unsigned i = 0; i < FXP_GL_N_SEEN; i++) {
		old[n] = __atomic_exchange_n(&group->seen[i], 0,
					     __ATOMIC_SEQ_CST);
		n += old[n] != 0;
	}
	if (n && is_seen(group))
		while (n)
			defer_free(group, old[--n]);
	while (n)
		free_copy(old[--n]);
}

void fxp_gl_copy_give_up(struct fxp_gl_group *group, uint64_t copy,
			 bool is_spare)
{
	free_seen(group);
	if (!copy)
		return;
	if (is_seen(group)) {
		defer_free(group, copy);
		return;
	}
	if (is_spare)
		fxp_gl_copy_return(group, copy);
	else
		free_copy(copy);
}

uint64_t fxp_gl_copy_spare(struct fxp_gl_group *group, unsigned i)
{
	return __atomic_exchange_n(&group->spare[i], 0, __ATOMIC_ACQ_REL);
}

uint64_t fxp_gl_copy_borrow(struct fxp_gl_group *group, uint64_t n_bytes)
{
	unsigned i = order_of(n_bytes);
	uint64_t copy = i < FXP_GL_N_SPARES ? fxp_gl_copy_spare(group, i) : 0;

	return copy ? copy : fxp_gl_copy_make(n_bytes);
}

/* Buffers may come and go with each frame: the pages of the last one are reused
 * for the next. */
void fxp_gl_copy_return(struct fxp_gl_group *group, uint64_t copy)
{
	unsigned i = copy & ORDER_BITS;

	if (copy && i < FXP_GL_N_SPARES)
		copy = __atomic_exchange_n(&group->spare[i], copy,
					   __ATOMIC_SEQ_CST);
	free_copy(copy);
}
