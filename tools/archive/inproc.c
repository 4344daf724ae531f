/* SPDX-License-Identifier: MIT */
/*
 * Opens the archive of one process and checks its header against the file's
 * true size before anybody uses it.
 */
#include "tools/archive/inproc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

bool inproc_fail(struct inproc *archive, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(archive->error, sizeof(archive->error), format, args);
	va_end(args);
	return false;
}

static bool read_at(struct inproc *archive, void *to, size_t n, uint64_t off)
{
	ssize_t got = pread(archive->fd, to, n, (off_t)off);

	if (got < 0)
		return inproc_fail(archive, "offset %llu: %s",
				   (unsigned long long)off, strerror(errno));
	if ((size_t)got != n)
		return inproc_fail(
			archive,
			"offset %llu: ends inside the recorder's header",
			(unsigned long long)off);
	return true;
}

/* Magic, Provider Info, then the blob that hides header and control. Leaves
 * header_off and, in *end_off, where that blob ends. */
static bool find_header(struct inproc *archive, uint64_t *end_off)
{
	uint64_t word[2];
	uint64_t off;

	if (!read_at(archive, word, sizeof(word), 0))
		return false;
	if (word[0] == 0 && word[1] == 0)
		return inproc_fail(archive,
				   "offset 0: zeros: its process ended "
				   "before it recorded anything");
	if (word[0] != FXT_MAGIC)
		return inproc_fail(archive,
				   "offset 0: not a Fuchsia trace archive");
	if ((word[1] & 15) != FXT_RECORD_METADATA ||
	    (word[1] >> 16 & 15) != FXT_METADATA_PROVIDER_INFO ||
	    (word[1] >> 4 & 0xfff) != 1 + fxt_words(word[1] >> 52 & 0xff))
		return inproc_fail(archive,
				   "offset 8: no Provider Info: not an "
				   "archive that one process wrote itself");
	off = 8 + (word[1] >> 4 & 0xfff) * 8;
	if (!read_at(archive, word, sizeof(word), off))
		return false;
	archive->is_foreign = true;
	if ((word[0] & 15) != FXT_RECORD_BLOB || (word[0] >> 16 & 0xffff) ||
	    word[1] != FXW_HEADER_MAGIC)
		return inproc_fail(archive,
				   "offset %llu: no recorder's header: not an "
				   "archive that one process wrote itself",
				   (unsigned long long)off);
	archive->is_foreign = false;
	archive->header_off = off + 8;
	*end_off = off + (word[0] >> 4 & 0xfff) * 8;
	return true;
}

static bool check_control(struct inproc *archive)
{
	const struct fxw_control *control = &archive->control;

	if (control->magic == FXW_CONTROL_MAGIC &&
	    control->version == FXW_CONTROL_VERSION &&
	    control->bytes == sizeof(*control))
		return true;
	return inproc_fail(
		archive, "offset %llu: not a control area of version %u",
		(unsigned long long)archive->control_off, FXW_CONTROL_VERSION);
}

static bool read_control(struct inproc *archive, uint64_t end_off)
{
	const struct fxw_header *header = &archive->header;
	uint64_t least_off = archive->header_off + sizeof(*header);

	if (header->version != FXW_HEADER_VERSION)
		return inproc_fail(archive,
				   "offset %llu: header version %u, "
				   "expected %u",
				   (unsigned long long)archive->header_off,
				   header->version, FXW_HEADER_VERSION);
	archive->control_off = header->control_off;
	if (header->control_off % 64 || header->control_off < least_off ||
	    header->control_off > end_off ||
	    end_off - header->control_off < sizeof(archive->control))
		return inproc_fail(
			archive,
			"offset %llu: control area at %llu does not fit "
			"its record",
			(unsigned long long)archive->header_off,
			(unsigned long long)header->control_off);
	if (!read_at(archive, &archive->control, sizeof(archive->control),
		     header->control_off))
		return false;
	return check_control(archive);
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The regions that the header describes, cut to what the file holds. */
static bool check_regions(struct inproc *archive, uint64_t end_off)
{
	const struct fxw_header *header = &archive->header;
	uint64_t size_bytes = archive->size_bytes & ~7ull;
	unsigned n_rolling = header->mode == FXW_CIRCULAR ? 2 : 1;
	uint64_t rolling_off, end;

	if (header->mode != FXW_ONESHOT && header->mode != FXW_CIRCULAR)
		return inproc_fail(archive,
				   "offset %llu: buffer mode %u is none "
				   "that this version can finish",
				   (unsigned long long)archive->header_off,
				   header->mode);
	if (header->durable_off != end_off || header->durable_bytes % 8 ||
	    header->durable_bytes < 16 || header->rolling_bytes % 8 ||
	    __builtin_add_overflow(end_off, header->durable_bytes,
				   &rolling_off) ||
	    rolling_off != header->rolling_off ||
	    header->rolling_bytes > INT64_MAX / 2 ||
	    __builtin_add_overflow(rolling_off,
				   n_rolling * header->rolling_bytes, &end) ||
	    end > INT64_MAX)
		return inproc_fail(archive,
				   "offset %llu: the buffers' places and "
				   "sizes contradict one another",
				   (unsigned long long)archive->header_off);
	archive->durable_off = end_off;
	archive->durable_end_off = least(rolling_off, size_bytes);
	archive->rolling_off = archive->durable_end_off;
	archive->rolling_end_off = least(end, size_bytes);
	return true;
}

static bool check(struct inproc *archive)
{
	struct stat st;
	uint64_t end_off = 0;

	if (fstat(archive->fd, &st))
		return inproc_fail(archive, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return inproc_fail(archive, "not a regular file");
	archive->size_bytes = (uint64_t)st.st_size;
	if (st.st_size == 0)
		return inproc_fail(archive, "empty");
	return find_header(archive, &end_off) &&
	       read_at(archive, &archive->header, sizeof(archive->header),
		       archive->header_off) &&
	       read_control(archive, end_off) &&
	       check_regions(archive, end_off);
}

bool inproc_open(struct inproc *archive, const char *path)
{
	archive->path = path;
	archive->error[0] = '\0';
	archive->is_foreign = false;
	/* O_NONBLOCK: a FIFO of that name must not make us wait */
	archive->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (archive->fd < 0)
		return inproc_fail(archive, "%s", strerror(errno));
	if (check(archive))
		return true;
	inproc_close(archive);
	return false;
}

void inproc_close(struct inproc *archive)
{
	if (archive->fd >= 0)
		close(archive->fd);
	archive->fd = -1;
}

bool inproc_is_finished(const struct inproc *archive)
{
	return archive->control.state == FXW_FINISHED;
}

bool inproc_is_cut(const struct inproc *archive)
{
	return inproc_is_finished(archive) &&
	       archive->size_bytes < fxw_header_least_bytes(&archive->header);
}

bool inproc_is_foreign(const struct inproc *archive)
{
	return archive->is_foreign;
}

bool inproc_has_laps(const struct inproc *archive)
{
	return archive->header.mode == FXW_CIRCULAR &&
	       !inproc_is_finished(archive);
}

/* One line of /proc/PID/maps; `path` is the archive's, without links. */
static bool is_line_of(char *line, const struct stat *st, const char *path)
{
	unsigned major_number, minor_number;
	unsigned long long inode;
	int name_at = 0;

	if (sscanf(line, "%*s %*s %*s %x:%x %llu %n", &major_number,
		   &minor_number, &inode, &name_at) != 3)
		return false;
	line[strcspn(line, "\n")] = '\0';
	/* Either match is enough: layered file systems show other numbers than
	 * stat, other mount namespaces other names. */
	return (inode == st->st_ino && major_number == major(st->st_dev) &&
		minor_number == minor(st->st_dev)) ||
	       strcmp(line + name_at, path) == 0;
}

bool inproc_is_live(const struct inproc *archive)
{
	char name[PATH_MAX] = "", path[64], line[PATH_MAX + 128];
	pid_t pid = (pid_t)archive->control.pid;
	bool is_live = false;
	struct stat st;
	FILE *maps;

	if (pid <= 0 || (kill(pid, 0) && errno == ESRCH))
		return false;
	if (fstat(archive->fd, &st) || !realpath(archive->path, name))
		return true;
	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	maps = fopen(path, "re");
	if (!maps) /* ENOENT: gone since, or no /proc */
		return errno != ENOENT;
	while (!is_live && fgets(line, sizeof(line), maps))
		is_live = is_line_of(line, &st, name);
	fclose(maps);
	return is_live;
}
