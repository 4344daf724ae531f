/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace replay --io`: replays the files and pipes of a recorded tree of
 * processes in a folder.
 */
#ifndef TOOLS_IO_IO_PLAY_H
#define TOOLS_IO_IO_PLAY_H

#include <stdbool.h>

struct io_settings {
	const char *dir; /* the box's folder; must exist */
	/* Times as recorded, by this factor (2: twice as long); 0: as fast as
	 * possible */
	double pace;
	bool is_strict; /* a skipped operation is a failure */
};

/* Replays the archive and prints the report. Returns the exit status: 0 if
 * every operation that was made has the recorded outcome. */
int io_play(const char *path, const struct io_settings *settings);

#endif
