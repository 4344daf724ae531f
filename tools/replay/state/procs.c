/* SPDX-License-Identifier: MIT */
/*
 * Finding functions of OpenGL, see procs.h.
 */
#include "tools/replay/state/procs.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct row {
	const char *name;
	size_t at; /* in struct procs */
	unsigned gl, es;
} rows[] = {
#define PROC(name, result, arguments, gl, es)                                  \
	{"gl" #name, offsetof(struct procs, name), gl, es},
#include "tools/replay/state/procs.def"
};

static const struct other {
	const char *name;
	const char *extension;
	size_t at;
} others[] = {
#define ALSO(name, other, extension)                                           \
	{other, extension, offsetof(struct procs, name)},
#include "tools/replay/state/procs.def"
};

static const struct fact {
	const char *extensions;
	size_t at;
	unsigned gl, es;
} facts[] = {
#define FACT(name, gl, es, extensions)                                         \
	{extensions, offsetof(struct procs, name), gl, es},
#include "tools/replay/state/procs.def"
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

bool procs_is_since(const struct procs *procs, unsigned gl, unsigned es)
{
	if (procs->is_es)
		return es && procs->version >= (es & ~PROCS_OLD) &&
		       (!(es & PROCS_OLD) || procs->version < 20);
	if ((gl & PROCS_OLD) && procs->is_core)
		return false;
	return gl && procs->version >= (gl & ~PROCS_OLD);
}

/* One word of several */
static bool has_word(const char *words, const char *word)
{
	size_t n = strlen(word);
	const char *at = words;

	while (at && (at = strstr(at, word))) {
		if ((at == words || at[-1] == ' ') &&
		    (at[n] == '\0' || at[n] == ' '))
			return true;
		at += n;
	}
	return false;
}

bool procs_has(const struct procs *procs, const char *extension)
{
	const char *name;
	GLint n = 0;

	/* the core profile does not have the single string */
	if (procs->version < 30 || !procs->GetStringi)
		return has_word((const char *)procs->GetString(GL_EXTENSIONS),
				extension);
	procs->GetIntegerv(GL_NUM_EXTENSIONS, &n);
	for (GLint i = 0; i < n; i++) {
		name = (const char *)procs->GetStringi(GL_EXTENSIONS,
						       (GLuint)i);
		if (name && strcmp(name, extension) == 0)
			return true;
	}
	return false;
}

static void store_proc(struct procs *procs, size_t at, void *function)
{
	memcpy((char *)procs + at, &function, sizeof(function));
}

static bool is_missing(const struct procs *procs, size_t at)
{
	void *function;

	memcpy(&function, (const char *)procs + at, sizeof(function));
	return !function;
}

/* "4.5 (Core Profile) Mesa 22.3.6", "OpenGL ES 3.2 ...", "OpenGL ES-CM 1.1" */
static bool read_version(struct procs *procs)
{
	const char *text = (const char *)procs->GetString(GL_VERSION);
	unsigned major, minor;

	if (!text)
		return false;
	procs->is_es = strncmp(text, "OpenGL ES", 9) == 0;
	text += strcspn(text, "0123456789");
	if (sscanf(text, "%u.%u", &major, &minor) != 2)
		return false;
	procs->version = major * 10 + minor;
	return true;
}

static void read_profile(struct procs *procs)
{
	GLint profile = 0, flags = 0;

	if (procs->is_es || procs->version < 30)
		return;
	procs->GetIntegerv(GL_CONTEXT_FLAGS, &flags);
	if (procs->version >= 32)
		procs->GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
	procs->is_core = (profile & GL_CONTEXT_CORE_PROFILE_BIT) ||
			 (flags & GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT) ||
			 (procs->version == 31 &&
			  !procs_has(procs, "GL_ARB_compatibility"));
}

static bool has_one(const struct procs *procs, const char *extensions)
{
	char words[256];
	char *rest = words, *word;

	snprintf(words, sizeof(words), "%s", extensions);
	while ((word = strsep(&rest, " ")))
		if (procs_has(procs, word))
			return true;
	return false;
}

bool procs_open(struct procs *procs, procs_find *find, void *context)
{
	bool has;

	memset(procs, 0, sizeof(*procs));
	for (size_t i = 0; i < N(rows); i++)
		store_proc(procs, rows[i].at, find(context, rows[i].name));
	if (!procs->GetString || !procs->GetIntegerv || !read_version(procs))
		return false;
	read_profile(procs);
	for (size_t i = 0; i < N(rows); i++)
		if (!procs_is_since(procs, rows[i].gl, rows[i].es))
			store_proc(procs, rows[i].at, NULL);
	for (size_t i = 0; i < N(others); i++)
		if (is_missing(procs, others[i].at) &&
		    procs_has(procs, others[i].extension))
			store_proc(procs, others[i].at,
				   find(context, others[i].name));
	for (size_t i = 0; i < N(facts); i++) {
		has = procs_is_since(procs, facts[i].gl, facts[i].es) ||
		      has_one(procs, facts[i].extensions);
		memcpy((char *)procs + facts[i].at, &has, sizeof(has));
	}
	return true;
}
