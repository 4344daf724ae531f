/* SPDX-License-Identifier: MIT */
/*
 * All frames of a replay. Each has the time that it took when it was recorded,
 * numbers of calls and draws, and a small picture.
 */
#ifndef TOOLS_INSPECT_STRIP_H
#define TOOLS_INSPECT_STRIP_H

#include "tools/base/pen.h"
#include "tools/inspect/contents.h"
#include "tools/replay/view.h"

/* Pictures of frames, evenly chosen if there are more. */
#define STRIP_MAX_PICTURES 500u
#define STRIP_WIDTH 160u
#define STRIP_HEIGHT 120u

struct strip;

/* contents: borrowed until close. n_frames: as far as it is known, 0: not */
struct strip *strip_open(struct contents *contents, uint64_t n_frames);
void strip_take(struct strip *strip, const struct play_view *view,
		bool is_detailed);
void strip_error(struct strip *strip);
/* The frame of the view is complete. is_shown: it has a picture in any case. */
void strip_picture(struct strip *strip, const struct play_view *view,
		   bool is_shown);

struct strip_counts {
	uint64_t n, n_detailed, first_detailed;
};
struct strip_counts strip_count(const struct strip *strip);
/* {"frame":12,"first":4711,"calls":33,"draws":4,"ms":16.7,"errors":0,
 *  "detail":true,"thumbnail":5}, ...; thumbnail: a content, or null
 * has_files: it is the name of the content's file, see export.h. */
void strip_put(const struct strip *strip, struct pen *out, bool has_files);
void strip_close(struct strip *strip);

#endif
