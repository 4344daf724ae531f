/* SPDX-License-Identifier: MIT */
/*
 * C values into record arguments, driven by the items of the tables.
 */
#ifndef PRELOAD_VALUE_CAPTURE_H
#define PRELOAD_VALUE_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/call/preload.h"
#include "writer/record.h"

/* Bytes of values that stand inline in one record, in all. */
#define FXP_INLINE_MAX_BYTES (16u * 1024)

/* Bytes that the record may still take inline. */
static inline size_t fxp_capture_budget(const struct fxw_record *r)
{
	size_t used = r->used_words * 8ull;

	return used < FXP_INLINE_MAX_BYTES ? FXP_INLINE_MAX_BYTES - used : 0;
}

#define FXP_PROOFS 3u
/* Values of one call that stand in blob records of their own. */
#define FXP_LARGE_MAX 3u

/* One call's values. */
struct fxp_source {
	struct fxp_api *api;
	const struct fxg_table *table;
	const struct fxg_function *function;
	const struct fxp_slot *cell; /* its */
	const uint64_t *slot;
	int error;	   /* errno, if failed */
	bool failed;	   /* by the function's error rule */
	bool inline_names; /* no indexes: the durable region is full */
	bool trusted;	   /* END_IN values: the kernel has read them */
	uint8_t n_proofs;
	/* Large values written so far, and seen in this build: a record that
	 * did not fit is built again, its blobs are not written again. */
	uint8_t n_large, n_large_seen;
	/* of the UNION that was looked at last (0: none): its case */
	uint16_t choice_type;
	uint32_t choice;
	uint64_t large[FXP_LARGE_MAX];
	/* pages found readable by asking the kernel */
	struct {
		uintptr_t low, high;
	} proof[FXP_PROOFS];
};

/* A float's bits as a double's. Not by the processor's own conversion, which
 * raises a flag for some values, and the program may look for it. */
static inline uint64_t fxp_widened(uint64_t word)
{
	uint64_t sign = (word & 0x80000000) << 32;
	uint64_t fraction = word & 0x7fffff;
	uint64_t exponent = word >> 23 & 0xff;

	if (__builtin_expect(exponent - 1 < 0xfe, 1))
		exponent += 1023 - 127;
	else if (exponent)
		exponent = 0x7ff;
	else if (fraction) {
		/* a double has room to write it with a leading 1 */
		exponent = 1023 - 126;
		for (; !(fraction & 0x800000); fraction <<= 1)
			exponent--;
		fraction &= 0x7fffff;
	}
	return sign | exponent << 52 | fraction << 29;
}

/* The name that records use for string i of the API's table. */
static inline struct fxw_name fxp_name(const struct fxp_source *s, uint16_t i)
{
	const char *text;

	if (__builtin_expect(!s->inline_names, 1))
		return fxw_name_indexed((uint16_t)(s->api->string_base + i));
	text = s->table->text + s->table->strings[i];
	return fxw_name_inline(text, fxw_length(text));
}

/* Appends the arguments of n items, as far as their conditions hold and
 * FXT_MAX_ARGS lasts. `end`: after the call (else END items are skipped). */
void fxp_capture(struct fxw_record *r, struct fxp_source *s,
		 const struct fxg_item *item, unsigned n, bool end);

/* Appends errno's symbol (or number). */
void fxp_capture_errno(struct fxw_record *r, const struct fxp_source *s);

/* A scalar of `size` bytes at p, widened by the type's sign. */
uint64_t fxp_load_scalar(const struct fxg_table *table, uint16_t type,
			 const void *p);

/* Limits from the configuration; set once at start. */
struct fxp_limits {
	uint64_t string_bytes, whole_string_bytes; /* of most; see is_whole */
	uint64_t blob_bytes;
	bool has_blob_bytes; /* given: then for every library */
	/* what does not fit into the record stands by itself: out_of_line.h */
	bool is_whole;
};
extern struct fxp_limits fxp_limits __attribute__((visibility("hidden")));

/* Bytes of one string of the API's, and of one blob. */
static inline uint64_t fxp_string_limit(const struct fxg_table *table)
{
	return table->is_whole ? fxp_limits.whole_string_bytes
			       : fxp_limits.string_bytes;
}

static inline uint64_t fxp_blob_limit(const struct fxg_table *table)
{
	return table->is_whole && !fxp_limits.has_blob_bytes
		       ? UINT64_MAX
		       : fxp_limits.blob_bytes;
}

#endif
