/* SPDX-License-Identifier: MIT */
/*
 * What trace event JSON has in addition to events with a time: metadata, names,
 * and members of the file.
 */
#ifndef TOOLS_CONVERT_CHROME_META_H
#define TOOLS_CONVERT_CHROME_META_H

#include "tools/convert/chrome_event.h"
#include "tools/convert/json_in.h"

/* Writes a metadata event. */
void chrome_meta_event(struct chrome_event *event);

/* Names the event's pid and tid, if they are texts: such a text is the name of
 * a generated number. */
void chrome_meta_ids(struct chrome_event *event);

/* Writes a member of the file that is not its list of events, as JSON. */
void chrome_meta_member(struct chrome_event *event, struct fxr_text name,
			struct json_object *json);

#endif
