/* SPDX-License-Identifier: MIT */
/*
 * Compression of the archive: each save is one whole frame (zstd) or member
 * (gzip). A file that ends behind any of them can be unpacked.
 */
#ifndef TOOLS_ARCHIVE_PACK_H
#define TOOLS_ARCHIVE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum packing {
	PACKING_NONE,
	PACKING_GZIP,
	PACKING_ZSTD,
};

struct pack;

/* The packing that a word names ("none", "gzip", "zstd"). False: none. */
bool pack_named(const char *name, enum packing *packing);

/* The packing by a file's name, from its end (.gz, .zst). *n_bytes: the length
 * of the name before that. */
enum packing pack_by_suffix(const char *path, size_t *n_bytes);

/* How to pack a file: by the word, or, if that is NULL, by the file's name. */
enum packing pack_wanted(const char *word, const char *path);

/* NULL, or what is wrong with the word: for an option's table. */
const char *pack_check(const char *name);

/* packing: not PACKING_NONE. Dies if memory runs out. */
struct pack *pack_open(enum packing packing);
void pack_close(struct pack *pack);

/* The first n_bytes of the file are frames that another process has written:
 * the table is to have them. Returns 0 or errno. */
int pack_resume(struct pack *pack, int fd, uint64_t n_bytes);

/*
 * Packs n_bytes as one frame.
 * Returns the packed bytes, borrowed until the next call; *n_packed their
 * number. Dies if memory runs out.
 */
const void *pack_frame(struct pack *pack, const void *bytes, size_t n_bytes,
		       size_t *n_packed);

/* The table of all frames that readers use to seek (zstd's seekable format), as
 * a frame to be skipped; NULL: this packing has no table. */
const void *pack_table(struct pack *pack, size_t *n_packed);

/* The last frame did not get into the file. */
void pack_forget_last(struct pack *pack);

#endif
