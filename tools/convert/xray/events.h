/* SPDX-License-Identifier: MIT */
/*
 * The records of an XRay log as events. Functions become duration events of
 * category "xray" with the arguments arg0, arg1 ... This includes ends whose
 * begin was overwritten. XRay's events become instant events, and so do changes
 * of a thread's CPU.
 */
#ifndef TOOLS_CONVERT_XRAY_EVENTS_H
#define TOOLS_CONVERT_XRAY_EVENTS_H

#include "tools/convert/archive_out.h"
#include "tools/convert/event_names.h"
#include "tools/convert/xray/log.h"
#include "tools/convert/xray/names.h"

struct xray_events {
	struct archive_out *archive;
	const struct xray_names *names;
	bool is_entry_open; /* an event that takes arguments */
	unsigned n_args;
	uint64_t tsc; /* of the last event; the user may reset it */
	uint64_t cpu; /* of the thread, likewise; UINT64_MAX = not known */
	struct event_names *open; /* entries without their exits */
	/* arguments without an entry, times that the clock went back */
	uint64_t n_stray, n_backwards;
	uint64_t n_no_entry, n_no_exit; /* calls of which the log has a half */
};

void xray_events_put(struct xray_events *events, const struct xray_block *block,
		     const struct xray_record *record);
/* Completes the last event, before anything else is written to the archive. */
void xray_events_flush(struct xray_events *events);

#endif
