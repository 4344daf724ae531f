/* SPDX-License-Identifier: MIT */
/*
 * The file that an exec or a spawn names: whether the recorder gets into the
 * program that it becomes. The dynamic linker of a program of another kind
 * would complain about our library, and other programs are not recorded
 * silently.
 */
#ifndef PRELOAD_CONFIG_EXECUTED_H
#define PRELOAD_CONFIG_EXECUTED_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/sys.h"

#define FXP_FILE_BYTES 4096u

/* What keeps the recorder out of a program. */
enum fxp_bar {
	FXP_BAR_NONE, /* or unknown */
	FXP_BAR_STATIC,
	FXP_BAR_BITS,
	FXP_BAR_MACHINE,
	FXP_BAR_RIGHTS,
	FXP_BARS,
};

/* How a function names a file. */
enum fxp_naming {
	FXP_BY_PATH,   /* relative to the folder */
	FXP_BY_SEARCH, /* in PATH, unless it has a slash */
	FXP_BY_FD,     /* it is the descriptor `folder` */
};

/* Working memory, too large for a caller's stack. */
struct fxp_executed {
	enum fxp_naming naming;
	int folder;	    /* a descriptor, or AT_FDCWD */
	const char *name;   /* the program's: read as far as there is memory */
	const char *search; /* value of PATH, or NULL */
	/* Result: the file, absolute if the kernel says it, else as named. A
	 * script's is that of its interpreter. */
	char found[FXP_FILE_BYTES];
	char path[FXP_FILE_BYTES]; /* what is looked at */
	/* the file's first bytes: most program headers are among them */
	char head[1024];
	struct sys_stat st;
};

/*
 * Looks at the file as the kernel would. FXP_BAR_NONE also if there is no such
 * file, or it may not be executed: the call itself reports that.
 * Has a descriptor open meanwhile, so the caller blocks signals. A vfork child
 * may call it. Makes system calls.
 */
enum fxp_bar fxp_executed_look(struct fxp_executed *file);

/* Whether the dynamic linker would complain about our library. */
static inline bool fxp_bar_complains(enum fxp_bar bar)
{
	return bar == FXP_BAR_BITS || bar == FXP_BAR_MACHINE;
}

#endif
