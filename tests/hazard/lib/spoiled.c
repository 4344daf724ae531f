/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Preloaded to a replay, it alters one byte of what the SPOILED-th glReadPixels
 * reads: somebody should notice. For RGBA in bytes only.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef void *address_of(const char *name);
typedef void *find_in(void *handle, const char *name);
typedef void read_pixels(int x, int y, int width, int height, unsigned format,
			 unsigned type, void *pixels);

static address_of *real_address;
static read_pixels *real_read;

static void spoiled_read(int x, int y, int width, int height, unsigned format,
			 unsigned type, void *pixels)
{
	static int n_read;
	const char *wanted = getenv("SPOILED");

	real_read(x, y, width, height, format, type, pixels);
	if (++n_read == (wanted ? atoi(wanted) : 1))
		((uint8_t *)pixels)[width * height * 2] ^= 1;
}

/* found, or its replacement */
static void *spoiled(const char *name, void *found)
{
	if (!found || strcmp(name, "glReadPixels") != 0)
		return found;
	real_read = (read_pixels *)found;
	return (void *)spoiled_read;
}

static void *spoiled_address(const char *name)
{
	return spoiled(name, real_address(name));
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
		return spoiled(name, found);
	real_address = (address_of *)found;
	return (void *)spoiled_address;
}
