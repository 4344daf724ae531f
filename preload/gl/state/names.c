/* SPDX-License-Identifier: MIT */
/*
 * Tables of names, see state.h. An object stays in its bucket for ever. After
 * its deletion it has no name, and is reused for another name of the bucket. So
 * a table's size follows from the number of simultaneous objects, not from the
 * number of names.
 */
#include "preload/gl/state/state.h"

/* The name of an object that is being deleted. */
#define NOBODY UINT32_MAX

static unsigned bucket_of(uint32_t name)
{
	return (name ^ name >> 9) % FXP_GL_BUCKETS;
}

static struct fxp_gl_object *find_in(struct fxp_gl_object *o, uint32_t name)
{
	/* acquire: pairs with the release in vacate(), so that a reused object
	 * shows no old values */
	while (o && __atomic_load_n(&o->name, __ATOMIC_ACQUIRE) != name)
		o = o->next;
	return o;
}

struct fxp_gl_object *fxp_gl_bucket(const struct fxp_gl_names *names,
				    uint32_t name)
{
	/* acquire: pairs with the release in fxp_gl_make */
	return __atomic_load_n(&names->heads[bucket_of(name)],
			       __ATOMIC_ACQUIRE);
}

void *fxp_gl_find(const struct fxp_gl_names *names, uint32_t name)
{
	return name && name != NOBODY
		       ? find_in(fxp_gl_bucket(names, name), name)
		       : NULL;
}

void *fxp_gl_make(struct fxp_gl_names *names, uint32_t name, size_t n_bytes)
{
	struct fxp_gl_object **head = &names->heads[bucket_of(name)];
	struct fxp_gl_object *o = fxp_gl_find(names, name), *first;

	if (o || !name || name == NOBODY)
		return o;
	o = fxp_gl_alloc(n_bytes);
	if (!o)
		return NULL;
	o->name = name;
	first = __atomic_load_n(head, __ATOMIC_ACQUIRE);
	do {
		struct fxp_gl_object *other = find_in(first, name);

		if (other) /* another thread was first */
			return other;
		o->next = first;
	} while (!__atomic_compare_exchange_n(
		head, &first, o, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
	return o;
}

void *fxp_gl_make_own(struct fxp_gl_names *names, uint32_t name, size_t n_bytes)
{
	struct fxp_gl_object *o = fxp_gl_find(names, name);
	uint32_t none = 0;

	if (o || !name || name == NOBODY)
		return o;
	/* a free one; another thread may take it for another name */
	for (o = fxp_gl_bucket(names, name); o; o = o->next, none = 0)
		if (!__atomic_load_n(&o->name, __ATOMIC_RELAXED) &&
		    __atomic_compare_exchange_n(&o->name, &none, name, false,
						__ATOMIC_ACQ_REL,
						__ATOMIC_RELAXED))
			return o;
	return fxp_gl_make(names, name, n_bytes);
}

void *fxp_gl_make_in(const struct fxp_gl_group *group,
		     struct fxp_gl_names *names, uint32_t name, size_t n_bytes)
{
	return __atomic_load_n(&group->n_contexts, __ATOMIC_RELAXED) == 1
		       ? fxp_gl_make_own(names, name, n_bytes)
		       : fxp_gl_make(names, name, n_bytes);
}

bool fxp_gl_end_name(struct fxp_gl_object *o, uint32_t name)
{
	return name &&
	       __atomic_compare_exchange_n(&o->name, &name, NOBODY, false,
					   __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

void fxp_gl_vacate(struct fxp_gl_object *o)
{
	__atomic_store_n(&o->is_doomed, false, __ATOMIC_RELAXED);
	__atomic_store_n(&o->name, 0, __ATOMIC_RELEASE);
}
