/* SPDX-License-Identifier: MIT */
/*
 * Which of some records an archive already has. Events of the program's threads
 * are identified by provider, thread and time: the stamps of each thread rise
 * strictly. All others (names, and the recorder's own events, which may share a
 * stamp) are identified by all of their words.
 */
#ifndef TOOLS_ARCHIVE_KNOWN_H
#define TOOLS_ARCHIVE_KNOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct known;

/* Dies if memory runs out, as known_add does. */
struct known *known_new(void);
void known_free(struct known *known);

/*
 * Adds a record that may be missing; borrowed until known_free. Returns its
 * number; they count up from 0.
 */
size_t known_add(struct known *known, uint32_t provider_id,
		 const uint64_t *record, size_t n_words);

/* How many were added. */
size_t known_count(const struct known *known);

/* Notes that the archive has this record. */
void known_note(struct known *known, uint32_t provider_id,
		const uint64_t *record, size_t n_words);

/* Whether the archive has the record of that number. */
bool known_is_there(const struct known *known, size_t number);

#endif
