/* SPDX-License-Identifier: MIT */
/*
 * A thread's private state and the window in which it writes one record.
 *
 * A span is at every instant one chain of whole records. The body is written
 * first, then a filler header over the rest of the span. Then comes the
 * record's header, with release order, and last the private cursor. So a kill
 * at any point leaves neither a torn nor a zero word, and a walk needs no
 * cursor.
 *
 * A signal handler may interrupt a window and record calls of its own. It finds
 * the level taken and uses the next one, which has its own span. A window that
 * siglongjmp has left is recognised as dead by its frame address (stacks.h).
 * Its level is used again.
 *
 * All of this is on private pages of the thread that fork wipes: a forked child
 * finds slot == NULL and starts over.
 */
#ifndef WRITER_THREAD_H
#define WRITER_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "writer/arch/call.h"
#include "writer/engine.h"
#include "writer/lap.h"
#include "writer/record.h"
#include "writer/stacks.h"

/* Calls open at the same time in one thread for which it is noticed that they
 * were left without return. Deeper ones are recorded all the same. */
#define FXW_OPEN_MAX 90u

/* Groups of 32 neighboring pages that a thread remembers as readable: 4 MiB. */
#define FXW_VERIFIED_GROUPS 32u
/* Large buffers that a thread remembers as readable. */
#define FXW_VERIFIED_RANGES 4u
#define FXW_DEFERRED_MAX 8u
/* Stacks that a thread remembers as readable. */
#define FXW_STACKS 2u

struct fxw_level {
	uintptr_t owner;  /* frame of the window inside; 0 = nobody */
	uint64_t *cursor; /* next free word: a filler header up to end */
	uint64_t *end;
	uint32_t sequence; /* of the span's buffer */
	/* Of level 0: the thread's ref as in an event's header, or
	 * FXW_BITS_INLINE. 0: the fast path is off, because writers must fence,
	 * the clock is not the time stamp counter, or `special`. Not 0: there
	 * is a slot. */
	uint32_t event_bits;
};

/* No index is left for the thread: its events have its ids. */
#define FXW_BITS_INLINE 1u

/* A call whose end is still to come. */
struct fxw_open {
	uintptr_t frame; /* in its wrapper's frame; UINTPTR_MAX = no entry */
	uint64_t begin_ticks;
	void *owner;	   /* the recorder's: which function */
	uint32_t sequence; /* of the buffer that holds its begin */
	/* Where its end is being written, or on the slow path its begin, see
	 * fxw_end_mark(); 0 = it is not. A handler may jump out before the
	 * entry is gone. Then others check whether that was committed. */
	uint32_t end_mark;
};

/* Where a call that nobody sees return returns to. */
struct fxw_return {
	uintptr_t at; /* the place of its return address */
	uintptr_t to;
};
#define FXW_RETURNS 4u

/* An address as a mark: which of those in a buffer. */
static inline uint32_t fxw_end_mark(const uint64_t *record)
{
	return (uint32_t)((uintptr_t)record >> 3) | 1u << 31;
}

/* The first cache line holds what every record of an ordinary call touches. One
 * more holds what the first of nested calls touches in addition. */
struct fxw_thread {
	struct fxw_slot *slot; /* NULL = not attached (or wiped by fork) */
	uint64_t last_ticks;
	/* A new call takes the fast path if bottom <= its frame < top. Then the
	 * thread is on the stack that it was last seen on, and the innermost
	 * open call has not been left (stacks.h).
	 * bottom  the stack's low end; UINTPTR_MAX: event_bits has no ref
	 * top     the frame of the innermost open call; none is open: the
	 *         stack's high end; 0: too many are open */
	uintptr_t bottom;
	uintptr_t top;
	struct fxw_level level[FXW_LEVELS];
	uint64_t process, id; /* koids: the process's, and tid */
	uint32_t generation;  /* of the archive; 0 = not attached */
	uint32_t span_words;  /* size of the next span */
	uint8_t ref;	      /* thread ref; 0 = inline */
	union {
		/* the entry of depth n is open[n] */
		struct fxw_open open[FXW_OPEN_MAX + 1];
		/* open[0] is no call, but has what becomes `top` without one */
		struct {
			uintptr_t stack_high; /* its frame */
			uint64_t unused;
			uint32_t depth; /* entries of open[] in use */
		};
	} __attribute__((aligned(32)));
	uint32_t span_places[FXW_LEVELS]; /* circular: as fxw_place() has it */
	/* see stacks.h: where the stack of `stack_high` begins, and the one
	 * that the program has registered for handlers (end 0: none) */
	uintptr_t stack_low;
	struct fxw_range signal_stack;
	uintptr_t saved_frame; /* of its last setjmp */
	bool is_signal_hidden; /* SS_AUTODISARM */
	/* the durable region has no space for names: each span has its name */
	bool is_unnamed;
	union {
		struct {
			/* an end of it is deferred: it writes nothing else
			 * first, in oneshot nothing at all */
			uint8_t stopped;
			uint8_t vforked; /* a vfork child may be using this */
			uint8_t modules_dirty;	/* it called dlopen */
			uint8_t emits_deferred; /* it writes deferred ends */
			/* a flow leads to its next call; enum fxp_flow */
			uint8_t has_flow;
			/* clone has made another that uses this very memory,
			 * at the same time: it is not recorded */
			uint8_t is_shared;
			/* code of `muted` makes calls that are not recorded,
			 * deeper than muted_frame */
			uint8_t is_muted;
		};
		uint64_t special; /* any of them */
	};
	/* Its id; 0: none, whatever has_flow says. Calls of flow_from have
	 * none, because that one has begun it by vfork. */
	uint64_t flow;
	uint64_t flow_from;
	int *error;	  /* errno's address in this thread */
	uintptr_t handle; /* its pthread_t */
	/* vfork: the parent's identity and state, put back when it resumes */
	uint32_t home_tid;
	uint32_t home_depth;
	uint32_t home_deferred;
	struct fxw_level home_level;
	/* what each level writes to, a span or one record's own space;
	 * slot->sequence says under which sequence */
	uint32_t *places; /* in the control area, or own_places */
	uint32_t own_places[FXW_LEVELS];
	uint8_t finishes; /* it finishes the archive, or is about to */
	uint8_t home_ref;
	uint32_t destructor_rounds; /* of its thread's end */
	/* where dlopen's return address lies: deeper frames are inside it */
	uintptr_t dlopen_frame;
	/* see preload/runtime/mute.h */
	uintptr_t muted_frame;
	const struct fxw_range *muted;
	uint32_t n_muted;
	/* Pages lately found readable, by number of their group. The word's
	 * high half is the number, bit i is page i of the group. Also larger
	 * pieces of memory, used in turn. See readable.c. */
	uint32_t verified_unmaps; /* fxw_engine.n_unmaps when they were */
	uint32_t next_range;
	uint64_t verified_pages[FXW_VERIFIED_GROUPS];
	struct fxw_range verified_ranges[FXW_VERIFIED_RANGES];
	/* stacks that it was seen on, used in turn, and how often the program
	 * had taken memory away then; see stack_walk.c */
	uint64_t stacks[FXW_STACKS];
	uint32_t stacks_unmaps;
	uint32_t next_stack;
	/* ends that found no space, in order; more are lost */
	uint32_t n_deferred;
	struct fxw_open deferred[FXW_DEFERRED_MAX];
	struct fxw_return returns[FXW_RETURNS]; /* the recorder's */
	/* the recorder's: values of open calls; or NULL */
	uint64_t *open_values;
	struct fxw_thread *next;  /* chain of all thread states, never freed */
	struct fxw_slot own_slot; /* when the control area's are all in use */
};
_Static_assert(offsetof(struct fxw_thread, level[1]) == 64,
	       "what every record touches is one cache line");
_Static_assert(offsetof(struct fxw_thread, open) % 64 == 0,
	       "the first of nested calls touches one cache line of open[]");
_Static_assert(offsetof(struct fxw_thread, stack_high) ==
			       offsetof(struct fxw_thread, open[0].frame) &&
		       offsetof(struct fxw_thread, depth) <
			       offsetof(struct fxw_thread, open[0].sequence),
	       "open[0] is its own frame, and what no call needs");
#define FXW_THREAD_BYTES 4096u
_Static_assert(sizeof(struct fxw_thread) <= FXW_THREAD_BYTES, "one page");

/* A second page, behind the first and as private: what the recorder remembers
 * of the archive that it writes into. Zero in a new state and, wiped like the
 * first, in a forked child. It stays when another thread inherits the state. It
 * takes memory only after a store. */
#define FXW_MEMORY_BYTES 4096u

static inline void *fxw_thread_memory(struct fxw_thread *thread)
{
	return (char *)thread + FXW_THREAD_BYTES;
}

extern __thread struct fxw_thread *fxw_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

/* More than 0 while this thread may touch the archive outside of a window, on
 * the recorder's cold paths. A fork in a handler then leaves memory there. */
extern __thread uint32_t fxw_cold_depth
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

/* One record being written. */
struct fxw_window {
	struct fxw_record record;
	struct fxw_thread *thread;
	/* What the thread's page said when the window was opened: a handler
	 * that interrupts it may fork, and then the child's page is new. */
	struct fxw_slot *slot;
	uintptr_t frame;
	uint64_t *end; /* of the span or of the record's own allocation */
	uint32_t level;
	bool own;   /* too large for a span */
	bool moved; /* what it pins is not the level's span */
};

/*
 * This thread's state, made on its first call. NULL: the recorder is not
 * running here, or there is no memory (the call is then counted as lost).
 * Any thread, any signal handler.
 */
struct fxw_thread *fxw_thread_attach(void);

/* The thread runs its last destructors: its state may be reused once the
 * kernel says that it is gone. */
void fxw_thread_exiting(struct fxw_thread *thread);

/* Names the process and the recorder's own thread in it. */
void fxw_name_process(uint64_t process, const char *name);

#define FXW_COMM_BYTES 16

/* What the record of a process's or thread's name is made of. */
struct fxw_object {
	unsigned type; /* enum fxt_object_type */
	uint64_t koid;
	uint64_t process; /* of a thread; 0: it is a process */
	const char *name; /* of at most FXW_COMM_BYTES */
};

/* Words of such a record, at most. */
#define FXW_OBJECT_WORDS (2 + FXW_COMM_BYTES / 8 + 3)

/* Builds it but for its header, which is returned. */
uint64_t fxw_object_build(struct fxw_record *r, const struct fxw_object *o);

/* Writes it into the durable region, if that has space. */
void fxw_name_object(const struct fxw_object *object);

/* How far a thread's pthread_t is below its thread pointer. Only libc knows
 * that; set before there is any state of a thread. */
extern uintptr_t fxw_handle_bytes __attribute__((visibility("hidden")));

/* The calling thread's pthread_t. */
static inline uintptr_t fxw_own_handle(void)
{
	return sys_thread_pointer() - fxw_handle_bytes;
}

/* The calling thread's name. */
void fxw_own_name(char name[FXW_COMM_BYTES]);

/* Whether the durable region takes names of threads: they leave space for
 * signatures. */
bool fxw_may_name(void);

/* A thread of this process has a new name, of at most 15 bytes.
 * pointer  its pthread_t, 0 = the calling thread. One that has not made a call
 *          yet gets its name with its first. */
void fxw_thread_renamed(uintptr_t pointer, const char *name);

/* Threads that have had a slot so far. */
uint32_t fxw_threads_count(void);

/* The same as fxw_slot_at, but of the slots that threads have had so far only.
 * Reading the others would take memory: a forked child had 5 MiB of them. */
struct fxw_slot *fxw_slot_used(uint32_t i);

/* In a forked child: no state of the parent is known any more. */
void fxw_threads_forget(void);

/* Sets event_bits, bottom and top. To be called after every change of `ref`,
 * `special`, the clock, the stack or the open calls, except for a simple push
 * or pop. */
void fxw_thread_refresh(struct fxw_thread *thread);

/* vfork comes: until the parent is seen again, every record checks who runs. */
void fxw_thread_vfork(struct fxw_thread *thread);

/* clone makes a child that shares the thread's own memory and runs at the same
 * time: from here on every record checks who runs. */
void fxw_thread_share(struct fxw_thread *thread);

/* Whether the caller is that child. Makes a system call. */
bool fxw_thread_is_other(const struct fxw_thread *thread);

/* Finds out who runs: the vfork child (then records carry its ids), or the
 * parent again (then its state is put back). Call while thread->vforked. While
 * system calls are forbidden the state stays as it is. */
void fxw_thread_settle(struct fxw_thread *thread);

/* Whether the archive already has the end of an open call of this thread that
 * will never be finished. */
bool fxw_end_is_there(const struct fxw_open *open);

/* The same of its begin, while the mark is of that. */
bool fxw_begin_is_there(const struct fxw_open *open);

/* The level's window is dead: its record is in the archive, or its space is
 * filler. */
void fxw_level_repair(struct fxw_thread *thread, uint32_t level);

/* Frees the levels of windows whose frames the thread has left (stacks.h). */
void fxw_windows_leave(struct fxw_thread *thread, const struct fxw_left *left);

/* The next stamp of this thread, made of the time stamp counter's value: at
 * least 1 ns after the last. */
static inline uint64_t fxw_stamp_of(struct fxw_thread *thread, uint64_t counter)
{
	uint64_t ticks = counter - fxw_clock.epoch;
	uint64_t least = thread->last_ticks + FXW_COUNTER_STEP_TICKS;

	if (__builtin_expect(ticks < least, 0))
		ticks = least;
	thread->last_ticks = ticks;
	return ticks;
}

/* The next stamp of this thread, at least 1 ns after the last. */
static inline uint64_t fxw_stamp(struct fxw_thread *thread)
{
	uint64_t ticks = fxw_ticks();
	uint64_t least = thread->last_ticks + fxw_clock.step_ticks;

	if (__builtin_expect(ticks < least, 0))
		ticks = least;
	thread->last_ticks = ticks;
	return ticks;
}

/* Counts a call that is now in the archive. Called inside its window, so that a
 * finisher's sum is exact. */
static inline void fxw_count_call(struct fxw_slot *slot)
{
	fxw_increment(&slot->n_calls);
}

/* The sequence that the window's record is written under; valid while
 * w->record fits. */
static inline uint32_t fxw_window_sequence(const struct fxw_window *w)
{
	return w->slot->sequence[w->level];
}

/* Slow halves of the functions below. */
void fxw_window_pin(struct fxw_window *w, uint32_t sequence, uint32_t place);
void fxw_window_unpin(struct fxw_window *w);
bool fxw_window_nested(struct fxw_window *w);
bool fxw_window_grow(struct fxw_window *w);

/* From here a finisher sees us inside; `level` is ours. */
static inline void fxw_window_enter(struct fxw_window *w)
{
	struct fxw_level *level = &w->thread->level[w->level];

	__atomic_store_n(&w->slot->inside[w->level], FXW_WRITING,
			 __ATOMIC_RELAXED);
	/* Pairs with the membarrier in revoke_writers(): the store above is
	 * seen there, or the load below sees that the buffer is revoked. */
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (__builtin_expect(fxw_engine.fences, 0))
		fxw_fence();
	if (__builtin_expect(level->sequence !=
				     __atomic_load_n(&fxw_engine.control->live,
						     __ATOMIC_ACQUIRE),
			     0))
		level->cursor = level->end = NULL; /* revoked: take a new one */
	w->own = false;
	w->moved = false;
	/* in this order, see preload/call/fast.h; a span without end has no
	 * space */
	w->record.start = *(uint64_t *volatile *)&level->cursor;
	w->end = *(uint64_t *volatile *)&level->end;
	w->record.space_words =
		w->end ? (uint32_t)(w->end - w->record.start) : 0;
	w->record.used_words = 0;
	w->record.n_args = 0;
	w->record.cut = 0;
}

/*
 * Opens a window: w->record then takes words. False: four handlers deep in the
 * recorder; the caller counts a loss. Nothing may block between open and commit
 * or close.
 */
static inline __attribute__((always_inline)) bool fxw_window_open(
	struct fxw_window *w, struct fxw_thread *thread, uintptr_t frame)
{
	w->thread = thread;
	w->frame = frame;
	w->level = 0;
	if (__builtin_expect(thread->level[0].owner != 0, 0))
		return fxw_window_nested(w);
	/* A handler between any two of these stores sees the level taken, or
	 * uses all of it before us: one store decides. A handler that forks
	 * sees it, too, and leaves memory where the slot is. */
	*(volatile uintptr_t *)&thread->level[0].owner = frame;
	w->slot = *(struct fxw_slot *volatile *)&thread->slot;
	if (__builtin_expect(!w->slot, 0)) { /* one has forked already */
		thread->level[0].owner = 0;
		return false;
	}
	fxw_window_enter(w);
	return true;
}

/* By whom an event is, if the thread has no index. */
void fxw_window_put_ids(struct fxw_window *w);

/* What every event begins with behind its header: when, and by whom. */
static inline __attribute__((always_inline)) void fxw_window_put_event(
	struct fxw_window *w, uint64_t ticks)
{
	uint64_t *at = fxw_put(&w->record, 2);

	if (at)
		at[1] = ticks;
	if (__builtin_expect(!w->thread->ref, 0))
		fxw_window_put_ids(w);
}

static inline void fxw_window_close(struct fxw_window *w)
{
	struct fxw_level *level = &w->thread->level[w->level];

	/* release: the record is complete; pairs with is_inside() */
	__atomic_store_n(&w->slot->inside[w->level], FXW_AWAY,
			 __ATOMIC_RELEASE);
	if (__builtin_expect(w->moved, 0))
		fxw_window_unpin(w);
	if (__builtin_expect(level->owner == w->frame, 1))
		*(volatile uintptr_t *)&level->owner = 0;
}

/* Puts the finished record into the archive: it must fit. */
static inline void fxw_window_commit(struct fxw_window *w, uint64_t header)
{
	struct fxw_level *level = &w->thread->level[w->level];
	uint64_t *next = w->record.start + w->record.used_words;

	if (next != w->end)
		*(volatile uint64_t *)next =
			fxt_filler_header((uint64_t)(w->end - next));
	fxw_commit(w->record.start, header);
	if (__builtin_expect(!w->own && level->end == w->end, 1))
		*(uint64_t *volatile *)&level->cursor = next;
	if (fxt_is_call(header))
		fxw_count_call(w->slot);
	fxw_window_close(w);
}

#endif
