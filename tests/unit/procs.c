/* SPDX-License-Identifier: MIT */
/*
 * Which version and extensions of OpenGL a context has, by what it says.
 */
#include "tools/replay/state/procs.h"

#include <string.h>

#include "tests/tap.h"

static const char *words; /* the driver's extensions, NULL: none */

static const GLubyte *string(GLenum name)
{
	return name == GL_EXTENSIONS ? (const GLubyte *)words : NULL;
}

static const GLubyte *nth(GLenum name, GLuint i)
{
	static const char *const all[] = {"GL_ARB_one", "GL_ARB_one_more"};

	return name == GL_EXTENSIONS && i < 2 ? (const GLubyte *)all[i] : NULL;
}

static void count(GLenum name, GLint *n)
{
	*n = name == GL_NUM_EXTENSIONS ? 2 : -1;
}

static bool has(const char *all, const char *one)
{
	const struct procs procs = {.version = 21, .GetString = string};

	words = all;
	return procs_has(&procs, one);
}

static void in_a_string(void)
{
	ok(has("GL_A", "GL_A"));
	ok(has("GL_A GL_B GL_C", "GL_A"));
	ok(has("GL_A GL_B GL_C", "GL_B"));
	ok(has("GL_A GL_B GL_C", "GL_C"));
	ok(has("GL_AB GL_A", "GL_A"));
}

static void other_names(void)
{
	ok(!has("GL_A GL_B", "GL_D"));
	ok(!has("GL_AB", "GL_A"));
	ok(!has("XGL_A GL_B", "GL_A"));
	ok(!has("", "GL_A"));
	ok(!has(NULL, "GL_A"));
}

static void one_by_one(void)
{
	const struct procs procs = {
		.version = 33, .GetIntegerv = count, .GetStringi = nth};

	ok(procs_has(&procs, "GL_ARB_one"));
	ok(procs_has(&procs, "GL_ARB_one_more"));
	ok(!procs_has(&procs, "GL_ARB_on"));
	ok(!procs_has(&procs, "GL_ARB_more"));
}

static bool since(struct procs procs, unsigned gl, unsigned es)
{
	return procs_is_since(&procs, gl, es);
}

static void versions(void)
{
	ok(since((struct procs){.version = 43}, 43, 0));
	ok(!since((struct procs){.version = 42}, 43, 0));
	ok(!since((struct procs){.version = 43}, 0, 32));
	ok(since((struct procs){.version = 32, .is_es = true}, 43, 32));
	ok(!since((struct procs){.version = 31, .is_es = true}, 10, 32));
	ok(!since((struct procs){.version = 32, .is_es = true}, 10, 0));
}

/* The core profile, and OpenGL ES 2, lack what was old then. */
static void old(void)
{
	ok(since((struct procs){.version = 43}, PROCS_OLD | 11, 0));
	ok(!since((struct procs){.version = 43, .is_core = true},
		  PROCS_OLD | 11, 0));
	ok(since((struct procs){.version = 11, .is_es = true}, 0,
		 PROCS_OLD | 11));
	ok(!since((struct procs){.version = 20, .is_es = true}, 0,
		  PROCS_OLD | 11));
}

static const struct tap_test tests[] = {
	{"an extension is a whole word of the driver's string", in_a_string},
	{"and no part of one", other_names},
	{"later contexts list their extensions one by one", one_by_one},
	{"what came with a version is in later ones of its kind", versions},
	{"what is old is not in the core profile, nor in OpenGL ES 2", old},
};
TAP_MAIN(tests)
