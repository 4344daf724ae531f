/* SPDX-License-Identifier: MIT */
/*
 * Calls of plain functions made again, one by one: those whose arguments are
 * numbers, strings and memory that the archive has. Of libc, only what acts on
 * nothing outside of the process: `fxtrace replay --calls`.
 */
#ifndef TOOLS_REPLAY_CALL_PLAIN_H
#define TOOLS_REPLAY_CALL_PLAIN_H

/*
 * Makes the calls of functions in the list and prints a table of how they went.
 * path     a file that can be read twice
 * calls    list of functions (select.h)
 * library  path or soname of the library that has them; NULL: as recorded
 * Returns the exit status: 1 if a result differs or nothing could be made.
 */
int plain_replay(const char *path, const char *calls, const char *library);

#endif
