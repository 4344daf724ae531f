/* SPDX-License-Identifier: MIT */
/*
 * Opens libraries by names without a path, from itself or from a library that
 * it is linked with (then -DIN_LIBRARY). Prints what it gets of each name among
 * the arguments: the error, or the library's path, folder and namespace.
 */
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

typedef void *open_f(const char *name, int flags);

#if defined(IN_LIBRARY)
void *open_here(open_f *open, const char *name)
{
	void *volatile handle = open(name, RTLD_NOW);

	return handle;
}
#elif defined(BY_LIBRARY)
extern void *open_here(open_f *open, const char *name);
#elif defined(IN_NAMESPACE)
static void *open_here(open_f *open, const char *name)
{
	void *library = dlmopen(LM_ID_NEWLM, IN_NAMESPACE, RTLD_NOW);
	void *(*there)(open_f *, const char *);

	*(void **)&there = dlsym(library, "open_here");
	return there(open, name);
}
#else
static void *open_here(open_f *open, const char *name)
{
	void *volatile handle = open(name, RTLD_NOW);

	return handle;
}
#endif

#ifndef IN_LIBRARY
static void describe(const char *name, void *handle)
{
	char folder[4096] = "";
	struct link_map *map;
	Lmid_t space;

	if (!handle) {
		printf("%s: %s\n", name, dlerror());
		return;
	}
	dlinfo(handle, RTLD_DI_LINKMAP, &map);
	dlinfo(handle, RTLD_DI_ORIGIN, folder);
	dlinfo(handle, RTLD_DI_LMID, &space);
	printf("%s: %s, in %s, %s namespace\n", name, map->l_name, folder,
	       space == LM_ID_BASE ? "first" : "other");
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		describe(argv[i], open_here(dlopen, argv[i]));
	return 0;
}
#endif
