/* SPDX-License-Identifier: MIT */
/*
 * Replaces preload/call/hot.h in a shim of another library. A shim cannot see
 * the recorder's state, so all its calls take the steps of preload.h.
 */
#ifndef PRELOAD_SHIM_SHIM_H
#define PRELOAD_SHIM_SHIM_H

#include "preload/call/preload.h"

struct fxp_event {
	struct fxp_call *call;
	struct fxp_slot *cell;
};

#define FXP_LATE(x) FXP_WORD(x)
#define FXP_SPACE(n_words, n_texts) 0

static inline bool fxp_begin_open(struct fxp_event *e, uint32_t space_bytes,
				  unsigned n_args)
{
	(void)e;
	(void)space_bytes;
	(void)n_args;
	return false;
}

#define fxp_end_open fxp_begin_open
#define fxp_leaf_open fxp_begin_open

static inline bool fxp_begin_close(struct fxp_event *e)
{
	(void)e;
	return false;
}

#define fxp_end_close fxp_begin_close
#define fxp_leaf_start fxp_begin_close
#define fxp_leaf_close fxp_begin_close

static inline __attribute__((always_inline)) void fxp_begin_retry(
	struct fxp_event *e, const uint64_t *slot)
{
	fxp_begin(e->call, e->cell, slot);
}

static inline void fxp_end_retry(struct fxp_event *e, const uint64_t *slot)
{
	fxp_end(e->call, slot);
}

static inline __attribute__((always_inline)) void fxp_leaf_start_retry(
	struct fxp_event *e)
{
	fxp_leaf_begin(e->call, e->cell);
}

static inline void fxp_leaf_end_retry(struct fxp_event *e, const uint64_t *slot)
{
	fxp_leaf_end(e->call, slot);
}

/* Never reached. */
static inline bool fxp_put_nothing(uint64_t value)
{
	(void)value;
	return false;
}

#define FXP_PUT_INTEGER(e, name, x) fxp_put_nothing(FXP_WORD(x))
#define fxp_put_double(e, name, bits) fxp_put_nothing(bits)
#define fxp_put_float(e, name, bits) fxp_put_nothing(bits)
#define fxp_put_bool(e, name, value) fxp_put_nothing(value)
#define fxp_put_address(e, name, value) fxp_put_nothing(value)
#define fxp_put_named(e, name, type, value) fxp_put_nothing(value)
#define fxp_put_text(e, name, value) fxp_put_nothing(value)
#define fxp_put_counted_text(e, name, value, n) fxp_put_nothing((value) ^ (n))
#define fxp_put_found_text(e, name, value) fxp_put_nothing(value)
#define fxp_put_bytes(e, name, value, n) fxp_put_nothing((value) ^ (n))
#define fxp_put_input(e, name, value, n) fxp_put_nothing((value) ^ (n))

#endif
