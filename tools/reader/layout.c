/* SPDX-License-Identifier: MIT */
/*
 * Recognises an in-process archive, see layout.h. Its contents are distrusted
 * unless they fit the offsets at which they are.
 */
#include "tools/reader/layout.h"

#include <string.h>

/* A rate measured over less than this is no better than a guess. */
#define RATE_MIN_NS 1000000ull

/* End of the allocated part of a region of n_bytes; alloc as in wire.h. */
static uint64_t handed_out(uint64_t off, uint64_t n_bytes, uint64_t alloc)
{
	uint64_t n_used = (alloc & 0xffffffff) * 8;

	return off + (n_used < n_bytes ? n_used : n_bytes);
}

static bool is_sound(const struct fxw_header *header, uint64_t end_off)
{
	return header->durable_off == end_off &&
	       header->durable_bytes % 8 == 0 &&
	       header->rolling_bytes % 8 == 0 &&
	       header->durable_bytes <= INT64_MAX - end_off &&
	       header->rolling_off == end_off + header->durable_bytes &&
	       header->rolling_bytes <= (INT64_MAX - header->rolling_off) / 2;
}

static void set_regions(struct fxr_layout *layout)
{
	const struct fxw_header *header = &layout->header;

	layout->regions[0] = (struct fxr_region){
		header->durable_off,
		handed_out(header->durable_off, header->durable_bytes,
			   layout->control.durable_alloc),
		"durable region",
	};
	layout->regions[1] = (struct fxr_region){
		header->rolling_off,
		handed_out(header->rolling_off, header->rolling_bytes,
			   layout->control.alloc),
		"rolling region",
	};
	layout->n_regions = 2;
}

void fxr_layout_find(struct fxr_layout *layout, const void *payload,
		     size_t n_bytes, uint64_t payload_off, uint64_t end_off)
{
	struct fxw_header *header = &layout->header;
	struct fxw_control *control = &layout->control;
	uint64_t control_at;

	if (layout->is_in_process ||
	    n_bytes < sizeof(*header) + sizeof(*control))
		return;
	memcpy(header, payload, sizeof(*header));
	if (header->magic != FXW_HEADER_MAGIC || !is_sound(header, end_off) ||
	    header->control_off < payload_off)
		return;
	control_at = header->control_off - payload_off;
	if (control_at > n_bytes - sizeof(*control))
		return;
	memcpy(control, (const char *)payload + control_at, sizeof(*control));
	if (control->magic != FXW_CONTROL_MAGIC ||
	    control->version != FXW_CONTROL_VERSION)
		return;
	layout->is_in_process = true;
	layout->control_off = header->control_off;
	layout->has_gaps = control->state != FXW_FINISHED;
	layout->has_laps = layout->has_gaps && header->mode != FXW_ONESHOT;
	if (layout->has_gaps)
		set_regions(layout);
}

const struct fxr_region *fxr_layout_region(struct fxr_layout *layout,
					   uint64_t *off)
{
	while (layout->region < layout->n_regions) {
		const struct fxr_region *region =
			&layout->regions[layout->region];

		if (*off < region->end_off)
			return region;
		if (++layout->region < layout->n_regions)
			*off = layout->regions[layout->region].off;
	}
	return NULL;
}

bool fxr_layout_extend(struct fxr_layout *layout, uint64_t durable_alloc,
		       struct fxr_region *more)
{
	const struct fxw_header *header = &layout->header;
	struct fxr_region *last = &layout->regions[2];
	uint64_t end_off = handed_out(header->durable_off,
				      header->durable_bytes, durable_alloc);

	if (!layout->n_regions)
		return false;
	if (layout->n_regions == 2)
		*last = (struct fxr_region){layout->regions[0].end_off,
					    layout->regions[0].end_off,
					    "durable region"};
	if (end_off <= last->end_off)
		return false;
	*more = (struct fxr_region){last->end_off, end_off, last->name};
	last->end_off = end_off;
	layout->n_regions = 3;
	return true;
}

bool fxr_layout_is_cut(const struct fxr_layout *layout, uint64_t end_off)
{
	return layout->is_in_process && !layout->has_gaps &&
	       end_off < fxw_header_least_bytes(&layout->header);
}

uint64_t fxr_layout_rate(const struct fxr_layout *layout)
{
	const struct fxw_control *control = &layout->control;
	const struct fxw_clock_pair *first = &control->first;
	const struct fxw_clock_pair *last = &control->last;
	unsigned __int128 rate;
	uint64_t ns;

	if (!layout->has_gaps)
		return 0;
	if (control->clock == FXW_CLOCK_MONOTONIC)
		return 1000000000;
	if (last->ticks <= first->ticks ||
	    last->monotonic_ns < first->monotonic_ns + RATE_MIN_NS)
		return control->ticks_per_second;
	ns = last->monotonic_ns - first->monotonic_ns;
	rate = (unsigned __int128)(last->ticks - first->ticks) * 1000000000;
	rate = (rate + ns / 2) / ns;
	return rate < INT64_MAX ? (uint64_t)rate : 0;
}
