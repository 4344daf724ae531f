/* SPDX-License-Identifier: MIT */
/*
 * The records of a log of XRay as events. Functions become duration events of
 * category "xray" with the arguments arg0, arg1 ...; all of them, also ends
 * whose begin was overwritten. Events become instant ones, and so does what CPU
 * a thread went to.
 */
#ifndef TOOLS_CONVERT_XRAY_EVENTS_H
#define TOOLS_CONVERT_XRAY_EVENTS_H

#include "tools/convert/archive_out.h"
#include "tools/convert/xray/log.h"
#include "tools/convert/xray/names.h"

struct xray_events {
	struct archive_out *archive;
	const struct xray_names *names;
	bool is_entry_open; /* an event that takes arguments */
	unsigned n_args;
	uint64_t tsc; /* of the last event; the user's to set back */
	uint64_t cpu; /* of the thread, likewise; UINT64_MAX = not known */
	/* arguments without an entry, times that the clock went back */
	uint64_t n_stray, n_backwards;
};

void xray_events_put(struct xray_events *events, const struct xray_block *block,
		     const struct xray_record *record);
/* What was put last is all there: before anything else goes to the archive. */
void xray_events_flush(struct xray_events *events);

#endif
