/* SPDX-License-Identifier: MIT */
/*
 * Reading a file that its process still writes, or left unfinished, see state.h
 * and layout.h.
 */
#include <stdlib.h>

#include "tools/reader/state.h"
#include "tools/reader/unpack.h"

/* Reads of a running process's control area for a name that is missing. */
#define MAX_CATCH_UPS 1000u

/* Reads strings and threads from a piece of the durable region that was
 * allocated after the reading began. */
static void read_names(struct fxr_reader *reader,
		       const struct fxr_region *piece)
{
	size_t n_words = (piece->end_off - piece->off) / 8;
	uint64_t *words = fxr_new(n_words + 1, 8);
	size_t at = 0, size = 0;

	if (!fxr_source_read_now(reader->source, piece->off, words,
				 n_words * 8))
		n_words = 0;
	for (; at < n_words; at += size) {
		struct fxr_record record = {
			.words = words + at,
			.off = piece->off + at * 8,
			.provider = reader->current,
			.type = fxt_record_type(words[at]),
		};
		size_t fault_word;

		size = 1;
		if (!words[at])
			continue;
		if (fxt_record_words(words + at, n_words - at, &size))
			break;
		record.n_words = size;
		if ((record.type == FXT_RECORD_STRING ||
		     record.type == FXT_RECORD_THREAD) &&
		    fxt_is_usable(fxr_unpack(&record, &fault_word)))
			fxr_apply(reader, &record);
	}
	fxr_free(words);
}

bool fxr_catch_up(struct fxr_reader *reader)
{
	struct fxr_region more;
	uint64_t alloc;

	if (!reader->layout.has_gaps || reader->n_catch_ups == MAX_CATCH_UPS ||
	    !fxr_source_read_now(
		    reader->source,
		    reader->layout.control_off +
			    offsetof(struct fxw_control, durable_alloc),
		    &alloc, sizeof(alloc)))
		return false;
	reader->n_catch_ups++;
	if (!fxr_layout_extend(&reader->layout, alloc, &more) ||
	    more.end_off - more.off > FXR_WINDOW_MAX_BYTES)
		return false;
	read_names(reader, &more);
	return true;
}

const struct fxr_region *fxr_next_region(struct fxr_reader *reader)
{
	struct fxr_layout *layout = &reader->layout;
	bool is_first = layout->n_regions < 3;
	unsigned region_before = layout->region;
	const struct fxr_region *region =
		fxr_layout_region(layout, &reader->off);

	/* at the end, once more: signatures may have come as well */
	if (!region && !reader->is_caught_up) {
		reader->is_caught_up = true;
		if (fxr_catch_up(reader)) {
			if (is_first)
				reader->off = layout->regions[2].off;
			layout->region = 2;
			region = fxr_layout_region(layout, &reader->off);
			fxr_source_forget(reader->source);
		}
	}
	if (layout->region == 2 && region_before != 2)
		fxr_source_forget(reader->source);
	return region;
}
