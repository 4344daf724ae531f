/* SPDX-License-Identifier: MIT */
/*
 * gzip by zlib and zstd by libzstd, see pack.h.
 */
#include "tools/archive/pack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <zlib.h>
#include <zstd.h>

#include "tools/base/die.h"

/* Fast enough for a live stream. */
enum { GZIP_LEVEL = 1, ZSTD_LEVEL = 1 };

/* zstd's seekable format, version 0.1.0. */
#define TABLE_MAGIC 0x184d2a5eu
#define TABLE_END_MAGIC 0x8f92eab1u
/* Most frames in a table; the archive is complete without one. */
#define MAX_FRAMES 0x8000000u

struct frame {
	uint32_t n_packed, n_bytes;
};

struct pack {
	enum packing packing;
	z_stream gzip;
	ZSTD_CCtx *zstd;
	unsigned char *out;
	size_t capacity;
	struct frame *frames; /* zstd */
	size_t n_frames, n_frame_capacity;
};

bool pack_named(const char *name, enum packing *packing)
{
	static const char *const names[] = {"none", "gzip", "zstd"};

	for (int i = 0; i < 3; i++)
		if (strcmp(name, names[i]) == 0) {
			*packing = (enum packing)i;
			return true;
		}
	return false;
}

const char *pack_check(const char *name)
{
	enum packing packing;

	return pack_named(name, &packing) ? NULL
					  : "expected none, gzip or zstd";
}

enum packing pack_by_suffix(const char *path, size_t *n_bytes)
{
	static const char *const suffixes[] = {"", ".gz", ".zst"};
	size_t n_path = strlen(path);

	for (int i = PACKING_ZSTD; i > PACKING_NONE; i--) {
		size_t n = strlen(suffixes[i]);

		if (n_path <= n || strcmp(path + n_path - n, suffixes[i]) != 0)
			continue;
		*n_bytes = n_path - n;
		return (enum packing)i;
	}
	*n_bytes = n_path;
	return PACKING_NONE;
}

enum packing pack_wanted(const char *word, const char *path)
{
	enum packing packing;
	size_t n_bytes;

	return word && pack_named(word, &packing)
		       ? packing
		       : pack_by_suffix(path, &n_bytes);
}

struct pack *pack_open(enum packing packing)
{
	struct pack *pack = calloc(1, sizeof(*pack));

	if (!pack)
		die("out of memory");
	pack->packing = packing;
	/* 15 + 16: the largest window, with a gzip header */
	if (packing == PACKING_GZIP &&
	    deflateInit2(&pack->gzip, GZIP_LEVEL, Z_DEFLATED, 15 + 16, 8,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		die("zlib does not start");
	if (packing == PACKING_ZSTD) {
		pack->zstd = ZSTD_createCCtx();
		if (!pack->zstd)
			die("libzstd does not start");
		(void)ZSTD_CCtx_setParameter(
			pack->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL);
	}
	return pack;
}

void pack_close(struct pack *pack)
{
	if (!pack)
		return;
	if (pack->packing == PACKING_GZIP)
		(void)deflateEnd(&pack->gzip);
	ZSTD_freeCCtx(pack->zstd);
	free(pack->out);
	free(pack->frames);
	free(pack);
}

static void make_space(struct pack *pack, size_t n_bytes)
{
	if (n_bytes <= pack->capacity)
		return;
	free(pack->out);
	pack->out = malloc(n_bytes);
	pack->capacity = n_bytes;
	if (!pack->out)
		die("out of memory");
}

static size_t pack_gzip(struct pack *pack, const void *bytes, size_t n_bytes)
{
	z_stream *gzip = &pack->gzip;

	make_space(pack, deflateBound(gzip, n_bytes));
	gzip->next_in = (unsigned char *)bytes;
	gzip->avail_in = (unsigned)n_bytes;
	gzip->next_out = pack->out;
	gzip->avail_out = (unsigned)pack->capacity;
	if (deflate(gzip, Z_FINISH) != Z_STREAM_END)
		die("zlib fails");
	n_bytes = pack->capacity - gzip->avail_out;
	(void)deflateReset(gzip);
	return n_bytes;
}

static void note_frame(struct pack *pack, size_t n_packed, size_t n_bytes)
{
	if (pack->n_frames == pack->n_frame_capacity) {
		pack->n_frame_capacity += pack->n_frame_capacity / 2 + 1024;
		pack->frames =
			realloc(pack->frames,
				pack->n_frame_capacity * sizeof(*pack->frames));
		if (!pack->frames)
			die("out of memory");
	}
	pack->frames[pack->n_frames++] =
		(struct frame){(uint32_t)n_packed, (uint32_t)n_bytes};
}

int pack_resume(struct pack *pack, int fd, uint64_t n_bytes)
{
	const char *map;
	size_t n;
	int error = 0;

	if (pack->packing != PACKING_ZSTD || n_bytes == 0)
		return 0;
	map = mmap(NULL, n_bytes, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return errno;
	for (uint64_t at = 0; at < n_bytes && !error; at += n) {
		unsigned long long n_plain =
			ZSTD_getFrameContentSize(map + at, n_bytes - at);

		n = ZSTD_findFrameCompressedSize(map + at, n_bytes - at);
		if (ZSTD_isError(n) || n_plain > UINT32_MAX)
			error = EINVAL;
		else
			note_frame(pack, n, n_plain);
	}
	(void)munmap((void *)map, n_bytes);
	return error;
}

static size_t pack_zstd(struct pack *pack, const void *bytes, size_t n_bytes)
{
	size_t n_packed;

	make_space(pack, ZSTD_compressBound(n_bytes));
	n_packed = ZSTD_compress2(pack->zstd, pack->out, pack->capacity, bytes,
				  n_bytes);
	if (ZSTD_isError(n_packed))
		die("libzstd: %s", ZSTD_getErrorName(n_packed));
	note_frame(pack, n_packed, n_bytes);
	return n_packed;
}

const void *pack_frame(struct pack *pack, const void *bytes, size_t n_bytes,
		       size_t *n_packed)
{
	*n_packed = pack->packing == PACKING_GZIP
			    ? pack_gzip(pack, bytes, n_bytes)
			    : pack_zstd(pack, bytes, n_bytes);
	return pack->out;
}

static unsigned char *put4(unsigned char *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		*at++ = (unsigned char)(value >> 8 * i);
	return at;
}

const void *pack_table(struct pack *pack, size_t *n_packed)
{
	size_t n_bytes = pack->n_frames * 8 + 9;
	unsigned char *at;

	if (pack->packing != PACKING_ZSTD || pack->n_frames > MAX_FRAMES)
		return NULL;
	make_space(pack, n_bytes + 8);
	at = put4(put4(pack->out, TABLE_MAGIC), (uint32_t)n_bytes);
	for (size_t i = 0; i < pack->n_frames; i++)
		at = put4(put4(at, pack->frames[i].n_packed),
			  pack->frames[i].n_bytes);
	at = put4(at, (uint32_t)pack->n_frames);
	*at++ = 0; /* no checksums */
	at = put4(at, TABLE_END_MAGIC);
	*n_packed = (size_t)(at - pack->out);
	return pack->out;
}

void pack_forget_last(struct pack *pack)
{
	if (pack->packing == PACKING_ZSTD)
		pack->n_frames--;
}
