/* SPDX-License-Identifier: MIT */
/*
 * The program to be traced, looked at before it starts: where it is, whether
 * the recorder can reach it at all, and what of it will not be seen. What
 * `fxtrace doctor` prints, `fxtrace record` says when nothing was recorded.
 */
#ifndef TOOLS_ELF_PROGRAM_H
#define TOOLS_ELF_PROGRAM_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum program_weight {
	PROGRAM_NOTE,	  /* part of it is not recorded, or not so well */
	PROGRAM_OBSTACLE, /* nothing of it is recorded */
};

struct program_finding {
	enum program_weight weight;
	char text[2 * PATH_MAX]; /* words that may follow "NAME " */
	const char *advice;	 /* what to do, or NULL */
};

#define PROGRAM_MAX_FINDINGS 24
struct program_report {
	char path[PATH_MAX]; /* "" = not found */
	bool is_executable;  /* the kernel will try to run it */
	struct program_finding findings[PROGRAM_MAX_FINDINGS];
	size_t n;
};

/* Finds `name` as execvp would. False if there is no such program; whether it
 * can be executed is left to the kernel. */
bool program_find(const char *name, char *path, size_t path_bytes);

/*
 * Looks at the program that execvp would run by this name; a script is judged
 * by its interpreter. library: the recorder's path.
 */
void program_examine(const char *name, const char *library,
		     struct program_report *report);

/* Adds a finding of somebody else's; what is too much is left out. */
void program_add(struct program_report *report, enum program_weight weight,
		 const char *advice, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The text of the first obstacle, NULL if there is none. */
const char *program_obstacle(const struct program_report *report);

#endif
