/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Preloaded to a replay, it changes the width of lines with each glClear: who
 * looks at the state should notice.
 */
#include <dlfcn.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef void *address_of(const char *name);
typedef void *find_in(void *handle, const char *name);

static address_of *real_address;
static void (*real_clear)(unsigned mask);
static void (*line_width)(float width);

static void sly_clear(unsigned mask)
{
	static int n;

	real_clear(mask);
	if (line_width)
		line_width((float)(1 + ++n % 2));
}

/* found, or its replacement */
static void *sly(const char *name, void *found)
{
	if (found && !strcmp(name, "glLineWidth"))
		line_width = (void (*)(float))found;
	if (!found || strcmp(name, "glClear") != 0)
		return found;
	real_clear = (void (*)(unsigned))found;
	if (real_address)
		(void)sly("glLineWidth", real_address("glLineWidth"));
	return (void *)sly_clear;
}

static void *sly_address(const char *name)
{
	return sly(name, real_address(name));
}

EXPORT void *dlsym(void *restrict handle, const char *restrict name)
{
	static find_in *next;
	void *found;

	if (!next)
		next = (find_in *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
	if (!next)
		next = (find_in *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
	found = next(handle, name);
	if (!found || strcmp(name, "eglGetProcAddress") != 0)
		return sly(name, found);
	real_address = (address_of *)found;
	return (void *)sly_address;
}
