/* SPDX-License-Identifier: MIT */
/*
 * The sections of a context's state, and which functions change which of them:
 * gen/api/gl/sections.def.
 */
#ifndef TOOLS_REPLAY_STATE_SECTION_H
#define TOOLS_REPLAY_STATE_SECTION_H

#include <stdbool.h>
#include <stdint.h>

enum section {
#define SECTION(name, text) SECTION_##name,
#define EXTRA(name) SECTION_##name,
#include "gen/api/gl/sections.def"
	SECTION_ALL,
};
/* Sections proper: extras follow. */
#define SECTIONS ((unsigned)SECTION_USE)
_Static_assert(SECTION_ALL <= 32, "a bit for each");

#define MARK(section) (1u << SECTION_##section)
#define MARK_ALL UINT32_MAX

/* For people. */
extern const char *const section_names[SECTIONS];

/* The section of a name of glGet that is no capability. */
enum section section_of_value(const char *name);
/* Whether a context refuses this name of glGet at times. */
bool section_is_shy(const char *name);
/* What a function of OpenGL changes. Compares texts: call it once for each. */
uint32_t section_marks(const char *function);

#endif
