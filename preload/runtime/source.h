/* SPDX-License-Identifier: MIT */
/*
 * The values of one call, on their way into its record: where they are, and the
 * facts found about them so far. It is in a frame of the recorder.
 */
#ifndef PRELOAD_RUNTIME_SOURCE_H
#define PRELOAD_RUNTIME_SOURCE_H

#include "preload/symbol/slot.h"
#include "writer/bytes.h"
#include "writer/record.h"

#define FXP_PROOFS 3u
/* Values of one call that are in separate blob records. */
#define FXP_LARGE_MAX 3u

/* One call's values. */
struct fxp_source {
	struct fxp_api *api;
	const struct fxg_table *table;
	const struct fxg_function *function;
	const struct fxp_slot *cell;
	const uint64_t *slot;
	int error;	     /* errno, if failed */
	bool failed;	     /* by the function's error rule */
	bool inline_names;   /* no indexes: the durable region is full */
	bool trusted : 1;    /* END_IN values: the kernel has read them */
	bool is_doubted : 1; /* no pointer is believed to lead to memory */
	uint8_t n_proofs;
	/* Large values written so far, and seen in this build. A record that
	 * did not fit is built again, but its blobs are not. */
	uint8_t n_large, n_large_seen;
	/* the case of the UNION that was captured last (0: none) */
	uint16_t choice_type;
	uint32_t choice;
	uint64_t large[FXP_LARGE_MAX];
	/* pages that the kernel has verified as readable */
	struct {
		uintptr_t low, high;
	} proof[FXP_PROOFS];
};

/* The name in records for string i of the API's table. */
static inline struct fxw_name fxp_name(const struct fxp_source *s, uint16_t i)
{
	const char *text;

	if (__builtin_expect(!s->inline_names, 1))
		return fxw_name_indexed((uint16_t)(s->api->string_base + i));
	text = s->table->text + s->table->strings[i];
	return fxw_name_inline(text, fxw_length(text));
}

#endif
