/* SPDX-License-Identifier: MIT */
/*
 * The call layer: an archive as calls in the order in which they began, over
 * all threads and processes. Opening reads the whole archive once and sorts an
 * index of its events, in a temporary file if memory would not hold it. Each
 * call's records are read again when its turn comes. Call numbers are ranks by
 * begin time (then provider id, then thread), from 0 over all calls whether
 * wanted or not.
 *
 * Begin and end events of a thread pair up as a stack. What is left over is an
 * unfinished call, or an end that is counted and dropped.
 *
 * A fault in the archive does not void the records before it. Opening succeeds,
 * all calls up to the fault follow, and fxr_error() of the reader has the
 * fault.
 */
#ifndef TOOLS_READER_CALLS_H
#define TOOLS_READER_CALLS_H

#include "tools/reader/sort.h"
#include "tools/reader/value.h"
#include "tools/reader/world.h"

enum fxr_call_state {
	FXR_CALL_DONE,
	FXR_CALL_UNFINISHED, /* begun; the archive has no end */
	FXR_CALL_ABANDONED,  /* unwound by longjmp, exception or thread exit */
	FXR_CALL_NO_RETURN,  /* a function that never returns */
	FXR_CALL_REPLACED,   /* exec succeeded */
	FXR_CALL_JUMPED,     /* made; its result was not seen */
};

/* Whether nobody saw such a call return: the recorder jumped to it. */
static inline bool fxr_is_jump(const struct fxr_function *function,
			       bool has_ret)
{
	return function && (function->flags & FXG_F_TAIL ||
			    (function->flags & FXG_F_JUMPS && !has_ret));
}

/* Whether no call of it has an end if all goes well. */
static inline bool fxr_never_returns(const struct fxr_function *function,
				     struct fxr_text name)
{
	return (function && function->flags & FXG_F_NORETURN) ||
	       fxr_is_exec(name);
}

/* Marks of a call, from @flags. */
enum fxr_call_mark {
	/* its end was written later: it took less time, values are missing */
	FXR_MARK_LATE = 1,
	FXR_MARK_CUT = 2,  /* a value was shortened */
	FXR_MARK_FAKE = 4, /* not made by the program itself */
	/* it began before what is recorded: only its end is known */
	FXR_MARK_NO_BEGIN = 8,
};

/* Whether the end of a call that has one says how long it took, at most. */
static inline bool fxr_is_timed(const struct fxr_function *function,
				bool has_ret, unsigned marks)
{
	if (marks & FXR_MARK_NO_BEGIN)
		return false;
	return marks & FXR_MARK_LATE || !fxr_is_jump(function, has_ret);
}

/* The name of the arguments behind the prototype's parameters. */
#define FXR_VARARGS "..."

/* One argument, at its place in the prototype. */
struct fxr_arg {
	struct fxr_text name;	/* as recorded: "buf", "st.mode", "len'" */
	struct fxr_text base;	/* the parameter: "buf", "st", "len" */
	struct fxr_text member; /* "mode" or empty */
	bool is_after;		/* NAME': its value after the call */
	bool is_address;	/* NAME@ */
	bool has_size;		/* the value was cut or withheld: */
	uint64_t true_size;	/* its size before, in bytes or elements */
	uint32_t param;		/* index, FXR_NONE = not in the prototype */
	const struct fxr_type *declared; /* its type in this call, or NULL */
	struct fxr_value value;
};

/* Whether two arguments, one after the other, are members of one. */
static inline bool fxr_is_joined(const struct fxr_arg *a,
				 const struct fxr_arg *b)
{
	return a->member.n_bytes && b->member.n_bytes &&
	       a->is_after == b->is_after && fxr_is_same(a->base, b->base);
}

/* The name of that one, with its ' if it has one. */
static inline struct fxr_text fxr_joined_name(const struct fxr_arg *arg)
{
	return fxr_text(arg->name.bytes, arg->base.n_bytes + arg->is_after);
}

/* That one as a struct. items: space for n, borrowed by it. */
static inline struct fxr_value fxr_joined_value(const struct fxr_arg *args,
						size_t n,
						struct fxr_value *items)
{
	for (size_t i = 0; i < n; i++) {
		items[i] = args[i].value;
		items[i].name = args[i].member;
	}
	return (struct fxr_value){.kind = FXR_VALUE_STRUCT,
				  .as.list = {items, n}};
}

#define FXR_MAX_CALL_ARGS (2 * FXT_MAX_ARGS)

struct fxr_call {
	uint64_t number;
	uint64_t frame;		   /* of its process, see frames.h */
	bool has_frame;		   /* the process ends frames at all */
	uint64_t begin_ns, end_ns; /* end_ns counts if has_end */
	bool has_end;
	enum fxr_call_state state;
	unsigned marks; /* enum fxr_call_mark */
	/* its place among the calls of the process, over all threads, whose
	 * order matters; 0: its order does not */
	uint64_t seq;
	const struct fxr_thread *thread;
	const struct fxr_name *name;
	const struct fxr_function *function; /* NULL: signature not known */
	struct fxr_arg args[FXR_MAX_CALL_ARGS];
	size_t n_args;
	bool has_ret;
	struct fxr_value ret;
	struct fxr_text error; /* "ENOENT", empty = none */
	/* Where it was made, as the archive has it: UINT, BYTES or STRING, or
	 * none. tools/print/backtrace.h decodes it. */
	struct fxr_value stack;
	uint64_t begin_off, end_off; /* of its records */
};

/* The end of the arguments that are one with argument `from`. */
static inline size_t fxr_joined_end(const struct fxr_call *call, size_t from)
{
	size_t to = from + 1;

	while (to < call->n_args &&
	       fxr_is_joined(&call->args[to - 1], &call->args[to]))
		to++;
	return to;
}

/* Whether its duration is known. Other tools' recorders write ends that are
 * before their begins. */
static inline bool fxr_has_duration(const struct fxr_call *call)
{
	return call->has_end && call->end_ns >= call->begin_ns;
}

/* Whether that says something of the program: not if the call's only event is
 * about its begin. */
static inline bool fxr_shows_duration(const struct fxr_call *call)
{
	return fxr_has_duration(call) &&
	       fxr_is_timed(call->function, call->has_ret, call->marks);
}

struct fxr_calls_options {
	/* Whether calls of a function are wanted; NULL = all. */
	bool (*is_wanted)(void *context, struct fxr_text category,
			  struct fxr_text name);
	/* Called now and then; total 0 = unknown. May be NULL. */
	void (*progress)(void *context, uint64_t done_bytes,
			 uint64_t total_bytes);
	void *context;
	uint64_t max_blob_bytes; /* of memory in pieces; 0 = 1 MiB */
	/* Memory stays bytes if its type says that it was recorded as raw
	 * memory. value.type is then the type of one element. */
	bool keeps_memory;
	/* Calls have no arguments except untyped memory (fxr_is_memory), and of
	 * that only the size. Result, error, state and marks are there. */
	bool is_brief;
	size_t n_chunk; /* index entries in memory; 0 = the default */
};

struct fxr_calls_totals {
	uint64_t n_calls;
	uint64_t n_unfinished;	    /* no end, for whatever reason */
	uint64_t n_replaced;	    /* of these, by another program (exec) */
	uint64_t n_stray_ends;	    /* ends without a begin */
	uint64_t n_cut;		    /* calls with a value that was shortened */
	uint64_t first_ns, last_ns; /* first begin, last event */
};

struct fxr_calls;

/* reader: fresh and seekable, borrowed until close. */
struct fxr_calls *fxr_calls_open(struct fxr_reader *reader,
				 const struct fxr_calls_options *options);
/* The same in two steps, without the zone's offset (fxr_wall_find_zone). A
 * budget (memory.h) may be exceeded in the second: what it has read can be
 * closed then. */
struct fxr_calls *fxr_calls_start(struct fxr_reader *reader,
				  const struct fxr_calls_options *options);
void fxr_calls_read(struct fxr_calls *calls);
/* The next wanted call, borrowed until the following next; false at the end. */
bool fxr_calls_next(struct fxr_calls *calls, struct fxr_call *call);
/* What went wrong other than a fault in the archive: a temporary file, or a
 * file that changed while it was read. NULL = nothing. */
const char *fxr_calls_trouble(const struct fxr_calls *calls);
/* From now on only the calls of this provider (fxr_thread.provider) follow. */
void fxr_calls_only(struct fxr_calls *calls, uint32_t provider);
struct fxr_world *fxr_calls_world(struct fxr_calls *calls);
const struct fxr_calls_totals *fxr_calls_totals(const struct fxr_calls *calls);
/* The call that is the i-th of the world's causes, as it was when a trigger
 * fired. It has a number if it is in the archive. Borrowed until the next call
 * of this or of fxr_calls_next. False: the file has changed. */
bool fxr_calls_cause(struct fxr_calls *calls, size_t i, struct fxr_call *call);
void fxr_calls_close(struct fxr_calls *calls);

#endif
