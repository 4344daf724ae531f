/* SPDX-License-Identifier: MIT */
/*
 * Large values, see large.h. Pieces of one value may stand between other
 * threads' records; each is a whole record of the same name, and a reader puts
 * them together in file order, since one thread writes them one by one into
 * space handed out in rising order.
 */
#include "preload/large.h"

#include "writer/thread.h"

/* Three quarters of the largest record; the pieces of a value are of one size,
 * more than half of this. */
#define PIECE_BYTES 24000u
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

static bool write_piece(uint64_t id, const uint8_t *p, uint32_t n)
{
	char text[NAME_BYTES];
	struct fxw_name name = fxw_name_inline(text, put_name(text, id));
	uint32_t n_words = (uint32_t)fxt_words(n);
	struct fxw_window w;
	uint64_t *at;

	if (!fxw_self || /* forked just now */
	    !fxw_window_open(&w, fxw_self,
			     (uintptr_t)__builtin_frame_address(0)))
		return false;
	/* Not in what is left of a span, which may lie before the last piece:
	 * a record of this size gets space of its own, behind all others. */
	w.record.room_words = 0;
	do {
		(void)fxw_put(&w.record, 1);
		fxw_put_name(&w.record, name);
		at = fxw_put(&w.record, n_words);
		if (!at)
			continue;
		fxw_stream(at, p, n);
		fxw_window_commit(&w,
				  fxt_blob_header(w.record.used_words, name.ref,
						  n, FXT_BLOB_DATA));
		return true;
	} while (fxw_window_grow(&w));
	return false;
}

uint64_t fxp_large_write(const void *p, uint64_t n)
{
	uint32_t count = __atomic_add_fetch(&n_blobs, 1, __ATOMIC_RELAXED);
	uint64_t id = (uint64_t)fxw_engine.pid << 32 | count;
	uint64_t n_pieces = (n + PIECE_BYTES - 1) / PIECE_BYTES;
	uint64_t piece = (n + n_pieces - 1) / n_pieces;

	for (uint64_t off = 0; off < n; off += piece) {
		uint64_t left = n - off;

		if (!write_piece(id, (const uint8_t *)p + off,
				 (uint32_t)(left < piece ? left : piece)))
			return 0;
	}
	return id;
}
