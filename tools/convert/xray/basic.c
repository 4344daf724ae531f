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

static uint32_t get_word(const unsigned char *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static bool take_record(const unsigned char *bytes, struct xray_record *record,
			struct xray_block *block)
{
	unsigned kind = bytes[0] | (unsigned)bytes[1] << 8;

	record->function = get_word(bytes + 4);
	if (kind == BASIC_ARGUMENT) {
		record->what = XRAY_IS_ARGUMENT;
		block->tid = get_word(bytes + 8);
		block->pid = get_word(bytes + 12);
		memcpy(&record->value, bytes + 16, 8);
		return true;
	}
	if (kind != BASIC_FUNCTION || bytes[3] >= XRAY_N_ACTIONS)
		return false;
	record->what = XRAY_IS_FUNCTION;
	record->action = (enum xray_action)bytes[3];
	memcpy(&record->tsc, bytes + 8, 8);
	block->tid = get_word(bytes + 16);
	block->pid = get_word(bytes + 20);
	/* before version 3 a record has no pid */
	if (!block->pid)
		block->pid = block->tid;
	return true;
}

static void count_lost(struct xray_basic *log, size_t n_bytes, const char *what)
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
		if (take_record(bytes, record, block)) {
			log->off += n;
			return true;
		}
		count_lost(log, n, "expected a function's record");
		log->off += n;
	}
	if (n)
		count_lost(log, n, "the file ends in the middle of a record");
	log->off += n;
	return false;
}
