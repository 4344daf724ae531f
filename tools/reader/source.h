/* SPDX-License-Identifier: MIT */
/*
 * The source of an archive's bytes: a file, a pipe, memory, or any of these
 * compressed (gzip and zstd, detected by their first bytes). Sequential reading
 * goes through one window, random reading through a cache of blocks. A pipe or
 * a compressed file allows random reading only if it was spooled to an unlinked
 * temporary file when opened. Files are read, not mapped: their writer may
 * truncate them when it finishes them.
 */
#ifndef TOOLS_READER_SOURCE_H
#define TOOLS_READER_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Largest piece that a window shows at once; larger records are skipped. */
#define FXR_WINDOW_MAX_BYTES (64u << 20)

struct fxr_source;

/*
 * path         a file, or "-" for standard input
 * is_seekable  true: fxr_source_read will be used
 * why          space of 160 bytes for an explanation.
 * Returns NULL and why on failure.
 */
struct fxr_source *fxr_source_open(const char *path, bool is_seekable,
				   char *why);
/* The same of a descriptor, which is closed with the source. */
struct fxr_source *fxr_source_open_fd(int fd, bool is_seekable, char *why);
/* The same over a copy of n_bytes of memory, always seekable. */
struct fxr_source *fxr_source_open_memory(const void *bytes, size_t n_bytes);

/* A descriptor of the same bytes, for another source: of a seekable one, whose
 * bytes are not in memory. What was not spooled yet is not among them. -1 and
 * errno: there is none. */
int fxr_source_fd(const struct fxr_source *source);

/* Adds a copy of further bytes to a source in memory. Bytes before keep_off,
 * which never falls, may be freed. */
void fxr_source_feed(struct fxr_source *source, const void *bytes,
		     size_t n_bytes, uint64_t keep_off);

/*
 * Shows at least n_bytes from file offset off, fewer only at the end of the
 * data. off is a multiple of 8. Except for plain files, it never falls from
 * call to call. The view is 8-aligned and lives until the next call.
 * n_got    out: bytes that may be read there
 */
const void *fxr_source_window(struct fxr_source *source, uint64_t off,
			      size_t n_bytes, size_t *n_got);

/* The bytes at off without a copy, as far as they are in memory: n_got bytes,
 * maybe none. Lives until the next call. */
const void *fxr_source_peek(struct fxr_source *source, uint64_t off,
			    size_t *n_got);

/* Copies n_bytes from off; false if they are not (or no longer) all there. */
bool fxr_source_read(struct fxr_source *source, uint64_t off, void *to,
		     size_t n_bytes);

/* The same past the cache, as the file is at this moment. Small pieces. */
bool fxr_source_read_now(struct fxr_source *source, uint64_t off, void *to,
			 size_t n_bytes);

/* The next window is read from the file again. Only for plain files. */
void fxr_source_forget(struct fxr_source *source);

/* Why the data ended too early (a read error, a damaged compressed file), or
 * NULL. */
const char *fxr_source_trouble(const struct fxr_source *source);

/* Bytes in all, or 0 while that is not known. */
uint64_t fxr_source_bytes(const struct fxr_source *source);

void fxr_source_close(struct fxr_source *source);

/* Writes all of the bytes; false and errno. */
bool fxr_write_all(int fd, const char *bytes, size_t n_bytes);

#endif
