/* SPDX-License-Identifier: MIT */
/*
 * The real functions for queries, see real.h.
 */
#include "preload/gl/driver/real.h"

#include "preload/symbol/error.h"
#include "ids_gl.h"
#include "preload/gl/driver/library.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/call/preload.h"

typedef void *get_address(const char *name);

/* All functions that queries use. They are found in advance, because a lookup
 * may walk through all libraries. Some are found only by eglGetProcAddress,
 * which must not be called at any time. Arrays: nothing for the linker to
 * relocate. */
static const uint16_t queried[] = {
	FXP_FN_gl_eglGetConfigAttrib,  FXP_FN_gl_eglQuerySurface,
	FXP_FN_gl_glGetIntegerv,       FXP_FN_gl_glGetPointerv,
	FXP_FN_gl_glGetString,	       FXP_FN_gl_glGetVertexAttribPointerv,
	FXP_FN_gl_glGetVertexAttribiv, FXP_FN_gl_glXGetFBConfigAttrib,
};
#define N_QUERIED (sizeof(queried) / sizeof(queried[0]))
/* Their addresses, and how often libraries had been unloaded then. */
static struct {
	void *real;
	uint32_t n_unloads;
} found[N_QUERIED];
/* Limits the lookups of absent functions. */
#define MAX_TRIES 64u
static uint32_t n_tries, tried_at; /* since that number of unloads */

static void *by_address(unsigned function, unsigned how)
{
	const struct fxg_table *table = fxp_gl.table;
	bool stays;
	get_address *get = (get_address *)fxp_gl_real(how, &stays);

	return get ? get(table->text +
			 table->strings[table->functions[function].name])
		   : NULL;
}

static void *look_up_name(unsigned function, bool may_call_egl)
{
	bool stays;
	void *real = fxp_gl_real(function, &stays);

	if (!real && may_call_egl)
		real = by_address(function, FXP_FN_gl_eglGetProcAddress);
	if (!real)
		real = by_address(function, FXP_FN_gl_glXGetProcAddressARB);
	return real;
}

/* Programs and drivers unload libraries often. Then a function is looked up
 * once more. If it is not found, the old address stays valid as long as its
 * memory is mapped.
 * relaxed: all threads store pointers to the same function */
static void *find_real(unsigned i, bool may_call_egl)
{
	uint32_t n = fxp_gl_unloads();
	void *real = __atomic_load_n(&found[i].real, __ATOMIC_RELAXED), *fresh;

	if (real && found[i].n_unloads == n)
		return real;
	fresh = look_up_name(queried[i], may_call_egl);
	if (fresh)
		real = fresh;
	else if (!fxp_gl_is_there(real, 1))
		real = NULL;
	found[i].n_unloads = n;
	__atomic_store_n(&found[i].real, real, __ATOMIC_RELAXED);
	return real;
}

void fxp_gl_query_prepare(void)
{
	int *error = fxp_error_address(), before = *error;
	uint32_t n = fxp_gl_unloads();

	/* relaxed: racing threads at worst try once more */
	if (__atomic_exchange_n(&tried_at, n, __ATOMIC_RELAXED) != n)
		__atomic_store_n(&n_tries, 0, __ATOMIC_RELAXED);
	if (__atomic_load_n(&n_tries, __ATOMIC_RELAXED) >= MAX_TRIES)
		return;
	__atomic_add_fetch(&n_tries, 1, __ATOMIC_RELAXED);
	for (unsigned i = 0; i < N_QUERIED; i++)
		(void)find_real(i, true);
	*error = before;
}

void *fxp_gl_query_real(unsigned function)
{
	unsigned i = 0;

	while (i < N_QUERIED && queried[i] != function)
		i++;
	return i < N_QUERIED ? find_real(i, false) : NULL;
}
