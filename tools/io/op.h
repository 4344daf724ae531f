/* SPDX-License-Identifier: MIT */
/*
 * A recorded call of libc as an operation on files: which files it is about,
 * by the names that they had for the recorded program and by what its
 * descriptors were (descriptors.h), which bytes it moved and what came of it.
 * One decoder takes all calls of an archive in the order in which they began;
 * the call layer is opened with io_ops_need and without keeps_memory.
 */
#ifndef TOOLS_IO_OP_H
#define TOOLS_IO_OP_H

#include <sys/stat.h>
#include <time.h>

#include "tools/fd/descriptors.h"
#include "tools/io/rule.h"
#include "tools/fd/object.h"
#include "tools/reader/calls.h"

/* An operation; what it points to is borrowed until the next one is made. */
struct io_op {
	const struct io_rule *rule;
	const struct fxr_call *call;
	/* Behind IO_FD (or IO_STREAM, or stdin and stdout) and IO_FD2 when it
	 * began; NULL: not known. */
	struct object *file[2];
	/* What it opened: a descriptor or stream; a pipe's ends, that for
	 * reading first. NULL: nothing, or it failed. */
	struct object *made[2];
	/* Absolute names as the recorded program saw them, neither links nor
	 * ".." resolved: of IO_PATH and IO_PATH2. NULL: none, or not known in
	 * full. `dir` is what IO_DIR and IO_DIR2 were, if they were no
	 * AT_FDCWD, and `relative` the name as it was passed. */
	const char *path[2], *relative[2];
	struct object *dir[2];
	const char *target;    /* of IO_MAKE_LINK, IO_READ_LINK, IO_REAL_PATH */
	const char *mode_text; /* of fopen and its like */
	const char *format;    /* of IO_SCAN; NULL: not all of it is known */
	uint64_t flags, command;
	mode_t mode;
	uint64_t size, items; /* as asked for; items 1 if there are none */
	uint64_t address;     /* IO_ADDRESS; of IO_MAP and IO_REMAP see ret */
	bool has_offset[2];   /* false: a null pointer, or none */
	int64_t offset[2];    /* before the call */
	int whence;
	bool has_times;
	struct timespec times[2];
	/* What was read or written, joined; data_size is its true size, larger
	 * if it was cut. */
	struct fxr_text data;
	uint64_t data_size;
	/* What a stat said. */
	bool has_status;
	struct stat status; /* type and mode, size, dev, ino, nlink, mtime */
	/* What IO_READ_FOLDER read: items of io_op_entry. */
	const struct fxr_value *entry;
	/* What came of it: it returned `result` without error, or failed with
	 * `error`, or has no end in the archive. Addresses count as 0, NULL
	 * and EOF as -1. */
	bool is_done;
	bool is_maybe; /* it may not have come to it at all */
	int64_t result;
	int error; /* an errno number, 0 = none */
};

struct io_ops;

/* world: borrowed until close. Never NULL. */
struct io_ops *io_ops_open(struct fxr_world *world);
void io_ops_close(struct io_ops *ops);

/* For struct fxr_calls_options.is_wanted: whether the decoder needs the calls
 * of a function. */
bool io_ops_need(void *context, struct fxr_text category, struct fxr_text name);

/* Takes the next call. False: it is none that acts on files; the descriptors
 * are followed all the same. */
bool io_ops_take(struct io_ops *ops, const struct fxr_call *call,
		 struct io_op *op);

/* What a child does to files before its program begins, as IO_SPAWN was told:
 * step n as an operation of its own, at the begin of the call; false behind the
 * last. */
bool io_ops_step(struct io_ops *ops, const struct io_op *spawn, size_t n,
		 struct io_op *op);

/* False: IO_SPAWN was told more, which is not known. */
bool io_ops_is_whole(const struct io_ops *ops);
/* The process that IO_SPAWN has started; 0 = not known, or none. */
uint64_t io_ops_spawned(const struct io_ops *ops);

/* What the current call does to the tables is done now rather than at the next
 * call: for those that close. */
void io_ops_settle(struct io_ops *ops);

/* What a descriptor of the current call's process is; NULL = not known. */
struct object *io_ops_descriptor(struct io_ops *ops, int fd);

/* What calls have done to the tables by the time `ns` is done: before an image
 * begins or ends then, in between of calls. */
void io_ops_go(struct io_ops *ops, uint64_t ns);
/* When that was done which the tables were last told of. */
uint64_t io_ops_now(const struct io_ops *ops);
/* The process image begins. */
void io_ops_begin(struct io_ops *ops, const struct fxr_process *process);
/* No image comes that the operation, IO_SPAWN, IO_SHELL or a popen, began. */
void io_ops_unexpect(struct io_ops *ops, const struct io_op *op);
/* The process image makes no further calls: its descriptors are closed. */
void io_ops_end(struct io_ops *ops, uint32_t provider, uint64_t pid);

/* A name that was read from a folder and its type: DT_DIR and its like. */
struct io_entry {
	const char *name;
	int type;
};

/* Entry number n of what IO_READ_FOLDER read; false behind the last. Its name
 * lives as long as the operation. */
bool io_op_entry(struct io_ops *ops, const struct io_op *op, size_t n,
		 struct io_entry *entry);

#endif
