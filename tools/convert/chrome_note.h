/* SPDX-License-Identifier: MIT */
/*
 * What makes the same trace event again of an archive's event: its argument
 * CHROME_NOTE, a JSON object. (That of an end is CHROME_END_NOTE, and comes
 * before the end's own arguments.)
 *
 *	"KEY": value		a member that is other than the archive's event
 *				says; null: there is none
 *	"args": {...}		arguments that an archive has no place for
 *	"@json": [NAME...]	arguments whose text is JSON
 *	"@text": [NAME...]	arguments whose memory is a text
 *
 * With "ph": null there is no trace event.
 *
 * Blobs have what has no time. The pieces of one have a + behind their name,
 * except for the last one.
 */
#ifndef TOOLS_CONVERT_CHROME_NOTE_H
#define TOOLS_CONVERT_CHROME_NOTE_H

#include "tools/convert/chrome_event.h"

#define CHROME_NOTE "@chrome"
#define CHROME_END_NOTE "@chrome'"
#define CHROME_JSON_ARGS "@json"
#define CHROME_TEXT_ARGS "@text"

/* "KEY": value, a member of the file. */
#define CHROME_BLOB_MEMBER "chrome:member"
/* An event, as JSON. */
#define CHROME_BLOB_EVENT "chrome:event"
/* The same, which names process PID or its thread TID: chrome:name/PID[/TID].
 * It is empty if the name came from elsewhere. */
#define CHROME_BLOB_NAME "chrome:name/"
#define CHROME_BLOB_MORE "+"

/* Begins a note without members. */
void chrome_note_begin(struct chrome_event *event);
void chrome_note_value(struct chrome_event *event, const char *key,
		       const struct chrome_scalar *value);
/* A member of the event, as it is in the file. */
void chrome_note_key(struct chrome_event *event, enum chrome_key key);
/* Members that an archive's event has no place for, and others of these if
 * they are there. */
void chrome_note_others(struct chrome_event *event, const enum chrome_key *keys,
			size_t n_keys);
bool chrome_note_is_empty(const struct chrome_event *event);

/* What an archive has the event as. */
enum chrome_place {
	CHROME_OF_EVENT,
	CHROME_OF_CALL,
	CHROME_OF_BEGIN, /* of a call */
	CHROME_OF_END
};

/* Adds the event's arguments to that of the archive, which has no others but
 * its flags. Before them comes the note, if it has members or is_needed. */
void chrome_note_put(struct chrome_event *event, enum chrome_place place,
		     bool is_needed);

/* The whole event as JSON; borrowed until the next note. */
struct fxr_text chrome_note_event(struct chrome_event *event);

#endif
