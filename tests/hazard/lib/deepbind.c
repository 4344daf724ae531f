/* SPDX-License-Identifier: MIT */
/* A library that is loaded with RTLD_DEEPBIND, so that it has libc's own dlsym.
 * What it finds is called without an interposer in between. */
#include <dlfcn.h>

void *find_deepbind(const char *library, const char *name)
{
	void *handle = dlopen(library, RTLD_NOW);

	return handle ? dlsym(handle, name) : (void *)0;
}
