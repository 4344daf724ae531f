/* SPDX-License-Identifier: MIT */
/*
 * The values of a call as bytes that are equal if two runs did the same. What
 * differs from run to run (varying.h) is left out, or stored separately as
 * objects.
 */
#ifndef TOOLS_DIFF_CANON_H
#define TOOLS_DIFF_CANON_H

#include "tools/diff/varying.h"
#include "tools/base/pen.h"
#include "tools/reader/calls.h"

/* A handle in a call, in the order of its values. */
struct canon_object {
	uint64_t value;
	uint32_t space;	  /* a number for the kind of handle */
	uint16_t place;	  /* of the argument; of the result: CANON_RET */
	uint16_t is_made; /* the call returned it, rather than got it */
};

#define CANON_RET UINT16_MAX

/* Ids that differ from run to run: of a thread's process, of its parent, and
 * the thread's own. 0: unknown. */
enum { CANON_OWN, CANON_PARENT, CANON_THREAD, CANON_N_IDS };
struct canon_ids {
	uint64_t id[CANON_N_IDS];
};

/* A number that may be an id, from a value of one side. */
struct canon_number {
	uint64_t number;
	uint8_t n_digits; /* in a text; 0: it was no text */
	uint8_t rank;	  /* which id of its thread it is; CANON_N_IDS: none */
};

struct canon_how {
	bool has_values;  /* else the function alone counts */
	bool has_results; /* ret, errno, what the call stored, how it ended */
};

/* Of one archive. */
struct canon {
	struct fxr_world *world;
	struct varying *varying;
	struct canon_how how;
	/* The results of the call are random (chance.h): to be set before each
	 * call. */
	bool has_chance;
	/* For each thread: the ids of its partner in the other archive; NULL:
	 * unknown. Borrowed. */
	const struct canon_ids *partners;
	/* Two calls are compared: numbers are stored separately. */
	bool is_paired;
	/* Small numbers in the current call's key may be ids or not, so calls
	 * with equal keys may differ. */
	bool is_unsure;
	struct canon_number *numbers;
	size_t n_numbers, numbers_capacity;
	struct pen out;
	struct canon_object *objects;
	size_t n_objects, objects_capacity;
	/* of the current call */
	const struct fxr_call *call;
	uint32_t function;
	struct canon_ids ids,
		theirs; /* of its thread and that thread's partner */
	uint16_t place;
	bool is_result;
	struct fxr_map types;	/* kinds of types */
	struct fxr_map results; /* whether a call stores to a parameter */
};

/* The keys by which calls are compared. */
struct canon_keys {
	uint64_t all;  /* function and values */
	uint32_t text; /* function, texts and constants that it got */
};

/* how, varying: borrowed until fini */
void canon_init(struct canon *canon, struct fxr_world *world,
		struct varying *varying, struct canon_how how);
void canon_fini(struct canon *canon);

/* function: a number for its name, the same in both archives. The call's
 * objects stay in the canon until the next one. */
struct canon_keys canon_call(struct canon *canon, const struct fxr_call *call,
			     uint32_t function);

/* The ids of a thread of an archive. */
struct canon_ids canon_ids_of(const struct fxr_world *world,
			      const struct fxr_thread *thread);

/* Selects the call for the following functions: compared with one of the other
 * archive. */
void canon_aim(struct canon *canon, const struct fxr_call *call,
	       uint32_t function);
/* One of its values, borrowed until the next one. */
struct fxr_text canon_arg(struct canon *canon, const struct fxr_arg *arg);
struct fxr_text canon_ret(struct canon *canon);
struct fxr_text canon_error(struct canon *canon);
/* How it ended. */
struct fxr_text canon_state(struct canon *canon);
/* Item `index` of a struct or array, as canonical bytes. */
struct fxr_text canon_item(struct canon *canon, const struct fxr_value *list,
			   size_t index);

/*
 * Whether the latest values of two canons are equal. Their bytes must be, and
 * numbers be equal or the same id of their thread on either side.
 */
bool canon_is_same(const struct canon *a, struct fxr_text a_bytes,
		   const struct canon *b, struct fxr_text b_bytes);

/* Of two such values: how many more digits the ids of b have. */
int64_t canon_n_longer(const struct canon *a, const struct canon *b);

#endif
