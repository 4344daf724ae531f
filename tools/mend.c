/* SPDX-License-Identifier: MIT */
/*
 * Cuts an archive behind its last whole record, see mend.h.
 */
#include "tools/mend.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/die.h"
#include "tools/reader/reader.h"
#include "tools/replace.h"

#define PIECE_BYTES ((size_t)1 << 20)

/* Where the last whole record ends; what ended the reading is in *why. */
static uint64_t whole_bytes(struct fxr_reader *reader, struct fxr_error *why)
{
	static struct fxr_record record;
	uint64_t end_off = 0;

	while (!fxr_next(reader, &record))
		end_off = record.off + record.n_words * 8;
	if (fxr_error(reader))
		*why = *fxr_error(reader);
	return end_off;
}

/* The first n_bytes of the file, and on the disk: it may take the place of the
 * only copy. False: it has become shorter, or the disk takes no more. */
static bool copy(int from_fd, FILE *to, uint64_t n_bytes)
{
	char *piece = malloc(PIECE_BYTES);
	ssize_t n = 1;

	if (!piece)
		die("out of memory");
	for (; n_bytes && n > 0; n_bytes -= (uint64_t)n) {
		n = read(from_fd, piece,
			 n_bytes < PIECE_BYTES ? n_bytes : PIECE_BYTES);
		if (n > 0)
			fwrite(piece, 1, (size_t)n, to);
	}
	free(piece);
	return n > 0 && !fflush(to) && !fsync(fileno(to));
}

static bool cut(const char *from, const char *to, uint64_t n_bytes, char *error,
		size_t error_bytes)
{
	int fd = open(from, O_RDONLY | O_CLOEXEC);
	struct replace replace;
	bool is_done;

	snprintf(error, error_bytes,
		 "it changed while it was read, or the disk is full");
	if (fd < 0)
		return false;
	is_done = replace_begin(&replace, to, fd, error, error_bytes) &&
		  replace_end(&replace, copy(fd, replace.out, n_bytes), error,
			      error_bytes);
	close(fd);
	return is_done;
}

bool mend(const char *from, const char *to, uint64_t *n_cut, char *error,
	  size_t error_bytes)
{
	struct fxr_error why = {.status = FXR_OK};
	struct fxr_reader *reader = fxr_open(from, false, &why);
	uint64_t n_whole, n_bytes;

	*n_cut = 0;
	if (!reader) {
		snprintf(error, error_bytes, "%s", why.expected);
		return false;
	}
	n_whole = whole_bytes(reader, &why);
	n_bytes = fxr_bytes(reader);
	fxr_close(reader);
	if (why.status != FXR_OK && (why.status != FXR_ERROR_TRUNCATED ||
				     n_bytes <= n_whole || n_whole == 0)) {
		snprintf(error, error_bytes, "offset %" PRIu64 ": %s", why.off,
			 why.expected);
		return false;
	}
	if (why.status == FXR_OK)
		return true;
	*n_cut = n_bytes - n_whole;
	return cut(from, to, n_whole, error, error_bytes);
}
