/* SPDX-License-Identifier: MIT */
/*
 * See file.h. Whoever drops the last hold closes the file. That is ordered
 * after all other holds (acquire and release on n_holds).
 */
#include "tools/io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/reader/memory.h"

struct io_file *io_file_new(const char *name)
{
	struct io_file *file = fxr_new(1, sizeof(*file));
	size_t n = strlen(name) + 1;

	file->n_holds = 1;
	file->fd = -1;
	file->name = memcpy(fxr_new(1, n), name, n);
	pthread_mutex_init(&file->lock, NULL);
	pthread_mutex_init(&file->turn, NULL);
	pthread_mutex_init(&file->writing, NULL);
	return file;
}

struct io_file *io_file_hold(struct io_file *file)
{
	if (file)
		atomic_fetch_add_explicit(&file->n_holds, 1,
					  memory_order_relaxed);
	return file;
}

void io_file_drop(struct io_file *file)
{
	if (!file || atomic_fetch_sub_explicit(&file->n_holds, 1,
					       memory_order_acq_rel) > 1)
		return;
	if (file->folder)
		closedir(file->folder);
	if (file->stream)
		fclose(file->stream); /* and fd with it */
	else if (file->fd >= 0)
		close(file->fd);
	pthread_mutex_destroy(&file->lock);
	pthread_mutex_destroy(&file->turn);
	pthread_mutex_destroy(&file->writing);
	free(file->name);
	free(file);
}

static const char *mode_of(int flags)
{
	switch (flags & O_ACCMODE) {
	case O_RDONLY:
		return "r";
	case O_WRONLY:
		return flags & O_APPEND ? "a" : "w";
	default:
		return flags & O_APPEND ? "a+" : "r+";
	}
}

FILE *io_file_stream(struct io_file *file)
{
	FILE *stream;

	pthread_mutex_lock(&file->lock);
	if (!file->stream && file->fd >= 0)
		file->stream = fdopen(file->fd, mode_of(file->flags));
	else if (!file->stream)
		errno = EBADF;
	stream = file->stream;
	pthread_mutex_unlock(&file->lock);
	return stream;
}

static ssize_t read_pipe(void *cookie, char *to, size_t n)
{
	struct io_file *file = cookie;

	return file->read(file->context, file, to, n);
}

static int close_pipe(void *cookie)
{
	struct io_file *file = cookie;

	return close(file->fd);
}

FILE *io_file_pipe_stream(struct io_file *file, io_file_read *read_it,
			  void *context)
{
	static const cookie_io_functions_t functions = {.read = read_pipe,
							.close = close_pipe};
	FILE *stream;

	pthread_mutex_lock(&file->lock);
	if (!file->stream && file->fd >= 0) {
		file->read = read_it;
		file->context = context;
		file->stream = fopencookie(file, "r", functions);
		if (file->stream)
			setvbuf(file->stream, NULL, _IONBF, 0);
	} else if (!file->stream) {
		errno = EBADF;
	}
	stream = file->stream;
	pthread_mutex_unlock(&file->lock);
	return stream;
}

bool io_file_has_stream(struct io_file *file)
{
	bool has;

	pthread_mutex_lock(&file->lock);
	has = file->stream;
	pthread_mutex_unlock(&file->lock);
	return has;
}

void io_file_flush(struct io_file *file)
{
	pthread_mutex_lock(&file->lock);
	if (file->stream)
		(void)fflush(file->stream);
	pthread_mutex_unlock(&file->lock);
}

DIR *io_file_folder(struct io_file *file)
{
	DIR *folder;
	int fd;

	pthread_mutex_lock(&file->lock);
	if (!file->folder) {
		/* a copy of its own: closing it closes the descriptor */
		fd = fcntl(file->fd, F_DUPFD_CLOEXEC, 3);
		file->folder = fd < 0 ? NULL : fdopendir(fd);
		if (fd >= 0 && !file->folder)
			close(fd);
	}
	folder = file->folder;
	pthread_mutex_unlock(&file->lock);
	return folder;
}
