/* SPDX-License-Identifier: MIT */
/*
 * A FILE in front of repack.h, see packed.h.
 */
#include "tools/archive/packed.h"

#include <errno.h>
#include <stdlib.h>

#include "tools/base/die.h"
#include "tools/archive/repack.h"

struct packed {
	struct repack repack;
	int error; /* errno of the write that failed; 0 = none */
};

/* Returns whether there was no error so far. */
static bool check_error(struct packed *packed)
{
	if (!packed->error && ferror(packed->repack.out))
		packed->error = errno ? errno : EIO;
	errno = packed->error;
	return !packed->error;
}

static ssize_t packed_write(void *cookie, const char *bytes, size_t n_bytes)
{
	struct packed *packed = cookie;

	if (!packed->error)
		repack_put(&packed->repack, bytes, n_bytes);
	return check_error(packed) ? (ssize_t)n_bytes : 0;
}

static int packed_close(void *cookie)
{
	struct packed *packed = cookie;
	bool is_well;

	repack_end(&packed->repack);
	is_well = check_error(packed);
	free(packed);
	return is_well ? 0 : EOF;
}

FILE *packed_open(FILE *to, enum packing packing)
{
	struct packed *packed = calloc(1, sizeof(*packed));
	FILE *stream;

	if (!packed)
		die("out of memory");
	repack_open(&packed->repack, packing, to);
	stream = fopencookie(packed, "w",
			     (cookie_io_functions_t){.write = packed_write,
						     .close = packed_close});
	if (!stream)
		die("out of memory");
	setvbuf(stream, NULL, _IOFBF, 256 << 10);
	return stream;
}
