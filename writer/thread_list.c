/* SPDX-License-Identifier: MIT */
/*
 * All thread states of the process, see thread_list.h.
 */
#include "writer/thread_list.h"

/* Pushed by compare-and-exchange, never removed. */
static struct fxw_thread *newest;

struct fxw_thread *fxw_threads_first(void)
{
	/* acquire: pairs with the release in fxw_threads_add */
	return __atomic_load_n(&newest, __ATOMIC_ACQUIRE);
}

/* The states are on pages that fork wipes: a child starts an empty chain. (The
 * pages, as many as its parent had, are wasted.) */
void fxw_threads_add(struct fxw_thread *t)
{
	t->next = __atomic_load_n(&newest, __ATOMIC_RELAXED);
	/* release: its fields before its place in the chain; pairs with the
	 * acquire in fxw_threads_first */
	while (!__atomic_compare_exchange_n(&newest, &t->next, t, false,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
}

void fxw_threads_clear(void)
{
	newest = NULL;
}
