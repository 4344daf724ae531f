/* SPDX-License-Identifier: MIT */
/*
 * Who made the calls, and the archive's records other than calls: processes,
 * threads, names, facts, losses, large blobs. Filled record by record while the
 * call layer reads the archive for the first time.
 */
#ifndef TOOLS_READER_WORLD_H
#define TOOLS_READER_WORLD_H

#include "tools/reader/reader.h"
#include "tools/reader/recent.h"
#include "tools/reader/types.h"
#include "tools/reader/wall.h"

/* What frames a process image has ended, see frames.h. */
struct fxr_frames {
	uint64_t n_ended;
	uint64_t n_open; /* calls since the last one */
	uint64_t *calls; /* in each, of the first ones */
	size_t space;
};

/* A process image (a provider) that the archive describes. */
struct fxr_process {
	uint32_t provider;
	uint64_t pid;	   /* its id in the archive */
	uint64_t seen_pid; /* by itself, if that is another number; or 0 */
	bool has_facts;
	struct fxr_text exe, cwd, version, libc, arch, session, calls;
	struct fxr_text argv; /* value-encoded */
	uint64_t ppid, uid;
	bool has_umask;
	uint64_t umask;
	uint64_t streams[3]; /* addresses of stdin, stdout, stderr; 0: not
				recorded */
	bool for_replay;     /* recorded with --for-replay */
	bool has_exit;
	int64_t exit_status;
	uint64_t n_calls, n_descriptors;
	/* of its events */
	uint64_t first_ns, last_ns;
	struct fxr_frames frames;
};

/* A descriptor that a process image started with. */
struct fxr_descriptor {
	uint32_t provider;
	uint64_t pid;
	int64_t fd;
	struct fxr_text target; /* the kernel's name of it */
};

/* What a file of another format says of itself. */
struct fxr_property {
	uint32_t provider;
	struct fxr_text name, value;
};

/* A thread of a process image that had events. */
struct fxr_thread {
	uint32_t provider;
	uint64_t pid, tid;
	uint64_t n_calls;
	uint64_t n_wanted;     /* of them, by the call layer's options */
	struct fxr_open *open; /* the call layer's stack */
	size_t n_open, open_capacity;
	uint32_t process; /* index + 1, once it is known; see frames.h */
	/* Depth of the open call that has ended a frame, and that frame; 0:
	 * there is none */
	size_t swap_depth;
	uint64_t swap_frame;
};

/* A function that was called, whether its signature is known or not. */
struct fxr_name {
	struct fxr_text category, name;
	uint64_t n_calls;
	bool is_wanted; /* calls.h, options */
	bool is_judged; /* whether it ends a frame is known: */
	bool ends_frame;
};

/* A thread's losses since its start, by the last record of them. */
struct fxr_loss {
	uint32_t provider;
	uint64_t n_calls, n_ends, thread, first_ns, last_ns;
};

/* Why a trigger had a snapshot made (FXW_ARG_RULE). */
struct fxr_cause {
	uint64_t off, ns;  /* of its record */
	uint64_t begin_ns; /* of the call; UINT64_MAX: it was not recorded */
	uint64_t duration_ns, number; /* of the call; UINT64_MAX: unknown */
	uint32_t thread, name;
	uint32_t next; /* of the same call; FXR_NONE = the last */
	struct fxr_text rule, signal; /* signal: empty if it was a call */
};

/* Snapshots by one trigger of a session, as its manager counts them. */
struct fxr_shots {
	struct fxr_text rule;
	uint64_t n_taken, n_removed, n_held;
};

/* Calls of a function that filters left out, by the last record of them. */
struct fxr_left_out {
	uint32_t provider;
	struct fxr_text name; /* in the world's arena */
	uint64_t n_calls;
};

/* A program that a process has started and that is not recorded, by the last
 * record of it. */
struct fxr_unrecorded {
	uint32_t provider, id;
	struct fxr_text path, why; /* in the world's arena; empty: several */
	uint64_t n, n_failed;
};

/* A piece of a blob that did not fit its call's record. */
struct fxr_piece {
	uint64_t off; /* of the Blob record */
	uint32_t provider;
	uint32_t n_bytes;
	uint32_t next; /* FXR_NONE = the last */
};

/* A blob in pieces, named fxtrace:b/NUMBER. */
struct fxr_pieces {
	uint32_t first, last;
	uint32_t n_uses; /* times it was joined */
	uint64_t n_bytes;
};

/* A log record: a message of the recorder, or of whoever made the archive. */
struct fxr_notice {
	uint64_t ns, pid, tid;
	struct fxr_text text; /* in the world's arena */
	size_t place;	      /* for who sorts them */
};

#define FXR_MAX_NOTICES (1u << 14)  /* further ones are counted only */
#define FXR_NOTICE_BYTES 4608u	    /* of its text */
#define FXR_MAX_LOSSES (1u << 16)   /* further threads count in the sum only */
#define FXR_MAX_LEFT_OUT (1u << 16) /* further functions are dropped */
#define FXR_MAX_UNRECORDED (1u << 16) /* further programs are dropped */
/* The last entry counts for all further ones. */
#define FXR_MAX_PROCESSES (1u << 20)
#define FXR_MAX_THREADS (1u << 20)

struct fxr_world {
	struct fxr_reader *reader;
	struct fxr_wall wall;
	struct fxr_types types;
	struct fxr_arena arena;
	struct fxr_process *processes;
	size_t n_processes, processes_capacity;
	bool has_seen_pids; /* a process sees another pid than its id */
	struct fxr_thread *threads;
	size_t n_threads, threads_capacity;
	struct fxr_name *names;
	size_t n_names, names_capacity;
	struct fxr_descriptor *descriptors; /* in the order of the file */
	size_t n_descriptors, descriptors_capacity;
	struct fxr_property *properties;
	size_t n_properties, properties_capacity;
	struct fxr_loss *losses;
	size_t n_losses, losses_capacity;
	struct fxr_left_out *left_out;
	size_t n_left_out, left_out_capacity;
	struct fxr_unrecorded *unrecorded;
	size_t n_unrecorded, unrecorded_capacity;
	struct fxr_notice *notices; /* in the order of the archive */
	size_t n_notices, notices_capacity;
	uint64_t n_more_notices;
	struct fxr_cause *causes;
	size_t n_causes, causes_capacity;
	struct fxr_shots *shots;
	size_t n_shots, shots_capacity;
	struct fxr_text
		trimmed; /* what it was trimmed to, last; empty: it is whole */
	uint64_t n_lost_calls, n_lost_ends, n_cut;
	uint64_t n_flow_begins, n_flow_ends;
	uint64_t n_requests; /* async events that begin */
	uint64_t n_counts;   /* counters' events, but for the recorder's own */
	struct fxr_piece *pieces;
	size_t n_pieces, pieces_capacity;
	struct fxr_pieces *blobs;
	size_t n_blobs, blobs_capacity;
	struct fxr_map process_map, thread_map, name_map, text_map, object_map;
	struct fxr_map member_map; /* threads of a process */
	struct fxr_map blob_map, loss_map, left_out_map, unrecorded_map;
	struct fxr_text *objects; /* names of kernel objects */
	size_t n_objects, objects_capacity;
	uint64_t signature_bytes, fact_bytes;
	/* Of indexed refs: which thread, which function, whether "@flags" */
	struct fxr_recent *recent_threads, *recent_names, *recent_flags;
};

void fxr_world_init(struct fxr_world *world, struct fxr_reader *reader);
void fxr_world_fini(struct fxr_world *world);

/* Applies the record, unless it is a call's. True if it is an event of a
 * call. */
bool fxr_world_take(struct fxr_world *world, const struct fxr_record *record);

/* Index of the thread, made if need be. */
uint32_t fxr_world_thread(struct fxr_world *world,
			  const struct fxr_record *record);
/* Index of the function that an event names, made if need be. */
uint32_t fxr_world_name(struct fxr_world *world,
			const struct fxr_record *record);
/* Whether an event of a call says that one of its values was cut. */
bool fxr_world_is_cut(struct fxr_world *world, const struct fxr_record *record);
/* The process of a provider, made if need be. Borrowed until the next call. */
struct fxr_process *fxr_world_process(struct fxr_world *world,
				      uint32_t provider, uint64_t pid);

/* Name of a process or thread, empty if not recorded. Its own provider's record
 * comes first, since ids are used again. A record that names a thread without
 * its process is for threads of all. */
struct fxr_text fxr_world_process_name(const struct fxr_world *world,
				       uint32_t provider, uint64_t pid);
struct fxr_text fxr_world_thread_name(const struct fxr_world *world,
				      uint32_t provider, uint64_t pid,
				      uint64_t tid);
/* The pieces of blob `number`, or NULL. */
struct fxr_pieces *fxr_world_blob(const struct fxr_world *world,
				  uint32_t provider, uint64_t number);
/* Up to max_bytes of it, joined, in the arena. */
struct fxr_text fxr_world_join(struct fxr_world *world, struct fxr_arena *arena,
			       struct fxr_pieces *blob, uint64_t max_bytes);

/* One more notice; its text is cut after FXR_NOTICE_BYTES. */
void fxr_world_notice(struct fxr_world *world, const struct fxr_notice *notice);

/* Frees all blobs in pieces: their values are empty from now on. */
void fxr_world_forget_blobs(struct fxr_world *world);

/* An integer argument of whatever width, or a pointer or koid. */
bool fxr_arg_u64(const struct fxt_arg *arg, uint64_t *number);

#endif
