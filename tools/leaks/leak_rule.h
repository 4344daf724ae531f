/* SPDX-License-Identifier: MIT */
/*
 * What functions open and close, as a table (leak_rule.def).
 */
#ifndef TOOLS_LEAKS_LEAK_RULE_H
#define TOOLS_LEAKS_LEAK_RULE_H

#include "tools/reader/memory.h"

enum leak_kind {
	LEAK_DESCRIPTOR,
	LEAK_QUEUE,
	LEAK_STREAM,
	LEAK_FOLDER,
	LEAK_MAPPING,
	LEAK_SHARED,
	LEAK_MEMORY,
	LEAK_THREAD,
	LEAK_TIMER,
	LEAK_SEMAPHORE,
	LEAK_CONVERSION,
	LEAK_GL,
	LEAK_N_KINDS,
};

enum leak_act {
	LEAK_OPEN,
	LEAK_CLOSE,
	LEAK_OPEN_TERMINAL, /* descriptors behind parameters 0 and 1 */
	LEAK_COPY_TO,	    /* descriptor 1 becomes a copy */
	LEAK_COPY,	  /* fcntl: ret is a copy, for the commands that copy */
	LEAK_CLOSE_FROM,  /* descriptors from 0 on */
	LEAK_CLOSE_RANGE, /* from 0 to 1 */
	LEAK_REOPEN,	  /* stream 2 becomes ret */
	LEAK_STREAM_OF,	  /* stream ret takes descriptor 0 over */
	LEAK_FOLDER_OF,
	LEAK_MAP,
	LEAK_REMAP,
	LEAK_UNMAP,
	LEAK_HANDS_OUT, /* memory that is allocated during the call */
	LEAK_RESIZE,	/* memory 0 becomes ret */
	LEAK_START,	/* thread 0, unless attributes 1 detach it */
	LEAK_DETACH,	/* attributes 0 detach, or no longer do */
};

#define LEAK_RET (-1)

struct leak_rule {
	const char *names;
	enum leak_act act;
	enum leak_kind kind;
	int where; /* LEAK_RET or a parameter's number */
};

/* The n-th rule for a function of libc, from 0; NULL: there are no more. name:
 * as described, aliases share the rules. */
const struct leak_rule *leak_rule_find(const char *name, size_t n);

/* The function that closes items of a kind, for the message "close was not
 * recorded": the first name. NULL: only OpenGL's own functions do. */
const char *leak_rule_closer(enum leak_kind kind);

/* "descriptor", "descriptors" */
const char *leak_kind_name(enum leak_kind kind, uint64_t n);

#endif
