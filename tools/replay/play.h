/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace replay`: replays a recording of OpenGL, with the views that a user
 * requests.
 */
#ifndef TOOLS_REPLAY_PLAY_H
#define TOOLS_REPLAY_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLAY_NONE UINT64_MAX

/* When to take a picture. */
enum play_every { PLAY_EVERY_FRAME, PLAY_EVERY_DRAW, PLAY_EVERY_N };

/* Numbers of calls; last: PLAY_NONE: to the end. */
struct play_range {
	uint64_t first, last;
};

struct play_viewer;

struct play_settings {
	uint64_t process; /* pid, PLAY_NONE: the first that draws */
	bool is_headless, is_single_thread;
	uint64_t first_frame, last_frame; /* PLAY_NONE: no last one */
	uint64_t n_loops;		  /* how often to repeat them; 0 is 1 */
	/* number of the last call, PLAY_NONE: all; or a function's name, its
	 * first call */
	uint64_t until;
	const char *until_name;
	/* the calls after which the state is printed, the last one is until */
	const struct play_range *states;
	size_t n_states;
	bool verifies_state;
	const char *ignored; /* list of functions (select.h), or NULL */
	bool is_checked, is_strict, is_benchmark, is_profile;
	const char *snapshot; /* folder, or NULL */
	enum play_every every;
	uint64_t every_n;
	const struct play_viewer *viewer; /* view.h; NULL: none */
	bool is_quiet;			  /* says only what is wrong */
};

/* Replays it and prints a summary; returns the exit status. path: a file that
 * can be read twice. */
int play(const char *path, const struct play_settings *settings);

#endif
