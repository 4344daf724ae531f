/* SPDX-License-Identifier: MIT */
/*
 * What calls are grouped by, and the group of a call: functions, processes, the
 * files of descriptors, and so on. Groups are numbers from 0; some may have no
 * call.
 */
#ifndef TOOLS_SUM_BY_H
#define TOOLS_SUM_BY_H

#include "tools/base/pen.h"
#include "tools/reader/brief.h"

/* As enum fxtrace_by (tools/library/reader.h). */
enum by_what {
	BY_NOTHING,
	BY_FUNCTION,
	BY_THREAD,
	BY_PROCESS, /* an image: exec begins another one */
	BY_FILE,    /* the file of the descriptor or stream, or of the path */
	BY_FD,	    /* of a process: the number or address, and its file */
	BY_ERRNO,
	BY_FRAME,  /* of a process */
	BY_CALLER, /* the function that made the call, by its stack */
};

/* Whether it needs all values of all calls. */
bool by_needs_values(enum by_what what);
/* Whether brief calls (reader/brief.h) are enough. */
bool by_is_brief(enum by_what what);

/* A group's identity; which fields count depends on by_what. */
struct by_group {
	uint32_t process; /* index in the world */
	bool is_known;	  /* the number, or the text */
	bool is_address;  /* the number */
	uint64_t number;
	struct fxr_text text, module;
};

struct by {
	enum by_what what;
	struct fxr_world *world;
	struct handled *handled;   /* FILE, FD */
	struct backtraces *stacks; /* CALLER */
	struct by_group *groups;   /* of groups that the world does not count */
	size_t n_groups, space;
	struct fxr_map map;
	struct fxr_map callers; /* groups of stacks, by their ids */
	struct fxr_arena texts;
	struct pen name; /* of a caller */
};

/* world: of the archive, borrowed until fini; complete except for brief calls.
 * debug_path: see tools/elf/symbols.h */
void by_init(struct by *by, enum by_what what, struct fxr_world *world,
	     const char *debug_path);
/* All zero is nothing. */
void by_fini(struct by *by);

/* Takes the next call, wanted or not. */
void by_take(struct by *by, const struct fxr_call *call);
/* The group of the call that was taken last. */
uint32_t by_group(struct by *by, const struct fxr_call *call);
/* The group that has all of a thread, or FXR_NONE: there is none. */
uint32_t by_thread_group(const struct by *by, uint32_t thread);
/* The group of a brief call. */
uint32_t by_brief_group(struct by *by, const struct fxr_brief *call);

#endif
