/* SPDX-License-Identifier: MIT */
/* A library that is loaded with RTLD_DEEPBIND, so that it has libc's own dlsym:
 * what it finds is called with nobody in between. */
#include <dlfcn.h>

void *find_apart(const char *library, const char *name)
{
	void *handle = dlopen(library, RTLD_NOW);

	return handle ? dlsym(handle, name) : (void *)0;
}
