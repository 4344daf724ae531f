/* SPDX-License-Identifier: MIT */
/*
 * Text, names and durations as people read them.
 */
#ifndef TOOLS_BASE_READABLE_H
#define TOOLS_BASE_READABLE_H

#include "tools/base/pen.h"

/* Bytes as a C literal without quotes; all but printable ASCII and, if is_text,
 * sound UTF-8 as escapes. */
void print_escaped(struct pen *out, struct fxr_text bytes, bool is_text);
void print_quoted(struct pen *out, struct fxr_text bytes, bool is_text);
/* A name of any origin: controls are escaped. */
void print_name(struct pen *out, struct fxr_text name);
/* "850ns", "1.2us", "3.4ms", "5.678s" */
void print_duration(struct pen *out, uint64_t ns);

#endif
