/* SPDX-License-Identifier: MIT */
/*
 * Finishes the archive of a killed process by writing it anew: the front as it
 * is, both regions without gaps and filler, then header and control area to
 * match. Offsets stay true because the regions close up: durable still begins
 * where it did, rolling where durable now ends.
 */
#include "tools/finish.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/die.h"
#include "tools/finish_loss.h"
#include "tools/rate.h"
#include "tools/walk.h"

/* One pass over an archive; out is NULL when it is only counted. */
struct pass {
	struct inproc *archive;
	struct finish_report *report;
	FILE *out;
	struct told *told;
	uint64_t durable_bytes; /* written */
	uint64_t rolling_bytes;
};

static bool wrong(struct inproc *archive, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static bool wrong(struct inproc *archive, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(archive->error, sizeof(archive->error), format, args);
	va_end(args);
	return false;
}

/* A blob without a name: padding, the recorder's or ours. */
static bool is_filler(uint64_t head)
{
	return (head & 15) == FXT_RECORD_BLOB && !(head >> 16 & 0xffff);
}

static bool is_call(uint64_t head)
{
	unsigned type = head >> 16 & 15;

	return (head & 15) == FXT_RECORD_EVENT &&
	       (type == FXT_EVENT_DURATION_BEGIN ||
		type == FXT_EVENT_DURATION_COMPLETE);
}

/* Returns the bytes it wrote or would write. */
static uint64_t keep(struct pass *pass, const struct walk *walk)
{
	uint64_t head = walk->item[0];

	/* the initialization record is written anew, with the true rate */
	if (is_filler(head) || (head & 15) == FXT_RECORD_INIT)
		return 0;
	pass->report->n_records++;
	pass->report->n_calls += is_call(head);
	told_note(pass->told, walk->item, walk->n_words);
	if (pass->out)
		fwrite(walk->item, 8, walk->n_words, pass->out);
	return walk->n_words * 8;
}

static bool region(struct pass *pass, uint64_t off, uint64_t end_off,
		   uint64_t *n_bytes)
{
	struct finish_report *report = pass->report;
	struct walk walk;
	enum walk_kind kind;

	walk_init(&walk, pass->archive->fd, off, end_off);
	while ((kind = walk_next(&walk)) != WALK_END && kind != WALK_ERROR) {
		if (kind == WALK_RECORD)
			*n_bytes += keep(pass, &walk);
		if (kind == WALK_BROKEN) {
			report->n_broken++;
			report->n_broken_bytes += walk.n_words * 8;
		}
	}
	walk_fini(&walk);
	if (kind == WALK_ERROR)
		return wrong(pass->archive, "offset %llu: %s",
			     (unsigned long long)walk.next_off,
			     errno ? strerror(errno) : "the file has shrunk");
	return true;
}

static void count_losses(const struct fxw_control *control,
			 struct finish_report *report)
{
	report->n_cut = control->n_cut;
	report->n_lost = control->n_lost_unslotted;
	report->n_lost_ends = control->n_lost_ends_unslotted;
	for (unsigned i = 0; i < FXW_SLOTS; i++) {
		report->n_lost += control->slots[i].n_lost;
		report->n_lost_ends += control->slots[i].n_lost_ends;
	}
}

/* Magic, Provider Info and the blob around header and control, as they are. */
static bool put_front(struct pass *pass)
{
	struct inproc *archive = pass->archive;
	size_t n = (size_t)archive->durable_off; /* checked: under 36 KiB */
	char *front = malloc(n);
	ssize_t got;

	if (!front)
		die("out of memory");
	got = pread(archive->fd, front, n, 0);
	if (got == (ssize_t)n)
		fwrite(front, 1, n, pass->out);
	free(front);
	return got == (ssize_t)n ||
	       wrong(archive, "offset 0: %s",
		     got < 0 ? strerror(errno) : "the file has shrunk");
}

static void put_rate(struct pass *pass)
{
	uint64_t record[] = {fxt_init_header(),
			     rate_find(&pass->archive->control,
				       &pass->report->is_rate_guess)};

	if (!record[1])
		record[1] = 1000000000;
	pass->archive->control.ticks_per_second = record[1];
	fwrite(record, sizeof(record), 1, pass->out);
	pass->durable_bytes += sizeof(record);
}

/* The offset word of an allocation, without a sequence: nobody may write. */
static uint64_t closed(uint64_t n_bytes)
{
	return n_bytes / 8;
}

static bool put_header(struct pass *pass)
{
	struct inproc *archive = pass->archive;
	struct fxw_header *header = &archive->header;
	struct fxw_control *control = &archive->control;

	header->durable_bytes = pass->durable_bytes;
	header->durable_end_bytes = pass->durable_bytes;
	header->rolling_off = header->durable_off + pass->durable_bytes;
	header->rolling_bytes = pass->rolling_bytes;
	header->rolling_end_bytes[0] = pass->rolling_bytes;
	header->total_bytes =
		sizeof(*header) + pass->durable_bytes + pass->rolling_bytes;
	header->file_bytes = header->rolling_off + pass->rolling_bytes;
	header->n_dropped = pass->report->n_lost;
	control->state = FXW_FINISHED;
	control->live = 0;
	control->alloc = closed(pass->rolling_bytes);
	control->durable_alloc = closed(pass->durable_bytes);
	pass->report->file_bytes = header->file_bytes;
	return fseeko(pass->out, (off_t)archive->header_off, SEEK_SET) == 0 &&
	       fwrite(header, sizeof(*header), 1, pass->out) == 1 &&
	       fseeko(pass->out, (off_t)archive->control_off, SEEK_SET) == 0 &&
	       fwrite(control, sizeof(*control), 1, pass->out) == 1;
}

static bool put_all(struct pass *pass)
{
	struct inproc *archive = pass->archive;

	count_losses(&archive->control, pass->report);
	if (!put_front(pass))
		return false;
	put_rate(pass);
	if (!region(pass, archive->durable_off, archive->durable_end_off,
		    &pass->durable_bytes))
		return false;
	pass->durable_bytes +=
		told_rest(pass->told, &archive->control, pass->out);
	if (!region(pass, archive->rolling_off, archive->rolling_end_off,
		    &pass->rolling_bytes))
		return false;
	errno = 0;
	if (!put_header(pass) || ferror(pass->out) || fflush(pass->out) ||
	    fsync(fileno(pass->out)))
		return wrong(archive, "cannot write it anew: %s",
			     strerror(errno ? errno : EIO));
	return true;
}

bool finish_count(struct inproc *archive, struct finish_report *report)
{
	struct pass pass = {.archive = archive, .report = report};
	bool is_done;

	*report = (struct finish_report){0};
	count_losses(&archive->control, report);
	pass.told = told_new();
	is_done = region(&pass, archive->durable_off, archive->durable_end_off,
			 &pass.durable_bytes) &&
		  region(&pass, archive->rolling_off, archive->rolling_end_off,
			 &pass.rolling_bytes);
	free(pass.told);
	report->file_bytes =
		archive->durable_off + pass.durable_bytes + pass.rolling_bytes;
	return is_done;
}

/* A file beside `path`, 0600, of the archive's owner. */
static FILE *open_temporary(struct inproc *archive, const char *path,
			    char *name, size_t name_bytes)
{
	const char *slash = strrchr(path, '/');
	int n_folder = slash ? (int)(slash + 1 - path) : 0;
	struct stat st;
	int fd;

	if ((size_t)snprintf(name, name_bytes, "%.*s.fxtrace-XXXXXX", n_folder,
			     path) >= name_bytes) {
		wrong(archive, "%s: the name is too long", path);
		return NULL;
	}
	fd = mkostemp(name, O_CLOEXEC);
	if (fd < 0) {
		wrong(archive, "%s: %s", name, strerror(errno));
		return NULL;
	}
	/* root may finish a user's archive; it stays the user's if it can */
	if (fstat(archive->fd, &st) == 0 && st.st_uid != geteuid())
		(void)!fchown(fd, st.st_uid, st.st_gid);
	return fdopen(fd, "w");
}

bool finish_write(struct inproc *archive, const char *path,
		  struct finish_report *report)
{
	char name[PATH_MAX];
	struct pass pass = {.archive = archive, .report = report};
	bool is_done;

	*report = (struct finish_report){0};
	pass.out = open_temporary(archive, path, name, sizeof(name));
	if (!pass.out)
		return false;
	pass.told = told_new();
	is_done = put_all(&pass);
	free(pass.told);
	if (fclose(pass.out) && is_done)
		is_done = wrong(archive, "%s: %s", name, strerror(errno));
	if (is_done && rename(name, path))
		is_done = wrong(archive, "%s: %s", path, strerror(errno));
	if (!is_done)
		unlink(name);
	return is_done;
}
