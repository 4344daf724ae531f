/* SPDX-License-Identifier: MIT */
/*
 * A library that the user has named, see user_library.h.
 */
#include "tools/replay/call/user_library.h"

#include <dlfcn.h>
#include <link.h>

#include "tools/base/die.h"
#include "tools/reader/memory.h"

struct user_library {
	void *handle;
	const struct link_map *map;
};

struct user_library *user_library_open(const char *path)
{
	struct user_library *library = fxr_new(1, sizeof(*library));
	struct link_map *map = NULL;

	library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!library->handle)
		die("%s", dlerror());
	if (dlinfo(library->handle, RTLD_DI_LINKMAP, &map))
		die("%s", dlerror());
	library->map = map;
	return library;
}

static bool is_inside(const struct user_library *library, void *at)
{
	struct link_map *map = NULL;
	Dl_info info;

	/* the object that contains the address: dlsym follows dependencies */
	return dladdr1(at, &info, (void **)&map, RTLD_DL_LINKMAP) &&
	       map == library->map;
}

bool user_library_is_libc(const struct user_library *library)
{
	void *at = dlsym(library->handle, "__libc_start_main");

	return at && is_inside(library, at);
}

void (*user_library_find(struct user_library *library, const char *name))(void)
{
	union {
		void *data;
		void (*code)(void);
	} at = {.data = dlsym(library->handle, name)};

	return at.data && is_inside(library, at.data) ? at.code : NULL;
}
