/* SPDX-License-Identifier: MIT */
/*
 * What several parties read in shared memory: the 128-byte buffer header of
 * Fuchsia's trace engine and, behind it, our control area. In process both lie
 * inside one padding blob near the start of the archive:
 *
 *   magic | provider info | padding blob { header, control } | init, durable
 *   ... | rolling ...
 *
 * So a killed process leaves everything that `fxtrace recover` needs. The blob
 * is not at the end of the file because a cut must never remove it while
 * threads still run.
 *
 * All fields are little endian and naturally aligned. The file offset of the
 * header is a multiple of 8.
 */
#ifndef WRITER_WIRE_H
#define WRITER_WIRE_H

#include "writer/fxt.h"

/* Buffer header, as Fuchsia's engine lays it out (engine, buffer header V0). */
#define FXW_HEADER_MAGIC 0x627566ee68656164ull
#define FXW_HEADER_VERSION 0u

enum fxw_mode {
	FXW_ONESHOT = 0,
	FXW_CIRCULAR = 1,
	FXW_STREAMING = 2,
};

struct fxw_header {
	uint64_t magic;
	uint16_t version;
	uint8_t mode; /* enum fxw_mode */
	uint8_t reserved1;
	uint32_t wrapped_count;	    /* times rolling has switched */
	uint64_t total_bytes;	    /* header, durable and rolling together */
	uint64_t durable_bytes;	    /* capacity */
	uint64_t rolling_bytes;	    /* capacity of each rolling buffer */
	uint64_t durable_end_bytes; /* used; 0 while running */
	uint64_t rolling_end_bytes[2]; /* used; 0 while running */
	uint64_t n_dropped;
	/* Fuchsia reserves these seven words. In process they say where the
	 * parts of this file are, as file offsets in bytes. */
	uint64_t control_off;
	uint64_t durable_off;
	uint64_t rolling_off;
	uint64_t file_bytes; /* size before finishing */
	uint64_t reserved[3];
};
_Static_assert(sizeof(struct fxw_header) == 128, "Fuchsia's header size");

/* Where the last span of a finished file ends: a shorter one was cut. The sizes
 * fit into 63 bits, but nothing else is presumed. */
static inline uint64_t fxw_header_least_bytes(const struct fxw_header *header)
{
	unsigned last = header->rolling_end_bytes[1] ? 1 : 0;
	uint64_t used = header->rolling_end_bytes[last];

	if (used > header->rolling_bytes)
		used = header->rolling_bytes;
	return header->rolling_off + last * header->rolling_bytes + used;
}
_Static_assert(offsetof(struct fxw_header, total_bytes) == 16, "layout");
_Static_assert(offsetof(struct fxw_header, durable_end_bytes) == 40, "layout");
_Static_assert(offsetof(struct fxw_header, n_dropped) == 64, "layout");

#define FXW_CONTROL_MAGIC 0x6c6f72746e6f6366ull /* "fcontrol" */
#define FXW_CONTROL_VERSION 2u

/* Nesting levels of recorder windows in one thread: the thread itself, and
 * signal handlers that interrupt one another inside the recorder. */
#define FXW_LEVELS 4u
#define FXW_SLOTS 256u

/* What a thread does with its level's span. */
enum fxw_inside {
	FXW_AWAY = 0,
	FXW_WRITING = 1, /* between two whole records */
	FXW_TAKING = 2,	 /* requests a new span */
};

/* Shared words of one thread. Their thread writes them with plain stores; who
 * finishes the archive or recycles a buffer reads them. 64 bytes, so that
 * threads share no cache line. */
struct fxw_slot {
	uint32_t tid;	/* 0 = free */
	uint32_t state; /* enum fxw_slot_state */
	/* of the buffer that each level writes to; 0 none */
	uint32_t sequence[FXW_LEVELS];
	uint8_t inside[FXW_LEVELS]; /* enum fxw_inside */
	uint32_t n_lost_ends;	    /* calls whose end found no space */
	uint64_t n_calls;	    /* calls recorded */
	uint64_t n_lost;	    /* calls dropped for lack of space */
	uint64_t lost_first_ms;	    /* since the session's epoch, plus 1 */
	uint64_t lost_last_ticks;
};
_Static_assert(sizeof(struct fxw_slot) == 64, "one cache line");

enum fxw_slot_state {
	FXW_SLOT_FREE = 0,
	FXW_SLOT_LIVE = 1,
	FXW_SLOT_EXITING = 2, /* its thread runs its last destructors */
};

enum fxw_clock {
	FXW_CLOCK_MONOTONIC = 0, /* ticks are ns of CLOCK_MONOTONIC */
	FXW_CLOCK_TSC = 1,
	FXW_CLOCK_STOPPED = 2, /* in process only: no clock may be read */
};

/* The same instant on three clocks. */
struct fxw_clock_pair {
	uint64_t ticks;	       /* since the session's epoch */
	uint64_t monotonic_ns; /* CLOCK_MONOTONIC */
	uint64_t realtime_ns;  /* CLOCK_REALTIME */
};

/*
 * Streaming: a manager process writes the archive; providers (processes) lend
 * it their buffers.
 *
 * Joining. A provider connects to the session's abstract SOCK_SEQPACKET socket.
 * It sends struct fxw_join with its memfd (SCM_RIGHTS; sealed against
 * shrinking) and the session's secret, which only its tree inherits. The
 * manager answers with struct fxw_welcome and the session area's memfd, or with
 * an error. Both check SO_PEERCRED. Then the provider closes all descriptors:
 * all else goes through the mappings.
 *
 * Trust boundaries. Providers map the session area read-only; it cannot be
 * mapped in another way. Those of the session's own user also map one bell for
 * all of them. One of another user has its bell in its own control area: what
 * it writes reaches no other process. The manager checks all that it reads. So
 * does the recorder, whose program may have overwritten it (damage.h).
 *
 * The memfd has the layout of the file of a process that records on its own
 * (top of this file, mode FXW_STREAMING). Its spans are stamped as in lap.h. It
 * has more slots behind the rolling buffers (control->slots_off). It is no
 * archive itself.
 *
 * Packets are those of Fuchsia's trace FIFO. They lie in cells of 16 bytes. One
 * 16-byte compare-and-swap fills a cell, so no interrupted or killed writer can
 * block the others. The manager empties the cells. Unused fields are 0.
 *
 * - STARTED: data32 = FXW_PROTOCOL_VERSION.
 * - SAVE_BUFFER: data32 = wrap count w: buffer w & 1 is full, its lap has the
 *   sequence w + 1; data64 = bytes of the durable region handed out. One at a
 *   time. A repeated request for a saved lap is harmless, however late: an
 *   answer never goes back.
 * - STOPPED: nothing more will come but a few late calls.
 * - ALERT: data16 to data64 = 14 bytes of the alert's name.
 * - BUFFER_SAVED, manager to provider: data32 and data64 as they came.
 *
 * After each packet the provider adds 1 to its bell's doorbell and wakes its
 * futex. The answer is in control->answer. The manager stores data64, then the
 * rest (release), adds 1 to control->n_answers and wakes that futex.
 *
 * Saving. The manager issues MEMBARRIER_CMD_GLOBAL_EXPEDITED (unless
 * control->fences). After it, only threads whose slot says {that sequence,
 * FXW_WRITING} can write to the buffer's spans. The manager waits for these a
 * little. It enters the spans of those that stay inside into control->held. It
 * examines held spans again until their threads have left; the provider hands
 * out no unit of them.
 *
 * It copies the rolling buffer first and the durable region after that, so that
 * no record is saved without its names. In the durable region it omits what is
 * still filler or zero, and looks there again later.
 *
 * A buffer is free if it was never used or BUFFER_SAVED names its lap. The
 * manager stores BUFFER_SAVED, and releases a held span, when all of it is in
 * the file. So a killed manager leaves in the buffers what the file lacks, and
 * `fxtrace recover` takes it from there as long as the process lives.
 *
 * The manager may copy committed records at any time before that, too: spans
 * are chains of whole records at every moment.
 */
#define FXW_JOIN_MAGIC 0x6e696f6a74786600ull /* "\0fxtjoin" */
#define FXW_SESSION_MAGIC 0x73736573747866ull
#define FXW_PROTOCOL_VERSION 1u
#define FXW_WIRE_VERSION 4u /* of all of the structs below */
#define FXW_CELLS 4u	    /* Fuchsia's FIFO is as deep */
#define FXW_HELD 8u	    /* spans held in one buffer */

/* Wrap count of the last answer to a provider that the manager leaves while the
 * provider still runs. From then on every lap counts as saved, and none is
 * read. */
#define FXW_DISMISSED (UINT32_MAX - 1)
/* In n_answers from then on: the program may overwrite that answer, and would
 * wait for another one. */
#define FXW_NO_MORE_ANSWERS (1u << 31)

enum fxw_request {
	FXW_NO_PACKET = 0,
	FXW_STARTED = 1,
	FXW_SAVE_BUFFER = 2,
	FXW_STOPPED = 3,
	FXW_ALERT = 4,
	FXW_BUFFER_SAVED = 0x100,
};

struct fxw_packet {
	uint16_t request; /* enum fxw_request */
	uint16_t data16;
	uint32_t data32;
	uint64_t data64;
} __attribute__((aligned(16)));
_Static_assert(sizeof(struct fxw_packet) == 16, "Fuchsia's packet size");

/* The session's secret: 39 decimal digits, which are 128 bits, and a NUL. Only
 * digits, so that the manager finds it quickly in what it would write. */
#define FXW_SECRET_DIGITS 39u
#define FXW_SECRET_BYTES (FXW_SECRET_DIGITS + 1)

/* Provider to manager, with the buffer's memfd. */
struct fxw_join {
	uint64_t magic;	  /* FXW_JOIN_MAGIC */
	uint32_t version; /* FXW_WIRE_VERSION */
	uint32_t pid;	  /* as the provider sees it */
	uint64_t memfd_bytes;
	char secret[FXW_SECRET_BYTES];
};
_Static_assert(sizeof(struct fxw_join) == 64, "no padding");

/* Manager to provider, with the session area's memfd unless error is set. For a
 * provider of the session's user, the memfd of the bells follows. */
struct fxw_welcome {
	uint64_t magic;	  /* FXW_JOIN_MAGIC */
	uint32_t version; /* FXW_WIRE_VERSION */
	int32_t error;	  /* errno, 0 = welcome */
	uint32_t provider_id;
	uint32_t n_fds; /* 1 or 2 */
	/* of the process in this archive, see koids.h; 0: its pid */
	uint32_t koid;
	/* of its parent, if that is recorded; 0: it is not */
	uint32_t parent_koid;
};

/* What all providers of the session's user write: a page. */
struct fxw_bells {
	/* futex; providers add 1 after each packet */
	uint32_t doorbell;
	/* Processes that providers have started and that have not joined yet.
	 * While there are any, a session without providers waits a little.
	 * Providers add 1 before a fork, the manager subtracts it again. */
	uint32_t n_starting;
	/* Forked processes that could not join: they record alone, or not at
	 * all. They add themselves. */
	uint32_t n_alone;
	uint32_t reserved[1021];
};
_Static_assert(sizeof(struct fxw_bells) == 4096, "a page");

/* What a session records. */
struct fxw_choice {
	uint32_t is_stopped; /* nothing, for now */
	uint32_t has_calls;  /* 1: `calls` holds instead of FXTRACE_CALLS */
	char calls[4024];    /* as FXTRACE_CALLS; the last byte is always 0 */
};

/* Distance of two generations of choices. The numbers between are free for what
 * a function's state says about its choice. */
#define FXW_CHOICE_STEP 4u

/* One for all providers of a session, which only read it: whole pages. */
struct fxw_session_area {
	uint64_t magic;	  /* FXW_SESSION_MAGIC */
	uint32_t version; /* FXW_WIRE_VERSION */
	uint32_t bytes;	  /* of this struct */
	/* Like `manager`, of the process that takes over when the manager dies.
	 * 0 = there is none. While it lives, calls wait for it. */
	uint32_t standby;
	/* A robust futex that the manager holds: its tid. The kernel sets
	 * FUTEX_OWNER_DIED when it dies. */
	uint32_t manager;
	uint32_t clock; /* enum fxw_clock */
	/* 1: the output cannot be written any more; do not wait for saves */
	uint32_t is_broken;
	uint64_t epoch_ticks;
	/* The manager adds 1 at least four times in block_max_ms. */
	uint32_t n_beats;
	/* 1: a process that ends waits until the file has what it recorded.
	 * Nobody else has that, or there is too much of it already. */
	uint32_t ends_wait;
	/* The archive's, by stat; both 0: it is no file. They identify an
	 * archive into which a killed manager has written nothing. */
	uint64_t archive_inode;
	uint64_t archive_device;
	/* Generation of the valid choice: FXW_CHOICE_STEP more with each. The
	 * manager writes the choice, then this (release). A reader of a choice
	 * loads this again afterwards. It has its own cache line because every
	 * call loads it. */
	uint32_t generation __attribute__((aligned(64)));
	/* The process that always waits for the file at its end, by its own
	 * pid; 0 = none: whoever has started the session waits. */
	uint32_t waiting_pid;
	/* Without a sign of life of the manager for twice that time, calls that
	 * wait for space are dropped. */
	uint32_t block_max_ms;
	uint32_t reserved3[13];
	struct fxw_choice choices[2]; /* see fxw_choice_at */
};
_Static_assert(sizeof(struct fxw_session_area) == 8192, "whole pages");

static inline const struct fxw_choice *fxw_choice_at(
	const struct fxw_session_area *area, uint32_t generation)
{
	return &area->choices[generation / FXW_CHOICE_STEP % 2];
}

/*
 * Why a trigger has fired last: FXW_TRIGGERS of these follow the slots beyond
 * the control area's (control->slots_off), on whole pages. A thread counts
 * `begun` up, fills the rest in, and stores that count in `done` (release);
 * then it sends ALERT. So a reader that finds both equal, before and after it
 * has copied the rest, has a whole one. A thread that jumps out of it does not
 * matter: the next one counts on. The record is an instant event of the
 * function's category and name, see FXW_ARG_RULE.
 */
#define FXW_CAUSE_BYTES 32768u
#define FXW_CAUSE_WORDS ((FXW_CAUSE_BYTES - 32) / 8)
struct fxw_cause {
	uint32_t begun, done;
	char name[16]; /* of the alert, padded with zeroes */
	uint64_t n_words;
	uint64_t words[FXW_CAUSE_WORDS];
};
_Static_assert(sizeof(struct fxw_cause) == FXW_CAUSE_BYTES, "whole pages");

enum fxw_state {
	FXW_RUNNING = 0,
	FXW_FINISHED = 1, /* every word of the file is part of a record */
	FXW_ENDED =
		2, /* the process ended in order but could not cut the file */
	FXW_DAMAGED = 3, /* the program has overwritten it: recorded no more */
};

struct fxw_control {
	uint64_t magic;
	uint32_t version;
	uint32_t bytes; /* of this struct */
	uint32_t state; /* enum fxw_state */
	uint32_t clock; /* enum fxw_clock */
	uint32_t pid;
	uint32_t provider_id;
	uint64_t epoch_ticks;	   /* the clock's own value at the epoch */
	uint64_t ticks_per_second; /* best known; 0 = not yet */
	struct fxw_clock_pair first, last;
	/* {sequence 32 | offset in words 32} of the rolling buffer; taken by
	 * CAS only, so the offset never passes what was handed out. */
	uint64_t alloc;
	uint64_t durable_alloc; /* the same for the durable buffer */
	/* Losses that have no slot, and when. */
	uint64_t n_lost_unslotted;
	uint64_t lost_last_ticks;
	uint32_t n_slots;
	uint32_t n_cut;			/* values shortened */
	uint64_t n_lost_ends_unslotted; /* of threads that are gone */
	/* Circular mode: the first sequence of the lap that each rolling buffer
	 * holds, 0 = never used; see writer/lap.h. */
	uint32_t lap_first[2];
	uint64_t nonce;		/* part of every span's stamp */
	uint64_t n_overwritten; /* calls, emitted at the finish */
	/* What was recorded before a start that clears is for no archive. The
	 * manager writes these for whoever recovers what it had not taken.
	 * Circular: calls that began before, and how many they were; streaming:
	 * the first lap that counts. */
	uint64_t since_ticks;
	uint64_t n_before;
	uint32_t first_sequence;
	uint32_t is_quiet;   /* 1: it may not wake the manager any more */
	uint64_t n_left_out; /* calls, by filters */
	/* Streaming, see above. */
	struct fxw_packet cells[FXW_CELLS]; /* to the manager */
	struct fxw_packet answer;	    /* from it */
	uint32_t n_answers; /* futex; with FXW_NO_MORE_ANSWERS */
	uint32_t requested; /* the last sequence that was to be saved */
	/* Spans that the manager still examines, by buffer, as fxw_place() has
	 * them; 0 = none. Written by the manager only. */
	uint32_t held[2][FXW_HELD];
	/* of more slots, as offset in the memfd; behind them all of their
	 * places, FXW_LEVELS words each */
	uint64_t slots_off;
	uint32_t n_more_slots;
	uint32_t is_leaving; /* 1: it is about to become another program, which
			      * joins again under the same pid */
	/* Programs that it has started: of a process that records alone, or of
	 * another user than its session. fxw_bells has those of others. */
	uint32_t n_started;
	/* futex: the bell of a provider of another user than the session's */
	uint32_t doorbell;
	/* The writable buffer's sequence, alone on its cache line because every
	 * record loads it. 0 = nobody may write. */
	uint32_t live __attribute__((aligned(64)));
	uint32_t fences; /* 1: writers fence, membarrier is not available */
	/* Descriptions that found no space, see fxw_describe(). Stored rarely.
	 */
	uint64_t n_undescribed;
	struct fxw_slot slots[FXW_SLOTS] __attribute__((aligned(64)));
	/* What each level of a slot's thread writes to: its span, or one
	 * record's own space, as fxw_place() has it. */
	uint32_t places[FXW_SLOTS][FXW_LEVELS];
};
_Static_assert(sizeof(struct fxw_control) + sizeof(struct fxw_header) <=
		       FXT_RECORD_MAX_WORDS * 8 - 128,
	       "header and control fit one padding blob");

/* Koids that are no pids have one in these bits, if possible. */
#define FXW_KOID_PID_BITS 22
#define FXW_KOID_PIDS ((1ull << FXW_KOID_PID_BITS) - 1)

/* Reserved koid of the recorder's own thread of a process with that koid. */
static inline uint64_t fxw_recorder_koid(uint32_t koid)
{
	return (1ull << 30) + koid;
}

/* Categories, names and kinds of the recorder's own records. */
#define FXW_CATEGORY_SIGNATURE "fxtrace:sig"
#define FXW_CATEGORY_FACT "fxtrace:fact"
#define FXW_CATEGORY_LOSS "fxtrace:loss"
#define FXW_EVENT_ENTRY "entry"
/* A fact: how many descriptions found no space. */
#define FXW_EVENT_NO_SPACE "no_space"
/* A fact of a converted file: what the file says of itself, as name and value.
 */
#define FXW_EVENT_PROPERTY "property"
/* From a call that makes a process or thread to the first call of that one:
 * flow events in this category. Their ids, provider id x 2^32 + a number, are
 * unique in the session. Their name says what they lead to. */
#define FXW_CATEGORY_FLOW "fxtrace:flow"
/* Requests that go on after the call that makes them: async events. */
#define FXW_CATEGORY_ASYNC "fxtrace:async"
/* Counters: events of this category and name. Their id is the drawable (without
 * one: the thread). Their argument is the time since that was shown last. */
#define FXW_CATEGORY_FRAME "fxtrace:frame"
#define FXW_COUNTER_FRAME "frame"
#define FXW_ARG_FRAME_TIME "time_ns"
#define FXW_FLOW_PROCESS "process"
#define FXW_FLOW_THREAD "thread"
/* A fact about the session, which its manager emits in the name of every
 * provider that joins, next to its Provider Info. Process koid = the one that
 * the manager gave to it. Argument `epoch` (uint64) = the clock's own value at
 * the session's epoch, as in every provider's control->epoch_ticks. It shows
 * that buffers of processes that outlive a killed manager belong to the
 * archive. If there are several, the first counts, because the program can
 * write to all later ones. */
#define FXW_EVENT_SESSION "session"
/* Of the fact "process": the pid that the process sees, if its koid is another
 * number. */
#define FXW_ARG_PID "pid"
#define FXW_ARG_EPOCH "epoch"
/* A fact about the machine, once for each archive. `name` (string) is uname's
 * nodename; `boot_id` (string) is the kernel's, of one boot of one machine.
 * `zone` (string) and `utc_offset` (int32, seconds east) are the local time
 * zone's at the start. Without them `tz` (string) may be the variable TZ. If
 * there are several, the first counts. */
#define FXW_EVENT_HOST "host"
#define FXW_ARG_HOST_NAME "name"
#define FXW_ARG_BOOT_ID "boot_id"
#define FXW_ARG_ZONE "zone"
#define FXW_ARG_UTC_OFFSET "utc_offset"
#define FXW_ARG_TZ "tz"
/* A fact: one instant on three clocks (uint64 each), see fxw_clock_pair. There
 * is one at the start and one at the end. A manager emits more: whenever time
 * of day went on otherwise than the last one predicts. */
#define FXW_EVENT_CLOCK "clock"
#define FXW_ARG_TICKS "ticks"
#define FXW_ARG_MONOTONIC "monotonic_ns"
#define FXW_ARG_REALTIME "realtime_ns"
/* A fact that the manager emits behind the one of a session, for a provider of
 * another user than the session's. Argument `uid` (uint32). Its types,
 * functions and out-of-line values are for its own records only. */
#define FXW_EVENT_USER "user"
#define FXW_ARG_UID "uid"
/* A fact that the manager emits when a provider joins, and again at its end.
 * Argument `state` (uint32), enum fxw_life. A provider without an end is still
 * recorded, or all that had its memory were killed. Then the archive lacks what
 * it recorded last. Archives of earlier managers have no such facts. */
#define FXW_EVENT_LIFE "life"
#define FXW_ARG_STATE "state"
enum fxw_life {
	FXW_LIFE_UNKNOWN = 0,
	FXW_LIFE_JOINED = 1,
	FXW_LIFE_ENDED = 2, /* all that it has recorded is there */
	FXW_LIFE_LEFT = 3,  /* it ran on when the session ended */
	FXW_LIFE_LOST = 4,  /* `fxtrace recover` has not found it any more */
};
/* Provider events of a manager's archive. One with the first says that its last
 * record will be the second. Without that it was cut, or its manager and the
 * standby were killed. FXT gives no meaning to these numbers. */
#define FXW_PROVIDER_EVENT_BEGUN 14u
#define FXW_PROVIDER_EVENT_ENDED 15u
/* A fact of an archive that is a part of another one, once for each time that
 * it was made into one. Arguments: `what` (string), which calls it retains;
 * `kept` and `of` (uint64), how many of how many. */
#define FXW_EVENT_TRIMMED "trimmed"
/* The cause of a snapshot: an instant event in the thread of the call that met
 * a trigger's condition. It has the call's category, name and arguments.
 * `@rule` (string) is the trigger's text. `@begin` (uint64) is the ticks of the
 * call's begin, 0: it is not recorded. `@duration` (uint64) is in ns, 0:
 * unknown. The event of a signal has a category and name of its own, `@rule`,
 * and the signal's name. */
#define FXW_CATEGORY_CAUSE "fxtrace:cause"
#define FXW_EVENT_SIGNAL "signal"
#define FXW_ARG_RULE "@rule"
#define FXW_ARG_CAUSE_BEGIN "@begin"
#define FXW_ARG_DURATION "@duration"
/* A fact of a session's archive, one for each trigger of snapshots. `rule`
 * (string) is its text, `taken` (uint64) how many were written. `removed` of
 * these are gone as the oldest. `held_back` says how often limits let none be
 * made. */
#define FXW_EVENT_SNAPSHOTS "snapshots"
/* circular mode: argument `count`, calls overwritten so far */
#define FXW_EVENT_OVERWRITTEN "overwritten"
/* A fact: how many calls filters have left out so far. Each argument is one
 * function, by name (uint64). If there are several, the largest counts. */
#define FXW_EVENT_LEFT_OUT "left_out"
/* A fact: a program that the process has started and that is not recorded.
 * `id` (uint32) is its number among those of the process. The first fact of an
 * id has the file's `path` and `why` (strings), if `path` is missing it is all
 * others. `count` (uint64) is how many starts there were so far, and `failed`
 * how many of these came to nothing. The largest counts. */
#define FXW_EVENT_UNRECORDED "unrecorded"
/* The schema of an archive, see writer/FORMAT.md: the largest number that its
 * facts have as this argument (uint32). The recorder puts it into its fact
 * "process", others into a fact of that name. It rises when a reader that knows
 * only the number before would show something wrong. */
#define FXW_EVENT_SCHEMA "schema"
#define FXW_ARG_SCHEMA "schema"
#define FXW_SCHEMA_VERSION 1u

/*
 * Signature entries: the blob argument `entry` of an instant event `entry` in
 * category fxtrace:sig holds one or more of
 *   entry := kind id len body        (each a varint: 7 bits a byte, low first,
 *                                     top bit set on all but the last)
 * `len` counts the body's bytes; readers skip unknown kinds by it. Later
 * additions to a kind's body are at its end, and may be missing.
 *
 * The id of an ENUMERATOR and of a CASE is that of the type that they belong
 * to. A CASE (value64, type id, name) says what a UNION is whose selector has
 * that value. A case is written when it first occurs, or with the type if
 * memory is recorded raw.
 *
 * A MODULE (base64, path, build id, ticks64, bytes64) is an object that was
 * mapped at `ticks`. Its id is a number in the order of emission. The addresses
 * in its file are shifted by `base`, and its last segment ends at base + bytes.
 * It is there until an entry of another one that lies over it.
 *
 * A STACK says what a call was made by. Its id is a number from 1 on, unique in
 * its provider. Its body: ticks64 (when it was seen first), end (varint, enum
 * fxw_stack_end), n (varint) and n addresses of 8 bytes. The innermost one, the
 * return address of the call, comes first. An address with bit 63 set is not a
 * return address: a signal had interrupted the thread just there. Calls have
 * the id as @stack, an unsigned integer, on their begin or complete event. If
 * an entry found no space, @stack is a blob, the body. A forked child counts
 * from 1 again. An address with bit 62 set is a place in a function that an
 * interpreter runs. Its low FXW_STACK_OFF_BITS are the byte offset of the
 * instruction. Those above are the id of the CODE.
 *
 * A CODE is a function of a language that is interpreted. Its id is a number
 * from 1 on, unique in its provider. Its body: text language ("python"), text
 * name, text file, first line (varint), text line table. Python's table is a
 * code object's co_linetable (CPython since 3.11, Objects/locations.md). If the
 * table is empty, addresses have the line itself in place of an offset.
 */
enum fxw_entry_kind {
	FXW_ENTRY_TYPE = 1,
	FXW_ENTRY_ENUMERATOR = 2,
	FXW_ENTRY_FUNCTION = 3,
	FXW_ENTRY_STACK = 4,
	FXW_ENTRY_MODULE = 5,
	FXW_ENTRY_CASE = 6,
	FXW_ENTRY_CODE = 7,
};

/* Addresses of a stack that are no return addresses. */
#define FXW_STACK_EXACT (1ull << 63)
#define FXW_STACK_CODE (1ull << 62)
#define FXW_STACK_OFF_BITS 24
#define FXW_STACK_OFF_MAX ((1u << FXW_STACK_OFF_BITS) - 1)

enum fxw_stack_end {
	FXW_STACK_WHOLE = 0, /* it begins with the thread's first function */
	FXW_STACK_DEEP = 1,  /* cut at the requested depth */
	FXW_STACK_LOST = 2,  /* from there on no way was known */
};

/* @flags, a string argument: these words joined by "|". */
#define FXW_FLAG_FAKE "fake"
#define FXW_FLAG_ABANDONED "abandoned"
#define FXW_FLAG_LATE "late"
#define FXW_FLAG_CUT "cut"
#define FXW_FLAG_NO_BEGIN "no_begin"

#endif
