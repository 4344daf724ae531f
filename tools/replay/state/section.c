/* SPDX-License-Identifier: MIT */
/*
 * Reading the table of sections, see section.h.
 */
#include "tools/replay/state/section.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

#define N(array) (sizeof(array) / sizeof((array)[0]))

const char *const section_names[SECTIONS] = {
#define SECTION(name, text) [SECTION_##name] = text,
#include "gen/api/gl/sections.def"
};

static const struct value {
	const char *pattern;
	enum section section;
} values[] = {
#define VALUE(section, pattern) {pattern, SECTION_##section},
#include "gen/api/gl/sections.def"
};

static const char *const shy[] = {
#define SHY(name) name,
#include "gen/api/gl/sections.def"
};

enum {
#define SECTION(name, text) name = 1u << SECTION_##name,
#define EXTRA(name) name = 1u << SECTION_##name,
#include "gen/api/gl/sections.def"
};

static const struct along {
	uint32_t section, other;
} alongs[] = {
#define ALONG(section, other) {section, other},
#include "gen/api/gl/sections.def"
};

static const struct call {
	const char *pattern;
	uint32_t marks;
} calls[] = {
#define CALL(pattern, marks) {pattern, (uint32_t)(marks)},
#include "gen/api/gl/sections.def"
};

enum section section_of_value(const char *name)
{
	for (size_t i = 0; i < N(values); i++)
		if (!fnmatch(values[i].pattern, name, 0))
			return values[i].section;
	return SECTION_OTHER;
}

bool section_is_shy(const char *name)
{
	for (size_t i = 0; i < N(shy); i++)
		if (!strcmp(shy[i], name))
			return true;
	return false;
}

static uint32_t with_dependents(uint32_t marks)
{
	for (size_t i = 0; i < N(alongs); i++)
		if (marks & alongs[i].other)
			marks |= alongs[i].section;
	return marks;
}

uint32_t section_marks(const char *function)
{
	for (size_t i = 0; i < N(calls); i++)
		if (!fnmatch(calls[i].pattern, function, 0))
			return with_dependents(calls[i].marks);
	return MARK_ALL;
}
