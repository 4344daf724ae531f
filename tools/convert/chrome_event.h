/* SPDX-License-Identifier: MIT */
/*
 * A trace event, and its conversion for an archive. Phases and keys: the
 * document "Trace Event Format" of Chrome's developers.
 *
 * What an archive's event has no place for goes into its argument CHROME_NOTE,
 * see chrome_note.h, from which chrome.c makes the same event again.
 */
#ifndef TOOLS_CONVERT_CHROME_EVENT_H
#define TOOLS_CONVERT_CHROME_EVENT_H

#include "tools/base/pen.h"
#include "tools/convert/archive_out.h"
#include "tools/convert/event_names.h"

enum chrome_key {
	CHROME_OTHER,
	CHROME_PHASE,
	CHROME_CATEGORY,
	CHROME_NAME,
	CHROME_PID,
	CHROME_TID,
	CHROME_TIME,
	CHROME_DURATION,
	CHROME_ID,
	CHROME_SCOPE,
	CHROME_BINDING,
	CHROME_ARGS,
	CHROME_N_KEYS,
};

/* By enum chrome_key; the first is NULL. */
extern const char *const chrome_keys[CHROME_N_KEYS];

enum chrome_kind {
	CHROME_NOTHING,
	CHROME_NUMBER,
	CHROME_TEXT,
	CHROME_BOOL,
	CHROME_JSON
};

struct chrome_scalar {
	enum chrome_kind kind;
	bool boolean;
	struct fxr_text text; /* of a number, too */
};

struct chrome_arg {
	struct fxr_text name;
	struct chrome_scalar value;
};

struct chrome_args {
	struct chrome_arg *args;
	size_t n, capacity;
};

/* The event that is being read, and the destination. */
struct chrome_event {
	struct archive_out *out;
	struct event_names *names;
	struct fxr_map named;	/* pids and tids that were names */
	struct fxr_arena arena; /* of the event */
	struct chrome_scalar values[CHROME_N_KEYS];
	struct chrome_args args;
	struct chrome_args others;     /* its members of other keys */
	struct pen note;	       /* in the making, see chrome_note.h */
	uint64_t n_events, n_left_out; /* of all so far */
	uint64_t n_clamped;	       /* times that went back */
};

void chrome_event_open(struct chrome_event *event, FILE *archive);
/* Writes the archive's end. */
void chrome_event_close(struct chrome_event *event);

/* Begins another event, without any members. */
void chrome_event_begin(struct chrome_event *event);
void chrome_event_add(struct chrome_args *args, struct fxr_text name,
		      const struct chrome_scalar *value);
/* Counts an item of the list that is not an event. */
void chrome_event_pass(struct chrome_event *event);
/* Writes the event. */
void chrome_event_put(struct chrome_event *event);

#endif
