/* SPDX-License-Identifier: MIT */
/*
 * A recorded call of libc as an operation on files. It has the files by their
 * names in the recorded program and by its descriptors (descriptors.h), the
 * bytes that were moved, and the outcome. One decoder takes all calls of an
 * archive in the order in which they began. The call layer is opened with
 * io_ops_need and without keeps_memory.
 */
#ifndef TOOLS_IO_OP_H
#define TOOLS_IO_OP_H

#include <sys/stat.h>
#include <time.h>

#include "tools/fd/descriptors.h"
#include "tools/io/rule.h"
#include "tools/fd/object.h"
#include "tools/reader/calls.h"

/* An operation; its pointers are borrowed until the next one is made. */
struct io_op {
	const struct io_rule *rule;
	const struct fxr_call *call;
	/* The objects of IO_FD (or IO_STREAM, or stdin and stdout) and IO_FD2
	 * when it began; NULL: unknown. */
	struct object *file[2];
	/* What it opened: a descriptor or stream; of a pipe both ends, the
	 * reading one first. NULL: nothing, or it failed. */
	struct object *made[2];
	/* Absolute names as the recorded program saw them, with links and ".."
	 * unresolved: of IO_PATH and IO_PATH2. NULL: none, or not fully known.
	 * `dir` has the objects of IO_DIR and IO_DIR2, if they were not
	 * AT_FDCWD. `relative` is the name as it was passed. */
	const char *path[2], *relative[2];
	struct object *dir[2];
	const char *target;    /* of IO_MAKE_LINK, IO_READ_LINK, IO_REAL_PATH */
	const char *mode_text; /* of fopen and its like */
	const char *format;    /* of IO_SCAN; NULL: not fully known */
	uint64_t flags, command;
	mode_t mode;
	uint64_t size, items; /* as requested; items 1 if there are none */
	uint64_t address;     /* IO_ADDRESS; for IO_MAP and IO_REMAP see ret */
	bool has_offset[2];   /* false: a null pointer, or none */
	int64_t offset[2];    /* before the call */
	int whence;
	bool has_times;
	struct timespec times[2];
	/* The bytes read or written, joined; data_size is the true size, larger
	 * if the recording truncated them. */
	struct fxr_text data;
	uint64_t data_size;
	/* The result of a stat. */
	bool has_status;
	struct stat status; /* type and mode, size, dev, ino, nlink, mtime */
	/* What IO_READ_FOLDER read: items of io_op_entry. */
	const struct fxr_value *entry;
	/* The outcome: it returned `result` without error, or failed with
	 * `error`, or has no end in the archive. Addresses count as 0, NULL and
	 * EOF as -1. */
	bool is_done;
	bool is_maybe; /* it may not have been reached */
	int64_t result;
	int error; /* an errno number, 0 = none */
};

struct io_ops;

/* world: borrowed until close. Never NULL. */
struct io_ops *io_ops_open(struct fxr_world *world);
void io_ops_close(struct io_ops *ops);

/* For struct fxr_calls_options.is_wanted: whether the decoder needs a
 * function's calls. */
bool io_ops_need(void *context, struct fxr_text category, struct fxr_text name);

/* Takes the next call. False: it is not a file operation; descriptors are
 * tracked all the same. */
bool io_ops_take(struct io_ops *ops, const struct fxr_call *call,
		 struct io_op *op);

/* A file action that IO_SPAWN's child makes before its program begins. Step n
 * is a separate operation, at the begin of the call. False after the last. */
bool io_ops_step(struct io_ops *ops, const struct io_op *spawn, size_t n,
		 struct io_op *op);

/* False: IO_SPAWN had more steps, which are unknown. */
bool io_ops_is_whole(const struct io_ops *ops);
/* The process that IO_SPAWN has started; 0 = unknown, or none. */
uint64_t io_ops_spawned(const struct io_ops *ops);

/* Applies the current call's changes to the tables now rather than at the next
 * call: for calls that close. */
void io_ops_apply(struct io_ops *ops);

/* The object of a descriptor of the current call's process; NULL = unknown. */
struct object *io_ops_descriptor(struct io_ops *ops, int fd);

/* Applies all changes to the tables up to `ns`: before an image begins or ends
 * between calls. */
void io_ops_go(struct io_ops *ops, uint64_t ns);
/* The time of the last change to the tables. */
uint64_t io_ops_now(const struct io_ops *ops);
/* The process image begins. */
void io_ops_begin(struct io_ops *ops, const struct fxr_process *process);
/* The image that the operation, IO_SPAWN, IO_SHELL or a popen, began will not
 * appear. */
void io_ops_unexpect(struct io_ops *ops, const struct io_op *op);
/* The process image makes no further calls: its descriptors are closed. */
void io_ops_end(struct io_ops *ops, uint32_t provider, uint64_t pid);

/* A name that was read from a folder and its type: DT_DIR and the like. */
struct io_entry {
	const char *name;
	int type;
};

/* Entry number n of what IO_READ_FOLDER read; false after the last. Its name
 * lives as long as the operation. */
bool io_op_entry(struct io_ops *ops, const struct io_op *op, size_t n,
		 struct io_entry *entry);

#endif
