/* SPDX-License-Identifier: MIT */
/*
 * Changes of a stream's buffers, see stream_look.h.
 */
#include "preload/shadow/stream_look.h"

#include <sys/mman.h>

#include "preload/call/call.h"
#include "ids_libc.h"
#include "preload/symbol/peek.h"
#include "writer/engine.h"

/* struct _IO_FILE's: part of glibc's interface. */
#define MAGIC 0xfbad0000u
#define MAGIC_BITS 0xffff0000u
#define IS_FILE 0x2000u
#define IS_USER_BUFFER 0x1u /* of the program's, by setvbuf */
#define IN_BACKUP 0x100u

#define PIECE_BYTES (64u << 10)

void fxp_stream_emit_unknown(uintptr_t stream, const char *reason)
{
	const uint64_t slot[] = {stream, FXP_WORD(reason), 0};

	fxp_fake(&fxp_libc, FXP_FN_libc_fxtrace_stream_unknown, slot);
}

/* libc frees its own buffers by calls that are recorded. But a program may have
 * freed the buffer that it lent, and only close the stream then. */
static bool is_readable(uintptr_t stream, const char *from, const char *to)
{
	char ends[2];

	return !((unsigned)((const FILE *)stream)->_flags & IS_USER_BUFFER) ||
	       fxw_engine.no_system_calls ||
	       (fxp_peek(&ends[0], from, 1) && fxp_peek(&ends[1], to - 1, 1));
}

static void emit_bytes(unsigned function, uintptr_t stream, const char *from,
		       const char *to)
{
	const uint64_t slot[] = {stream, FXP_WORD(from), FXP_WORD(to - from),
				 0};

	if (from == to)
		return;
	if (is_readable(stream, from, to))
		fxp_fake(&fxp_libc, function, slot);
	else
		fxp_stream_emit_unknown(stream, "its buffer is gone");
}

bool fxp_stream_read(const FILE *file, struct fxp_stream_pointers *now)
{
	unsigned flags = (unsigned)file->_flags;

	if ((flags & MAGIC_BITS) != MAGIC || !(flags & IS_FILE) ||
	    file->_fileno < 0 || file->_mode > 0)
		return false;
	*now = (struct fxp_stream_pointers){
		.read = file->_IO_read_ptr,
		.read_end = file->_IO_read_end,
		.write_base = file->_IO_write_base,
		.write = file->_IO_write_ptr,
		.write_end = file->_IO_write_end,
		.offset = file->_offset,
	};
	return true;
}

bool fxp_stream_peek(uintptr_t stream, struct fxp_stream_pointers *now)
{
	const FILE *file = (const FILE *)stream;
	char ends[2];

	return (fxw_engine.no_system_calls ||
		(fxp_peek(&ends[0], file, 1) &&
		 fxp_peek(&ends[1], (const char *)(file + 1) - 1, 1))) &&
	       fxp_stream_read(file, now);
}

static bool is_between(const char *p, const char *low, const char *high)
{
	return low <= p && p <= high;
}

/* Whether inlined code alone can have made the changes. */
static bool fits_inlined(const struct fxp_stream_pointers *was,
			 const struct fxp_stream_pointers *now)
{
	return was->read_end == now->read_end &&
	       was->write_base == now->write_base &&
	       was->write_end == now->write_end && was->offset == now->offset &&
	       is_between(now->read, was->read, now->read_end) &&
	       (now->write == was->write ||
		is_between(now->write, was->write, now->write_end));
}

uint64_t fxp_stream_n_waiting(const struct fxp_stream_pointers *now)
{
	return now->write > now->write_base
		       ? (uint64_t)(now->write - now->write_base)
		       : 0;
}

void fxp_stream_inherit(struct fxp_stream *place,
			const struct fxp_stream_pointers *now, bool is_certain)
{
	if (!place->n_inherited ||
	    (!is_certain && now->write >= place->seen.write &&
	     fxp_stream_n_waiting(now) >= place->n_inherited))
		return;
	place->n_inherited = 0;
	fxp_stream_emit_unknown(place->stream,
				"what it held at a fork was written twice");
}

static bool is_at_rest(const struct fxp_stream_pointers *now)
{
	return now->read >= now->read_end && now->write <= now->write_base;
}

void fxp_stream_compare(struct fxp_stream *place,
			const struct fxp_stream_pointers *now)
{
	struct fxp_stream_pointers was = place->seen;
	uint32_t state = place->state;

	place->seen = *now;
	place->state = FXP_STREAM_KNOWN;
	if (state == FXP_STREAM_FLUSHED) {
		was = *now;
		was.write = now->write_base;
	}
	if (state == FXP_STREAM_MISSED)
		fxp_stream_emit_unknown(place->stream,
					"another thread was using it");
	else if (state == FXP_STREAM_STRANGE && !is_at_rest(now))
		fxp_stream_emit_unknown(
			place->stream,
			"it was in use before it could be tracked");
	else if (state == FXP_STREAM_STRANGE)
		return;
	else if (!fits_inlined(&was, now))
		fxp_stream_emit_unknown(
			place->stream,
			"it was used by code that is not recorded");
	else {
		emit_bytes(FXP_FN_libc_fxtrace_taken, place->stream, was.read,
			   now->read);
		emit_bytes(FXP_FN_libc_fxtrace_put, place->stream, was.write,
			   now->write);
	}
}

void fxp_stream_store_pointers(struct fxp_stream *place,
			       const struct fxp_stream_pointers *now)
{
	fxp_stream_inherit(place, now, false);
	place->seen = *now;
	place->state = FXP_STREAM_KNOWN;
}

void fxp_stream_store(struct fxp_stream *place)
{
	struct fxp_stream_pointers now;

	if (fxp_stream_read((const FILE *)place->stream, &now))
		fxp_stream_store_pointers(place, &now);
	else
		place->state = FXP_STREAM_STRANGE;
}

/* The file's offset of its next read; -1: unknown. */
static int64_t offset_of(const struct fxp_stream *place,
			 const struct fxp_stream_pointers *now)
{
	const FILE *file = (const FILE *)place->stream;
	long end;

	if (fxw_engine.no_system_calls || (file->_flags & (int)IN_BACKUP) ||
	    fxp_stream_n_waiting(now))
		return -1;
	end = sys_lseek(file->_fileno, 0, SEEK_CUR);
	return sys_failed(end) ? -1 : end - (now->read_end - now->read);
}

void fxp_stream_scan_begin(struct fxp_stream *place)
{
	place->is_scanned = place->state == FXP_STREAM_KNOWN;
	place->scanned_from = offset_of(place, &place->seen);
}

static void emit_scanned(const struct fxp_stream *place, const char *data,
			 uint64_t n)
{
	const uint64_t slot[] = {place->stream, FXP_WORD(data), n, 0};

	fxp_fake(&fxp_libc, FXP_FN_libc_fxtrace_scanned, slot);
}

/* The buffer has been refilled since: the file has the bytes. */
static void emit_from_file(const struct fxp_stream *place, int64_t from,
			   int64_t to)
{
	int fd = ((const FILE *)place->stream)->_fileno;
	char *space = sys_mmap(NULL, PIECE_BYTES, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long n = 1;

	if (!sys_mapped(space))
		return;
	for (; n > 0 && from < to; from += n) {
		n = to - from;
		n = sys_pread64(fd, space,
				n < (long)PIECE_BYTES ? (size_t)n : PIECE_BYTES,
				from);
		if (n > 0)
			emit_scanned(place, space, (uint64_t)n);
	}
	(void)sys_munmap(space, PIECE_BYTES);
}

void fxp_stream_scan_end(struct fxp_stream *place)
{
	struct fxp_stream_pointers now;
	int64_t to;

	place->is_scanned = false;
	if (!fxp_stream_read((const FILE *)place->stream, &now))
		return;
	if (fits_inlined(&place->seen, &now)) {
		emit_scanned(place, place->seen.read,
			     (uint64_t)(now.read - place->seen.read));
		return;
	}
	to = offset_of(place, &now);
	if (place->scanned_from >= 0 && place->scanned_from <= to)
		emit_from_file(place, place->scanned_from, to);
}
