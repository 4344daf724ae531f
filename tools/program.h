/* SPDX-License-Identifier: MIT */
/*
 * The program to be traced, looked at before it starts: where it is, and
 * whether LD_PRELOAD can reach it at all.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

/* Finds `name` as execvp would. False if there is no such program; whether it
 * can be executed is left to the kernel. */
bool program_find(const char *name, char *path, size_t path_bytes);

/*
 * Why nothing of the program at `path` will be recorded, as words that may
 * follow "NAME "; NULL if nothing speaks against it. A script is judged by its
 * interpreter. Static storage.
 */
const char *program_obstacle(const char *path);

#endif
