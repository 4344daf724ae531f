/* SPDX-License-Identifier: MIT */
/*
 * Rows of varying.def, and cached lookups.
 */
#include "tools/diff/varying.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/select/select.h"

#define IGNORED VARYING_IGNORED
#define EXACT VARYING_EXACT
#define OBJECT VARYING_OBJECT
#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

static const struct {
	const char *functions, *values;
	enum varying_how how;
} values[] = {
#define VALUE(functions, values, how) {functions, values, how},
#include "tools/diff/varying.def"
};

static const struct {
	const char *spaces;
	enum varying_how how;
} spaces[] = {
#define SPACE(spaces, how) {spaces, how},
#include "tools/diff/varying.def"
};

static const char *const texts[] = {
#define TEXT(prefix) prefix,
#include "tools/diff/varying.def"
};

static const struct {
	const char *functions, *values, *constant;
} names[] = {
#define NAME(functions, values, constant) {functions, values, constant},
#include "tools/diff/varying.def"
};

static const char *const files[] = {
#define CHANCE(names) names,
#include "tools/diff/varying.def"
};

struct varying {
	const char *const *words;
	size_t n_words;
	struct fxr_map known; /* function and value to a cached result */
	struct fxr_map files; /* of names that are likely */
};

struct varying *varying_open(const char *const *words, size_t n_words)
{
	struct varying *varying = fxr_new(1, sizeof(*varying));

	varying->words = words;
	varying->n_words = n_words;
	return varying;
}

void varying_close(struct varying *varying)
{
	if (!varying)
		return;
	fxr_map_fini(&varying->known);
	fxr_map_fini(&varying->files);
	free(varying);
}

const char *varying_check(const char *word)
{
	size_t n = strcspn(word, ":");

	if (!n || (word[n] && (!word[n + 1] || strchr(word + n + 1, ':'))))
		return "not NAME or NAME:VALUE";
	return NULL;
}

/* Whether the text matches one of the globs between blanks. */
static bool fits_any(const char *globs, const char *text)
{
	char glob[64];

	while (*(globs += strspn(globs, " "))) {
		size_t n = strcspn(globs, " ");

		snprintf(glob, sizeof(glob), "%.*s", (int)n, globs);
		if (!fnmatch(glob, text, 0))
			return true;
		globs += n;
	}
	return false;
}

/* Whether the part of a word before the colon matches the name. */
static bool word_fits(const char *word, const char *name)
{
	char glob[256];

	snprintf(glob, sizeof(glob), "%.*s", (int)strcspn(word, ":"), word);
	return select_fits_name(glob, name);
}

bool varying_has_call(const struct varying *varying, const char *name)
{
	for (size_t i = 0; i < varying->n_words; i++)
		if (!strchr(varying->words[i], ':') &&
		    word_fits(varying->words[i], name))
			return true;
	return false;
}

static enum varying_how find_rule(const struct varying *varying,
				  const char *name, const char *value)
{
	for (size_t i = 0; i < varying->n_words; i++) {
		const char *colon = strchr(varying->words[i], ':');

		if (colon && word_fits(varying->words[i], name) &&
		    !fnmatch(colon + 1, value, 0))
			return IGNORED;
	}
	for (size_t i = 0; i < N(values); i++)
		if (fits_any(values[i].functions, name) &&
		    fits_any(values[i].values, value))
			return values[i].how;
	return VARYING_UNSAID;
}

enum varying_how varying_value(struct varying *varying, uint32_t function,
			       const char *name, struct fxr_text value)
{
	uint64_t hash = fxr_hash(value.bytes, value.n_bytes);
	uint32_t known = fxr_map_find(&varying->known, function, hash, 0);
	char text[128];

	if (known != FXR_NONE)
		return (enum varying_how)known;
	snprintf(text, sizeof(text), "%.*s", (int)value.n_bytes, value.bytes);
	known = find_rule(varying, name, text);
	fxr_map_put(&varying->known, function, hash, 0, known);
	return (enum varying_how)known;
}

enum varying_how varying_space(struct fxr_text space)
{
	char text[64];

	snprintf(text, sizeof(text), "%.*s", (int)space.n_bytes, space.bytes);
	for (size_t i = 0; i < N(spaces); i++)
		if (fits_any(spaces[i].spaces, text))
			return spaces[i].how;
	return OBJECT;
}

static bool judge_file(const char *name)
{
	for (size_t i = 0; i < N(files); i++)
		if (fits_any(files[i], name))
			return true;
	return false;
}

bool varying_has_file(struct varying *varying, const char *name)
{
	uint64_t hash;
	uint32_t known;

	/* most are elsewhere */
	if (strncmp(name, "/dev/", 5) != 0 && strncmp(name, "/proc/", 6) != 0)
		return false;
	hash = fxr_hash(name, strlen(name));
	known = fxr_map_find(&varying->files, hash, 0, 0);
	if (known == FXR_NONE) {
		known = judge_file(name);
		fxr_map_put(&varying->files, hash, 0, 0, known);
	}
	return known;
}

bool varying_has_text(struct fxr_text text)
{
	for (size_t i = 0; i < N(texts); i++)
		if (text.n_bytes >= strlen(texts[i]) &&
		    !memcmp(text.bytes, texts[i], strlen(texts[i])))
			return true;
	return false;
}

bool varying_has_name(const char *function, struct fxr_text value,
		      const char **constant)
{
	char text[64];

	snprintf(text, sizeof(text), "%.*s", (int)value.n_bytes, value.bytes);
	for (size_t i = 0; i < N(names); i++) {
		*constant = names[i].constant;
		if (fits_any(names[i].functions, function) &&
		    fits_any(names[i].values, text))
			return true;
	}
	return false;
}
