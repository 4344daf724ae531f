/* SPDX-License-Identifier: MIT */
/*
 * What a program calls its OpenGL objects (glObjectLabel, glLabelObjectEXT,
 * glObjectPtrLabel), at each call: from the calls before it. Objects that
 * contexts share have one name in all of them, others one in each context; as
 * far as the calls that create contexts and make them current were recorded,
 * else all of a process's contexts are taken for one. A name ends with its
 * object, at a glDelete* that was recorded.
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

/* A call has ended, and has been printed: the next in the order of begins. */
void labels_take(struct labels *labels, const struct fxr_call *call);

/* The name of the object that a value of the call stands for; NULL: it has
 * none. Lives until the next call is taken. */
const char *labels_find(const struct labels *labels,
			const struct fxr_call *call,
			const struct fxr_value *value);

#endif
