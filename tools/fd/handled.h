/* SPDX-License-Identifier: MIT */
/*
 * Which descriptor, stream or path a call handles. It is the first descriptor
 * or stream among its arguments; else the one that it returned; else the first
 * path that it names. A path is relative to the current folder, or to the
 * folder of a descriptor (openat's dirfd). Descriptors have the names that dump
 * shows (tools/fd/descriptors.h).
 */
#ifndef TOOLS_FD_HANDLED_H
#define TOOLS_FD_HANDLED_H

#include "tools/reader/calls.h"

struct handled;

struct handled *handled_open(struct fxr_world *world);
void handled_close(struct handled *handled);

/* Takes the next call: all of them, in the order of their beginnings. */
void handled_take(struct handled *handled, const struct fxr_call *call);

/* Whether a parameter of that name is the folder of the path behind it: its
 * type is that of AT_FDCWD. */
bool handled_is_folder(struct fxr_text parameter);

struct handled_one {
	bool is_open; /* it is a descriptor or a stream: */
	bool is_stream;
	uint64_t number; /* its number or address */
	/* What it refers to, from open to close, whatever copies there are
	 * (object_number); 0: unknown. */
	uint64_t object;
	const char
		*text; /* its file or name, NULL: unknown, or there is none */
};

/* What the call that was taken last handles. The text lives until the next
 * one. */
struct handled_one handled_find(struct handled *handled,
				const struct fxr_call *call);

/* Whether the call that was taken last handles a file that one of the globs
 * fits (writer/path_globs.h), by any of its arguments or its result. */
bool handled_fits(struct handled *handled, const struct fxr_call *call,
		  const char *globs);

/*
 * The same for a loop over all calls: takes each call, and says whether it is
 * wanted. With NULL in place of globs there is nothing to open, and every call
 * is.
 */
struct concern;

struct concern *concern_open(struct fxr_world *world, const char *globs);
void concern_close(struct concern *concern);
bool concern_has(struct concern *concern, const struct fxr_call *call);

#endif
