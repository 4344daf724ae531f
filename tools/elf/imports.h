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

struct imports *imports_open(void);
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
	const char *name;
};

/*
 * The functions that are taken from those libraries and of which is_known is
 * false, each once, in the order of libraries and names. Variables do not
 * count, nor what glibc's own libraries take from each other.
 * n  how many there are.
 * Returns them, valid until the next call.
 */
const struct import *imports_unknown(struct imports *imports,
				     bool (*is_known)(const char *name),
				     size_t *n);

#endif
