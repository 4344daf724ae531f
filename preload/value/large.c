/* SPDX-License-Identifier: MIT */
/*
 * Large values, see large.h. Each piece is a whole record of the same name, and
 * other threads' records may be between the pieces of a value. A reader joins
 * them in file order. That is correct because one thread writes them one by one
 * into space that is reserved in rising order.
 */
#include "preload/value/large.h"

#include "writer/thread.h"

/* Three quarters of the largest record; the pieces of a value are of one size,
 * more than half of this. */
#define PIECE_BYTES 24000u
/* Tries to write a value whose pieces are in two buffers. */
#define MAX_TRIES 3u
#define NAME "fxtrace:b/"
#define NAME_BYTES 26u

static uint32_t n_blobs;

static uint32_t put_name(char *text, uint64_t id)
{
	uint32_t n = sizeof(NAME) - 1;
	int shift = 60;

	fxw_copy(text, NAME, n);
	while (shift && !(id >> shift))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		text[n++] = "0123456789abcdef"[id >> shift & 15];
	return n;
}

/* Returns the sequence of the buffer that contains it, 0: no space. */
static uint32_t write_piece(uint64_t id, const uint8_t *p, uint32_t n)
{
	char text[NAME_BYTES];
	struct fxw_name name = fxw_name_inline(text, put_name(text, id));
	uint32_t n_words = (uint32_t)fxt_words(n);
	struct fxw_window w;
	uint32_t sequence;
	uint64_t *at;

	if (!fxw_self || /* forked just now */
	    !fxw_window_open(&w, fxw_self, FXW_FRAME))
		return 0;
	/* Not in the rest of a span, which may be before the last piece. A
	 * record of this size gets its own space, behind all others. */
	w.record.space_words = 0;
	do {
		(void)fxw_put(&w.record, 1);
		fxw_put_name(&w.record, name);
		at = fxw_put(&w.record, n_words);
		if (!at)
			continue;
		fxw_stream(at, p, n);
		sequence = fxw_window_sequence(&w);
		fxw_window_commit(&w,
				  fxt_blob_header(w.record.used_words, name.ref,
						  n, FXT_BLOB_DATA));
		return sequence;
	} while (fxw_window_grow(&w));
	return 0;
}

enum result { NO_SPACE, WRITTEN, TORN };

/* TORN: its pieces are in different buffers, one of which will be overwritten
 * before the other. */
static enum result write_pieces(uint64_t id, const uint8_t *p, uint64_t n)
{
	uint64_t n_pieces = (n + PIECE_BYTES - 1) / PIECE_BYTES;
	uint64_t piece = (n + n_pieces - 1) / n_pieces;
	uint32_t first = 0;

	for (uint64_t off = 0; off < n; off += piece) {
		uint64_t left = n - off;
		uint32_t sequence = write_piece(
			id, p + off, (uint32_t)(left < piece ? left : piece));

		if (!sequence)
			return NO_SPACE;
		if (!first)
			first = sequence;
		if (sequence != first && fxw_engine.overwrites)
			return TORN;
	}
	return WRITTEN;
}

/* Whether a lap has space for all pieces, and for the first piece of a failed
 * try. Otherwise writing them would only overwrite everything else. */
static bool fits_lap(uint64_t n)
{
	uint64_t n_pieces = (n + PIECE_BYTES - 1) / PIECE_BYTES;
	uint32_t limit = __atomic_load_n(&fxw_engine.rolling[0].limit_words,
					 __ATOMIC_RELAXED);

	return (n_pieces + 1) * (PIECE_BYTES / 8 + FXW_UNIT_WORDS) <= limit;
}

uint64_t fxp_large_write(const void *p, uint64_t n)
{
	if (fxw_engine.overwrites && !fits_lap(n))
		return 0;
	for (unsigned i = 0; i < MAX_TRIES; i++) {
		uint32_t count =
			__atomic_add_fetch(&n_blobs, 1, __ATOMIC_RELAXED);
		uint64_t id =
			(uint64_t)fxw_engine.control->provider_id << 32 | count;
		enum result result = write_pieces(id, p, n);

		if (result == WRITTEN)
			return id;
		if (result == NO_SPACE)
			return 0;
	}
	return 0; /* larger than a buffer, or others turn too fast */
}
