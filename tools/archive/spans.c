/* SPDX-License-Identifier: MIT */
/*
 * Finds spans by their stamps, unit by unit, see spans.h.
 */
#include "tools/archive/spans.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/base/die.h"

/* The largest span that the recorder makes, see fxw_place(). */
#define SPAN_MAX_WORDS (63u * FXW_UNIT_WORDS)

/* Reads a buffer from its beginning to its end, or to the file's. */
static void enter_buffer(struct spans *spans, unsigned buffer)
{
	const struct inproc *archive = spans->archive;
	uint64_t n_bytes = archive->header.rolling_bytes;
	uint64_t off = archive->rolling_off + buffer * n_bytes;

	if (off > archive->rolling_end_off)
		n_bytes = 0;
	else if (n_bytes > archive->rolling_end_off - off)
		n_bytes = archive->rolling_end_off - off;
	spans->buffer = buffer;
	spans->at_words = 0;
	spans->end_words = n_bytes / 8 / FXW_UNIT_WORDS * FXW_UNIT_WORDS;
}

void spans_init(struct spans *spans, const struct inproc *archive)
{
	const struct fxw_control *control = &archive->control;
	unsigned current;

	*spans = (struct spans){.archive = archive, .n_left = 1};
	current =
		fxw_lap_state(control->lap_first, control->alloc,
			      archive->header.wrapped_count, spans->lap_first);
	enter_buffer(spans, !current);
	spans->words = malloc(SPAN_MAX_WORDS * 8);
	if (!spans->words)
		die("out of memory");
}

void spans_fini(struct spans *spans)
{
	free(spans->words);
	spans->words = NULL;
}

static bool read_words(const struct spans *spans, uint64_t *to, uint64_t n,
		       uint64_t off)
{
	return pread(spans->archive->fd, to, n * 8, (off_t)off) ==
	       (ssize_t)(n * 8);
}

/* Copies the span at the unit; returns its words, 0 if there is no span. */
static uint32_t copy_span(struct spans *spans, uint64_t off)
{
	const struct fxw_control *control = &spans->archive->control;
	uint32_t first = spans->lap_first[spans->buffer];
	uint32_t unit = (uint32_t)(spans->at_words / FXW_UNIT_WORDS);
	uint64_t again[FXW_STAMP_WORDS];
	uint32_t n;

	if (!read_words(spans, spans->words, FXW_STAMP_WORDS, off))
		return 0;
	n = fxw_lap_span(spans->words, unit, control->nonce, first);
	if (n == 0 || n % FXW_UNIT_WORDS || n > SPAN_MAX_WORDS ||
	    n > spans->end_words - spans->at_words ||
	    !read_words(spans, spans->words, n, off) ||
	    !read_words(spans, again, FXW_STAMP_WORDS, off) ||
	    again[1] != spans->words[1] || again[2] != spans->words[2])
		return 0;
	return n;
}

/* Words from the unit at `off` to the next one with data. The file is as large
 * as its buffers, even if little of them was ever used. */
static uint64_t hole_words(const struct spans *spans, uint64_t off)
{
	off_t data_off = lseek(spans->archive->fd, (off_t)off, SEEK_DATA);
	uint64_t left = spans->end_words - spans->at_words, n_words;

	if (data_off < 0) /* none, or a file system that cannot say */
		return errno == ENXIO ? left : 0;
	n_words = ((uint64_t)data_off - off) / 8 / FXW_UNIT_WORDS *
		  FXW_UNIT_WORDS;
	return n_words < left ? n_words : left;
}

uint64_t *spans_next(struct spans *spans, size_t *n_words, uint64_t *off)
{
	const struct inproc *archive = spans->archive;

	for (;;) {
		uint32_t n;

		if (spans->at_words >= spans->end_words) {
			if (spans->n_left-- == 0) {
				spans->n_left = 0;
				return NULL;
			}
			enter_buffer(spans, !spans->buffer);
			continue;
		}
		*off = archive->rolling_off +
		       spans->buffer * archive->header.rolling_bytes +
		       spans->at_words * 8;
		spans->words[0] = 0;
		n = spans->lap_first[spans->buffer] ? copy_span(spans, *off)
						    : 0;
		if (n == 0) {
			uint64_t n_skip =
				spans->words[0] ? 0 : hole_words(spans, *off);

			spans->at_words += n_skip ? n_skip : FXW_UNIT_WORDS;
			continue;
		}
		spans->at_words += n;
		*n_words = n - FXW_STAMP_WORDS;
		*off += FXW_STAMP_WORDS * 8;
		return spans->words + FXW_STAMP_WORDS;
	}
}
