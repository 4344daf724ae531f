/* SPDX-License-Identifier: MIT */
/*
 * XRay's logs as archives. A log is read twice. The first pass finds its blocks
 * and the rate of its clock. The second reads block by block, for each thread
 * in the order of time: the runtime writes blocks in any order.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/convert/xray/basic.h"
#include "tools/convert/notes.h"
#include "tools/base/human.h"
#include "tools/convert/xray/convert.h"
#include "tools/convert/xray/events.h"
#include "tools/convert/xray/names.h"
#include "tools/convert/xray/rate.h"
#include "tools/reader/temporary.h"

#define T(text) fxr_text(text, sizeof(text) - 1)
/* The runtime's own log names begin with this; PROGRAM.XXXXXX follows. */
#define LOG_NAME "xray-log."

struct reading {
	struct convert_input *input;
	struct xray_header header;
	struct xray_block *blocks;
	size_t n_blocks, blocks_capacity;
	uint64_t n_records;
	struct xray_events events;
};

/* The program's name, derived from the file's. */
static struct fxr_text program_name(const struct convert_input *input)
{
	const char *path = input->path, *slash, *dot, *end;

	slash = strrchr(path, '/');
	path = slash ? slash + 1 : path;
	dot = strstr(path, LOG_NAME);
	end = strrchr(path, '.');
	if (!dot || end < dot + sizeof(LOG_NAME))
		return T("xray");
	dot += sizeof(LOG_NAME) - 1;
	return fxr_text(dot, (size_t)(end - dot));
}

static void find_blocks(struct reading *r, struct xray_log *log)
{
	struct xray_record record;
	struct xray_block block;

	while (xray_log_next(log, &record, &block)) {
		r->n_records++;
		convert_tick(r->input);
		if (!record.is_first)
			continue;
		r->blocks = fxr_grow(r->blocks, &r->blocks_capacity,
				     r->n_blocks + 1, sizeof(*r->blocks));
		r->blocks[r->n_blocks++] = block;
	}
}

/* Before version 3 a log has no pid. All of it is one process: its pid is the
 * number of its first thread, if that is in the log. */
static void find_process(struct reading *r)
{
	uint32_t pid = UINT32_MAX;

	for (size_t i = 0; i < r->n_blocks; i++)
		if (r->blocks[i].tid < pid)
			pid = r->blocks[i].tid;
	for (size_t i = 0; i < r->n_blocks; i++)
		if (!r->blocks[i].pid)
			r->blocks[i].pid = pid;
}

static int compare(const void *a, const void *b)
{
	const struct xray_block *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->tsc != y->tsc)
		return x->tsc < y->tsc ? -1 : 1;
	return (x->off > y->off) - (x->off < y->off);
}

static uint64_t find_rate(struct reading *r)
{
	struct xray_moment *moments =
		fxr_new(r->n_blocks + 1, sizeof(*moments));
	uint64_t said = r->header.ticks_per_second, rate;
	bool is_fitted;
	size_t n = 0;

	for (size_t i = 0; i < r->n_blocks; i++)
		if (r->blocks[i].has_wall)
			moments[n++] = (struct xray_moment){
				r->blocks[i].tsc, r->blocks[i].wall_us};
	rate = xray_rate(said, moments, n, &is_fitted);
	free(moments);
	if (is_fitted)
		notes_add(
			r->input->notes,
			"its clock has %llu ticks a second by its blocks, not "
			"%llu "
			"as its header says",
			(unsigned long long)rate, (unsigned long long)said);
	else if (rate != said)
		notes_add(r->input->notes,
			  "its header has no rate of the clock: a tick is "
			  "taken for a nanosecond");
	return rate;
}

static void put_block(struct reading *r, struct xray_log *log,
		      const struct xray_block *from)
{
	struct xray_record record;
	struct xray_block block;

	xray_log_seek(log, from->off);
	r->events.tsc = 0;
	while (xray_log_next(log, &record, &block) && block.off == from->off) {
		xray_events_put(&r->events, from, &record);
		convert_tick(r->input);
	}
	xray_events_flush(&r->events);
}

static void put_blocks(struct reading *r, struct xray_log *log)
{
	const struct xray_block *last = NULL;

	for (size_t i = 0; i < r->n_blocks && !ferror(r->input->archive); i++) {
		const struct xray_block *block = &r->blocks[i];

		if (!last || last->pid != block->pid)
			archive_out_process(r->events.archive, block->pid,
					    program_name(r->input));
		if (!last || last->pid != block->pid || last->tid != block->tid)
			r->events.cpu = UINT64_MAX;
		put_block(r, log, block);
		last = block;
	}
}

static void note_losses(struct reading *r, const struct xray_losses *losses)
{
	struct convert_input *input = r->input;

	if (losses->n_bytes)
		notes_add(input->notes,
			  "%s lost in %s, first at offset %llu: %s",
			  human_bytes(losses->n_bytes).text,
			  human_things(losses->n_places, "place").text,
			  (unsigned long long)losses->off, losses->what);
	if (losses->is_cut)
		notes_add(input->notes, "the file ends in a block");
	if (losses->n_cut)
		notes_add(input->notes, "%s cut",
			  human_things(losses->n_cut, "event").text);
	if (r->events.n_stray)
		notes_add(input->notes, "%s of no entry lost",
			  human_plain(r->events.n_stray, "argument").text);
	if (r->events.n_no_entry)
		notes_add(input->notes, "%s without an entry: marked no_begin",
			  human_plain(r->events.n_no_entry, "exit").text);
	if (r->events.n_no_exit)
		notes_add(input->notes,
			  "%s without an exit: ended with the call around it",
			  human_plain(r->events.n_no_exit, "call").text);
	if (archive_out_n_dropped(r->events.archive))
		notes_add(input->notes, "%s lost: a call has at most 15",
			  human_plain(archive_out_n_dropped(r->events.archive),
				      "argument")
				  .text);
	if (r->events.n_backwards)
		notes_add(input->notes,
			  "the clock went back %s; it is stopped there",
			  human_plain(r->events.n_backwards, "time").text);
	if (!r->n_records)
		notes_add(input->notes, "there are no records in it");
}

static bool read_blocks(struct reading *r)
{
	struct xray_log *log = xray_log_open(r->input->in, &r->header);
	const struct xray_losses *losses = xray_log_losses(log);
	bool is_log;

	find_blocks(r, log);
	is_log = r->n_records || !losses->n_bytes;
	if (is_log) {
		find_process(r);
		if (r->n_blocks)
			qsort(r->blocks, r->n_blocks, sizeof(*r->blocks),
			      compare);
		r->events.archive =
			archive_out_open(r->input->archive,
					 program_name(r->input), find_rate(r));
		put_blocks(r, log);
		note_losses(r, losses);
		archive_out_close(r->events.archive);
	} else {
		snprintf(r->input->error, sizeof(r->input->error),
			 "offset %llu: %s", (unsigned long long)losses->off,
			 losses->what);
	}
	free(r->blocks);
	xray_log_close(log);
	return is_log;
}

/* A companion file, recognized by its name, such as `fxtrace convert`
 * creates. */
static const char *find_companion(const struct convert_input *input, char *path,
				  size_t path_bytes)
{
	if (input->companion)
		return input->companion;
	snprintf(path, path_bytes, "%s" XRAY_MAP_SUFFIX, input->path);
	return access(path, R_OK) == 0 ? path : NULL;
}

/* Copies a pipe to a file, since it is read twice. The caller closes that
 * file. */
static bool make_seekable(struct convert_input *input)
{
	char bytes[64 << 10];
	FILE *file;
	size_t n;

	if (fseeko(input->in, 0, SEEK_CUR) == 0)
		return true;
	file = fxr_temporary_file();
	while (file && (n = fread(bytes, 1, sizeof(bytes), input->in))) {
		fwrite(bytes, 1, n, file);
		if (input->progress)
			input->progress(input);
	}
	if (!file || fflush(file) || ferror(file)) {
		snprintf(input->error, sizeof(input->error),
			 "a temporary file: %s", strerror(errno));
		if (file)
			fclose(file);
		return false;
	}
	rewind(file);
	input->in = file;
	return true;
}

/* Reads records of all threads, interleaved. */
static bool read_basic(struct reading *r)
{
	struct xray_basic log = {.in = r->input->in, .off = XRAY_HEADER_BYTES};
	struct fxr_map pids = {0};
	struct xray_record record;
	struct xray_block block;

	r->events.archive = archive_out_open(
		r->input->archive, program_name(r->input), find_rate(r));
	while (xray_basic_next(&log, &record, &block)) {
		r->n_records++;
		convert_tick(r->input);
		r->events.tsc = 0;
		if (fxr_map_find(&pids, block.pid, 0, 0) == FXR_NONE) {
			fxr_map_put(&pids, block.pid, 0, 0, 0);
			xray_events_flush(&r->events);
			archive_out_process(r->events.archive, block.pid,
					    program_name(r->input));
		}
		xray_events_put(&r->events, &block, &record);
	}
	xray_events_flush(&r->events);
	fxr_map_fini(&pids);
	note_losses(r, &log.losses);
	archive_out_close(r->events.archive);
	return true;
}

static bool read_log(struct convert_input *input)
{
	struct reading r = {.input = input};
	struct xray_names *names;
	char path[PATH_MAX + 8];
	bool is_done;

	if (!xray_header_read(input->in, &r.header, input->error,
			      sizeof(input->error)))
		return false;
	names = xray_names_open(find_companion(input, path, sizeof(path)),
				input->error, sizeof(input->error));
	if (!names)
		return false;
	r.events.names = names;
	r.events.open = event_names_open();
	is_done = r.header.type == XRAY_FDR ? read_blocks(&r) : read_basic(&r);
	event_names_close(r.events.open);
	xray_names_close(names);
	return is_done;
}

bool xray_read(struct convert_input *input)
{
	FILE *given = input->in;
	bool is_done = make_seekable(input) && read_log(input);

	if (input->in != given)
		fclose(input->in);
	input->in = given;
	return is_done;
}
