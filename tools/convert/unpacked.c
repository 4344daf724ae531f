/* SPDX-License-Identifier: MIT */
/*
 * Packed files as streams, see unpacked.h.
 */
#include "tools/convert/unpacked.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/reader/inflate.h"
#include "tools/reader/memory.h"

/* Bytes that show how a file is packed. */
#define HEAD_BYTES 4u

struct unpacked {
	FILE *in, *stream;
	unsigned char head[HEAD_BYTES]; /* read, but not yet returned */
	size_t n_head, head_at;
	uint64_t off;
	struct fxr_inflate *inflate; /* NULL: not packed */
};

/* The file's bytes, unchanged. */
static size_t pull(void *context, void *to, size_t n_bytes)
{
	struct unpacked *unpacked = context;
	size_t n = unpacked->n_head - unpacked->head_at;

	if (n > n_bytes)
		n = n_bytes;
	memcpy(to, unpacked->head + unpacked->head_at, n);
	unpacked->head_at += n;
	n += fread((char *)to + n, 1, n_bytes - n, unpacked->in);
	unpacked->off += n;
	return n;
}

static ssize_t read_some(void *context, char *to, size_t n_bytes)
{
	struct unpacked *unpacked = context;
	size_t n = unpacked->inflate
			   ? fxr_inflate(unpacked->inflate, to, n_bytes)
			   : pull(unpacked, to, n_bytes);

	return !n && (ferror(unpacked->in) || unpacked_trouble(unpacked))
		       ? -1
		       : (ssize_t)n;
}

struct unpacked *unpacked_open(FILE *in)
{
	struct unpacked *unpacked = fxr_new(1, sizeof(*unpacked));
	enum fxr_packing packing;

	unpacked->in = in;
	unpacked->n_head = fread(unpacked->head, 1, HEAD_BYTES, in);
	packing = fxr_packing_of(unpacked->head, unpacked->n_head);
	if (packing != FXR_PACKING_NONE)
		unpacked->inflate = fxr_inflate_open(packing, pull, unpacked);
	unpacked->stream = fopencookie(
		unpacked, "r", (cookie_io_functions_t){.read = read_some});
	if (!unpacked->stream)
		die("out of memory");
	return unpacked;
}

FILE *unpacked_stream(struct unpacked *unpacked)
{
	return unpacked->stream;
}

const char *unpacked_trouble(const struct unpacked *unpacked)
{
	return unpacked->inflate ? fxr_inflate_trouble(unpacked->inflate)
				 : NULL;
}

uint64_t unpacked_off(const struct unpacked *unpacked)
{
	return unpacked->off;
}

void unpacked_close(struct unpacked *unpacked)
{
	fclose(unpacked->stream);
	fxr_inflate_close(unpacked->inflate);
	free(unpacked);
}

struct piece {
	const unsigned char *at;
	size_t n_left;
};

static size_t pull_piece(void *context, void *to, size_t n_bytes)
{
	struct piece *piece = context;
	size_t n = n_bytes < piece->n_left ? n_bytes : piece->n_left;

	memcpy(to, piece->at, n);
	piece->at += n;
	piece->n_left -= n;
	return n;
}

size_t unpacked_head(const unsigned char *bytes, size_t n_bytes,
		     unsigned char *to, size_t capacity)
{
	enum fxr_packing packing = fxr_packing_of(bytes, n_bytes);
	struct piece piece = {bytes, n_bytes};
	struct fxr_inflate *inflate;
	size_t n = 0, n_now;

	if (packing == FXR_PACKING_NONE) {
		n = n_bytes < capacity ? n_bytes : capacity;
		memcpy(to, bytes, n);
		return n;
	}
	inflate = fxr_inflate_open(packing, pull_piece, &piece);
	while (inflate && n < capacity &&
	       (n_now = fxr_inflate(inflate, to + n, capacity - n)))
		n += n_now;
	if (inflate)
		fxr_inflate_close(inflate);
	return n;
}
