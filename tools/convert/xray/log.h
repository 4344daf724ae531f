/* SPDX-License-Identifier: MIT */
/*
 * A log of XRay in flight data recorder mode as a sequence of records, block by
 * block, see xray.h. Any bytes are possible: invalid ones are counted and
 * skipped up to the next block. That happens with sound programs, too, since
 * the runtime counts typed events wrongly and truncates their blocks.
 */
#ifndef TOOLS_CONVERT_XRAY_LOG_H
#define TOOLS_CONVERT_XRAY_LOG_H

#include <stdio.h>

#include "tools/convert/xray/header.h"
#include "tools/reader/memory.h"

/* What all records of a block share. */
struct xray_block {
	uint64_t off;
	uint32_t tid, pid; /* pid 0: the log does not say */
	bool has_wall;
	uint64_t wall_us; /* of a clock that started at boot */
	uint64_t tsc;	  /* at the same time: of the first record */
};

enum xray_what {
	XRAY_IS_FUNCTION,
	XRAY_IS_ARGUMENT, /* of the preceding entry: value */
	XRAY_IS_EVENT,	  /* data, and for a typed one value */
	XRAY_IS_CPU,	  /* value */
};

struct xray_record {
	enum xray_what what;
	uint64_t off;
	uint64_t tsc;
	bool is_first; /* of its block */
	enum xray_action action;
	uint32_t function;
	bool is_typed;
	uint64_t value;
	struct fxr_text data; /* borrowed until the next record */
};

/* Bytes that were skipped. */
struct xray_losses {
	uint64_t n_bytes, n_places;
	uint64_t off;	  /* of the first ones */
	const char *what; /* was wrong there */
	bool is_cut;	  /* the file ends in a block */
	uint64_t n_cut;	  /* events of which only a beginning was stored */
};

struct xray_log;

/* in: seekable, after the header; borrowed until close. */
struct xray_log *xray_log_open(FILE *in, const struct xray_header *header);
void xray_log_close(struct xray_log *log);

/* The next record, and its block in `block`; false at the end. */
bool xray_log_next(struct xray_log *log, struct xray_record *record,
		   struct xray_block *block);
/* Continues with the block at off, which was read before. From now on losses
 * are not counted. */
void xray_log_seek(struct xray_log *log, uint64_t off);

const struct xray_losses *xray_log_losses(const struct xray_log *log);

#endif
