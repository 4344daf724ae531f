/* SPDX-License-Identifier: MIT */
/*
 * Drivers by their libraries, see vendor.h. libglvnd loads what of Mesa's
 * belongs to EGL beside NVIDIA's, too: that is NVIDIA's then.
 */
#include "preload/gl/driver/vendor.h"

#include "preload/symbol/modules.h"
#include "writer/engine.h"

/* What matters of a path is its end; longer ones are nobody's. */
#define PATH_BYTES 160u

enum verdict { UNKNOWN, OTHER, MESA };

static bool has(const char *text, const char *part)
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
	return has(path, "libGLX_mesa.so") || has(path, "libEGL_mesa.so") ||
	       has(path, "libgallium") || has(path, "_dri.so");
}

static __attribute__((noinline)) enum verdict look(char *path)
{
	struct fxp_module module;
	enum verdict verdict = OTHER;

	fxp_module_begin(&module, path, PATH_BYTES);
	while (fxp_module_next(&module)) {
		if (has(path, "libnvidia-"))
			return OTHER;
		if (is_mesas(path))
			verdict = MESA;
	}
	return verdict;
}

bool fxp_gl_is_mesa(void)
{
	static uint32_t known;
	/* relaxed: whoever looks finds the same */
	uint32_t verdict = __atomic_load_n(&known, __ATOMIC_RELAXED);
	char path[PATH_BYTES];

	if (verdict == UNKNOWN && !fxw_engine.no_system_calls) {
		verdict = look(path);
		__atomic_store_n(&known, verdict, __ATOMIC_RELAXED);
	}
	return verdict != OTHER;
}
