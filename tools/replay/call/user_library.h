/* SPDX-License-Identifier: MIT */
/*
 * A library that the user has named, and functions that its own file defines.
 */
#ifndef TOOLS_REPLAY_CALL_USER_LIBRARY_H
#define TOOLS_REPLAY_CALL_USER_LIBRARY_H

#include <stdbool.h>

struct user_library;

/* Loads a library by path or soname, as dlopen does; dies if that fails. It
 * stays loaded until the process ends. */
struct user_library *user_library_open(const char *path);

/* Whether it is a C library, whatever its file is called. */
bool user_library_is_libc(const struct user_library *library);

/* A function that the library's own file defines; NULL: it defines none of
 * that name, though a library that it depends on may. */
void (*user_library_find(struct user_library *library, const char *name))(void);

#endif
