/* SPDX-License-Identifier: MIT */
/*
 * A file that the replay has open: what stands for an open file description of
 * the recording, with its stream or its folder if calls go through such.
 * Any thread may hold and use one.
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

/* What reads from a pipe: it may wait, libc's own streams must not. */
typedef ssize_t io_file_read(void *context, struct io_file *file, char *to,
			     size_t n);

struct io_file {
	_Atomic unsigned n_holds;
	pthread_mutex_t lock; /* of what follows */
	int fd;		      /* -1: not open (any more, or opening failed) */
	int flags;	      /* that it was opened with */
	FILE *stream;	      /* on fd, once asked for */
	pthread_mutex_t writing; /* of who has written to it last, and how much
				    since another has; before the stream's */
	uint64_t writer, n_last;
	DIR *folder;	      /* likewise, on a copy of fd */
	io_file_read *read;   /* of a pipe's stream */
	pthread_mutex_t turn; /* whose job goes through that */
	void *context;
	/* Anybody may ask, without the lock: */
	_Atomic bool is_pipe;
	_Atomic bool is_broken; /* a pipe whose other end nobody of the
				   recording uses */
	/* Names of a folder read since its begin: how many, and the sum of
	 * their hashes; recorded and here */
	uint64_t n_names[2], names[2];
	bool is_at_end;
	char *name; /* recorded */
	/* of a list of those to be dropped together */
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
 * set. Borrowed is the context of the first call. */
FILE *io_file_pipe_stream(struct io_file *file, io_file_read *read,
			  void *context);
/* Whether it has one by now. */
bool io_file_has_stream(struct io_file *file);
/* Writes what that holds back. */
void io_file_flush(struct io_file *file);

/* The stream on it; NULL with errno set if there can be none. */
FILE *io_file_stream(struct io_file *file);
/* The folder; the same. */
DIR *io_file_folder(struct io_file *file);

#endif
