/* SPDX-License-Identifier: MIT */
/*
 * Writes trace events, one at a time. What the note of an archive's event says
 * goes before what the event itself says, see chrome_note.h.
 */
#ifndef TOOLS_CONVERT_CHROME_OUT_H
#define TOOLS_CONVERT_CHROME_OUT_H

#include "tools/base/pen.h"
#include "tools/convert/json_in.h"
#include "tools/library/reader.h"

/* All zero but for archive and comma. */
struct chrome_out {
	struct pen out;
	struct fxtrace_archive *archive;
	const char *comma;	  /* before the next event */
	struct json_object *note; /* of the current event, what is left */
	struct json_object *json, *text, *args; /* what was in it */
	bool has_phase;				/* it said so */
	bool is_first;				/* no argument precedes */
	bool has_object;			/* the arguments are one */
};

void chrome_out_fini(struct chrome_out *out);

/* The note of the next event; empty: it has none. */
void chrome_out_note(struct chrome_out *out, struct fxr_text note);
/* Whether the event is none of the trace. */
bool chrome_out_is_hidden(const struct chrome_out *out);

/* The members that all events begin with. */
void chrome_out_begin(struct chrome_out *out, char phase, uint64_t pid,
		      uint64_t tid);
void chrome_out_names(struct chrome_out *out, struct fxr_text category,
		      struct fxr_text name);
/* A member with a text that needs no escapes; NULL: none but the note's. */
void chrome_out_word(struct chrome_out *out, const char *key, const char *word);
/* ts and dur: microseconds with three decimals */
void chrome_out_us(struct chrome_out *out, const char *key, uint64_t ns);

void chrome_out_json(struct chrome_out *out, struct json_object *json);

/* Begins the arguments. has_any: whether some follow. */
void chrome_out_args(struct chrome_out *out, bool has_any);
/* An argument's name; its value follows. */
void chrome_out_arg_name(struct chrome_out *out, struct fxr_text name);
void chrome_out_arg(struct chrome_out *out, struct fxr_text name,
		    const struct fxtrace_value *value);
/* The same with a text that is no value of the archive. */
void chrome_out_text_arg(struct chrome_out *out, const char *name,
			 struct fxr_text text);
/* Ends the arguments and the event, with the note's other members. */
void chrome_out_end(struct chrome_out *out);

#endif
