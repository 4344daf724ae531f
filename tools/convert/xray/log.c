/* SPDX-License-Identifier: MIT */
/*
 * XRay's logs record by record, see log.h.
 */
#include "tools/convert/xray/log.h"

#include <stdlib.h>
#include <string.h>

/* Limit of an event's data: the runtime's own buffers have 16 KiB. */
#define MAX_DATA_BYTES (1u << 20)
#define WINDOW_BYTES (64u << 10)
/* The beginning of a block, as far as it is needed to find one. */
#define PREAMBLE_BYTES (2 * XRAY_RECORD_BYTES + 1)
#define US_PER_SECOND 1000000u

struct xray_log {
	FILE *in;
	struct xray_header header;
	unsigned char *window; /* bytes that were read and are still in use */
	size_t at, n_window, window_capacity;
	uint64_t off; /* of the byte at `at` */
	bool is_in_block, has_tid, has_tsc, is_first;
	uint64_t end_off; /* of the block */
	struct xray_block block;
	uint64_t tsc;
	uint64_t n_rest; /* of the data of the last event returned */
	bool is_counting, is_losing;
	struct xray_losses losses;
};

static uint64_t get_number(const unsigned char *at, size_t n_bytes)
{
	uint64_t value = 0;

	memcpy(&value, at, n_bytes);
	return value;
}

struct xray_log *xray_log_open(FILE *in, const struct xray_header *header)
{
	struct xray_log *log = fxr_new(1, sizeof(*log));

	log->in = in;
	log->header = *header;
	log->off = XRAY_HEADER_BYTES;
	log->is_counting = true;
	return log;
}

void xray_log_close(struct xray_log *log)
{
	free(log->window);
	free(log);
}

const struct xray_losses *xray_log_losses(const struct xray_log *log)
{
	return &log->losses;
}

void xray_log_seek(struct xray_log *log, uint64_t off)
{
	/* an error shows as the file's end */
	(void)fseeko(log->in, (off_t)off, SEEK_SET);
	log->at = log->n_window = 0;
	log->off = off;
	log->n_rest = 0;
	log->is_in_block = log->is_losing = log->is_counting = false;
}

/* Bytes at the read position, up to n; fewer only at the file's end. */
static size_t read_ahead(struct xray_log *log, size_t n)
{
	size_t n_left = log->n_window - log->at;

	if (n_left >= n)
		return n;
	if (n_left)
		memmove(log->window, log->window + log->at, n_left);
	log->at = 0;
	log->window = fxr_grow(log->window, &log->window_capacity,
			       n + WINDOW_BYTES, 1);
	log->n_window = n_left + fread(log->window + n_left, 1,
				       log->window_capacity - n_left, log->in);
	return log->n_window < n ? log->n_window : n;
}

static const unsigned char *here(const struct xray_log *log)
{
	return log->window + log->at;
}

/* n: at most what `read_ahead` has returned. */
static void advance(struct xray_log *log, size_t n)
{
	log->at += n;
	log->off += n;
}

static void skip_bytes(struct xray_log *log, uint64_t n)
{
	while (n) {
		size_t n_now =
			read_ahead(log, n < WINDOW_BYTES ? n : WINDOW_BYTES);

		if (!n_now)
			return;
		advance(log, n_now);
		n -= n_now;
	}
}

/* Counts lost bytes: one place until a record is read again. */
static void count_lost(struct xray_log *log, uint64_t n_bytes, const char *what)
{
	struct xray_losses *losses = &log->losses;

	if (!log->is_counting || !n_bytes)
		return;
	if (!losses->n_places) {
		losses->off = log->off;
		losses->what = what;
	}
	losses->n_places += !log->is_losing;
	losses->n_bytes += n_bytes;
	log->is_losing = true;
}

/* Whether a block begins here. */
static bool is_block(struct xray_log *log)
{
	size_t n = PREAMBLE_BYTES, n_extents = XRAY_RECORD_BYTES;

	if (log->header.version == 1)
		n_extents = 0;
	n += n_extents;
	if (read_ahead(log, n) < n)
		return false;
	return (!n_extents ||
		here(log)[0] == XRAY_FIRST_BYTE(XRAY_BUFFER_EXTENTS)) &&
	       here(log)[n_extents] == XRAY_FIRST_BYTE(XRAY_NEW_BUFFER) &&
	       here(log)[n_extents + XRAY_RECORD_BYTES] ==
		       XRAY_FIRST_BYTE(XRAY_WALL_CLOCK);
}

static void enter_block(struct xray_log *log)
{
	log->block = (struct xray_block){.off = log->off};
	log->is_in_block = true;
	log->has_tid = log->has_tsc = false;
	log->is_first = true;
	log->is_losing = false;
	log->end_off = UINT64_MAX;
	if (log->header.version > 1) {
		uint64_t n = get_number(here(log) + 1, 8);

		advance(log, XRAY_RECORD_BYTES);
		/* 2: llvm-xray ignores the size; 0: it was never set */
		if (log->header.version > 2 && n && n < UINT64_MAX - log->off)
			log->end_off = log->off + n;
	}
}

/* False: no block before the end. */
static bool find_block(struct xray_log *log)
{
	while (!is_block(log)) {
		if (!read_ahead(log, 1))
			return false;
		count_lost(log, 1, "expected a block of records");
		advance(log, 1);
	}
	enter_block(log);
	return true;
}

/* Version 1: a block ends with its buffer, and the rest of that is meaningless.
 * If buffers were written only as far as they were used, the next block begins
 * here. */
static void end_buffer(struct xray_log *log)
{
	uint64_t n_used = log->off - log->block.off;

	log->is_in_block = false;
	if (log->header.buffer_bytes > n_used && !is_block(log))
		skip_bytes(log, log->header.buffer_bytes - n_used);
}

/* Drops the rest of the block, from this record on. */
static bool is_wrong(struct xray_log *log, const char *what)
{
	count_lost(log, 1, what);
	advance(log, 1);
	log->is_in_block = false;
	return false;
}

static bool take_event(struct xray_log *log, struct xray_record *record,
		       const unsigned char *body)
{
	int32_t n_bytes = (int32_t)get_number(body, 4);
	size_t n_kept;

	/* version 4 and before: an absolute time, which later records ignore */
	if (record->is_typed || log->header.version >= 5)
		log->tsc += (uint64_t)(int32_t)get_number(body + 4, 4);
	record->tsc = log->tsc;
	if (!record->is_typed && log->header.version < 5)
		record->tsc = get_number(body + 4, 8);
	record->value = get_number(body + 8, 2);
	if (n_bytes <= 0 ||
	    (uint64_t)n_bytes > log->end_off - log->off - XRAY_RECORD_BYTES)
		return is_wrong(log, "an event has more than its block");
	record->what = XRAY_IS_EVENT;
	advance(log, XRAY_RECORD_BYTES);
	n_kept = read_ahead(log, (size_t)n_bytes < MAX_DATA_BYTES
					 ? (size_t)n_bytes
					 : MAX_DATA_BYTES);
	record->data = fxr_text((const char *)here(log), n_kept);
	log->losses.n_cut += log->is_counting && n_kept < (size_t)n_bytes;
	/* borrowed data stays in place until the next read */
	advance(log, n_kept);
	log->n_rest = (size_t)n_bytes - n_kept;
	return true;
}

static void set_clock(struct xray_log *log, uint64_t tsc)
{
	if (!log->has_tsc)
		log->block.tsc = tsc;
	log->has_tsc = true;
	log->tsc = tsc;
}

static void set_wall(struct xray_log *log, const unsigned char *body)
{
	log->block.has_wall = true;
	log->block.wall_us =
		get_number(body, 8) * US_PER_SECOND + get_number(body + 8, 4);
}

/* A record about the block. Only a CPU is returned. */
static bool take_fact(struct xray_log *log, struct xray_record *record,
		      enum xray_kind kind, const unsigned char *body)
{
	if (kind == XRAY_NEW_BUFFER) {
		log->block.tid = (uint32_t)get_number(body, 4);
		log->has_tid = true;
	}
	if (kind == XRAY_WALL_CLOCK)
		set_wall(log, body);
	if (kind == XRAY_PID)
		log->block.pid = (uint32_t)get_number(body, 4);
	if (kind == XRAY_TSC_WRAP)
		set_clock(log, get_number(body, 8));
	if (kind == XRAY_NEW_CPU) {
		set_clock(log, get_number(body + 2, 8));
		record->what = XRAY_IS_CPU;
		record->tsc = log->tsc;
		record->value = get_number(body, 2);
	}
	advance(log, XRAY_RECORD_BYTES);
	return kind == XRAY_NEW_CPU && log->has_tid;
}

/* False: there is nothing to return, or the record is invalid. */
static bool take_metadata(struct xray_log *log, struct xray_record *record)
{
	unsigned kind = here(log)[0] >> 1;
	unsigned char body[XRAY_RECORD_BYTES - 1];

	memcpy(body, here(log) + 1, sizeof(body));
	if (kind == XRAY_END_OF_BUFFER && log->header.version == 1) {
		advance(log, XRAY_RECORD_BYTES);
		end_buffer(log);
		return false;
	}
	/* the size of the block before was wrong, or its end is missing */
	if ((kind == XRAY_BUFFER_EXTENTS ||
	     (kind == XRAY_NEW_BUFFER && log->has_tid)) &&
	    is_block(log)) {
		log->is_in_block = false;
		return false;
	}
	if (kind == XRAY_CUSTOM_EVENT || kind == XRAY_TYPED_EVENT ||
	    kind == XRAY_CALL_ARGUMENT) {
		if (!log->has_tsc || !log->has_tid)
			return is_wrong(log, "expected the block's thread and "
					     "clock");
		record->is_typed = kind == XRAY_TYPED_EVENT;
		if (kind != XRAY_CALL_ARGUMENT)
			return take_event(log, record, body);
		record->what = XRAY_IS_ARGUMENT;
		record->tsc = log->tsc;
		record->value = get_number(body, 8);
		advance(log, XRAY_RECORD_BYTES);
		return true;
	}
	if (kind >= XRAY_N_KINDS || kind == XRAY_BUFFER_EXTENTS ||
	    kind == XRAY_END_OF_BUFFER)
		return is_wrong(log, "there is no record of this kind");
	return take_fact(log, record, (enum xray_kind)kind, body);
}

static bool take_function(struct xray_log *log, struct xray_record *record)
{
	uint32_t word = (uint32_t)get_number(here(log), 4);
	unsigned action = word >> 1 & 7;

	if (!log->has_tsc || !log->has_tid)
		return is_wrong(log, "expected the block's thread and clock");
	if (action >= XRAY_N_ACTIONS)
		return is_wrong(log, "a function is neither entered nor left");
	log->tsc += get_number(here(log) + 4, 4);
	record->what = XRAY_IS_FUNCTION;
	record->tsc = log->tsc;
	record->action = (enum xray_action)action;
	record->function = word >> 4;
	advance(log, XRAY_FUNCTION_BYTES);
	return true;
}

/* Drops an incomplete record: the block or the file ends in it. */
static bool drop_rest(struct xray_log *log, size_t n)
{
	if (log->off + n < log->end_off) {
		log->losses.is_cut |=
			log->is_counting && (n || log->end_off != UINT64_MAX);
		count_lost(log, n, "the file ends in the middle of a record");
	} else {
		count_lost(log, n, "a block ends in the middle of a record");
	}
	advance(log, n);
	log->is_in_block = false;
	return false;
}

/* The next record of the block. False: there is nothing to return. */
static bool take_record(struct xray_log *log, struct xray_record *record)
{
	size_t n = read_ahead(log, XRAY_RECORD_BYTES), n_record;

	*record = (struct xray_record){.off = log->off,
				       .is_first = log->is_first};
	if (log->off >= log->end_off) {
		log->is_in_block = false;
		return false;
	}
	if (n > log->end_off - log->off)
		n = (size_t)(log->end_off - log->off);
	n_record =
		n && here(log)[0] & 1 ? XRAY_RECORD_BYTES : XRAY_FUNCTION_BYTES;
	if (n < n_record)
		return drop_rest(log, n);
	return here(log)[0] & 1 ? take_metadata(log, record)
				: take_function(log, record);
}

bool xray_log_next(struct xray_log *log, struct xray_record *record,
		   struct xray_block *block)
{
	skip_bytes(log, log->n_rest);
	log->n_rest = 0;
	while (log->is_in_block || find_block(log)) {
		if (!take_record(log, record))
			continue;
		log->is_first = false;
		*block = log->block;
		return true;
	}
	return false;
}
