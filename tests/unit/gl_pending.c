/* SPDX-License-Identifier: MIT */
/*
 * What is remembered between calls of OpenGL.
 */
#include "preload/gl/state/pending.h"

#include <pthread.h>

#include "tests/tap.h"

static struct fxp_gl_key key(uint64_t owner, uint64_t name)
{
	return (struct fxp_gl_key){owner, name, 1};
}

static void kept(void)
{
	struct fxp_gl_key a = key(1, 5), b = key(2, 5), c = key(1, 6);

	is_u64(fxp_gl_pending_value(&a), 0);
	ok(fxp_gl_pending_store(&a, 10));
	ok(fxp_gl_pending_store(&b, 20));
	is_u64(fxp_gl_pending_value(&a), 10);
	is_u64(fxp_gl_pending_value(&b), 20);
	is_u64(fxp_gl_pending_value(&c), 0);
}

static void taken(void)
{
	struct fxp_gl_key a = key(1, 5);

	ok(fxp_gl_pending_store(&a, 10));
	is_u64(fxp_gl_pending_remove(&a), 10);
	is_u64(fxp_gl_pending_remove(&a), 0);
	is_u64(fxp_gl_pending_value(&a), 0);
	ok(fxp_gl_pending_store(&a, 11));
	is_u64(fxp_gl_pending_value(&a), 11);
}

static void replaced(void)
{
	struct fxp_gl_key a = key(1, 5);

	for (uint64_t i = 1; i <= 3 * FXP_GL_KEPT_MAX; i++)
		if (!fxp_gl_pending_store(&a, i))
			ok(false);
	is_u64(fxp_gl_pending_remove(&a), 3 * FXP_GL_KEPT_MAX);
	is_u64(fxp_gl_pending_value(&a), 0);
}

/* Keeps that many and returns how many found space. */
static unsigned keep_all(uint32_t generation, unsigned n)
{
	struct fxp_gl_key k = {3, 0, generation};
	unsigned n_kept = 0;

	for (unsigned i = 0; i < n; i++) {
		k.name = 0x7f0000000000 + 64 * i;
		n_kept += fxp_gl_pending_store(&k, i + 1);
	}
	return n_kept;
}

static void full(void)
{
	unsigned n = keep_all(1, 2 * FXP_GL_KEPT_MAX), n_found = 0;
	struct fxp_gl_key k = key(3, 0);

	ok(n > FXP_GL_KEPT_MAX / 2 && n <= FXP_GL_KEPT_MAX);
	for (unsigned i = 0; i < 2 * FXP_GL_KEPT_MAX; i++) {
		uint64_t value;

		k.name = 0x7f0000000000 + 64 * i;
		value = fxp_gl_pending_remove(&k);
		n_found += value == i + 1;
		if (value && value != i + 1)
			ok(false);
	}
	is_u64(n_found, n);
	is_u64(keep_all(1, FXP_GL_KEPT_MAX / 2), FXP_GL_KEPT_MAX / 2);
}

static void forked(void)
{
	struct fxp_gl_key old = key(1, 5), now = {1, 5, 2};

	ok(fxp_gl_pending_store(&old, 10));
	is_u64(fxp_gl_pending_value(&now), 0);
	(void)keep_all(1, 2 * FXP_GL_KEPT_MAX);
	is_u64(keep_all(2, FXP_GL_KEPT_MAX / 2), FXP_GL_KEPT_MAX / 2);
}

enum { N_ROUNDS = 20000 };
static uint64_t n_taken;

/* Makes what both take. */
static void *take_many(void *makes)
{
	for (uint64_t i = 1; i <= N_ROUNDS; i++) {
		struct fxp_gl_key k = key(1, i % 7);
		uint64_t value;

		if (makes && !fxp_gl_pending_value(&k) &&
		    !fxp_gl_pending_store(&k, i))
			return "no space";
		value = fxp_gl_pending_remove(&k);
		if (value && value % 7 != k.name)
			return "another's";
		__atomic_fetch_add(&n_taken, value != 0, __ATOMIC_RELAXED);
	}
	return NULL;
}

static void raced(void)
{
	pthread_t thread;
	void *wrong;

	ok(!pthread_create(&thread, NULL, take_many, NULL));
	is_str(take_many("makes") ?: "", "");
	ok(!pthread_join(thread, &wrong));
	is_str(wrong ?: "", "");
	is_u64(n_taken, N_ROUNDS);
}

static const struct tap_test tests[] = {
	{"a value is found by both of its numbers", kept},
	{"it can be taken once", taken},
	{"a new one takes the place of the old", replaced},
	{"what finds no space is refused, the rest is there", full},
	{"nothing of another archive's is found, and its space is used",
	 forked},
	{"of threads that take at a time one gets it", raced},
};

TAP_MAIN(tests)
