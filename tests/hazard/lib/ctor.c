/* SPDX-License-Identifier: MIT */
/* A library whose constructor runs before the tracer's, and whose destructor
 * runs after it. */
#include <stdlib.h>

static int n_seen;

int ctor_seen(void);
int ctor_seen(void)
{
	return n_seen;
}

static void __attribute__((constructor)) library_constructor(void)
{
	getenv("IN_LIBRARY_CONSTRUCTOR");
	n_seen++;
}

static void __attribute__((destructor)) library_destructor(void)
{
	getenv("IN_LIBRARY_DESTRUCTOR");
}
