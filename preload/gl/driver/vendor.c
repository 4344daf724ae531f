/* SPDX-License-Identifier: MIT */
/*
 * Drivers by their libraries, see vendor.h. libglvnd also loads Mesa's EGL
 * libraries alongside NVIDIA's. The driver is then NVIDIA's.
 */
#include "preload/gl/driver/vendor.h"

#include "preload/symbol/modules.h"
#include "writer/engine.h"

/* Only a path's end matters; longer ones are ignored. */
#define PATH_BYTES 160u

enum verdict { UNKNOWN, OTHER, MESA };

static bool has_part(const char *text, const char *part)
{
	for (; *text; text++) {
		unsigned i = 0;

		while (part[i] && text[i] == part[i])
			i++;
		if (!part[i])
			return true;
	}
	return false;
}

static bool is_mesas(const char *path)
{
	return has_part(path, "libGLX_mesa.so") ||
	       has_part(path, "libEGL_mesa.so") ||
	       has_part(path, "libgallium") || has_part(path, "_dri.so");
}

static __attribute__((noinline)) enum verdict check_modules(char *path)
{
	struct fxp_module module;
	enum verdict verdict = OTHER;

	fxp_module_begin(&module, path, PATH_BYTES);
	while (fxp_module_next(&module)) {
		if (has_part(path, "libnvidia-"))
			return OTHER;
		if (is_mesas(path))
			verdict = MESA;
	}
	return verdict;
}

bool fxp_gl_is_mesa(void)
{
	static uint32_t known;
	/* relaxed: all threads find the same */
	uint32_t verdict = __atomic_load_n(&known, __ATOMIC_RELAXED);
	char path[PATH_BYTES];

	if (verdict == UNKNOWN && !fxw_engine.no_system_calls) {
		verdict = check_modules(path);
		__atomic_store_n(&known, verdict, __ATOMIC_RELAXED);
	}
	return verdict != OTHER;
}
