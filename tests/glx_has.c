/* SPDX-License-Identifier: MIT */
#include "tests/glx_has.h"

#include <dlfcn.h>
#include <stddef.h>

#define GLX_RED_SIZE 8
#define GLX_DRAWABLE_TYPE 0x8010
#define GLX_WINDOW_BIT 1

/* Libraries of X and GLX are there only where the tests of windows run. */
static void *find(const char *library, const char *name)
{
	void *at = dlopen(library, RTLD_NOW | RTLD_LOCAL);

	return at ? dlsym(at, name) : NULL;
}

bool glx_has(enum glx_size size, int least)
{
	void *(*open_display)(const char *name);
	void **(*get_configs)(void *display, int screen, int *n);
	int (*get)(void *display, void *config, int name, int *value);
	void *display, **configs;
	int n = 0, red = 0, kinds = 0, has = 0;

	*(void **)&open_display = find("libX11.so.6", "XOpenDisplay");
	*(void **)&get_configs = find("libGL.so.1", "glXGetFBConfigs");
	*(void **)&get = find("libGL.so.1", "glXGetFBConfigAttrib");
	display = open_display ? open_display(NULL) : NULL;
	if (!display || !get_configs || !get)
		return false;
	configs = get_configs(display, 0, &n);
	for (int i = 0; i < n; i++) {
		get(display, configs[i], GLX_RED_SIZE, &red);
		get(display, configs[i], GLX_DRAWABLE_TYPE, &kinds);
		get(display, configs[i], (int)size, &has);
		if (red == 8 && kinds & GLX_WINDOW_BIT && has >= least)
			return true;
	}
	return false;
}
