/* SPDX-License-Identifier: MIT */
/*
 * Finishes the archive of a killed process by writing it again. The front is
 * copied, then both regions without gaps and filler, then header and control
 * area to match. Offsets stay true because the regions close up: durable still
 * begins where it did, rolling where durable now ends.
 */
#include "tools/archive/finish.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/archive/finish_loss.h"
#include "tools/archive/rate.h"
#include "tools/base/replace.h"
#include "tools/archive/spans.h"
#include "tools/archive/walk.h"
#include "tools/reader/temporary.h"

/* One pass over an archive; out is NULL when it is only counted. */
struct pass {
	struct inproc *archive;
	struct finish_report *report;
	FILE *out;
	struct emitted_losses *emitted;
	uint64_t durable_bytes; /* written */
	uint64_t rolling_bytes;
};

/* Returns the bytes that it wrote or would write. */
static uint64_t copy_record(struct pass *pass, const uint64_t *record,
			    size_t n_words)
{
	uint64_t head = record[0];

	/* the initialization record is written again, with the true rate */
	if (fxt_is_filler(head) || (head & 15) == FXT_RECORD_INIT)
		return 0;
	pass->report->n_records++;
	pass->report->n_calls += fxt_is_call(head);
	emitted_note(pass->emitted, record, n_words);
	if (pass->out)
		fwrite(record, 8, n_words, pass->out);
	return n_words * 8;
}

static void note_broken(struct pass *pass, uint64_t n_words)
{
	pass->report->n_broken++;
	pass->report->n_broken_bytes += n_words * 8;
}

static bool copy_region(struct pass *pass, uint64_t off, uint64_t end_off,
			uint64_t *n_bytes)
{
	struct walk walk;
	enum walk_kind kind;

	walk_init(&walk, pass->archive->fd, off, end_off);
	while ((kind = walk_next(&walk)) != WALK_END && kind != WALK_ERROR) {
		if (kind == WALK_RECORD)
			*n_bytes += copy_record(pass, walk.item, walk.n_words);
		if (kind == WALK_BROKEN)
			note_broken(pass, walk.n_words);
	}
	walk_fini(&walk);
	if (kind == WALK_ERROR)
		return inproc_fail(pass->archive, "offset %llu: %s",
				   (unsigned long long)walk.next_off,
				   errno ? strerror(errno)
					 : "the file has shrunk");
	return true;
}

/* Copies one span's records; completes ends whose begins are gone. */
static uint64_t copy_span(struct pass *pass, const struct spans *spans,
			  uint64_t *words, size_t n_words)
{
	uint64_t n_bytes = 0;
	struct fxw_late late;

	for (size_t at = 0; at < n_words;) {
		size_t n = words[at] >> 4 & 0xfff, n_settled = n;

		if (n == 0 || n > n_words - at ||
		    !walk_is_sound(words + at, n)) {
			note_broken(pass, n_words - at);
			break;
		}
		if (fxw_late_find(words + at, (uint32_t)n, &late))
			n_settled = fxw_late_settle(
				words + at, (uint32_t)n, &late,
				fxw_late_is_gone(&late, spans->lap_first));
		n_bytes += copy_record(pass, words + at, n_settled);
		at += n;
	}
	return n_bytes;
}

/* Copies both rolling buffers of a process that used them in turn. */
static void copy_laps(struct pass *pass, uint64_t *n_bytes)
{
	struct spans spans;
	uint64_t *words, off;
	size_t n_words;

	spans_init(&spans, pass->archive);
	while ((words = spans_next(&spans, &n_words, &off)))
		*n_bytes += copy_span(pass, &spans, words, n_words);
	spans_fini(&spans);
}

static bool copy_rolling(struct pass *pass)
{
	struct inproc *archive = pass->archive;

	if (!inproc_has_laps(archive))
		return copy_region(pass, archive->rolling_off,
				   archive->rolling_end_off,
				   &pass->rolling_bytes);
	copy_laps(pass, &pass->rolling_bytes);
	return true;
}

/* Calls whose records are all gone: known before any is written. */
static void count_overwritten(struct inproc *archive,
			      struct finish_report *report)
{
	struct finish_report present = {0};
	struct pass pass = {.archive = archive, .report = &present};
	uint64_t n_made = 0;

	report->n_overwritten = archive->control.n_overwritten;
	if (!inproc_has_laps(archive))
		return;
	pass.emitted = emitted_new();
	(void)copy_rolling(&pass);
	free(pass.emitted);
	for (unsigned i = 0; i < FXW_SLOTS; i++)
		n_made += archive->control.slots[i].n_calls;
	report->n_overwritten =
		n_made > present.n_calls ? n_made - present.n_calls : 0;
	archive->control.n_overwritten = report->n_overwritten;
}

static void count_losses(const struct fxw_control *control,
			 struct finish_report *report)
{
	report->n_cut = control->n_cut;
	report->n_left_out = control->n_left_out;
	report->n_undescribed = control->n_undescribed;
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
		return inproc_fail(archive, "%s", strerror(ENOMEM));
	got = pread(archive->fd, front, n, 0);
	if (got == (ssize_t)n)
		fwrite(front, 1, n, pass->out);
	free(front);
	return got == (ssize_t)n ||
	       inproc_fail(archive, "offset 0: %s",
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
static uint64_t closed_alloc(uint64_t n_bytes)
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
	/* one run of records, however they were recorded */
	header->mode = FXW_ONESHOT;
	header->rolling_bytes = pass->rolling_bytes;
	header->rolling_end_bytes[0] = pass->rolling_bytes;
	header->rolling_end_bytes[1] = 0;
	header->total_bytes =
		sizeof(*header) + pass->durable_bytes + pass->rolling_bytes;
	header->file_bytes = header->rolling_off + pass->rolling_bytes;
	header->n_dropped = pass->report->n_lost;
	control->state = FXW_FINISHED;
	control->live = 0;
	control->alloc = closed_alloc(pass->rolling_bytes);
	control->durable_alloc = closed_alloc(pass->durable_bytes);
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
	count_overwritten(archive, pass->report);
	if (!put_front(pass))
		return false;
	put_rate(pass);
	if (!copy_region(pass, archive->durable_off, archive->durable_end_off,
			 &pass->durable_bytes))
		return false;
	pass->durable_bytes +=
		emitted_put_rest(pass->emitted, &archive->control, pass->out);
	if (!copy_rolling(pass))
		return false;
	errno = 0;
	if (!put_header(pass) || ferror(pass->out) || fflush(pass->out) ||
	    fsync(fileno(pass->out)))
		return inproc_fail(archive, "cannot write it again: %s",
				   strerror(errno ? errno : EIO));
	return true;
}

bool finish_count(struct inproc *archive, struct finish_report *report)
{
	struct pass pass = {.archive = archive, .report = report};
	bool is_done;

	*report = (struct finish_report){0};
	count_losses(&archive->control, report);
	count_overwritten(archive, report);
	pass.emitted = emitted_new();
	is_done = copy_region(&pass, archive->durable_off,
			      archive->durable_end_off, &pass.durable_bytes) &&
		  copy_rolling(&pass);
	free(pass.emitted);
	report->file_bytes =
		archive->durable_off + pass.durable_bytes + pass.rolling_bytes;
	return is_done;
}

bool finish_put(struct inproc *archive, FILE *out, struct finish_report *report)
{
	struct pass pass = {.archive = archive, .report = report, .out = out};
	bool is_done;

	*report = (struct finish_report){0};
	pass.emitted = emitted_new();
	is_done = put_all(&pass);
	free(pass.emitted);
	return is_done;
}

bool finish_write(struct inproc *archive, const char *path, bool keeps_older,
		  struct finish_report *report)
{
	char *error = archive->error;
	size_t error_bytes = sizeof(archive->error);
	struct replace replace;

	if (!replace_begin(&replace, path, archive->fd, error, error_bytes))
		return false;
	replace.keeps_older = keeps_older;
	return replace_end(&replace, finish_put(archive, replace.out, report),
			   error, error_bytes);
}

static bool put_copy(struct inproc *archive, int fd, char *why)
{
	struct finish_report report;
	FILE *out = fd < 0 ? NULL : fdopen(dup(fd), "w");
	bool is_done;

	if (!out) {
		snprintf(why, 256, "temporary file: %s", strerror(errno));
		return false;
	}
	is_done = finish_put(archive, out, &report);
	is_done &= fclose(out) == 0;
	if (!is_done)
		snprintf(why, 256, "%s",
			 *archive->error ? archive->error : strerror(errno));
	return is_done;
}

int finish_copy(const char *path, char *why)
{
	struct inproc archive;
	int fd = -1;

	if (!inproc_open(&archive, path))
		return -1;
	if (inproc_has_laps(&archive)) {
		fd = fxr_temporary();
		if (!put_copy(&archive, fd, why)) {
			if (fd >= 0)
				close(fd);
			fd = -2;
		}
	}
	inproc_close(&archive);
	return fd;
}
