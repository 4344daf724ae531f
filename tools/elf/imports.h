/* SPDX-License-Identifier: MIT */
/*
 * Functions that executables and libraries take from libc, OpenGL and EGL, and
 * that nothing describes: their calls are in no archive.
 */
#ifndef TOOLS_ELF_IMPORTS_H
#define TOOLS_ELF_IMPORTS_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/reader/memory.h"

struct imports;

/* is_known: whether calls of a function are recorded, of that version of it or,
 * with NULL, of any. */
struct imports *imports_open(bool (*is_known)(const char *name,
					      const char *version));
void imports_close(struct imports *imports);

/*
 * Adds a loaded file. One that is not there any more, cannot be read or has
 * another build id is left out.
 * path      its name, which may be anything
 * build_id  its bytes, or empty: any file is accepted
 */
void imports_add(struct imports *imports, struct fxr_text path,
		 struct fxr_text build_id);

/* A function of a library, both borrowed until imports_close. */
struct import {
	const char *library; /* "libc" */
	const char *name;    /* "NAME@VERSION" if other versions are known */
};

/*
 * The functions that are taken from those libraries and are not known, each
 * once, in the order of libraries and names. Variables do not count, nor what
 * glibc's own libraries take from each other. n  how many there are. Returns
 * them, valid until the next call.
 */
const struct import *imports_unknown(struct imports *imports, size_t *n);

#endif
