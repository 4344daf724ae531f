/* SPDX-License-Identifier: MIT */
/*
 * Unpacks and packs again, see repack.h.
 */
#include "tools/archive/repack.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/reader/inflate.h"
#include "tools/reader/source.h"

#define PIECE_BYTES ((size_t)1 << 20)

static enum packing packing_of(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	char head[4];
	ssize_t n = fd < 0 ? 0 : read(fd, head, sizeof(head));

	if (fd >= 0)
		close(fd);
	switch (fxr_packing_of(head, n > 0 ? (size_t)n : 0)) {
	case FXR_PACKING_GZIP:
		return PACKING_GZIP;
	case FXR_PACKING_ZSTD:
		return PACKING_ZSTD;
	case FXR_PACKING_NONE:
		break;
	}
	return PACKING_NONE;
}

bool repack_is_packed(const char *path)
{
	return packing_of(path) != PACKING_NONE;
}

static void put_frame(struct repack *repack)
{
	size_t n_packed;
	const void *packed;

	if (!repack->n_piece)
		return;
	packed = pack_frame(repack->pack, repack->piece, repack->n_piece,
			    &n_packed);
	fwrite(packed, 1, n_packed, repack->out);
	repack->n_piece = 0;
}

void repack_open(struct repack *repack, enum packing packing, FILE *out)
{
	*repack = (struct repack){.out = out};
	if (packing == PACKING_NONE)
		return;
	repack->pack = pack_open(packing);
	repack->piece = malloc(PIECE_BYTES);
	if (!repack->piece)
		die("out of memory");
}

bool repack_begin(struct repack *repack, const char *from, uint64_t n_bytes,
		  FILE *out)
{
	char why[160];
	struct fxr_source *source = fxr_source_open(from, false, why);
	uint64_t off = 0;

	repack_open(repack, packing_of(from), out);
	while (source && off < n_bytes) {
		size_t n = n_bytes - off < PIECE_BYTES ? (size_t)(n_bytes - off)
						       : PIECE_BYTES;
		size_t n_got;
		const void *bytes = fxr_source_window(source, off, n, &n_got);

		if (n_got < n)
			break;
		repack_put(repack, bytes, n);
		off += n;
	}
	fxr_source_close(source);
	return off == n_bytes;
}

void repack_put(struct repack *repack, const void *bytes, size_t n_bytes)
{
	const char *from = bytes;

	if (!repack->pack) {
		fwrite(bytes, 1, n_bytes, repack->out);
		return;
	}
	while (n_bytes) {
		size_t n = PIECE_BYTES - repack->n_piece;

		if (n > n_bytes)
			n = n_bytes;
		memcpy(repack->piece + repack->n_piece, from, n);
		repack->n_piece += n;
		from += n;
		n_bytes -= n;
		if (repack->n_piece == PIECE_BYTES)
			put_frame(repack);
	}
}

void repack_end(struct repack *repack)
{
	const void *table = NULL;
	size_t n_bytes;

	if (repack->pack) {
		put_frame(repack);
		table = pack_table(repack->pack, &n_bytes);
	}
	if (table)
		fwrite(table, 1, n_bytes, repack->out);
	pack_close(repack->pack);
	free(repack->piece);
}
