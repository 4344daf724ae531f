/* SPDX-License-Identifier: MIT */
/*
 * Examines the program to be traced before it starts: its path, whether the
 * recorder can reach it at all, and which parts are not recorded. `fxtrace
 * doctor` prints the findings. `fxtrace record` does so when nothing was
 * recorded.
 */
#ifndef TOOLS_ELF_PROGRAM_H
#define TOOLS_ELF_PROGRAM_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum program_weight {
	PROGRAM_NOTE,	  /* part of it is not recorded, or less well */
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
	/* its dynamic linker would complain about the recorder */
	bool is_foreign;
	struct program_finding findings[PROGRAM_MAX_FINDINGS];
	size_t n;
};

/* Finds `name` as execvp would. False if there is no such program. Whether it
 * can be executed is left to the kernel. */
bool program_find(const char *name, char *path, size_t path_bytes);

/*
 * Examines the program that execvp would run by this name; for a script, its
 * interpreter. library: the recorder's path.
 */
void program_examine(const char *name, const char *library,
		     struct program_report *report);

/* Adds a finding from elsewhere; findings beyond the limit are dropped. */
void program_add(struct program_report *report, enum program_weight weight,
		 const char *advice, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The text of the first obstacle, NULL if there is none. */
const char *program_obstacle(const struct program_report *report);

#endif
