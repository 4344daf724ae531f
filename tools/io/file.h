/* SPDX-License-Identifier: MIT */
/*
 * An open file of the replay. It represents an open file description of the
 * recording, and the stream or folder that calls use on it. Any thread may hold
 * and use one.
 */
#ifndef TOOLS_IO_FILE_H
#define TOOLS_IO_FILE_H

#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct io_file;

/* Reads from a pipe. It may wait, which libc's own streams must not do. */
typedef ssize_t io_file_read(void *context, struct io_file *file, char *to,
			     size_t n);

struct io_file {
	_Atomic unsigned n_holds;
	pthread_mutex_t lock; /* of the following members */
	int fd;		      /* -1: no longer open, or opening failed */
	int flags;	      /* that it was opened with */
	FILE *stream;	      /* on fd, created at first use */
	/* Of the last writer, and of the bytes that another one has written
	 * since; locked before the stream's lock: */
	pthread_mutex_t writing;
	uint64_t writer, n_last;
	DIR *folder;	      /* likewise, on a copy of fd */
	io_file_read *read;   /* of a pipe's stream */
	pthread_mutex_t turn; /* whose job goes through that */
	void *context;
	/* Readable without the lock: */
	_Atomic bool is_pipe;
	_Atomic bool is_broken; /* no recorded process uses the other end */
	/* Names of a folder read since its begin: how many, and the sum of
	 * their hashes; recorded and replayed */
	uint64_t n_names[2], names[2];
	bool is_at_end;
	char *name; /* recorded */
	/* of a list of files to be dropped together */
	struct io_file *next_released;
	uint64_t released_ns; /* in the recording */
};

/* Held once; not open. Never NULL. */
struct io_file *io_file_new(const char *name);
/* NULL-safe. */
struct io_file *io_file_hold(struct io_file *file);
/* Closes it when nobody holds it any more. */
void io_file_drop(struct io_file *file);

/* A stream on a pipe, without a buffer, that reads by `read`; NULL with errno
 * set. The context of the first call is borrowed. */
FILE *io_file_pipe_stream(struct io_file *file, io_file_read *read,
			  void *context);
/* Whether it has a stream. */
bool io_file_has_stream(struct io_file *file);
/* Writes the stream's buffered data. */
void io_file_flush(struct io_file *file);

/* The stream on it; NULL with errno set if there cannot be one. */
FILE *io_file_stream(struct io_file *file);
/* The folder; the same. */
DIR *io_file_folder(struct io_file *file);

#endif
