/* SPDX-License-Identifier: MIT */
/*
 * For libraries that are preloaded to a replay: whatever finds a function of
 * OpenGL, dlsym or eglGetProcAddress, gets what `replaced` makes of it.
 */
#ifndef TESTS_HAZARD_LIB_REPLACED_H
#define TESTS_HAZARD_LIB_REPLACED_H

#include <dlfcn.h>
#include <string.h>

typedef void *address_of(const char *name);
typedef void *find_in(void *handle, const char *name);

static address_of *real_address;

/* What was found, or its replacement: each library has its own. */
__attribute__((visibility("hidden"))) void *replaced(const char *name,
						     void *found);

static void *replaced_address(const char *name)
{
	return replaced(name, real_address(name));
}

__attribute__((visibility("default"))) void *dlsym(void *restrict handle,
						   const char *restrict name)
{
	static find_in *next;
	void *found;

	if (!next)
		next = (find_in *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
	if (!next)
		next = (find_in *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
	found = next(handle, name);
	if (!found || strcmp(name, "eglGetProcAddress") != 0)
		return replaced(name, found);
	real_address = (address_of *)found;
	return (void *)replaced_address;
}

#endif
