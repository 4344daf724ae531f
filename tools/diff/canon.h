/* SPDX-License-Identifier: MIT */
/*
 * The values of a call as bytes that are equal if two runs did the same: what
 * differs from run to run (varying.h) is left out, or stands aside as objects.
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
	uint16_t is_made; /* the call gave it, rather than got it */
};

#define CANON_RET UINT16_MAX

struct canon_how {
	bool has_values;  /* else the function alone counts */
	bool has_results; /* ret, errno, what the call stored, how it ended */
};

/* Of one archive. */
struct canon {
	struct fxr_world *world;
	struct varying *varying;
	struct canon_how how;
	/* What the call stores and returns is by chance (chance.h): to be set
	 * before each call. */
	bool has_chance;
	bool is_raw; /* ids of processes stand in texts as they are */
	struct pen out;
	struct canon_object *objects;
	size_t n_objects, objects_room;
	/* of the call at hand */
	const struct fxr_call *call;
	uint32_t function;
	uint64_t own, parent, thread; /* ids; 0: not known */
	uint16_t place;
	bool is_result;
	struct fxr_map types;	/* what a type is */
	struct fxr_map results; /* whether a parameter is stored to */
};

/* What calls are compared by. */
struct canon_keys {
	uint64_t all;  /* function and values */
	uint32_t text; /* function, texts and constants that it got */
};

/* how, varying: borrowed until fini */
void canon_init(struct canon *canon, struct fxr_world *world,
		struct varying *varying, struct canon_how how);
void canon_fini(struct canon *canon);

/* function: a number for its name, the same in both archives. Leaves the call's
 * objects in the canon until the next one. */
struct canon_keys canon_call(struct canon *canon, const struct fxr_call *call,
			     uint32_t function);

/* The call that the following are about. */
void canon_aim(struct canon *canon, const struct fxr_call *call,
	       uint32_t function);
/* One of its values, borrowed until the next one. */
struct fxr_text canon_arg(struct canon *canon, const struct fxr_arg *arg);
struct fxr_text canon_ret(struct canon *canon);
struct fxr_text canon_error(struct canon *canon);
/* How it ended. */
struct fxr_text canon_state(struct canon *canon);
/* Item `index` of a struct or array, as it counts there. */
struct fxr_text canon_item(struct canon *canon, const struct fxr_value *list,
			   size_t index);

#endif
