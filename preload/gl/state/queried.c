/* SPDX-License-Identifier: MIT */
/*
 * Results of the program's queries, see queried.h: a table by hash. When it is
 * full, new entries replace old ones.
 */
#include "preload/gl/state/queried.h"

#include "writer/bytes.h"

#define N_ANSWERS 2048u
/* Places for each answer. */
#define N_WAYS 4u

/* Threads may mix two words of different entries. Such an entry is ignored,
 * because `check` is the hash of the question, changed by the value. */
struct fxp_gl_answer {
	uint64_t check, value;
};

static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/* Never 0, which means free. */
static uint64_t hash_of(const struct fxp_gl_question *q)
{
	uint64_t hash = mix(0, (uint64_t)q->object << 32 | q->era);

	hash = mix(hash, (uint64_t)q->space << 32 | q->index);
	return mix(hash, (uint64_t)q->name << 1 | 1) | 1;
}

static uint64_t scattered(uint64_t value)
{
	return value * 0xbf58476d1ce4e5b9u;
}

static uint64_t owner_of(const struct fxp_gl_answer *a)
{
	/* relaxed: a torn entry is noticed */
	uint64_t value = __atomic_load_n(&a->value, __ATOMIC_RELAXED);

	return __atomic_load_n(&a->check, __ATOMIC_RELAXED) ^ scattered(value);
}

/* The group's table, allocated at its first use; NULL: no memory. */
static struct fxp_gl_answer *table_of(struct fxp_gl_group *group)
{
	/* acquire: pairs with the release below */
	struct fxp_gl_answer *table =
		__atomic_load_n(&group->answers, __ATOMIC_ACQUIRE);
	struct fxp_gl_answer *fresh;

	if (table)
		return table;
	fresh = fxp_gl_pages(N_ANSWERS * sizeof(*fresh));
	if (!fresh ||
	    __atomic_compare_exchange_n(&group->answers, &table, fresh, false,
					__ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
		return fresh;
	fxp_gl_pages_free(fresh, N_ANSWERS * sizeof(*fresh));
	return table; /* another thread's */
}

void fxp_gl_answer_keep(struct fxp_gl_group *group,
			const struct fxp_gl_question *question, int32_t value)
{
	uint64_t hash = hash_of(question), word = (uint32_t)value;
	struct fxp_gl_answer *table = table_of(group), *place;

	if (!table)
		return;
	place = &table[hash % N_ANSWERS];
	for (unsigned i = 0; i < N_WAYS; i++) {
		struct fxp_gl_answer *a = &table[(hash + i) % N_ANSWERS];
		uint64_t owner = owner_of(a);

		if (owner && owner != hash)
			continue;
		place = a;
		break;
	}
	__atomic_store_n(&place->value, word, __ATOMIC_RELAXED);
	__atomic_store_n(&place->check, hash ^ scattered(word),
			 __ATOMIC_RELAXED);
}

bool fxp_gl_answer_find(const struct fxp_gl_group *group,
			const struct fxp_gl_question *question, int32_t *value)
{
	const struct fxp_gl_answer *table =
		__atomic_load_n(&group->answers, __ATOMIC_ACQUIRE);
	uint64_t hash = hash_of(question);

	for (unsigned i = 0; table && i < N_WAYS; i++) {
		const struct fxp_gl_answer *a = &table[(hash + i) % N_ANSWERS];
		uint64_t word = __atomic_load_n(&a->value, __ATOMIC_RELAXED);
		uint64_t check = __atomic_load_n(&a->check, __ATOMIC_RELAXED);

		if ((check ^ scattered(word)) != hash)
			continue;
		*value = (int32_t)(uint32_t)word;
		return true;
	}
	return false;
}

void fxp_gl_answer_forget(struct fxp_gl_group *group)
{
	if (group->answers)
		fxw_zero(group->answers,
			 N_ANSWERS * sizeof(struct fxp_gl_answer));
}
