/* SPDX-License-Identifier: MIT */
/*
 * Names that a program gives its OpenGL objects (glObjectLabel,
 * glLabelObjectEXT, glObjectPtrLabel), at each call: from the calls before it.
 * Objects that contexts share have one name in all of them, others one in each
 * context. This needs the recorded calls that create contexts and make them
 * current. Without these, all of a process's contexts count as one. A name ends
 * with its object, at a recorded glDelete*.
 */
#ifndef TOOLS_FD_LABELS_H
#define TOOLS_FD_LABELS_H

#include <stdbool.h>

#include "tools/reader/calls.h"

struct labels;

/* Never NULL. */
struct labels *labels_open(void);
void labels_close(struct labels *labels);

/* Whether calls of the function must be taken. */
bool labels_need(const char *category, const char *name);

/* Takes a call that has ended and been printed: the next in the order of
 * begins. */
void labels_take(struct labels *labels, const struct fxr_call *call);

/* The name of the object that a value of the call denotes; NULL: it has none.
 * Lives until the next call is taken. */
const char *labels_find(const struct labels *labels,
			const struct fxr_call *call,
			const struct fxr_value *value);

#endif
