/* SPDX-License-Identifier: MIT */
/* Which of an archive's records are written, see wanted.h. */
#include "tools/convert/wanted.h"

#include <stdlib.h>
#include <string.h>

static bool is_selected(const struct wanted *wanted, struct fxr_text category,
			struct fxr_text name)
{
	char *c = strndup(category.bytes ?: "", category.n_bytes);
	char *n = strndup(name.bytes ?: "", name.n_bytes);
	bool is_wanted =
		c && n && convert_is_wanted(wanted->output->calls, c, n);

	free(c);
	free(n);
	return is_wanted;
}

/* Whether the record is not a dropped call. */
static bool is_wanted(struct wanted *wanted, struct fxr_reader *reader,
		      const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	struct fxr_text category, name;
	uint64_t c, n;
	uint32_t known;

	if (!record->is_known || record->type != FXT_RECORD_EVENT ||
	    event->type < FXT_EVENT_DURATION_BEGIN ||
	    event->type > FXT_EVENT_DURATION_COMPLETE)
		return true;
	category = fxr_string(reader, record->provider, record->off,
			      &event->category);
	name = fxr_string(reader, record->provider, record->off, &event->name);
	c = fxr_hash(category.bytes, category.n_bytes);
	n = fxr_hash(name.bytes, name.n_bytes);
	known = fxr_map_find(&wanted->names, c, n, 0);
	if (known == FXR_NONE) {
		known = is_selected(wanted, category, name);
		fxr_map_put(&wanted->names, c, n, 0, known);
	}
	return known;
}

void wanted_note(struct wanted *wanted, struct fxr_reader *reader,
		 const struct fxr_record *record)
{
	flows_note(&wanted->flows, reader, record,
		   is_wanted(wanted, reader, record));
}

bool wanted_scan(struct wanted *wanted)
{
	struct convert_output *output = wanted->output;
	struct fxr_reader *reader;
	static struct fxr_record record;

	if (!output->is_chosen)
		return true;
	reader = convert_records(output->calls, false);
	if (!reader) {
		snprintf(output->error, sizeof(output->error),
			 "it cannot be read a second time");
		return false;
	}
	while (!fxr_next(reader, &record))
		wanted_note(wanted, reader, &record);
	fxr_close(reader);
	return true;
}

bool wanted_has(struct wanted *wanted, struct fxr_reader *reader,
		const struct fxr_record *record)
{
	return is_wanted(wanted, reader, record) &&
	       flows_has(&wanted->flows, record);
}

void wanted_fini(struct wanted *wanted)
{
	fxr_map_fini(&wanted->names);
	flows_fini(&wanted->flows);
}
