/* SPDX-License-Identifier: MIT */
/*
 * Looks at a replay for the page of `fxtrace inspect`. It has all frames in
 * brief. Of some frames it has each call. Of their draws it has what they draw
 * to, bound textures and the state.
 */
#ifndef TOOLS_INSPECT_CAPTURE_H
#define TOOLS_INSPECT_CAPTURE_H

#include <stdio.h>

#include "tools/inspect/strip.h"
#include "tools/replay/view.h"

struct capture_settings {
	uint64_t first_frame, last_frame; /* in detail */
	uint64_t first_call, last_call;	  /* of these, what is in detail */
	uint64_t n_frames;		  /* of the archive; 0: unknown */
	/* Reads textures at each draw, also where no call has written to one:
	 * what is read must be the same. */
	bool reads_always;
};

struct capture;

/* settings: borrowed until close */
struct capture *capture_open(const struct capture_settings *settings);
/* For play_settings. */
const struct play_viewer *capture_viewer(const struct capture *capture);

/* How many there are, for a message. */
struct capture_counts {
	struct strip_counts frames;
	uint64_t n_draws, n_contents, n_different;
};
struct capture_counts capture_count(const struct capture *capture);

/*
 * Writes all sections of the page: contents, tiles, states, calls, draws,
 * about.
 *
 * title  for people
 * fault  why the replay ended early, or NULL
 * every  pictures of every k-th draw only, see tiles_write
 */
void capture_write(struct capture *capture, FILE *out, const char *title,
		   const char *fault, uint32_t every);
void capture_close(struct capture *capture);

#endif
