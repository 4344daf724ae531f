/* SPDX-License-Identifier: MIT */
/*
 * The table of effects, see effects.h.
 */
#include "tools/trim/effects.h"

#include <fnmatch.h>

#define NAME_BYTES 128u

/* Bits of classes, by the names in the table. */
enum {
#define BIT(class) class = 1u << CLASS_##class
	BIT(FIXED),
	BIT(PROGRAM),
	BIT(UNIFORM),
	BIT(ARRAYS),
	BIT(ATTRIB),
	BIT(CURRENT),
	BIT(CLIENT_UNIT),
	BIT(BUFFER),
	BIT(BUFFER_DATA),
	BIT(UNIT),
	BIT(TEXTURE),
	BIT(TEX_PARAMETER),
	BIT(TEX_DATA),
	BIT(PIXEL_STORE),
	BIT(SAMPLER),
	BIT(FRAMEBUFFER),
	BIT(RENDERBUFFER),
	BIT(ATTACHMENT),
	BIT(MATRIX),
	BIT(MATRIX_MODE),
#undef BIT
};

static const struct effect effects[] = {
#define RULE(names_, kind_) {.names = names_, .kind = EFFECT_##kind_},
#define KEEP(names_, reads_)                                                   \
	{.names = names_, .kind = EFFECT_KEEP, .reads = reads_},
#define TRACKED(names_, label_, class_, key_, reads_, track_)                  \
	{.names = names_,                                                      \
	 .kind = EFFECT_STATE,                                                 \
	 .label = #label_,                                                     \
	 .class = CLASS_##class_,                                              \
	 .key = key_,                                                          \
	 .reads = reads_,                                                      \
	 .track = TRACK_##track_},
#define STATE(names_, label_, class_, key_, reads_)                            \
	TRACKED(names_, label_, class_, key_, reads_, NONE)
#define PART(names_, label_, class_, key_, reads_, whole_, whole_key_)         \
	{.names = names_,                                                      \
	 .kind = EFFECT_STATE,                                                 \
	 .label = #label_,                                                     \
	 .class = CLASS_##class_,                                              \
	 .key = key_,                                                          \
	 .reads = reads_,                                                      \
	 .whole = #whole_,                                                     \
	 .whole_key = whole_key_},
#include "tools/trim/effects.def"
	{0},
};

/* Whether a pattern of the list matches the name. */
static bool fits_any(const char *patterns, const char *name)
{
	char pattern[NAME_BYTES];

	while (*(patterns += strspn(patterns, " "))) {
		size_t n = strcspn(patterns, " ");

		memcpy(pattern, patterns, n);
		pattern[n] = '\0';
		if (!fnmatch(pattern, name, 0))
			return true;
		patterns += n;
	}
	return false;
}

/* Removes "ARB", "EXT" and the like, which do not change the function's
 * effect. */
static void strip_suffix(char *name)
{
	static const char *const suffixes[] = {"ARB",	"EXT", "KHR",
					       "OES",	"NV",  "SGI",
					       "APPLE", "ATI", "MESA"};
	size_t n = strlen(name);

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		size_t length = strlen(suffixes[i]);

		if (n > length && !strcmp(name + n - length, suffixes[i])) {
			name[n - length] = '\0';
			return;
		}
	}
}

const struct effect *effect_of(const char *category, const char *name)
{
	static const struct effect keep = {.kind = EFFECT_KEEP};
	static const struct effect barrier = {.kind = EFFECT_BARRIER};
	char stem[NAME_BYTES];
	size_t n = strlen(name);

	if (n >= sizeof(stem))
		return &barrier;
	memcpy(stem, name, n + 1);
	strip_suffix(stem);
	for (const struct effect *effect = effects; effect->names; effect++)
		if (fits_any(effect->names, name) ||
		    fits_any(effect->names, stem))
			return effect;
	return strcmp(category, "gl") ? &keep : &barrier;
}
