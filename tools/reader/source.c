/* SPDX-License-Identifier: MIT */
/*
 * Bytes of an archive, see source.h. All input passes through pull(), which
 * inflates if need be, and goes into a window or a spool file.
 */
#include "tools/reader/source.h"
#include "tools/reader/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/reader/inflate.h"
#include "tools/reader/memory.h"

#define WINDOW_BYTES ((size_t)256 << 10)
#define BLOCK_BYTES ((size_t)64 << 10)
#define SPOOL_BYTES ((size_t)64 << 10)
#define N_BLOCKS 128u
#define NO_BLOCK UINT64_MAX

struct block {
	uint64_t index; /* of the file, NO_BLOCK = empty */
	size_t n_bytes;
	unsigned char *bytes;
};

struct fxr_source {
	int fd;		       /* -1: memory */
	bool is_plain;	       /* fd can be read at any offset */
	uint64_t n_bytes;      /* of a plain file or memory, 0 unknown */
	uint64_t pulled_off;   /* bytes pulled so far */
	unsigned char *memory; /* from memory_off on */
	uint64_t memory_off;
	size_t memory_capacity;
	uint64_t spooled_bytes;
	int spool_fd;	 /* holds what was pulled so far; -1: none */
	bool is_spooled; /* all of the input is in it */
	struct fxr_inflate *inflate;
	unsigned char head[8]; /* read to find the kind, not yet pulled */
	size_t head_bytes;
	char trouble[160];

	unsigned char *window;
	size_t window_capacity, window_bytes;
	uint64_t window_off;
	struct block blocks[N_BLOCKS];
};

static void set_trouble(struct fxr_source *source, const char *what)
{
	if (!*source->trouble)
		snprintf(source->trouble, sizeof(source->trouble), "%s", what);
}

/* Raw bytes of the descriptor; 0 at the end or on an error. */
static size_t read_raw(struct fxr_source *source, void *to, size_t n_bytes)
{
	ssize_t n_got;

	if (source->head_bytes) {
		size_t n = source->head_bytes < n_bytes ? source->head_bytes
							: n_bytes;

		memcpy(to, source->head, n);
		memmove(source->head, source->head + n, source->head_bytes - n);
		source->head_bytes -= n;
		return n;
	}
	do
		n_got = read(source->fd, to, n_bytes);
	while (n_got < 0 && errno == EINTR);
	if (n_got < 0)
		set_trouble(source, strerror(errno));
	return n_got < 0 ? 0 : (size_t)n_got;
}

static size_t read_for_inflate(void *context, void *to, size_t n_bytes)
{
	return read_raw(context, to, n_bytes);
}

/* Bytes of a file at off; fewer at its end. */
static size_t read_file(struct fxr_source *source, int fd, uint64_t off,
			void *to, size_t n_bytes)
{
	size_t n_done = 0;

	while (n_done < n_bytes) {
		ssize_t n_got = pread(fd, (char *)to + n_done, n_bytes - n_done,
				      (off_t)(off + n_done));

		if (n_got < 0 && errno == EINTR)
			continue;
		if (n_got < 0)
			set_trouble(source, strerror(errno));
		if (n_got <= 0)
			break;
		n_done += (size_t)n_got;
	}
	return n_done;
}

/* The next n_bytes of what can be read only once, fewer at the end. */
static size_t pull_once(struct fxr_source *source, void *to, size_t n_bytes)
{
	size_t n_done = 0;

	while (n_done < n_bytes) {
		char *at = (char *)to + n_done;
		size_t n_got;

		if (source->inflate)
			n_got = fxr_inflate(source->inflate, at,
					    n_bytes - n_done);
		else
			n_got = read_raw(source, at, n_bytes - n_done);
		if (!n_got)
			break;
		n_done += n_got;
	}
	if (source->inflate && fxr_inflate_trouble(source->inflate))
		set_trouble(source, fxr_inflate_trouble(source->inflate));
	return n_done;
}

bool fxr_write_all(int fd, const char *bytes, size_t n_bytes)
{
	while (n_bytes) {
		ssize_t n_done = write(fd, bytes, n_bytes);

		if (n_done < 0 && errno == EINTR)
			continue;
		if (n_done <= 0)
			return false;
		bytes += n_done;
		n_bytes -= (size_t)n_done;
	}
	return true;
}

/* Extends the spool file to byte off, and no further: what follows a damaged
 * record may unpack to any size. */
static void spool_to(struct fxr_source *source, uint64_t off)
{
	char piece[SPOOL_BYTES];

	while (source->spooled_bytes < off && !source->is_spooled) {
		size_t n_got = pull_once(source, piece, sizeof(piece));

		if (n_got && !fxr_write_all(source->spool_fd, piece, n_got)) {
			set_trouble(source, strerror(errno));
			n_got = 0;
		}
		source->spooled_bytes += n_got;
		source->is_spooled = !n_got;
	}
	if (source->is_spooled)
		source->n_bytes = source->spooled_bytes;
}

/* Bytes at off of what can be read at any offset; fewer at its end. */
static size_t read_at(struct fxr_source *source, uint64_t off, void *to,
		      size_t n_bytes)
{
	if (source->memory) {
		if (off < source->memory_off || off >= source->n_bytes)
			return 0;
		if (n_bytes > source->n_bytes - off)
			n_bytes = source->n_bytes - off;
		memcpy(to, source->memory + (off - source->memory_off),
		       n_bytes);
		return n_bytes;
	}
	if (source->spool_fd < 0)
		return read_file(source, source->fd, off, to, n_bytes);
	if (off > UINT64_MAX - n_bytes)
		return 0;
	spool_to(source, off + n_bytes);
	return read_file(source, source->spool_fd, off, to, n_bytes);
}

/* The next n_bytes of the archive, fewer at the end. */
static size_t pull(struct fxr_source *source, void *to, size_t n_bytes)
{
	size_t n_done = source->is_plain ? read_at(source, source->pulled_off,
						   to, n_bytes)
					 : pull_once(source, to, n_bytes);

	source->pulled_off += n_done;
	return n_done;
}

/* From now on, input can be read at any offset, through a temporary file. */
static bool start_spool(struct fxr_source *source, char *why)
{
	source->spool_fd = fxr_temporary();
	if (source->spool_fd < 0) {
		snprintf(why, 160, "temporary file: %s", strerror(errno));
		return false;
	}
	source->is_plain = true;
	return true;
}

/* Reads the first bytes; what cannot be read again stays in head. */
static void find_kind(struct fxr_source *source)
{
	struct stat status;
	enum fxr_packing packing;
	size_t n_got = 1;

	if (!fstat(source->fd, &status) && S_ISREG(status.st_mode)) {
		source->is_plain = true;
		source->n_bytes = (uint64_t)status.st_size;
		source->head_bytes = read_at(source, 0, source->head, 4);
	}
	while (!source->is_plain && source->head_bytes < 4 && n_got) {
		unsigned char byte;
		size_t n_kept = source->head_bytes;

		source->head_bytes = 0;
		n_got = read_raw(source, &byte, 1);
		source->head_bytes = n_kept;
		if (n_got)
			source->head[source->head_bytes++] = byte;
	}
	packing = fxr_packing_of(source->head, source->head_bytes);
	if (source->is_plain)
		source->head_bytes = 0;
	if (packing == FXR_PACKING_NONE)
		return;
	if (source->is_plain)
		(void)lseek(source->fd, 0, SEEK_SET);
	source->is_plain = false;
	source->n_bytes = 0;
	source->inflate = fxr_inflate_open(packing, read_for_inflate, source);
}

static struct fxr_source *new_source(int fd)
{
	struct fxr_source *source = fxr_new(1, sizeof(*source));
	size_t i;

	source->fd = fd;
	source->spool_fd = -1;
	for (i = 0; i < N_BLOCKS; i++)
		source->blocks[i].index = NO_BLOCK;
	return source;
}

struct fxr_source *fxr_source_open(const char *path, bool is_seekable,
				   char *why)
{
	bool is_stdin = !strcmp(path, "-");
	int fd = is_stdin ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	return fxr_source_open_fd(fd, is_seekable, why);
}

struct fxr_source *fxr_source_open_fd(int fd, bool is_seekable, char *why)
{
	struct fxr_source *source;
	struct stat status;

	if (fd < 0 || fstat(fd, &status) < 0) {
		snprintf(why, 160, "%s", strerror(errno));
		return NULL;
	}
	if (S_ISDIR(status.st_mode)) {
		snprintf(why, 160, "%s", strerror(EISDIR));
		close(fd);
		return NULL;
	}
	source = new_source(fd);
	find_kind(source);
	if (is_seekable && !source->is_plain && !start_spool(source, why)) {
		fxr_source_close(source);
		return NULL;
	}
	return source;
}

struct fxr_source *fxr_source_open_memory(const void *bytes, size_t n_bytes)
{
	struct fxr_source *source = new_source(-1);

	source->memory_capacity = n_bytes + 1;
	source->memory = fxr_new(source->memory_capacity, 1);
	if (n_bytes)
		memcpy(source->memory, bytes, n_bytes);
	source->n_bytes = n_bytes;
	source->is_plain = true;
	return source;
}

int fxr_source_fd(const struct fxr_source *source)
{
	int fd = source->spool_fd >= 0 ? source->spool_fd : source->fd;

	/* plain files are read by offsets, so that a position is shared */
	return fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

void fxr_source_feed(struct fxr_source *source, const void *bytes,
		     size_t n_bytes, uint64_t keep_off)
{
	uint64_t n_past = keep_off - source->memory_off;
	uint64_t n_kept = source->n_bytes - keep_off;

	/* only now and then: each byte is moved once at most */
	if (n_past > n_kept) {
		memmove(source->memory, source->memory + n_past, n_kept);
		source->memory_off = keep_off;
	}
	n_kept = source->n_bytes - source->memory_off;
	if (source->memory_capacity < n_kept + n_bytes)
		source->memory =
			fxr_grow(source->memory, &source->memory_capacity,
				 n_kept + n_bytes, 1);
	memcpy(source->memory + n_kept, bytes, n_bytes);
	source->n_bytes += n_bytes;
}

/* Moves the window up to off, past bytes that nobody needs. */
static void move_window(struct fxr_source *source, uint64_t off)
{
	uint64_t n_past = off - source->window_off;

	if (n_past <= source->window_bytes) {
		source->window_bytes -= n_past;
		memmove(source->window, source->window + n_past,
			source->window_bytes);
		source->window_off = off;
		return;
	}
	n_past -= source->window_bytes;
	source->window_bytes = 0;
	if (source->is_plain) {
		source->pulled_off = off;
		n_past = 0;
	}
	while (n_past) {
		size_t n = n_past < WINDOW_BYTES ? n_past : WINDOW_BYTES;
		size_t n_got = pull(source, source->window, n);

		if (!n_got)
			break;
		n_past -= n_got;
	}
	source->window_off = off;
}

const void *fxr_source_window(struct fxr_source *source, uint64_t off,
			      size_t n_bytes, size_t *n_got)
{
	uint64_t n_past = off - source->window_off;
	size_t n_want = n_bytes > WINDOW_BYTES ? n_bytes : WINDOW_BYTES;

	if (source->memory) {
		*n_got = off < source->n_bytes ? source->n_bytes - off : 0;
		return source->memory + (*n_got ? off - source->memory_off : 0);
	}
	if (n_past > source->window_bytes ||
	    source->window_bytes - n_past < n_bytes) {
		if (source->window_capacity < n_want)
			source->window =
				fxr_grow(source->window,
					 &source->window_capacity, n_want, 1);
		move_window(source, off);
		source->window_bytes +=
			pull(source, source->window + source->window_bytes,
			     n_want - source->window_bytes);
		n_past = 0;
	}
	*n_got = source->window_bytes - n_past;
	return source->window + n_past;
}

static const struct block *block_at(struct fxr_source *source, uint64_t index)
{
	struct block *block = &source->blocks[index % N_BLOCKS];

	if (block->index == index)
		return block;
	if (!block->bytes)
		block->bytes = fxr_new(BLOCK_BYTES, 1);
	block->n_bytes =
		read_at(source, index * BLOCK_BYTES, block->bytes, BLOCK_BYTES);
	block->index = index;
	return block;
}

const void *fxr_source_peek(struct fxr_source *source, uint64_t off,
			    size_t *n_got)
{
	const struct block *block;
	size_t at = off % BLOCK_BYTES;

	*n_got = 0;
	if (source->memory || at % 8)
		return NULL;
	block = block_at(source, off / BLOCK_BYTES);
	if (at < block->n_bytes)
		*n_got = block->n_bytes - at;
	return block->bytes + at;
}

bool fxr_source_read(struct fxr_source *source, uint64_t off, void *to,
		     size_t n_bytes)
{
	if (source->memory)
		return read_at(source, off, to, n_bytes) == n_bytes;
	while (n_bytes) {
		const struct block *block = block_at(source, off / BLOCK_BYTES);
		size_t at = off % BLOCK_BYTES;
		size_t n =
			BLOCK_BYTES - at < n_bytes ? BLOCK_BYTES - at : n_bytes;

		if (at + n > block->n_bytes)
			return false;
		memcpy(to, block->bytes + at, n);
		to = (char *)to + n;
		off += n;
		n_bytes -= n;
	}
	return true;
}

bool fxr_source_read_now(struct fxr_source *source, uint64_t off, void *to,
			 size_t n_bytes)
{
	return source->is_plain && read_at(source, off, to, n_bytes) == n_bytes;
}

void fxr_source_forget(struct fxr_source *source)
{
	source->window_bytes = 0;
	source->window_off = UINT64_MAX;
}

const char *fxr_source_trouble(const struct fxr_source *source)
{
	return *source->trouble ? source->trouble : NULL;
}

uint64_t fxr_source_bytes(const struct fxr_source *source)
{
	return source->n_bytes;
}

void fxr_source_close(struct fxr_source *source)
{
	size_t i;

	if (!source)
		return;
	for (i = 0; i < N_BLOCKS; i++)
		fxr_free(source->blocks[i].bytes);
	fxr_inflate_close(source->inflate);
	if (source->fd > 0)
		close(source->fd);
	if (source->spool_fd >= 0)
		close(source->spool_fd);
	fxr_free(source->window);
	fxr_free(source->memory);
	fxr_free(source);
}
