/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * An answer to the program is kept as long as it holds.
 */
#include <pthread.h>

#include "preload/gl/state/queried.h"
#include "preload/gl/driver/const.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"

static int32_t find_answer(struct fxp_gl_question question)
{
	int32_t value = -1;

	return fxp_gl_answer_find(fxp_gl_current()->group, &question, &value)
		       ? value
		       : -1;
}

static void kept(void)
{
	struct fxp_gl_question q = {1, 2, 3, 4, 5};

	gl_begin_compat(1, 0);
	is_i64(find_answer(q), -1);
	fxp_gl_answer_keep(fxp_gl_current()->group, &q, 77);
	is_i64(find_answer(q), 77);
	fxp_gl_answer_keep(fxp_gl_current()->group, &q, 0);
	is_i64(find_answer(q), 0);
	is_i64(find_answer((struct fxp_gl_question){2, 2, 3, 4, 5}), -1);
	is_i64(find_answer((struct fxp_gl_question){1, 3, 3, 4, 5}), -1);
	is_i64(find_answer((struct fxp_gl_question){1, 2, 4, 4, 5}), -1);
	is_i64(find_answer((struct fxp_gl_question){1, 2, 3, 5, 5}), -1);
	is_i64(find_answer((struct fxp_gl_question){1, 2, 3, 4, 6}), -1);
	/* of others' contexts */
	GL(EGL_CREATE_CONTEXT, 1, 1, 0, 0, 2);
	GL(EGL_MAKE_CURRENT, 1, 1, 1, 2, 1);
	is_i64(find_answer(q), -1);
}

/* More than there is space for. */
static void bounded(void)
{
	struct fxp_gl_question q = {1, 2, 3, 0, 5};
	unsigned n_kept = 0, n_wrong = 0;

	gl_begin_compat(1, 0);
	for (q.index = 0; q.index < 10000; q.index++)
		fxp_gl_answer_keep(fxp_gl_current()->group, &q,
				   (int32_t)q.index);
	for (q.index = 0; q.index < 10000; q.index++) {
		int32_t value = find_answer(q);

		n_kept += value >= 0;
		n_wrong += value >= 0 && value != (int32_t)q.index;
	}
	is_u64(n_wrong, 0);
	ok(n_kept > 1000 && n_kept <= 2048);
}

static void *keep_many(void *arg)
{
	struct fxp_gl_group *group = arg;
	uintptr_t n_wrong = 0;
	int32_t value;

	for (uint32_t i = 0; i < 100000; i++) {
		struct fxp_gl_question q = {i % 5000, 0, 0, 0, 1};

		fxp_gl_answer_keep(group, &q, (int32_t)q.object * 3);
		if (fxp_gl_answer_find(group, &q, &value))
			n_wrong += value != (int32_t)q.object * 3;
	}
	return (void *)n_wrong;
}

static void threads(void)
{
	pthread_t ids[3];
	void *n_wrong = NULL;

	gl_begin_compat(1, 0);
	for (unsigned i = 0; i < 3; i++)
		pthread_create(&ids[i], NULL, keep_many,
			       fxp_gl_current()->group);
	for (unsigned i = 0; i < 3; i++) {
		pthread_join(ids[i], &n_wrong);
		is_u64((uintptr_t)n_wrong, 0);
	}
}

/* Where an answer lies that is kept alone, in words from the table's begin.
 */
static unsigned place_of(struct fxp_gl_group *group, uint32_t object)
{
	const uint64_t *words;
	unsigned at = 0;

	fxp_gl_answer_keep(group, &(struct fxp_gl_question){.object = object},
			   1);
	words = (const void *)group->answers;
	while (!words[at])
		at++;
	fxp_gl_answer_forget(group);
	return at;
}

/* Questions whose answers have the same places, more than there are. */
#define N_RIVALS 16u

static void find_rivals(struct fxp_gl_group *group, uint32_t *rivals)
{
	unsigned n = 1, first;

	rivals[0] = 1;
	first = place_of(group, 1);
	for (uint32_t object = 2; n < N_RIVALS; object++)
		if (place_of(group, object) == first)
			rivals[n++] = object;
}

struct storer {
	struct fxp_gl_group *group;
	const uint32_t *rivals;
	uintptr_t n_wrong, n_found;
};

/* Stores answers that drive each other out, and finds its own or another's of
 * the same question. */
static void *drive_out(void *arg)
{
	struct storer *t = arg;
	int32_t value;

	for (uint32_t i = 0; i < 3000000; i++) {
		struct fxp_gl_question q = {.object = t->rivals[i % N_RIVALS]};

		fxp_gl_answer_keep(t->group, &q, (int32_t)q.object);
		q.object = t->rivals[i * 7 % N_RIVALS];
		if (!fxp_gl_answer_find(t->group, &q, &value))
			continue;
		t->n_found++;
		t->n_wrong += (uint32_t)value != q.object;
	}
	return NULL;
}

static void rivals(void)
{
	uint32_t objects[N_RIVALS];
	struct storer tellers[2];
	pthread_t ids[2];

	gl_begin_compat(1, 0);
	find_rivals(fxp_gl_current()->group, objects);
	for (unsigned i = 0; i < 2; i++) {
		tellers[i] =
			(struct storer){fxp_gl_current()->group, objects, 0, 0};
		pthread_create(&ids[i], NULL, drive_out, &tellers[i]);
	}
	for (unsigned i = 0; i < 2; i++) {
		pthread_join(ids[i], NULL);
		is_u64(tellers[i].n_wrong, 0);
		ok(tellers[i].n_found > 100);
	}
}

static const struct tap_test tests[] = {
	{"an answer is kept for its question", kept},
	{"of too many answers some are forgotten, and none is another's",
	 bounded},
	{"threads do not tear an answer", threads},
	{"of answers in the same place each is its own question's", rivals},
};

TAP_MAIN(tests)
