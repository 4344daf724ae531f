/* SPDX-License-Identifier: MIT */
/*
 * The part of a wrapped function that every floor uses: its cell, its API, and
 * a call of it that is being recorded. Cells are in .bss, all zero before the
 * first call, so that a library with thousands of functions costs nothing at
 * start.
 */
#ifndef PRELOAD_SYMBOL_SLOT_H
#define PRELOAD_SYMBOL_SLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/gen.h"
#include "preload/arch/frame.h"

/* A function's state. Except for FXP_COLD it is above the generation of its
 * selection: code that finds another generation decides again. */
enum fxp_state {
	FXP_COLD = 0, /* until its first call */
	FXP_ON = 1,
	FXP_OFF = 2,
};

struct fxp_api;
struct fxp_filtered;
struct fxp_held;
struct fxp_part;
struct fxw_thread;

/* The cell of one function, in .bss: all zero before its first call. */
struct fxp_slot {
	void *real;	/* next definition; NULL = not looked up */
	uint32_t state; /* generation + enum fxp_state; 0 = cold */
	uint16_t claim; /* registration: enum fxp_claim */
	uint16_t watch; /* triggers, filters: enum fxp_watch, or 0 */
	/* After registration: its plan, see fast.h. NULL: its calls take the
	 * slow path. */
	const struct fxp_part *begin; /* leaf functions: the whole event */
	uint64_t refs; /* category and name, where an event's header has them */
	uint64_t names; /* of string 0, where an argument's header has it */
	/* the constant of its calls that was looked up last:
	 * value << 32 | type << 16 | index of its text */
	uint64_t named;
	/* not needed for an ordinary call */
	struct fxp_api *api;
	union {
		const struct fxp_part *made; /* begin, kept over a fork */
		uint64_t secret; /* if watch says so: items, bit by bit */
	};
} __attribute__((aligned(64)));
_Static_assert(sizeof(struct fxp_slot) == 64, "a cache line each");

/* Its calls take the slow path until the strings of its plan have their
 * records. */
static inline void fxp_slot_withdraw_plan(struct fxp_slot *cell)
{
	__atomic_store_n(&cell->begin, (const struct fxp_part *)0,
			 __ATOMIC_RELAXED);
	__atomic_store_n(&cell->named, 0, __ATOMIC_RELAXED);
}

struct fxp_runtime;

/*
 * One registered API: its table and the recorder's state about it. The
 * generated wrap_*.c of the API defines it in static storage, zero but for the
 * first four pointers. The recorder borrows it for the life of the process.
 */
struct fxp_api {
	const struct fxg_table *table;
	struct fxp_slot *slots; /* n_functions */
	uint8_t *string_seen;	/* n_strings: 1 = its record is committed */
	/* n_types + n_enumerators + n_cases, likewise; then one for every
	 * FXG_CHUNK_FUNCTIONS: 1 = one of them has its signature */
	uint8_t *entry_seen;
	struct fxp_api *next; /* chain of registered APIs */
	uint32_t string_base; /* FXT index of string 0; 0 = not registered */
	uint32_t type_base;   /* signature id of type 0 */
	/* of a shim: the recorder's entries, filled in by fxtrace_register */
	const struct fxp_runtime *runtime;
	/* n_functions, or NULL: the counts of filters; filter.h */
	struct fxp_filtered *filtered;
};

/* fxp_slot.watch */
enum fxp_watch {
	FXP_WATCHED = 1,      /* a condition is about its calls */
	FXP_NOT_RECORDED = 2, /* they are not recorded otherwise */
	FXP_REDACTED = 4,     /* some of its values are secret */
	FXP_FILTERED = 8,     /* filter.h: some of its calls are left out */
	FXP_HELD = 16,	      /* which ones is decided when they return */
	FXP_STACKED = 32,     /* its calls have stacks, see stack.h */
	FXP_TIMED = 64,	      /* filtered by their time */
	FXP_STREAM = 128,     /* stream.h: its calls act on streams */
};

/* Whether a condition is about the function's calls. */
static inline bool fxp_is_watched(const struct fxp_slot *cell)
{
	return __builtin_expect(cell->watch & FXP_WATCHED, 0);
}

#define FXP_DEEP (1ull << 63)

/* A call being recorded, in the wrapper's frame. */
struct fxp_call {
	struct fxp_slot *cell;
	/* 0 = its begin was not recorded. The call finds its entry in its
	 * thread's list of open calls by it. FXP_DEEP: the list was full. */
	uint64_t begin_ticks;
	uint32_t generation; /* of the archive that holds its begin */
	/* FXP_DEEP: how many calls were open, and of the buffer that holds its
	 * begin */
	uint32_t depth;
	uint32_t sequence;
	uint32_t order; /* @seq, its lower 32 bits */
	union {
		struct fxw_thread *thread; /* of a leaf call; NULL = not
					      recorded */
		struct fxp_held *held;	   /* of a held call: held.h */
	};
	/* of a watched call: when it began, then how long it took; trigger.h */
	uint64_t watch_ns;
	uintptr_t frame_end; /* of the wrapper's */
#if !FXP_RETURN_IS_PUSHED
	uintptr_t return_address; /* else it is right below the frame's end */
#endif
};

#endif
