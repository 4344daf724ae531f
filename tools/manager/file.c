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
#include "tools/manager/strays.h"
#include "writer/fxt.h"

/* Blocks are asked for so much ahead once the file has as much, and only where
 * so many times more is free. */
#define AHEAD_BYTES (16ull << 20)
#define AHEAD_SHARE 64u

/* The pieces of one save: magic, then for each chunk a section and itself. */
struct save {
	uint64_t magic;
	uint64_t sections[FILE_SAVE_CHUNKS];
	struct iovec parts[1 + 2 * FILE_SAVE_CHUNKS];
	int n_parts;
	size_t n_bytes;
};

static int create(const char *path)
{
	if (strcmp(path, "-") == 0)
		return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
		    0600);
}

int file_open(struct file *file, const char *path, enum packing packing)
{
	struct stat st;
	int fd = create(path);

	if (fd < 0)
		return errno;
	*file = (struct file){.fd = fd};
	/* a save can be taken back only where nobody else writes */
	file->may_cut = strcmp(path, "-") != 0 && fstat(fd, &st) == 0 &&
			S_ISREG(st.st_mode);
	if (packing != PACKING_NONE)
		file->pack = pack_open(packing);
	return 0;
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

static void put(struct save *save, void *bytes, size_t n_bytes)
{
	save->parts[save->n_parts++] = (struct iovec){bytes, n_bytes};
	save->n_bytes += n_bytes;
}

/* The initialization record is the last one of an introduction. */
static void put_chunk(struct file *file, struct save *save, unsigned i,
		      struct chunk *chunk)
{
	save->sections[i] = fxt_provider_section(chunk->provider_id);
	if (chunk->is_intro)
		chunk->words[chunk->n_words - 1] = file->ticks_per_second;
	else if (chunk->provider_id != file->provider_id)
		put(save, &save->sections[i], 8);
	put(save, chunk->words, chunk->n_words * 8ull);
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

/* Has the blocks ready for that many bytes more: a write that finds its blocks
 * there costs half. The size stays; what is too much is given back at the end,
 * or, if we are killed, with the file. */
static void look_ahead(struct file *file, size_t n_bytes)
{
	uint64_t end = file->n_bytes + n_bytes;
	struct statvfs fs;

	if (!file->may_cut || file->n_bytes < AHEAD_BYTES ||
	    end <= file->capacity)
		return;
	end += AHEAD_BYTES;
	/* where it cannot be done, nor need it be */
	if (fstatvfs(file->fd, &fs) == 0 &&
	    fs.f_bavail / AHEAD_SHARE > AHEAD_BYTES / fs.f_frsize &&
	    fallocate(file->fd, FALLOC_FL_KEEP_SIZE, (off_t)file->n_bytes,
		      (off_t)(end - file->n_bytes)) == 0)
		file->capacity = end;
}

/* Appends or leaves the file as it was. */
static int append(struct file *file, struct iovec *parts, int n_parts,
		  size_t n_bytes)
{
	int error;

	look_ahead(file, n_bytes);
	error = write_all(file->fd, parts, n_parts);
	if (!error) {
		file->n_bytes += n_bytes;
		return 0;
	}
	if (file->may_cut && ftruncate(file->fd, (off_t)file->n_bytes) == 0)
		(void)lseek(file->fd, (off_t)file->n_bytes, SEEK_SET);
	return error;
}

static int append_packed(struct file *file, const struct save *save)
{
	struct iovec part = {0};
	size_t at = 0;
	int error;

	if (save->n_bytes > file->n_plain_capacity) {
		free(file->plain);
		file->plain = malloc(save->n_bytes);
		file->n_plain_capacity = save->n_bytes;
		if (!file->plain)
			die("out of memory");
	}
	for (int i = 0; i < save->n_parts; i++) {
		memcpy(file->plain + at, save->parts[i].iov_base,
		       save->parts[i].iov_len);
		at += save->parts[i].iov_len;
	}
	part.iov_base =
		(void *)pack_frame(file->pack, file->plain, at, &part.iov_len);
	error = append(file, &part, 1, part.iov_len);
	if (error)
		pack_forget_last(file->pack);
	return error;
}

/* Appends the chunks before `end` as one save, all of them or none. */
static int save(struct file *file, struct chunk *chunks,
		const struct chunk *end)
{
	uint32_t provider_id = file->provider_id;
	struct save parts;
	struct chunk *chunk;
	unsigned i = 0;
	int error;

	parts.magic = FXT_MAGIC;
	parts.n_parts = 0;
	parts.n_bytes = 0;
	if (file->n_bytes == 0)
		put(&parts, &parts.magic, 8);
	for (chunk = chunks; chunk != end; chunk = chunk->next)
		put_chunk(file, &parts, i++, chunk);
	error = file->pack ? append_packed(file, &parts)
			   : append(file, parts.parts, parts.n_parts,
				    parts.n_bytes);
	if (error)
		file->provider_id = provider_id;
	for (chunk = chunks; chunk != end && !error; chunk = chunk->next)
		chunk->is_written = true;
	return error;
}

/* Saves the first of the chunks, as many as there is room for. */
static void save_first(struct file *file, struct chunk *chunks)
{
	uint64_t offs[FILE_SAVE_CHUNKS];
	struct chunk *chunk = chunks;
	unsigned n = 0;

	while (chunk && n < FILE_SAVE_CHUNKS &&
	       save(file, chunk, chunk->next) == 0) {
		offs[n++] = file->n_bytes - chunk->n_words * 8ull;
		chunk = chunk->next;
	}
	/* what is packed is read as it was written */
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
	if (!file->error)
		file->error = save(file, chunks, NULL);
	else
		return file->error;
	/* a disk that has no room for all has some for the first of them */
	if (file->error && file->may_cut)
		save_first(file, chunks);
	return file->error;
}

void file_last_word(struct file *file, struct chunk *chunks)
{
	/* a pipe's reader may have half of a save */
	if (file->may_cut)
		(void)save(file, chunks, NULL);
}

void file_forget(struct file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
	pack_close(file->pack);
	free(file->plain);
	file->pack = NULL;
	file->plain = NULL;
}

int file_close(struct file *file)
{
	struct iovec table = {0};

	if (file->fd < 0)
		return 0;
	if (file->n_bytes == 0 && !file->error)
		(void)file_save(file, NULL); /* empty, but an archive */
	if (file->pack)
		table.iov_base = (void *)pack_table(file->pack, &table.iov_len);
	if (table.iov_base && !file->error)
		file->error = append(file, &table, 1, table.iov_len);
	if (file->capacity > file->n_bytes)
		(void)!ftruncate(file->fd, (off_t)file->n_bytes);
	if (close(file->fd) && !file->error)
		file->error = errno;
	file->fd = -1;
	file_forget(file);
	return file->error;
}
