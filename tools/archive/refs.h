/* SPDX-License-Identifier: MIT */
/*
 * Which strings records name by index.
 */
#ifndef TOOLS_ARCHIVE_REFS_H
#define TOOLS_ARCHIVE_REFS_H

#include <stdbool.h>
#include <stdint.h>

#define REFS_MAX 32768u

/* A bit for each index. */
struct refs {
	uint64_t bits[REFS_MAX / 64];
};

/* Notes all that a sound record names; a string record names nothing. */
void refs_note(struct refs *refs, const uint64_t *record);

/* Whether a string record's index was noted. */
bool refs_has(const struct refs *refs, const uint64_t *string_record);

#endif
