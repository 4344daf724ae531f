/* SPDX-License-Identifier: MIT */
/*
 * gzip by zlib and zstd by libzstd behind one pull interface, see inflate.h.
 */
#include "tools/reader/inflate.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "tools/reader/memory.h"

#define IN_BYTES ((size_t)64 << 10)
/* A few bytes can unpack to any number. Recordings get a hundred times smaller,
 * and a thousand times if they repeat large values. Those of megabytes of zeros
 * get smaller still. */
#define FREE_BYTES (2ull << 30)
#define TIMES 1000u
#define MAX_VARIABLE "FXTRACE_UNPACK_MAX"
#define TOO_MUCH                                                               \
	"it unpacks to more than 2 GiB and 1,000 times its size, as few "      \
	"recordings do; if you trust it, set " MAX_VARIABLE                    \
	" to a size, 100G, or to all"
#define BEYOND_MAX                                                             \
	"it unpacks to more than " MAX_VARIABLE ": set that to more, or to "   \
	"all"
#define NO_SIZE MAX_VARIABLE " is neither a size, such as 100G, nor all"

struct fxr_inflate {
	enum fxr_packing packing;
	fxr_pull *pull;
	void *context;
	const char *trouble;
	uint64_t packed_bytes, unpacked_bytes; /* so far */
	uint64_t max_bytes; /* 0 = it depends on packed_bytes */
	bool is_between;    /* no member or frame is open */
	bool is_over;
	bool has_more; /* the last output was full: more may come without input
			*/
	z_stream gzip;
	ZSTD_DStream *zstd;
	ZSTD_inBuffer zstd_in;
	unsigned char in[IN_BYTES];
};

enum fxr_packing fxr_packing_of(const void *head, size_t n_bytes)
{
	const unsigned char *byte = head;

	if (n_bytes >= 2 && byte[0] == 0x1f && byte[1] == 0x8b)
		return FXR_PACKING_GZIP;
	if (n_bytes >= 4 && !memcmp(byte, "\x28\xb5\x2f\xfd", 4))
		return FXR_PACKING_ZSTD;
	if (n_bytes >= 4 && byte[0] >> 4 == 5 &&
	    !memcmp(byte + 1, "\x2a\x4d\x18", 3))
		return FXR_PACKING_ZSTD;
	return FXR_PACKING_NONE;
}

/* Reads "10", "64K", "4M", "2G" or "all"; 0: it is neither. */
static uint64_t read_max(const char *text)
{
	char *end;
	uint64_t n = strtoull(text, &end, 10);
	const char *unit = strchr("KMG", *end);
	unsigned shift = unit && *unit ? 10 * (unsigned)(unit - "KMG" + 1) : 0;

	if (!strcmp(text, "all"))
		return UINT64_MAX;
	if (end == text || end[shift != 0] || n > UINT64_MAX >> shift)
		return 0;
	return n << shift;
}

static void set_max(struct fxr_inflate *inflate)
{
	const char *text = getenv(MAX_VARIABLE);

	if (!text || !*text)
		return;
	inflate->max_bytes = read_max(text);
	if (!inflate->max_bytes)
		inflate->trouble = NO_SIZE;
}

struct fxr_inflate *fxr_inflate_open(enum fxr_packing packing, fxr_pull *pull,
				     void *context)
{
	struct fxr_inflate *inflate = fxr_new(1, sizeof(*inflate));

	inflate->packing = packing;
	inflate->pull = pull;
	inflate->context = context;
	inflate->is_between = true;
	inflate->zstd_in.src = inflate->in;
	set_max(inflate);
	/* 15 + 16: the largest window, with a gzip header */
	if (packing == FXR_PACKING_GZIP &&
	    inflateInit2(&inflate->gzip, 15 + 16) != Z_OK)
		inflate->trouble = "zlib does not start";
	if (packing == FXR_PACKING_ZSTD) {
		inflate->zstd = ZSTD_createDStream();
		if (!inflate->zstd)
			inflate->trouble = "libzstd does not start";
	}
	return inflate;
}

/* True if the input holds another byte, or the stream ends well. */
static bool has_input(struct fxr_inflate *inflate, size_t n_left)
{
	size_t n_got;

	if (n_left)
		return true;
	n_got = inflate->pull(inflate->context, inflate->in, IN_BYTES);
	inflate->packed_bytes += n_got;
	inflate->gzip.next_in = inflate->in;
	inflate->gzip.avail_in = (unsigned)n_got;
	inflate->zstd_in.size = n_got;
	inflate->zstd_in.pos = 0;
	if (!n_got) {
		inflate->is_over = true;
		if (!inflate->is_between)
			inflate->trouble = FXR_INFLATE_CUT;
	}
	return n_got;
}

/* calls zlib's inflate(), whose name our variable hides */
static int call_zlib(z_stream *gzip)
{
	return inflate(gzip, Z_NO_FLUSH);
}

static size_t from_gzip(struct fxr_inflate *inflate, void *to, size_t n_bytes)
{
	z_stream *gzip = &inflate->gzip;
	int status = Z_OK;

	gzip->next_out = to;
	gzip->avail_out = (unsigned)n_bytes;
	while (gzip->avail_out == n_bytes &&
	       (inflate->has_more || has_input(inflate, gzip->avail_in))) {
		inflate->is_between = false;
		inflate->has_more = false;
		status = call_zlib(gzip);
		if (status == Z_STREAM_END) {
			inflate->is_between = true;
			(void)inflateReset(gzip);
		} else if (status != Z_OK && status != Z_BUF_ERROR) {
			inflate->trouble = "the gzip data is damaged";
			break;
		}
	}
	inflate->has_more = !gzip->avail_out && !inflate->is_between;
	return n_bytes - gzip->avail_out;
}

static size_t from_zstd(struct fxr_inflate *inflate, void *to, size_t n_bytes)
{
	ZSTD_outBuffer out = {to, n_bytes, 0};
	const ZSTD_inBuffer *in = &inflate->zstd_in;

	while (!out.pos &&
	       (inflate->has_more || has_input(inflate, in->size - in->pos))) {
		inflate->has_more = false;
		size_t left = ZSTD_decompressStream(inflate->zstd, &out,
						    &inflate->zstd_in);

		if (ZSTD_isError(left)) {
			inflate->trouble = "the zstd data is damaged";
			break;
		}
		inflate->is_between = !left;
	}
	inflate->has_more = out.pos == n_bytes && !inflate->is_between;
	return out.pos;
}

/* Why no more is unpacked, or NULL. */
static const char *limit_of(const struct fxr_inflate *inflate)
{
	uint64_t n_bytes = inflate->unpacked_bytes;

	if (inflate->max_bytes)
		return n_bytes > inflate->max_bytes ? BEYOND_MAX : NULL;
	return n_bytes > FREE_BYTES && n_bytes / TIMES > inflate->packed_bytes
		       ? TOO_MUCH
		       : NULL;
}

size_t fxr_inflate(struct fxr_inflate *inflate, void *to, size_t n_bytes)
{
	size_t n;

	if (!inflate->trouble)
		inflate->trouble = limit_of(inflate);
	if (n_bytes > (1u << 30))
		n_bytes = 1u << 30;
	if (inflate->trouble || inflate->is_over || !n_bytes)
		return 0;
	n = inflate->packing == FXR_PACKING_GZIP
		    ? from_gzip(inflate, to, n_bytes)
		    : from_zstd(inflate, to, n_bytes);
	inflate->unpacked_bytes += n;
	return n;
}

const char *fxr_inflate_trouble(const struct fxr_inflate *inflate)
{
	return inflate->trouble;
}

void fxr_inflate_close(struct fxr_inflate *inflate)
{
	if (!inflate)
		return;
	if (inflate->packing == FXR_PACKING_GZIP)
		(void)inflateEnd(&inflate->gzip);
	ZSTD_freeDStream(inflate->zstd);
	fxr_free(inflate);
}
