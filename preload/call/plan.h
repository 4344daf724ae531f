/* SPDX-License-Identifier: MIT */
/*
 * A function's plan: how the events of an ordinary call are written. It is made
 * at the function's first call. Argument headers are ready; fast.h writes them.
 */
#ifndef PRELOAD_CALL_PLAN_H
#define PRELOAD_CALL_PLAN_H

#include "preload/call/preload.h"
#include "preload/schema/sign.h"

enum fxp_op_code {
	FXP_OP_W32,	   /* the value is in the argument's header */
	FXP_OP_W64,	   /* one word behind it */
	FXP_OP_DONE,	   /* behind the last argument */
	FXP_OP_STRING,	   /* NULL, or short and ASCII */
	FXP_OP_COUNTED,	   /* the same, but at most that many bytes */
	FXP_OP_ENUM,	   /* constant or flag set whose text has an index */
	FXP_OP_BYTES,	   /* NULL, or a short buffer the call has filled */
	FXP_OP_BYTES_EXPR, /* the same, its count is an expression */
	FXP_OP_BYTES4, /* NULL, or words that the library reads; extra: their
			  number's expression */
	FXP_OP_F32,
	FXP_OP_BOOL,
	FXP_OP_INPUT,	   /* NULL never, a short buffer the call has read */
	FXP_OP_INPUT_EXPR, /* the same, its count is an expression */
	FXP_OP_ERRNO,	   /* the thread's errno, if its name has an index */
	FXP_OP_IF,     /* not an argument: go on if the expression is not 0 */
	FXP_OP_UNLESS, /* the same, but only if it is 0 */
};

struct fxp_op {
	uint32_t header; /* the argument's lower half, ready but for its size */
	uint8_t code;	 /* enum fxp_op_code */
	uint8_t slot;
	/* ENUM, ERRNO: the type's index in its table; BYTES, INPUT, COUNTED:
	 * the slot of its count; ..._EXPR, IF, UNLESS: the expression */
	uint16_t extra;
};

/* Bit 0: the call has failed if the return value is not `failure`, bit 1: if
 * it is. */
enum fxp_failure_rule {
	FXP_FAILS_NEVER = 0,
	FXP_FAILS_UNLESS = 1,
	FXP_FAILS_IF = 2,
	FXP_FAILS_ANYHOW = 3,
};

/* One event of a function: with up to 4 arguments one cache line. */
struct fxp_part {
	uint64_t header;  /* the event's, ready but for thread and size */
	uint64_t failure; /* the return value that means it */
	uint32_t type_base;
	/* From here to the next part: from the begin to the end, and from there
	 * to the end of a call that failed. 0: there is none. */
	uint32_t next_off;
	/* no record of this part without long values needs more */
	uint16_t space_bytes;
	uint8_t ret_slot;
	uint8_t failure_rule; /* enum fxp_failure_rule */
	bool is_missing;      /* only the slow path can write this one */
	bool has_inputs;  /* of a failed call: it may not have read its strings
			   */
	bool needs_errno; /* it has not failed unless errno is set, too */
	bool is_short;	  /* nor unless it returned less than this says */
	uint8_t error_slot;
	struct fxp_op ops[]; /* up to DONE */
};

/* The part behind this one, or NULL. */
static inline const struct fxp_part *fxp_next_part(const struct fxp_part *part)
{
	return part->next_off ? (const struct fxp_part *)((const char *)part +
							  part->next_off)
			      : NULL;
}

/* Makes the plan of a function: its begin, or its complete event if it is a
 * leaf. NULL: only the slow path can record it, or there is no space for plans
 * left. Cold; any thread, any signal handler. */
const struct fxp_part *fxp_plan_make(struct fxp_api *api, unsigned function);

/* The function has been registered. From now on its calls are written by its
 * plan, if it has one and its strings have their records. */
void fxp_plan_use(struct fxp_slot *cell, unsigned function, bool is_signed);

/* Both, one after the other, so that a small stack never holds both frames. */
static inline void fxp_plan_sign(struct fxp_api *api, unsigned function)
{
	bool is_signed = fxp_sign_function(api, function);

	fxp_plan_use(&api->slots[function], function, is_signed);
}

#endif
