/* SPDX-License-Identifier: MIT */
/*
 * The spans of an unfinished archive in circular mode, oldest lap first
 * (writer/lap.h). Each span is copied before it is read, and its stamp is
 * checked again after that. So a process that still writes cannot show half a
 * span.
 */
#ifndef TOOLS_ARCHIVE_SPANS_H
#define TOOLS_ARCHIVE_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/archive/inproc.h"
#include "writer/lap.h"

struct spans {
	const struct inproc *archive;
	uint32_t lap_first[2];
	unsigned buffer, n_left; /* the one being read; buffers to come */
	uint64_t at_words, end_words;
	uint64_t *words; /* of the span last returned */
};

/* Borrows the archive until spans_fini. Dies if memory runs out. */
void spans_init(struct spans *spans, const struct inproc *archive);
void spans_fini(struct spans *spans);

/* The next span's words behind its stamp, the caller's to change until the
 * next call; NULL behind the last. *off: their file offset. */
uint64_t *spans_next(struct spans *spans, size_t *n_words, uint64_t *off);

#endif
