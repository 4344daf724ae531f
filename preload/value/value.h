/* SPDX-License-Identifier: MIT */
/*
 * Structs, arrays and string arrays as one blob in apitrace's value encoding
 * (apitrace's format, Values). Where apitrace has whole signatures, it has bare
 * ids of TYPE entries.
 */
#ifndef PRELOAD_VALUE_VALUE_H
#define PRELOAD_VALUE_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/value/capture.h"

/* apitrace's format, Values */
enum fxp_value_kind {
	FXP_V_NULL = 0x00,
	FXP_V_FALSE = 0x01,
	FXP_V_TRUE = 0x02,
	FXP_V_NEGATIVE = 0x03,
	FXP_V_POSITIVE = 0x04,
	FXP_V_FLOAT = 0x05,
	FXP_V_DOUBLE = 0x06,
	FXP_V_STRING = 0x07,
	FXP_V_BLOB = 0x08,
	FXP_V_ENUM = 0x09,
	FXP_V_BITMASK = 0x0a,
	FXP_V_ARRAY = 0x0b,
	FXP_V_STRUCT = 0x0c,
	FXP_V_OPAQUE = 0x0d,
	FXP_V_WIDE = 0x0f,
};

struct fxp_value {
	struct fxp_source *source;
	uint8_t *out;	      /* NULL: only measures */
	uint32_t space_bytes; /* of out */
	uint32_t n_bytes;     /* encoded so far */
	uint32_t limit_bytes; /* of the whole: decides how much is kept */
	bool safe;	      /* query the kernel before reading */
	bool cut;	      /* elements were left out */
	bool cut_inside;      /* or something deeper */
	uint64_t n_elements;  /* then: how many there were */
	/* bytes that all untyped memory in it may have together */
	uint64_t total;
	const void *self; /* the struct whose members are encoded */
};

/* Encodes the target of the item's pointer (not NULL). False: it cannot be
 * read. Same memory, same bytes: measure first, then write. */
bool fxp_value_encode(struct fxp_value *v, const struct fxg_item *item);

/* The scalar enum fxg_kind by which a value of this type is recorded. */
unsigned fxp_scalar_kind(const struct fxg_table *table, uint16_t type);

#endif
