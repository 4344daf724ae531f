/* SPDX-License-Identifier: MIT */
/*
 * Containers of apitrace files, see source.h.
 */
#include "tools/convert/apitrace/source.h"

#include <brotli/decode.h>
#include <snappy-c.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/apitrace/apitrace.h"
#include "tools/convert/snappy.h"
#include "tools/convert/unpacked.h"
#include "tools/reader/inflate.h"
#include "tools/reader/memory.h"
#include "tools/base/die.h"

/* Apitrace's writer packs 1 MiB at a time; no known writer uses more. */
#define MAX_CHUNK_BYTES (16u << 20)
#define BUFFER_BYTES (256u << 10)

struct brotli {
	BrotliDecoderState *state;
	uint8_t input[16384];
	const uint8_t *next_in;
	size_t n_in;
	bool is_done;
};

struct apitrace_source {
	FILE *in;
	unsigned char head[4]; /* read ahead, to detect the container */
	size_t n_head, head_at;
	enum { SNAPPY, INFLATE, BROTLI } container;
	struct fxr_inflate *inflate;
	struct brotli brotli;
	unsigned char *packed, *buffer;
	size_t packed_capacity, buffer_capacity;
	size_t at, n; /* of the buffer */
	uint64_t off; /* of the buffer's first byte */
	bool is_end, is_cut;
	char trouble[APITRACE_TROUBLE_BYTES];
};

static void fail_source(struct apitrace_source *source, const char *what)
{
	if (!source->trouble[0])
		snprintf(source->trouble, sizeof(source->trouble), "%s", what);
	source->is_end = true;
}

/* The file's bytes, unchanged. */
static size_t read_file(void *context, void *to, size_t n_bytes)
{
	struct apitrace_source *source = context;
	size_t n = source->n_head - source->head_at;

	if (n > n_bytes)
		n = n_bytes;
	memcpy(to, source->head + source->head_at, n);
	source->head_at += n;
	n += fread((char *)to + n, 1, n_bytes - n, source->in);
	if (ferror(source->in))
		fail_source(source, "the file cannot be read");
	return n;
}

static void mark_cut(struct apitrace_source *source)
{
	source->is_cut = source->is_end = true;
}

/* The next chunk's packed bytes and their number; false: no more. */
static bool read_chunk(struct apitrace_source *source, size_t *n_packed)
{
	unsigned char bytes[4];
	size_t n = read_file(source, bytes, 4);
	uint32_t length = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
			  (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;

	source->is_end = n < 4 || !length;
	if (n && n < 4)
		mark_cut(source);
	if (source->is_end)
		return false;
	if (length > snappy_max_compressed_length(MAX_CHUNK_BYTES)) {
		fail_source(source, "a chunk that is longer than any");
		return false;
	}
	/* as much as there is, whatever the length claims */
	for (*n_packed = 0; *n_packed < length; *n_packed += n) {
		size_t want = length - *n_packed;

		if (want > BUFFER_BYTES)
			want = BUFFER_BYTES;
		source->packed =
			fxr_grow(source->packed, &source->packed_capacity,
				 *n_packed + want, 1);
		n = read_file(source, source->packed + *n_packed, want);
		if (!n)
			break;
	}
	if (*n_packed < length)
		mark_cut(source);
	return true;
}

static void fill_snappy(struct apitrace_source *source)
{
	size_t n_packed, n_bytes;

	if (!read_chunk(source, &n_packed))
		return;
	if (snappy_uncompressed_length((const char *)source->packed, n_packed,
				       &n_bytes) != SNAPPY_OK ||
	    n_bytes > MAX_CHUNK_BYTES) {
		if (!source->is_cut)
			fail_source(source,
				    "a chunk without a length that makes "
				    "sense");
		return;
	}
	source->buffer = fxr_grow(source->buffer, &source->buffer_capacity,
				  n_bytes + 1, 1);
	source->n = snappy_salvage(source->packed, n_packed, source->buffer,
				   n_bytes);
	if (source->n < n_bytes && !source->is_cut)
		fail_source(source, "a chunk of snappy that is damaged");
}

static void fill_inflate(struct apitrace_source *source)
{
	const char *trouble;

	source->n = fxr_inflate(source->inflate, source->buffer, BUFFER_BYTES);
	if (source->n)
		return;
	source->is_end = true;
	trouble = fxr_inflate_trouble(source->inflate);
	if (trouble && strcmp(trouble, FXR_INFLATE_CUT) == 0)
		mark_cut(source);
	else if (trouble)
		fail_source(source, trouble);
}

static void fill_brotli(struct apitrace_source *source)
{
	struct brotli *brotli = &source->brotli;
	uint8_t *to = source->buffer;
	size_t space = BUFFER_BYTES;

	while (space == BUFFER_BYTES && !brotli->is_done && !source->is_end) {
		BrotliDecoderResult result = BrotliDecoderDecompressStream(
			brotli->state, &brotli->n_in, &brotli->next_in, &space,
			&to, NULL);

		brotli->is_done = result == BROTLI_DECODER_RESULT_SUCCESS;
		if (result == BROTLI_DECODER_RESULT_ERROR)
			fail_source(source,
				    "neither packed as apitrace does it nor "
				    "sound brotli");
		if (result != BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT)
			continue;
		brotli->next_in = brotli->input;
		brotli->n_in =
			read_file(source, brotli->input, sizeof(brotli->input));
		if (!brotli->n_in)
			mark_cut(source);
	}
	source->n = BUFFER_BYTES - space;
	source->is_end |= !source->n;
}

static void fill_buffer(struct apitrace_source *source)
{
	source->off += source->n;
	source->at = source->n = 0;
	while (!source->n && !source->is_end) {
		if (source->container == SNAPPY)
			fill_snappy(source);
		else if (source->container == INFLATE)
			fill_inflate(source);
		else
			fill_brotli(source);
	}
}

size_t apitrace_source_read(struct apitrace_source *source, void *to,
			    size_t n_bytes)
{
	size_t n_done = 0;

	while (n_done < n_bytes) {
		size_t n = source->n - source->at;

		if (!n) {
			fill_buffer(source);
			n = source->n;
		}
		if (!n)
			break;
		if (n > n_bytes - n_done)
			n = n_bytes - n_done;
		memcpy((char *)to + n_done, source->buffer + source->at, n);
		source->at += n;
		n_done += n;
	}
	return n_done;
}

int apitrace_source_byte(struct apitrace_source *source)
{
	if (source->at == source->n)
		fill_buffer(source);
	return source->at == source->n ? -1 : source->buffer[source->at++];
}

uint64_t apitrace_source_off(const struct apitrace_source *source)
{
	return source->off + source->at;
}

const char *apitrace_source_trouble(const struct apitrace_source *source)
{
	return source->trouble[0] ? source->trouble : NULL;
}

bool apitrace_source_is_cut(const struct apitrace_source *source)
{
	return source->is_cut;
}

struct apitrace_source *apitrace_source_open(FILE *in)
{
	struct apitrace_source *source = fxr_new(1, sizeof(*source));
	enum fxr_packing packing;

	source->in = in;
	source->n_head = fread(source->head, 1, sizeof(source->head), in);
	source->buffer =
		fxr_grow(NULL, &source->buffer_capacity, BUFFER_BYTES, 1);
	packing = fxr_packing_of(source->head, source->n_head);
	if (source->n_head >= 2 && memcmp(source->head, APITRACE_MAGIC, 2) == 0)
		source->head_at = 2;
	else if (packing)
		source->inflate = fxr_inflate_open(packing, read_file, source);
	else
		source->container = BROTLI;
	if (source->inflate)
		source->container = INFLATE;
	if (source->container == BROTLI)
		source->brotli.state =
			BrotliDecoderCreateInstance(NULL, NULL, NULL);
	if (source->container == BROTLI && !source->brotli.state)
		die("out of memory");
	return source;
}

void apitrace_source_close(struct apitrace_source *source)
{
	if (source->inflate)
		fxr_inflate_close(source->inflate);
	if (source->brotli.state)
		BrotliDecoderDestroyInstance(source->brotli.state);
	free(source->packed);
	free(source->buffer);
	free(source);
}

/* A version, and what comes behind it in files of that version. */
static bool is_beginning(const unsigned char *bytes, size_t n_bytes)
{
	if (n_bytes < 2 || bytes[0] > APITRACE_VERSION)
		return false;
	return bytes[0] < 6 ? bytes[1] == APITRACE_ENTER : bytes[1] <= bytes[0];
}

bool apitrace_source_probe(const unsigned char *bytes, size_t n_bytes)
{
	unsigned char head[2];

	if (n_bytes >= 8 && memcmp(bytes, APITRACE_MAGIC, 2) == 0)
		return !bytes[5] || bytes[5] == 1; /* under 32 MiB */
	if (fxr_packing_of(bytes, n_bytes) == FXR_PACKING_NONE)
		return false;
	return is_beginning(head,
			    unpacked_head(bytes, n_bytes, head, sizeof(head)));
}
