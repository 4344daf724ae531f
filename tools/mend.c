/* SPDX-License-Identifier: MIT */
/*
 * Cuts an archive behind its last whole record, see mend.h.
 */
#include "tools/mend.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/reader/reader.h"

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

/* The first n_bytes of `from`, into a file that is renamed to `to`. */
static int copy(const char *from, const char *to, uint64_t n_bytes)
{
	char name[PATH_MAX];
	char *piece = malloc(PIECE_BYTES);
	int in = open(from, O_RDONLY | O_CLOEXEC), out = -1, error = 0;

	if ((size_t)snprintf(name, sizeof(name), "%s.XXXXXX", to) <
	    sizeof(name))
		out = mkostemp(name, O_CLOEXEC);
	if (!piece || in < 0 || out < 0)
		error = errno ? errno : ENAMETOOLONG;
	while (!error && n_bytes) {
		size_t want = n_bytes < PIECE_BYTES ? n_bytes : PIECE_BYTES;
		ssize_t n = read(in, piece, want);

		if (n <= 0 || write(out, piece, (size_t)n) != n)
			error = n == 0 ? EIO : errno;
		n_bytes -= n > 0 ? (uint64_t)n : 0;
	}
	if (!error && (fsync(out) || rename(name, to)))
		error = errno;
	if (error && out >= 0)
		unlink(name);
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	free(piece);
	return error;
}

bool mend(const char *from, const char *to, uint64_t *n_cut, char *error,
	  size_t error_bytes)
{
	struct fxr_error why = {.status = FXR_OK};
	struct fxr_reader *reader = fxr_open(from, false, &why);
	uint64_t n_whole, n_bytes;
	int reason = 0;

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
	if (why.status != FXR_OK) {
		*n_cut = n_bytes - n_whole;
		reason = copy(from, to, n_whole);
	}
	if (reason)
		snprintf(error, error_bytes, "%s: %s", to, strerror(reason));
	return !reason;
}
