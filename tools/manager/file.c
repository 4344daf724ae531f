/* SPDX-License-Identifier: MIT */
/*
 * Writes the archive of a session, see file.h.
 */
#include "tools/manager/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/base/folder.h"
#include "tools/base/replace.h"
#include "tools/manager/strays.h"
#include "writer/fxt.h"
#include "writer/older.h"
#include "writer/wire.h"

/* Blocks are allocated ahead by this much once the file is as large. This needs
 * so many times more free space. */
#define AHEAD_BYTES (16ull << 20)
#define AHEAD_SHARE 64u
/* What is kept for the last word about a disk that is full. */
#define RESERVE_BYTES (16u << 10)
/* How much more is allocated with it, so that not each save of a short process
 * has to. */
#define STEP_BYTES (256u << 10)

/* The pieces of one save: magic, then for each chunk a section header and the
 * chunk. */
struct save_chunks {
	uint64_t magic, begun;
	uint64_t sections[FILE_SAVE_CHUNKS];
	struct iovec parts[2 + 2 * FILE_SAVE_CHUNKS];
	int n_parts;
	size_t n_bytes;
};

static int create_output(const char *path, bool is_stream)
{
	if (strcmp(path, "-") == 0)
		return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (is_stream)
		return replace_open_stream(path);
	return folder_create(path);
}

int file_open(struct file *file, const char *path, enum packing packing)
{
	bool is_stream = strcmp(path, "-") == 0 || replace_is_stream(path);
	int fd = create_output(path, is_stream);
	struct stat st;

	if (fd < 0)
		return errno;
	*file = (struct file){.fd = fd};
	/* a save can be undone only where no other process writes */
	file->may_cut =
		!is_stream && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
	if (packing != PACKING_NONE)
		file->pack = pack_open(packing);
	return 0;
}

int file_resume(struct file *file, int fd, bool may_cut, enum packing packing,
		uint64_t n_bytes)
{
	*file = (struct file){.fd = fd,
			      .may_cut = may_cut,
			      .has_no_table = !may_cut,
			      .has_begun = n_bytes > 0,
			      .n_bytes = n_bytes};
	if (packing != PACKING_NONE)
		file->pack = pack_open(packing);
	if (may_cut && (ftruncate(fd, (off_t)n_bytes) ||
			lseek(fd, (off_t)n_bytes, SEEK_SET) < 0))
		return errno;
	return file->pack && may_cut ? pack_resume(file->pack, fd, n_bytes) : 0;
}

int file_open_fd(struct file *file, int fd)
{
	if (fcntl(fd, F_GETFD) < 0)
		return errno;
	*file = (struct file){.fd = fd};
	return 0;
}

void file_open_new(struct file *file, int fd, enum packing packing)
{
	*file = (struct file){.fd = fd, .may_cut = true};
	if (packing != PACKING_NONE)
		file->pack = pack_open(packing);
}

void file_open_nowhere(struct file *file)
{
	*file = (struct file){.fd = -1, .is_nowhere = true};
}

static void put_part(struct save_chunks *save_chunks, void *bytes,
		     size_t n_bytes)
{
	save_chunks->parts[save_chunks->n_parts++] =
		(struct iovec){bytes, n_bytes};
	save_chunks->n_bytes += n_bytes;
}

/* The initialization record is the last one of an introduction. */
static void put_chunk(struct file *file, struct save_chunks *save_chunks,
		      unsigned i, struct chunk *chunk)
{
	save_chunks->sections[i] = fxt_provider_section(chunk->provider_id);
	/* not as the first record: that introduces a provider */
	if (file->provider_id && !file->has_begun) {
		save_chunks->begun = fxt_provider_event(
			file->provider_id, FXW_PROVIDER_EVENT_BEGUN);
		put_part(save_chunks, &save_chunks->begun, 8);
		file->has_begun = true;
	}
	if (chunk->is_intro)
		chunk->words[chunk->n_words - 1] = file->ticks_per_second;
	else if (chunk->n_words && chunk->provider_id != file->provider_id)
		put_part(save_chunks, &save_chunks->sections[i], 8);
	if (chunk->n_words == 0)
		return; /* only stores */
	put_part(save_chunks, chunk->words, chunk->n_words * 8ull);
	file->provider_id = chunk->provider_id;
}

/* Writes all parts; changes them. */
static int write_all(int fd, struct iovec *parts, int n_parts)
{
	while (n_parts) {
		ssize_t n = writev(fd, parts, n_parts);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? errno : EIO;
		while (n_parts && (size_t)n >= parts->iov_len) {
			n -= (ssize_t)parts->iov_len;
			parts++;
			n_parts--;
		}
		if (n_parts) {
			parts->iov_base = (char *)parts->iov_base + n;
			parts->iov_len -= (size_t)n;
		}
	}
	return 0;
}

/* Returns 0 or errno. */
static int allocate_to(struct file *file, uint64_t end)
{
	if (fallocate(file->fd, FALLOC_FL_KEEP_SIZE, (off_t)file->n_bytes,
		      (off_t)(end - file->n_bytes)))
		return errno;
	file->capacity = end;
	return 0;
}

/* Allocates blocks for that many bytes more: a write into allocated blocks
 * takes half the time. The file's size does not change. Closing the file frees
 * the excess, even after a kill. */
static void allocate_ahead(struct file *file, size_t n_bytes)
{
	uint64_t end = file->n_bytes + n_bytes;
	struct statvfs fs;

	if (!file->may_cut || file->n_bytes < AHEAD_BYTES ||
	    end <= file->capacity)
		return;
	end += AHEAD_BYTES;
	/* where it is not possible it is not needed */
	if (fstatvfs(file->fd, &fs) == 0 &&
	    fs.f_bavail / AHEAD_SHARE > AHEAD_BYTES / fs.f_frsize)
		(void)allocate_to(file, end);
}

static bool is_full(int error)
{
	return error == ENOSPC || error == EDQUOT;
}

/* Keeps blocks behind the next n bytes, for a last word about a disk that is
 * full. Returns 0 or errno: there is no space for both. */
static int keep_reserve(struct file *file, size_t n_bytes)
{
	uint64_t end = file->n_bytes + n_bytes + RESERVE_BYTES;
	int error;

	if (!file->may_cut || file->is_last || file->has_no_reserve ||
	    end <= file->capacity)
		return 0;
	error = allocate_to(file, end + STEP_BYTES);
	if (is_full(error))
		error = allocate_to(file, end);
	if (!error || is_full(error))
		return error;
	/* not every file system can */
	file->has_no_reserve = true;
	return 0;
}

/* Appends, or leaves the file unchanged. */
static int append_parts(struct file *file, struct iovec *parts, int n_parts,
			size_t n_bytes)
{
	int error;

	if (file->outbox) { /* it is sent once it counts */
		error = outbox_put(file->outbox, parts, n_parts, file->n_bytes);
		file->n_bytes += error ? 0 : n_bytes;
		return error;
	}
	allocate_ahead(file, n_bytes);
	error = keep_reserve(file, n_bytes);
	if (error)
		return error;
	error = write_all(file->fd, parts, n_parts);
	if (!error) {
		file->n_bytes += n_bytes;
		return 0;
	}
	file->capacity = 0;
	if (file->may_cut && ftruncate(file->fd, (off_t)file->n_bytes) == 0)
		(void)lseek(file->fd, (off_t)file->n_bytes, SEEK_SET);
	return error;
}

static int append_packed(struct file *file,
			 const struct save_chunks *save_chunks)
{
	struct iovec part = {0};
	size_t at = 0;
	int error;

	if (save_chunks->n_bytes > file->n_plain_capacity) {
		free(file->plain);
		file->plain = malloc(save_chunks->n_bytes);
		file->n_plain_capacity = save_chunks->n_bytes;
		if (!file->plain)
			die("out of memory");
	}
	for (int i = 0; i < save_chunks->n_parts; i++) {
		memcpy(file->plain + at, save_chunks->parts[i].iov_base,
		       save_chunks->parts[i].iov_len);
		at += save_chunks->parts[i].iov_len;
	}
	part.iov_base =
		(void *)pack_frame(file->pack, file->plain, at, &part.iov_len);
	error = append_parts(file, &part, 1, part.iov_len);
	if (error)
		pack_forget_last(file->pack);
	return error;
}

/* Appends the chunks before `end` as one save, all of them or none. */
static int save_chunks(struct file *file, struct chunk *chunks,
		       const struct chunk *end)
{
	uint32_t provider_id = file->provider_id;
	bool has_begun = file->has_begun;
	struct save_chunks parts;
	struct chunk *chunk;
	unsigned i = 0;
	int error;

	parts.magic = FXT_MAGIC;
	parts.n_parts = 0;
	parts.n_bytes = 0;
	if (file->n_bytes == 0)
		put_part(&parts, &parts.magic, 8);
	for (chunk = chunks; chunk != end; chunk = chunk->next)
		put_chunk(file, &parts, i++, chunk);
	if (parts.n_bytes == 0)
		error = 0;
	else
		error = file->pack ? append_packed(file, &parts)
				   : append_parts(file, parts.parts,
						  parts.n_parts, parts.n_bytes);
	if (error) {
		file->provider_id = provider_id;
		file->has_begun = has_begun;
	}
	for (chunk = chunks; chunk != end && !error; chunk = chunk->next)
		chunk->is_written = true;
	return error;
}

/* Before a save: its stores, for the case that we are killed in it. */
static void begin_save(struct file *file, const struct chunk *chunks)
{
	if (!file->ledger)
		return;
	if (!file->is_joined)
		ledger_begin(file->ledger);
	for (; chunks; chunks = chunks->next) {
		ledger_note(file->ledger, chunks->stores, chunks->n_stores);
		file->is_joined = chunks->is_joined;
	}
}

/* After it: also if some of it is lost, which is counted. */
static void end_save(struct file *file)
{
	if (file->ledger && !file->is_joined)
		ledger_commit(file->ledger, file->n_bytes);
}

static int send_outbox(struct file *file)
{
	return file->outbox && !file->error
		       ? outbox_send(file->outbox, file->fd, file->n_bytes,
				     &file->ledger->head->is_copying)
		       : file->error;
}

/* What counts, to a reader. Returns 0 or errno: then it may have any part of
 * this. */
static int send_save(struct file *file, struct chunk *chunks)
{
	int error = file->is_joined ? file->error : send_outbox(file);

	for (; chunks && error && file->outbox; chunks = chunks->next)
		chunks->is_written = false;
	return error;
}

/* Saves the first of the chunks, as many as fit. */
static void save_first(struct file *file, struct chunk *chunks)
{
	uint64_t offs[FILE_SAVE_CHUNKS];
	struct chunk *chunk = chunks;
	unsigned n = 0;

	while (chunk && n < FILE_SAVE_CHUNKS &&
	       save_chunks(file, chunk, chunk->next) == 0) {
		offs[n++] = file->n_bytes - chunk->n_words * 8ull;
		chunk = chunk->next;
	}
	/* a packed file cannot be overwritten in place */
	if (n && !file->pack)
		strays_blank(file->fd, chunks, offs);
}

int file_save(struct file *file, struct chunk *chunks)
{
	for (; file->is_nowhere && chunks; chunks = chunks->next)
		chunks->is_written = true;
	if (file->is_nowhere)
		return 0;
	if (file->fd < 0)
		return file->error ? file->error : EBADF;
	if (file->error)
		return file->error;
	begin_save(file, chunks);
	file->error = save_chunks(file, chunks, NULL);
	/* a disk without space for all may have space for the first of them */
	if (file->error && file->may_cut)
		save_first(file, chunks);
	end_save(file);
	file->error = send_save(file, chunks);
	return file->error;
}

void file_last_word(struct file *file, struct chunk *chunks)
{
	file->is_last = true;
	/* a pipe's reader may have received half of a save */
	if (file->may_cut)
		(void)save_chunks(file, chunks, NULL);
}

void file_abandon(struct file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
	pack_close(file->pack);
	outbox_close(file->outbox);
	free(file->plain);
	file->outbox = NULL;
	file->pack = NULL;
	file->plain = NULL;
}

/* The last record: without it an archive was cut, or its session killed. */
static void put_end(struct file *file)
{
	uint32_t id = file->provider_id ?: 1;
	struct chunk *end = chunk_new(id, 1);

	end->words[end->n_words++] =
		fxt_provider_event(id, FXW_PROVIDER_EVENT_ENDED);
	file->provider_id = id;
	(void)file_save(file, end);
	chunk_free(end);
}

int file_close(struct file *file)
{
	struct iovec table = {0};

	if (file->fd >= 0 && file->has_begun && !file->error)
		put_end(file);
	if (file->ledger)
		ledger_begin(file->ledger);
	if (file->fd < 0)
		return 0;
	if (file->n_bytes == 0 && !file->error)
		(void)file_save(file, NULL); /* empty, but a valid archive */
	if (file->pack && !file->has_no_table)
		table.iov_base = (void *)pack_table(file->pack, &table.iov_len);
	if (table.iov_base && !file->error)
		file->error = append_parts(file, &table, 1, table.iov_len);
	file->error = send_outbox(file);
	if (file->capacity > file->n_bytes)
		(void)!ftruncate(file->fd, (off_t)file->n_bytes);
	/* the standby may have it for a moment longer */
	if (file->may_cut)
		fxw_older_unmark(file->fd);
	if (close(file->fd) && !file->error)
		file->error = errno;
	file->fd = -1;
	file_abandon(file);
	return file->error;
}
