/* SPDX-License-Identifier: MIT */
/*
 * Operations on open files. See act.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "tools/io/act.h"

/* Twice the default: a pipe's capacity depends on how the bytes are spread over
 * its pages. A write that did not block in the recording must not block
 * here. */
#define PIPE_BYTES (2 * 65536)

static void make_pipe(struct io_job *job, struct io_result *result)
{
	int ends[2];

	io_returned(result, pipe2(ends, O_CLOEXEC | O_NONBLOCK));
	if (result->value < 0)
		return;
	(void)fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
	for (unsigned i = 0; i < 2; i++) {
		struct io_file *file = job->made[i];

		if (!file || file->fd >= 0) {
			close(ends[i]);
			continue;
		}
		file->fd = ends[i];
		file->flags = i ? O_WRONLY : O_RDONLY;
		file->is_pipe = true;
	}
}

/* Whether allocating is acceptable. A full file system is no harm, but one with
 * free space is shared: half of it at most. */
static bool is_modest(int fd, uint64_t n_bytes)
{
	struct statvfs system;

	if (fstatvfs(fd, &system))
		return true;
	return n_bytes / 2 <= (uint64_t)system.f_bavail * system.f_frsize / 4;
}

static void allocate(const struct io_job *job, int fd, struct io_result *result)
{
	int error;

	if (!is_modest(fd, job->size)) {
		result->skipped = "space for files of half the disk and more";
		return;
	}
	if (strcmp(job->function, "posix_fallocate") != 0 &&
	    strcmp(job->function, "posix_fallocate64") != 0) {
		io_returned(result, fallocate(fd, job->flags, job->offset[0],
					      (off_t)job->size));
		return;
	}
	error = posix_fallocate(fd, job->offset[0], (off_t)job->size);
	io_boxed(result, -error);
}

/* Only commands on files: whether writes append. */
static void control_file(const struct io_job *job, int fd,
			 struct io_result *result)
{
	int flags;

	switch (job->command) {
	case F_SETFL:
		flags = fcntl(fd, F_GETFL);
		io_returned(result, fcntl(fd, F_SETFL,
					  (flags & ~O_APPEND) |
						  (job->flags & O_APPEND)));
		break;
	case F_SETPIPE_SZ:
		if (job->flags < INT_MAX / 2)
			(void)fcntl(fd, F_SETPIPE_SZ, 2 * job->flags);
		break;
	case F_SETLK:
	case F_SETLKW:
	case F_OFD_SETLK:
	case F_OFD_SETLKW:
	case F_GETLK:
	case F_OFD_GETLK:
		result->skipped = "locks";
		break;
	default:
		result->error = job->error; /* of the descriptor itself */
	}
}

static void change_to(int fd, struct io_result *result)
{
	struct stat status;

	io_returned(result, fstat(fd, &status));
	if (!result->error && !S_ISDIR(status.st_mode))
		io_boxed(result, -ENOTDIR);
}

static void set_mode(const struct io_job *job, int fd, struct io_result *result)
{
	io_returned(result,
		    fchmod(fd, job->mode & (mode_t) ~(S_ISUID | S_ISGID)));
}

bool io_act_file(struct io_stage *stage, struct io_job *job,
		 struct io_result *result)
{
	int fd = job->file[0] ? job->file[0]->fd : -1;

	(void)stage;
	switch (job->act) {
	case IO_PIPE:
		make_pipe(job, result);
		break;
	case IO_CLOSE:
		for (struct io_file *file; (file = job->released);) {
			job->released = file->next_released;
			io_file_drop(file);
		}
		io_file_drop(job->file[0]);
		job->file[0] = NULL;
		break;
	case IO_SEEK:
		io_returned(result, lseek(fd, job->offset[0], job->whence));
		break;
	case IO_SYNC:
		io_returned(result, strcmp(job->function, "fsync") == 0
					    ? fsync(fd)
					    : fdatasync(fd));
		break;
	case IO_SET_SIZE:
		io_returned(result, ftruncate(fd, (off_t)job->size));
		break;
	case IO_ALLOCATE:
		allocate(job, fd, result);
		break;
	case IO_STAT:
	case IO_STAT_LINK:
		io_returned(result, fstat(fd, &result->status));
		break;
	case IO_SET_MODE:
		set_mode(job, fd, result);
		break;
	case IO_SET_TIMES:
		io_returned(result,
			    futimens(fd, job->has_times ? job->times : NULL));
		break;
	case IO_CHDIR:
		change_to(fd, result);
		break;
	case IO_FILE_CONTROL:
		control_file(job, fd, result);
		break;
	default: /* concerns descriptor tables only */
		result->error = job->error;
		result->value = job->result;
		return false;
	}
	return true;
}
