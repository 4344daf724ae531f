/* SPDX-License-Identifier: MIT */
/*
 * The calls of an archive, by number and by thread, each at once. They are read
 * in one pass, after which a place in a temporary file says where the records
 * of each one are.
 */
#ifndef TOOLS_BROWSE_INDEXED_H
#define TOOLS_BROWSE_INDEXED_H

#include "tools/browse/mapped.h"
#include "tools/reader/calls.h"
#include "tools/reader/fill.h"

struct indexed_call {
	uint64_t begin_off, end_off;
	uint64_t begin_ns, end_ns; /* as far as is_timed */
	uint64_t place;		   /* among the calls of all threads */
	uint64_t frame;		   /* of its process */
	uint32_t thread, name;
	uint32_t n_inner; /* calls inside it, and inside those */
	uint32_t depth : 24;
	uint32_t is_failed : 1, is_timed : 1;
};

/* Sums over calls. */
struct indexed_sum {
	uint64_t n_calls, n_failed;
	uint64_t total_ns; /* of those that have a time; inner ones once */
};

/* What the sums are of, numbers of the world's. */
enum indexed_by { BY_THREADS, BY_PROCESSES, N_INDEXED_BY };

/* How it is made. Zeros are legal. */
struct indexed_how {
	/* Called now and then. */
	void (*progress)(void *context, uint64_t done, uint64_t total);
	void *context;
	/* Whether calls of a function go into `acts`. So does the first call
	 * of each process. NULL: none. */
	bool (*is_act)(struct fxr_text category, struct fxr_text name);
};

struct indexed {
	struct fxr_reader *reader;
	struct fxr_calls *calls;
	struct fxr_world *world;
	uint64_t last_ns;     /* of the recording */
	struct mapped all;    /* indexed_call, by number */
	struct mapped places; /* uint64_t: numbers, thread by thread */
	struct mapped acts;   /* uint64_t: of calls that is_act chooses */
	uint64_t *first; /* place of each thread's first call, and the end */
	struct indexed_sum *sums[N_INDEXED_BY];
	struct fxr_filler filler;
	bool *is_act; /* by function */
	struct indexed_how how;
};

/*
 * Reads all calls.
 * reader  fresh and seekable; closed with the index
 * how     copied
 */
struct indexed *indexed_open(struct fxr_reader *reader,
			     const struct indexed_how *how);
void indexed_close(struct indexed *indexed);

static inline const struct indexed_call *indexed_at(
	const struct indexed *indexed, uint64_t number)
{
	return mapped_at(&indexed->all, number);
}

/* The number of the call at a place. */
static inline uint64_t indexed_number(const struct indexed *indexed,
				      uint64_t place)
{
	return *(const uint64_t *)mapped_at(&indexed->places, place);
}

static inline uint64_t indexed_act(const struct indexed *indexed, uint64_t i)
{
	return *(const uint64_t *)mapped_at(&indexed->acts, i);
}

/* The call with its arguments, borrowed until the next one. False: the file
 * has changed. */
bool indexed_fill(struct indexed *indexed, uint64_t number,
		  struct fxr_call *call);

/* The call around it, or UINT64_MAX. */
uint64_t indexed_around(const struct indexed *indexed, uint64_t number);

/* The same call in another index of the same archive, or the one that begins
 * next; of an empty one 0. */
uint64_t indexed_again(const struct indexed *indexed,
		       const struct indexed_call *call);

/* The process of a thread, as a number of the world's. */
size_t indexed_process(const struct indexed *indexed, size_t thread);

#endif
