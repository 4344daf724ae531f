/* SPDX-License-Identifier: MIT */
/*
 * The smallest parts of the value encoding, for value.c and follow.c.
 */
#ifndef PRELOAD_VALUE_ENCODE_H
#define PRELOAD_VALUE_ENCODE_H

#include "preload/value/value.h"
#include "writer/bytes.h"

/* Levels of nested values. */
#define FXP_MAX_DEPTH 6

/* Bytes that are free. */
static inline uint32_t fxp_space(const struct fxp_value *v)
{
	return v->n_bytes < v->limit_bytes ? v->limit_bytes - v->n_bytes : 0;
}

static inline void fxp_put_byte(struct fxp_value *v, uint8_t byte)
{
	if (v->out && v->n_bytes < v->space_bytes)
		v->out[v->n_bytes] = byte;
	v->n_bytes++;
}

static inline void fxp_put_varint(struct fxp_value *v, uint64_t value)
{
	while (value >= 0x80) {
		fxp_put_byte(v, (uint8_t)(value | 0x80));
		value >>= 7;
	}
	fxp_put_byte(v, (uint8_t)value);
}

static inline void fxp_put_bytes(struct fxp_value *v, const void *p, size_t n)
{
	if (v->out && v->n_bytes + n <= v->space_bytes)
		fxw_copy(v->out + v->n_bytes, p, n);
	v->n_bytes += (uint32_t)n;
}

static inline void fxp_put_counted(struct fxp_value *v, uint8_t kind,
				   const void *p, size_t n)
{
	fxp_put_byte(v, kind);
	fxp_put_varint(v, n);
	fxp_put_bytes(v, p, n);
}

static inline void fxp_put_signed(struct fxp_value *v, int64_t value)
{
	fxp_put_byte(v, value < 0 ? FXP_V_NEGATIVE : FXP_V_POSITIVE);
	fxp_put_varint(v, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static inline void fxp_put_address(struct fxp_value *v, uint64_t word)
{
	fxp_put_byte(v, word ? FXP_V_OPAQUE : FXP_V_NULL);
	if (word)
		fxp_put_varint(v, word);
}

/* value.c: one value of the type at p. */
void fxp_put_value(struct fxp_value *v, uint16_t type, const uint8_t *p,
		   int depth);

/*
 * follow.c: the target of the pointer at p, a PTR or STR. If it cannot be read,
 * the address instead.
 */
void fxp_put_followed(struct fxp_value *v, const struct fxg_type *t,
		      const uint8_t *p, int depth);
/* An array: the number of elements is the type's, or up to a null pointer. */
void fxp_put_elements(struct fxp_value *v, const struct fxg_type *t,
		      const uint8_t *p, int depth);
/* The first element of a list, then all others. */
void fxp_put_list(struct fxp_value *v, uint16_t type, const uint8_t *p,
		  int depth);
/* Text, cut to the free space. */
void fxp_put_text(struct fxp_value *v, uint64_t address);

#endif
