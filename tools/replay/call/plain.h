/* SPDX-License-Identifier: MIT */
/*
 * Calls of plain functions made again, one by one: those whose arguments are
 * numbers, strings and memory that the archive has: `fxtrace replay --calls`.
 * An archive is untrusted. Of libc and libm only the functions in pure.c are
 * called; other functions only from a library that the user has named.
 */
#ifndef TOOLS_REPLAY_CALL_PLAIN_H
#define TOOLS_REPLAY_CALL_PLAIN_H

/*
 * Makes the calls of functions in the list and prints a table of how they went.
 * path     a file that can be read twice
 * calls    list of functions (select.h)
 * library  path or soname of the library that has them; NULL: libc and libm
 * Returns the exit status: 1 if a result differs or nothing could be made.
 */
int plain_replay(const char *path, const char *calls, const char *library);

#endif
