/* SPDX-License-Identifier: MIT */
/*
 * See refuse.h.
 */
#include "tools/io/refuse.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "tools/io/op_value.h"

static const char outside[] = "files that were open before the recording";
static const char special[] = "/proc, /sys and /dev";

static bool is_below(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	return !strncmp(path, folder, n) && (!path[n] || path[n] == '/');
}

bool io_is_special(const char *path)
{
	while (path[0] == '/' && path[1] == '/')
		path++;
	return is_below(path, "/proc") || is_below(path, "/sys") ||
	       (is_below(path, "/dev") && !is_below(path, "/dev/shm"));
}

/* Errors that depended on the machine, the user or the moment. */
static bool is_circumstance(int error)
{
	static const int errors[] = {
		EACCES, EPERM,	EROFS,	ENOSPC, EDQUOT,	    EIO,   EINTR,
		EAGAIN, EMFILE, ENFILE, ENOMEM, ETXTBSY,    EBUSY, ETIMEDOUT,
		EXDEV,	ENODEV, ENOTTY, ENOSYS, EOPNOTSUPP, ENXIO, ECANCELED,
	};

	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++)
		if (error == errors[i])
			return true;
	return false;
}

/* The kind of an object that is not a file of the replay. */
static const char *kind_of(struct object *object)
{
	const char *text;

	if (!object)
		return "descriptors and streams that the recording does not "
		       "know";
	if (object_is_socket(object))
		return "network";
	text = object_text(object);
	if (io_is_special(text))
		return special;
	if (!strncmp(text, "popen:", 6))
		return "programs started within libc";
	return *text == '/' || !strncmp(text, "pipe:", 5)
		       ? outside
		       : "events, signals and timers";
}

static bool is_link_of_descriptor(const struct io_op *op)
{
	return op->rule->act == IO_LINK && op->relative[0] &&
	       is_below(op->relative[0], "/proc/self/fd");
}

static const char *refuse_path(const struct io_op *op)
{
	if (is_link_of_descriptor(op))
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		if (io_rule_param(op->rule, i ? IO_PATH2 : IO_PATH) < 0)
			continue;
		if (op->path[i] && io_is_special(op->path[i]))
			return special;
		if (!op->path[i] && !object_tag(op->dir[i]))
			return "names that are not known in full";
	}
	return NULL;
}

/* fflush(NULL): the recorder emits a flush for each stream. */
static bool flushes_all(const struct io_op *op)
{
	const struct fxr_value *stream = io_value(op, IO_STREAM, false);

	return op->rule->act == IO_FLUSH && stream &&
	       (stream->kind == FXR_VALUE_NULL || !stream->as.u64);
}

static const char *refuse_file(const struct io_op *op)
{
	bool has_two = io_rule_param(op->rule, IO_FD2) >= 0;

	if (op->rule->act == IO_PIPE)
		return NULL;
	if (flushes_all(op))
		return "";
	if (!object_tag(op->file[0]))
		return op->error ? "" : kind_of(op->file[0]);
	if (has_two && !object_tag(op->file[1]))
		return op->error ? "" : kind_of(op->file[1]);
	return NULL;
}

static const char *refuse_control(const struct io_op *op)
{
	switch (op->command) {
	case F_SETFL:
	case F_SETPIPE_SZ:
	case F_SETLK:
	case F_SETLKW:
	case F_GETLK:
	case F_OFD_SETLK:
	case F_OFD_SETLKW:
	case F_OFD_GETLK:
		return refuse_file(op);
	default:
		return "";
	}
}

const char *io_refusal(const struct io_op *op)
{
	enum io_act act = op->rule->act;

	if (act == IO_OTHER)
		return op->rule->what;
	if (act == IO_COPY || act == IO_STREAM_OF || act == IO_UMASK ||
	    act == IO_MAP || act == IO_REMAP || act == IO_UNMAP ||
	    act == IO_HELD || act == IO_SCANNED || act == IO_SPAWN ||
	    act == IO_SHELL)
		return "";
	if (!op->is_done)
		return "calls that did not end";
	if (is_circumstance(op->error))
		return "failures by the machine or the moment (EACCES, ENOSPC, "
		       "EINTR ...)";
	if (act == IO_SCAN && !op->format)
		return "input by scanf whose format is not known in full";
	if (act == IO_PIPE && op->error)
		return "";
	if (act == IO_FILE_CONTROL)
		return refuse_control(op);
	if (act == IO_ANONYMOUS || act == IO_MAP_WRITTEN)
		return NULL;
	if (io_rule_param(op->rule, IO_PATH) >= 0)
		return refuse_path(op);
	return refuse_file(op);
}
