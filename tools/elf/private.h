/* SPDX-License-Identifier: MIT */
/*
 * Names for LD_PRELOAD. That has no way to quote a space, a colon or a dollar
 * sign. A library whose path has one gets another name: a link in a folder that
 * only this user may write to.
 */
#ifndef TOOLS_ELF_PRIVATE_H
#define TOOLS_ELF_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether LD_PRELOAD can have the path as it is. */
bool private_is_plain(const char *path);

/*
 * Replaces the path in its buffer by the name of a link to it. Other users can
 * load it as well, if they can load the file: a program may change its user.
 * Dies if there is no place for a link. The folder is removed at exit, or by
 * private_remove.
 */
void private_link(char *path, size_t path_bytes);

/*
 * Removes the folder, unless a process is left that may need it: programs that
 * it starts load the library by that name. Then a later call of private_link,
 * of whatever process of this user, removes it.
 */
void private_remove(void);

#endif
