/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace replay --calls`: repeats calls of plain functions, one by one. Their
 * arguments must be numbers, strings and memory that is in the archive. An
 * archive is untrusted. Of libc and libm only the functions in pure.c are
 * called. Other functions are called only from a library that the user has
 * named.
 */
#ifndef TOOLS_REPLAY_CALL_PLAIN_H
#define TOOLS_REPLAY_CALL_PLAIN_H

/*
 * Makes the calls of functions in the list and prints a table of the results.
 * path     a file that can be read twice.
 * calls    list of functions (select.h).
 * library  path or soname of the functions' library; NULL: libc and libm.
 * Returns the exit status: 1 if a result differs or no call could be made.
 */
int plain_replay(const char *path, const char *calls, const char *library);

#endif
