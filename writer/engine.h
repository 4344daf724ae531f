/* SPDX-License-Identifier: MIT */
/*
 * The engine of one process: its buffer, its state, its losses. Everything
 * here is async-signal-safe and never blocks.
 */
#ifndef WRITER_ENGINE_H
#define WRITER_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/arch/order.h"
#include "writer/buffer.h"
#include "writer/clock.h"
#include "writer/wire.h"

#define FXW_PATH_MAX 4096u
/* Words of the durable region reserved for what finishing writes. The first of
 * them are for what is recorded of the process's end before that. */
#define FXW_DURABLE_RESERVE_WORDS 512u
#define FXW_DURABLE_LAST_WORDS 96u
/* Space for records after an archive is finished. */
#define FXW_TAIL_WORDS (16u * 1024 / 8)

enum fxw_engine_state {
	FXW_ENGINE_OFF = 0,
	FXW_ENGINE_STARTING = 1,
	FXW_ENGINE_ON = 2,
	FXW_ENGINE_FINISHING = 3,
	FXW_ENGINE_FINISHED = 4, /* still records, into the tail */
	FXW_ENGINE_FAILED = 5,	 /* tracing is off in this process */
};

/* What a buffer is started with. Strings are borrowed during the call. */
struct fxw_options {
	/* absolute; created, never an existing file; NULL with a socket */
	const char *path;
	/* of the session that the buffer is lent to, see session.h; NULL: none.
	 * Streaming needs one, circular mode may have one */
	const char *socket;
	const char *secret; /* of that session, as text */
	uint64_t buffer_bytes;
	enum fxw_mode mode;
	bool may_block;	 /* streaming: wait while there is no space */
	bool has_stacks; /* the durable region is to hold many of them */
	uint32_t pid;
	const char *name; /* the process's, at most 15 bytes */
};

struct fxw_engine {
	struct fxw_control *control;
	struct fxw_header *header;
	struct fxw_region durable;
	struct fxw_region rolling[2]; /* circular: they take turns */
	uint32_t takes_turns; /* circular or streaming: two rolling buffers */
	uint32_t overwrites;  /* circular */
	uint32_t streams;     /* to a manager, see stream.h */
	uint32_t is_lent;     /* to a manager: streams, or overwrites */
	uint32_t may_block;   /* streaming: a full buffer makes calls wait */
	uint32_t may_turn;    /* two buffers, and not finished */
	uint32_t stamp_words; /* at a span's beginning, see lap.h; or 0 */
	uint32_t state;	      /* enum fxw_engine_state */
	uint32_t fences;      /* writers fence: no membarrier here */
	uint32_t no_system_calls; /* the program may kill us for one */
	uint32_t has_gone_notice; /* a notice says that the manager is gone */
	uint32_t beats;	    /* of the manager, as of beats_ms (stream.c) */
	uint64_t beats_ms;  /* CLOCK_MONOTONIC, 0 = nobody has waited yet */
	uint64_t looked_ms; /* when somebody has looked last */
	uint32_t n_gaps;    /* spans taken and left untouched */
	uint32_t next_thread_index;
	uint32_t pid;
	uint32_t koid; /* of the process in the archive: its pid, or else */
	uint32_t parent_koid; /* 0: as the kernel says */
	uint32_t last_sequence;
	/* The control area has these, too, where the program may have
	 * overwritten them: these copies are believed. */
	uint64_t sequence_seen; /* see damage.h */
	uint64_t nonce;
	uint32_t n_more_slots;
	uint32_t clock;	       /* enum fxw_clock */
	uint32_t durable_used; /* words, of a finished archive */
	uint32_t is_damaged;   /* it was overwritten, see damage.h */
	uint32_t has_own_bell; /* in its control area, else in fxw_bells */
	uint32_t n_unmaps;     /* times the program has taken memory away */
	uint32_t generation;   /* of archives: a forked child's is one more */
	uint64_t finisher;     /* its thread id while state is FINISHING */
	bool is_inherited;     /* forked children have the buffer's memory */
	bool is_allocated;  /* the whole file has blocks: nothing to populate */
	uint32_t tick_busy; /* 1: a thread refreshes the clock pair */
	/* One word on a page that fork wipes: 0 = we are a forked child. */
	uint32_t *alive;
	uint8_t *map;
	uint64_t map_bytes;
	/* in a forked child: memory at the parent's map, see
	 * fxw_engine_forget */
	uint8_t *ground;
	uint64_t ground_bytes;
	/* in there, all zero: an interrupted record uses it as its control area
	 * as long as the child has none of its own */
	struct fxw_control *ground_control;
	uint64_t *init_rate; /* rate word of the initialization record */
	/* why the last start failed: the system call that was refused and that
	 * recording cannot do without; or NULL */
	const char *refused;
	uint64_t device, inode;
	/* streaming: the area that all providers share, or NULL */
	struct fxw_session_area *session;
	struct fxw_slot *more_slots; /* streaming: control->n_more_slots */
	uint32_t (*more_places)[FXW_LEVELS];
	struct fxw_cause *causes; /* likewise, FXW_TRIGGERS of them */
	struct fxw_header layout; /* not on the stack: stacks may be small */
	char path[FXW_PATH_MAX];
};

extern struct fxw_engine fxw_engine __attribute__((visibility("hidden")));

/* The area of our session, once we have joined one, and then read-only; all
 * zero before. The bell that we share with the session's other processes. */
extern struct fxw_session_area fxw_session
	__attribute__((visibility("hidden")));
extern struct fxw_bells fxw_bells __attribute__((visibility("hidden")));

/* The word that this process rings. control: the one that the caller uses */
static inline uint32_t *fxw_doorbell_of(struct fxw_control *control)
{
	return fxw_engine.has_own_bell ? &control->doorbell
				       : &fxw_bells.doorbell;
}

/* Generation of the valid choice of calls (wire.h). acquire: the choice itself
 * is read after it; pairs with the manager's release. */
static inline uint32_t fxw_generation(void)
{
	return __atomic_load_n(&fxw_session.generation, __ATOMIC_ACQUIRE);
}

/* relaxed: a thread that turns wrongly for a moment finds the buffer closed */
static inline bool fxw_may_turn(void)
{
	return __atomic_load_n(&fxw_engine.may_turn, __ATOMIC_RELAXED);
}

static inline void fxw_set_may_turn(bool may)
{
	__atomic_store_n(&fxw_engine.may_turn, may, __ATOMIC_RELAXED);
}

/*
 * Creates the archive, maps it and opens it for writing.
 * Returns 0 or -errno (then the engine is FXW_ENGINE_FAILED); -EEXIST if the
 * path exists, for the caller to try another.
 * One thread at a time; the caller holds state FXW_ENGINE_STARTING.
 */
int fxw_engine_start(const struct fxw_options *options);

/* True in a forked child that still has its parent's engine. */
static inline bool fxw_engine_is_forked(void)
{
	return fxw_engine.alive &&
	       !__atomic_load_n(fxw_engine.alive, __ATOMIC_RELAXED);
}

/*
 * Makes the file a complete archive: revokes every span, pads every gap, emits
 * losses, sets the tick rate. Then it cuts the file behind a tail of 16 KiB
 * that later calls may still use. Idempotent.
 */
void fxw_engine_finish(void);

/* In a forked child that has an archive of its own. Nobody chooses any more
 * what it records: the manager of its parent's session may be gone. */
void fxw_engine_leave(void);

/* Populates memory that records will need. Any thread. */
void fxw_engine_reserve(void);

/* The program is about to forbid itself system calls. Populates memory that
 * records will need, and makes the manager poll from now on. Changes nothing
 * that the program sees; any thread. fxw_engine_unquiet: it was refused. */
void fxw_engine_quiet(void);
void fxw_engine_unquiet(void);

/* Takes a finish back: for an exec that failed. */
void fxw_engine_unfinish(void);

/* The slots that others can see, one after the other; NULL behind the last. */
static inline struct fxw_slot *fxw_slot_at(uint32_t i)
{
	struct fxw_control *control = fxw_engine.control;

	if (i < FXW_SLOTS)
		return &control->slots[i];
	i -= FXW_SLOTS;
	return fxw_engine.more_slots && i < fxw_engine.n_more_slots
		       ? &fxw_engine.more_slots[i]
		       : NULL;
}

/* Refreshes the clock pair; called now and then from the slow path. */
void fxw_engine_tick(void);

/* For a forked child that has no buffer and may make no system call. Forgets
 * what points into its parent's buffer, unless fxw_engine_quiet has provided
 * memory. */
void fxw_engine_abandon(void);

/*
 * Forgets everything of the parent, in a forked child, before a new start.
 * lay_ground  a record may have been interrupted by the fork: its remaining
 *             stores need memory at the parent's map
 */
void fxw_engine_forget(bool lay_ground);

/*
 * Takes n_words for one durable record: they get a filler header.
 * Returns NULL if the durable region is full. The caller writes the body and
 * then commits.
 */
uint64_t *fxw_durable_take(uint32_t n_words);

/* The same for records of the process's end. They may also have the part of
 * what is reserved for finishing that losses do not need. */
uint64_t *fxw_durable_take_last(uint32_t n_words);

/* Puts the record's header over the filler. */
static inline void fxw_commit(uint64_t *record, uint64_t header)
{
	/* release: whoever sees the header sees the body */
	__atomic_store_n(record, header, __ATOMIC_RELEASE);
}

/* Registers string `index` (1..32767). False if there is no space. */
bool fxw_string_register(uint16_t index, const char *bytes, uint32_t n_bytes);

/* Sends the session's manager, if there is one, an alert: a trigger has fired.
 * name  FXW_ALERT_BYTES, padded with zeroes (alert.h)
 * False: there are too many packets; try again. */
bool fxw_alert(const char *name);

/* Counts a dropped call that has no thread state yet. */
void fxw_lost_unslotted(void);

#endif
