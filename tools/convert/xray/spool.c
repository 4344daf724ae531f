/* SPDX-License-Identifier: MIT */
/*
 * Parallel streams, see spool.h. Each has a buffer while it grows. A full
 * buffer becomes a chunk of the temporary file. If there are too many buffers,
 * all of them do.
 */
#include "tools/convert/xray/spool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/reader/memory.h"
#include "tools/reader/temporary.h"

#define BUFFER_BYTES 4096u
#define MAX_BUFFERS ((64u << 20) / BUFFER_BYTES)

struct chunk {
	uint64_t off;
	uint32_t n_bytes;
	uint32_t next; /* counted from 1; 0 = it is the last */
};

struct stream {
	uint64_t n_bytes; /* in total */
	unsigned char *buffer;
	uint32_t n_buffered;
	uint32_t first, last; /* chunks, counted from 1; 0 = none */
};

struct xray_spool {
	FILE *file;
	uint64_t file_bytes;
	struct stream *streams;
	size_t n_streams, streams_capacity;
	struct chunk *chunks;
	size_t n_chunks, chunks_capacity;
	size_t n_buffers;
	int error;
};

struct xray_spool *xray_spool_open(void)
{
	struct xray_spool *spool = fxr_new(1, sizeof(*spool));

	spool->file = fxr_temporary_file();
	if (!spool->file)
		die("a temporary file: %s", strerror(errno));
	return spool;
}

void xray_spool_close(struct xray_spool *spool)
{
	for (size_t i = 0; i < spool->n_streams; i++)
		free(spool->streams[i].buffer);
	free(spool->streams);
	free(spool->chunks);
	fclose(spool->file);
	free(spool);
}

/* The first errno counts. */
static bool fail(struct xray_spool *spool)
{
	if (!spool->error)
		spool->error = errno ?: EIO;
	return false;
}

/* Writes a stream's buffer as a chunk. */
static void spill(struct xray_spool *spool, struct stream *stream)
{
	struct chunk *chunk;

	if (fwrite_unlocked(stream->buffer, 1, stream->n_buffered,
			    spool->file) < stream->n_buffered)
		fail(spool);
	spool->chunks = fxr_grow(spool->chunks, &spool->chunks_capacity,
				 spool->n_chunks + 1, sizeof(*spool->chunks));
	chunk = &spool->chunks[spool->n_chunks++];
	*chunk = (struct chunk){spool->file_bytes, stream->n_buffered, 0};
	spool->file_bytes += stream->n_buffered;
	stream->n_buffered = 0;
	if (stream->last)
		spool->chunks[stream->last - 1].next =
			(uint32_t)spool->n_chunks;
	else
		stream->first = (uint32_t)spool->n_chunks;
	stream->last = (uint32_t)spool->n_chunks;
}

static void spill_all(struct xray_spool *spool)
{
	for (size_t i = 0; i < spool->n_streams; i++) {
		struct stream *stream = &spool->streams[i];

		if (stream->n_buffered)
			spill(spool, stream);
		free(stream->buffer);
		stream->buffer = NULL;
	}
	spool->n_buffers = 0;
}

static unsigned char *new_buffer(struct xray_spool *spool)
{
	if (spool->n_buffers == MAX_BUFFERS)
		spill_all(spool);
	spool->n_buffers++;
	return fxr_new(1, BUFFER_BYTES);
}

void xray_spool_put(struct xray_spool *spool, uint32_t index, const void *bytes,
		    size_t n_bytes)
{
	struct stream *stream;
	const unsigned char *from = bytes;

	if (index >= spool->n_streams) {
		spool->streams =
			fxr_grow(spool->streams, &spool->streams_capacity,
				 (size_t)index + 1, sizeof(*spool->streams));
		spool->n_streams = (size_t)index + 1;
	}
	stream = &spool->streams[index];
	stream->n_bytes += n_bytes;
	while (n_bytes) {
		size_t n = BUFFER_BYTES - stream->n_buffered;

		if (!stream->buffer)
			stream->buffer = new_buffer(spool);
		n = n < n_bytes ? n : n_bytes;
		memcpy(stream->buffer + stream->n_buffered, from, n);
		stream->n_buffered += (uint32_t)n;
		from += n;
		n_bytes -= n;
		if (stream->n_buffered == BUFFER_BYTES)
			spill(spool, stream);
	}
}

uint64_t xray_spool_bytes(const struct xray_spool *spool, uint32_t index)
{
	return index < spool->n_streams ? spool->streams[index].n_bytes : 0;
}

int xray_spool_error(const struct xray_spool *spool)
{
	return spool->error;
}

static bool copy_chunk(struct xray_spool *spool, const struct chunk *chunk,
		       FILE *out)
{
	unsigned char bytes[BUFFER_BYTES];

	errno = 0;
	if (fseeko(spool->file, (off_t)chunk->off, SEEK_SET) ||
	    fread(bytes, 1, chunk->n_bytes, spool->file) != chunk->n_bytes)
		return fail(spool);
	fwrite_unlocked(bytes, 1, chunk->n_bytes, out);
	return true;
}

bool xray_spool_copy(struct xray_spool *spool, uint32_t index, FILE *out)
{
	const struct stream *stream;

	if (index >= spool->n_streams)
		return true;
	stream = &spool->streams[index];
	if (spool->error || fflush(spool->file))
		return fail(spool);
	for (uint32_t at = stream->first; at; at = spool->chunks[at - 1].next)
		if (!copy_chunk(spool, &spool->chunks[at - 1], out))
			return false;
	if (stream->n_buffered)
		fwrite_unlocked(stream->buffer, 1, stream->n_buffered, out);
	return true;
}
