/* SPDX-License-Identifier: MIT */
/*
 * See left_out.h.
 */
#include "tools/convert/left_out.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/convert/chrome_note.h"
#include "tools/base/human.h"

/* Not what names a process or thread that has that name in the archive. */
static bool is_counted_blob(const struct fxtrace_event *event)
{
	return strncmp(event->name, CHROME_BLOB_NAME,
		       strlen(CHROME_BLOB_NAME)) != 0;
}

void left_out_count(struct left_out *left_out,
		    const struct fxtrace_event *event)
{
	switch (event->kind) {
	case FXTRACE_EVENT_UNKNOWN:
		left_out->n_unknown++;
		break;
	case FXTRACE_EVENT_SWITCH:
		left_out->n_switches++;
		break;
	case FXTRACE_EVENT_ATTACHMENT:
		left_out->n_blobs++;
		break;
	case FXTRACE_EVENT_BLOB:
		left_out->n_blobs += is_counted_blob(event);
		break;
	default:
		break;
	}
}

void left_out_report(const struct left_out *left_out, char *notes)
{
	const struct {
		uint64_t n;
		const char *thing, *which;
	} all[] = {{left_out->n_switches, "switch", "of threads"},
		   {left_out->n_blobs, "blob", "of no call"},
		   {left_out->n_unknown, "record", "of an unknown kind"}};
	const char *before = notes[0] ? "; left out " : "left out ";

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		size_t n = strlen(notes);

		if (!all[i].n)
			continue;
		snprintf(notes + n, LEFT_OUT_BYTES - n, "%s%s %s", before,
			 human_plain(all[i].n, all[i].thing).text,
			 all[i].which);
		before = ", ";
	}
}
