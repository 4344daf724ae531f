/* SPDX-License-Identifier: MIT */
/*
 * Chunks of an apitrace file, see stream.h.
 */
#include "tools/convert/apitrace/stream.h"

#include <snappy-c.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"

void apitrace_stream_open(struct apitrace_stream *stream, FILE *out)
{
	*stream = (struct apitrace_stream){.out = out};
	stream->chunk = fxr_new(APITRACE_CHUNK_BYTES, 1);
	stream->packed = fxr_new(
		4 + snappy_max_compressed_length(APITRACE_CHUNK_BYTES), 1);
	fwrite(APITRACE_MAGIC, 1, 2, out);
}

static void flush(struct apitrace_stream *stream)
{
	unsigned char *to = stream->packed;
	size_t n = snappy_max_compressed_length(APITRACE_CHUNK_BYTES);

	if (snappy_compress((const char *)stream->chunk, stream->n_bytes,
			    (char *)to + 4, &n) != SNAPPY_OK)
		die("snappy cannot pack"); /* never, in so much space */
	for (unsigned i = 0; i < 4; i++)
		to[i] = (unsigned char)(n >> 8 * i);
	fwrite(to, 1, n + 4, stream->out);
	stream->n_bytes = 0;
}

void apitrace_stream_put(struct apitrace_stream *stream, const void *bytes,
			 size_t n_bytes)
{
	const unsigned char *at = bytes;

	while (n_bytes) {
		size_t n = APITRACE_CHUNK_BYTES - stream->n_bytes;

		if (n > n_bytes)
			n = n_bytes;
		memcpy(stream->chunk + stream->n_bytes, at, n);
		stream->n_bytes += n;
		at += n;
		n_bytes -= n;
		if (stream->n_bytes == APITRACE_CHUNK_BYTES)
			flush(stream);
	}
}

static void put_sig(struct apitrace_stream *stream, struct apitrace_sig *sig)
{
	struct apitrace_pack *id = &stream->id;

	id->n_bytes = 0;
	apitrace_pack_varint(id, sig->id);
	apitrace_stream_put(stream, id->bytes, id->n_bytes);
	if (!sig->is_written)
		apitrace_stream_put(stream, sig->definition.bytes,
				    sig->definition.n_bytes);
	sig->is_written = true;
}

void apitrace_stream_put_pack(struct apitrace_stream *stream,
			      const struct apitrace_pack *pack)
{
	size_t at = 0;

	for (size_t i = 0; i < pack->n_refs; i++) {
		size_t to = pack->refs[i].at;

		if (to > at)
			apitrace_stream_put(stream, pack->bytes + at, to - at);
		put_sig(stream, pack->refs[i].sig);
		at = to;
	}
	if (pack->n_bytes > at)
		apitrace_stream_put(stream, pack->bytes + at,
				    pack->n_bytes - at);
}

void apitrace_stream_close(struct apitrace_stream *stream)
{
	if (stream->n_bytes)
		flush(stream);
	free(stream->chunk);
	free(stream->packed);
	apitrace_pack_free(&stream->id);
	*stream = (struct apitrace_stream){0};
}
