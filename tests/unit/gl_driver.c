/* SPDX-License-Identifier: MIT */
/*
 * Whose OpenGL it is, by the libraries that are loaded.
 */
#include "preload/gl/driver/vendor.h"

#include <string.h>

#include "preload/symbol/modules.h"
#include "tests/tap.h"
#include "writer/engine.h"

#define FOLDER "/usr/lib/x86_64-linux-gnu/"

struct fxw_engine fxw_engine;
static const char *const *loaded;
static unsigned n_walks;

void fxp_module_begin(struct fxp_module *m, char *path, uint32_t path_capacity)
{
	n_walks++;
	m->path = path;
	m->path_capacity = path_capacity;
}

bool fxp_module_next(struct fxp_module *m)
{
	if (!*loaded)
		return false;
	strncpy(m->path, *loaded++, m->path_capacity - 1);
	m->path[m->path_capacity - 1] = '\0';
	return true;
}

static void load(const char *const *paths)
{
	loaded = paths;
}

static void mesa(void)
{
	load((const char *const[]){"/bin/true", FOLDER "libGLX.so.0",
				   FOLDER "libGLX_mesa.so.0",
				   FOLDER "dri/swrast_dri.so", NULL});
	ok(fxp_gl_is_mesa());
	ok(fxp_gl_is_mesa());
	is_u64(n_walks, 1);
}

static void mesa_alone(void)
{
	load((const char *const[]){"/bin/true", FOLDER "libGL.so.1",
				   FOLDER "libgallium-25.0.so", NULL});
	ok(fxp_gl_is_mesa());
}

static void nvidia(void)
{
	load((const char *const[]){"/bin/true", FOLDER "libEGL_mesa.so.0",
				   FOLDER "libEGL_nvidia.so.0",
				   FOLDER "libnvidia-eglcore.so.550.1", NULL});
	ok(!fxp_gl_is_mesa());
	ok(!fxp_gl_is_mesa());
	is_u64(n_walks, 1);
}

static void unknown(void)
{
	load((const char *const[]){"/home/mesa/dri/a", FOLDER "libGL.so.1",
				   NULL});
	ok(!fxp_gl_is_mesa());
}

static void sandboxed(void)
{
	load((const char *const[]){NULL});
	fxw_engine.no_system_calls = true;
	ok(fxp_gl_is_mesa());
	is_u64(n_walks, 0);
}

static const struct tap_test tests[] = {
	{"Mesa is known by its libraries behind libglvnd", mesa},
	{"also without libglvnd", mesa_alone},
	{"NVIDIA's is NVIDIA's, whatever of Mesa's is loaded next to it",
	 nvidia},
	{"a driver of unknown libraries is another's", unknown},
	{"in a sandbox no library is looked up", sandboxed},
};

TAP_MAIN(tests)
