/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace replay --io`: the files and pipes of a recorded tree of processes,
 * once more, in a folder.
 */
#ifndef TOOLS_IO_IO_PLAY_H
#define TOOLS_IO_IO_PLAY_H

#include <stdbool.h>

struct io_wishes {
	const char *dir; /* the world; must exist */
	/* Times as recorded, by this factor (2: twice as long); 0: as fast as
	 * it goes */
	double pace;
	bool is_strict; /* what cannot be made is a failure */
};

/* Replays the archive and prints what it took. Returns the exit status: 0 if
 * all that was made came out as recorded. */
int io_play(const char *path, const struct io_wishes *wishes);

#endif
