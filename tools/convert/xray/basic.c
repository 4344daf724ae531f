/* SPDX-License-Identifier: MIT */
/*
 * XRay's basic logs record by record, see basic.h.
 */
#include "tools/convert/xray/basic.h"

#include <string.h>

enum { RECORD_BYTES = 32 };

/* The first two bytes. */
enum basic_kind {
	BASIC_FUNCTION, /* u8 cpu, u8 action, i32 function, u64 tsc, u32 tid,
			   u32 pid */
	BASIC_ARGUMENT, /* i32 function at 4, u32 tid, u32 pid, u64 value */
};

static uint32_t word(const unsigned char *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static bool take(const unsigned char *bytes, struct xray_record *record,
		 struct xray_block *block)
{
	unsigned kind = bytes[0] | (unsigned)bytes[1] << 8;

	record->function = word(bytes + 4);
	if (kind == BASIC_ARGUMENT) {
		record->what = XRAY_IS_ARGUMENT;
		block->tid = word(bytes + 8);
		block->pid = word(bytes + 12);
		memcpy(&record->value, bytes + 16, 8);
		return true;
	}
	if (kind != BASIC_FUNCTION || bytes[3] >= XRAY_N_ACTIONS)
		return false;
	record->what = XRAY_IS_FUNCTION;
	record->action = (enum xray_action)bytes[3];
	memcpy(&record->tsc, bytes + 8, 8);
	block->tid = word(bytes + 16);
	block->pid = word(bytes + 20);
	/* before version 3 it does not say */
	if (!block->pid)
		block->pid = block->tid;
	return true;
}

static void lose(struct xray_basic *log, size_t n_bytes, const char *what)
{
	if (!log->losses.n_places++) {
		log->losses.off = log->off;
		log->losses.what = what;
	}
	log->losses.n_bytes += n_bytes;
}

bool xray_basic_next(struct xray_basic *log, struct xray_record *record,
		     struct xray_block *block)
{
	unsigned char bytes[RECORD_BYTES];
	size_t n;

	while ((n = fread(bytes, 1, sizeof(bytes), log->in)) == sizeof(bytes)) {
		*record = (struct xray_record){.off = log->off};
		*block = (struct xray_block){.off = log->off};
		if (take(bytes, record, block)) {
			log->off += n;
			return true;
		}
		lose(log, n, "expected a function's record");
		log->off += n;
	}
	if (n)
		lose(log, n, "the file ends in the middle of a record");
	log->off += n;
	return false;
}
