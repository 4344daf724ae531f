/* SPDX-License-Identifier: MIT */
/*
 * The names of what glGet returns.
 */
#include "tools/replay/state/parameters.h"

#include "tests/tap.h"

static const char *of_get(GLenum name, int64_t value)
{
	static char text[PARAMETERS_TEXT];
	struct parameters get = parameters_of("glGetIntegerv");

	return parameters_value(&get, name, value, text);
}

static const char *profile(int64_t value)
{
	return of_get(GL_CONTEXT_PROFILE_MASK, value);
}

static void flags(void)
{
	is_str(profile(1), "GL_CONTEXT_CORE_PROFILE_BIT");
	is_str(profile(3), "GL_CONTEXT_CORE_PROFILE_BIT|"
			   "GL_CONTEXT_COMPATIBILITY_PROFILE_BIT");
}

static void unknown_flags(void)
{
	is_str(profile(0x11), "GL_CONTEXT_CORE_PROFILE_BIT|0x10");
	is_str(profile(0x30), "0x30");
}

static void no_flags(void)
{
	ok(!profile(0));
	ok(!profile(INT64_C(1) << 32)); /* OpenGL's have 32 bits */
}

static void constants(void)
{
	is_str(of_get(GL_DEPTH_FUNC, GL_LEQUAL), "GL_LEQUAL");
	ok(!of_get(GL_DEPTH_FUNC, 12345));
	ok(!of_get(GL_MAX_TEXTURE_SIZE, 1));
}

static const struct tap_test tests[] = {
	{"flags have all of their names", flags},
	{"bits without a name are behind those with one, or alone",
	 unknown_flags},
	{"no flag is a number", no_flags},
	{"a constant has its name, and another number none", constants},
};
TAP_MAIN(tests)
