/* SPDX-License-Identifier: MIT */
/*
 * The manager's loop: providers join, send requests, and die; their records go
 * to the queue. One thread runs it; the functions below it are for others.
 */
#ifndef TOOLS_MANAGER_SESSION_H
#define TOOLS_MANAGER_SESSION_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "tools/manager/area.h"
#include "tools/manager/aside.h"
#include "tools/manager/bells.h"
#include "tools/manager/listener.h"
#include "tools/manager/koids.h"
#include "tools/manager/history.h"
#include "tools/manager/ledger.h"
#include "tools/manager/manager.h"
#include "tools/manager/provider.h"
#include "tools/manager/queue.h"
#include "tools/manager/relief.h"
#include "tools/manager/shots.h"
#include "tools/manager/standby.h"
#include "tools/manager/wall.h"
#include "tools/select/triggers.h"

#define SESSION_MEMBERS 10000u /* at a time */

/* A provider and the loop's data about it. */
struct member {
	struct provider provider;
	int pid_fd;
	uint32_t kernel_pid;
	/* It is of another user than the session: */
	bool is_foreign;
	uint32_t uid;
	uint32_t bell;	      /* in session->bells; 0 = it has none */
	uint64_t state_bytes; /* of memory that we have for it */
	bool is_gone;	      /* its image has ended: nobody writes any more */
	bool is_over;	      /* to be finished and removed */
	bool is_replaced; /* the program that it became by exec has joined */
	bool is_damaged;  /* and that is reported */
	uint64_t ticket;  /* its lap is saved once this is written; 0 = none */
	uint64_t gone_bytes; /* of its memory, once it has ended */
};

/* A provider of which the archive will have all once the ticket is done. */
struct parting {
	struct parting *next;
	struct relief_join join;
	int memfd, pid_fd;
	uint64_t n_bytes; /* of memory */
	uint64_t ticket;
};

struct session {
	struct area area;
	struct bells bells;
	struct listener listener;
	struct queue queue;
	struct provider_sink sink;
	struct ledger ledger;
	struct standby standby;
	struct parting *partings, **last_parting;
	uint64_t parted_bytes; /* of all of them */
	uint64_t held_bytes;   /* the most of that and gone_bytes */
	/* Of members that have ended, and are not parting yet. */
	uint64_t gone_bytes;
	struct manager_report report; /* the loop's, while it runs */
	uint32_t flush_ms;
	bool until_empty, has_progress, is_quiet;
	bool lingers;		   /* a while after the last member has left */
	bool is_recorded;	   /* by `fxtrace record`, which waits for us */
	const char *triggers_text; /* borrowed; NULL = none */
	bool is_unwritten;	   /* there is no file */
	bool prints;		   /* the first manager does */
	int epoll_fd, event_fd;
	struct wall wall;
	uint64_t rate;		/* 0 = not known yet */
	bool wants_rate;	/* a process that ends waits for the file */
	bool wants_space;	/* a process whose buffers are full does */
	bool is_soon;		/* run again in a millisecond */
	bool has_quiet;		/* has members that cannot wake us */
	bool is_broken;		/* the output is broken */
	uint64_t n_lost_before; /* calls lost until then; the archive may say */
	/* A start that clears is in progress; whom to answer, -1 = nobody: */
	bool is_restarting;
	int restart_fd;
	uint64_t restart_end_ns; /* it waits until then */
	bool has_late;		 /* processes whose laps it has not seen end */
	uint64_t next_flush_ns;
	uint64_t lonely_ns; /* until_empty: when to end, if no process joins */
	uint64_t empty_ns;  /* when the last member left */
	uint32_t n_ids;
	struct koids koids;
	char first_name[FXT_PROVIDER_NAME_MAX_BYTES + 1]; /* of a provider */
	/* Results of orders (orders.h): */
	bool is_stopped;
	char *chosen_calls; /* NULL: the default of each process */
	struct triggers triggers;
	/* no snapshots that processes of other users request before */
	uint64_t next_foreign_shot_ns;
	uint32_t n_foreign_shots;
	uint32_t n_shots;   /* names of snapshots by triggers, so far */
	unsigned shots_due; /* triggers that wait for theirs, bit by bit */
	struct chunk *causes[FXW_TRIGGERS]; /* of these; NULL = unknown */
	uint32_t last_id;
	uint32_t last_koid; /* with last_id: of who has joined last */
	/* Circular providers: */
	bool has_circular;	 /* one has joined */
	struct history history;	 /* of those that have ended */
	struct member **members; /* by number; NULL = free */
	uint32_t n_places;
	uint32_t first_place; /* handled first, in turn */
	/* Members of other users: together they get a share of all. */
	uint32_t n_foreign;
	uint64_t foreign_bytes;
	uint32_t n_foreign_said; /* messages about them */
	bool has_foreign_start;	 /* one that is gone has started others */
	/* Accessed by other threads, under the lock: */
	pthread_mutex_t lock;
	pthread_cond_t left;  /* signalled when a member or the loop ends */
	uint32_t n_members;   /* the loop is its only writer, as of members */
	uint64_t n_lost;      /* calls, as of the last flush */
	int file_fd;	      /* a copy for a standby; -1 = none */
	int outbox_fd;	      /* of that; -1 = none */
	uint64_t file_number; /* of that: archives that were begun before */
	int program_fd;	      /* the program's of `record`, likewise */
	char *output;	      /* of the archive, NULL = none; set once */
	struct aside aside;   /* that it replaces */
	const char *note; /* for the archive, once a process has joined, or NULL
			   */
	bool is_file;	  /* a regular one of that name; likewise */
	enum packing packing; /* of that */
	uint64_t n_held;      /* calls made in circular providers, likewise */
	uint32_t n_snapshots; /* that are being written */
	struct shots shots;   /* by triggers */
	bool is_ending;	      /* only the loop's */
	/* These two change once and are read without the lock. */
	bool is_stopping;
	bool is_over;
};

uint64_t session_now_ns(void);

/* Creates all but the queue. Returns 0 or errno. */
int session_open(struct session *session);
void session_close(struct session *session);

/* The loop, until session_stop, or the end by until_empty. */
void session_run(struct session *session);

/* The loop's thread only. flush takes what is committed by now. rate is in
 * ticks per second, and is fixed if it was not yet. settled_ticks is the latest
 * time whose records are all committed. */
void session_flush(struct session *session);
void session_count(struct session *session); /* n_lost, n_held */
uint64_t session_rate(struct session *session);
uint64_t session_settled_ticks(const struct session *session);

/* Requests the loop's end; whether that was done. */
void session_stop(struct session *session);
bool session_is_stopping(const struct session *session);

/* The archive's name, NULL: none, or not yet. */
const char *session_output(struct session *session);

/* Copies of the archive's descriptors, for a standby. Under the lock, or before
 * there is a standby. */
void session_keep_file(struct session *session, const struct file *file);

/* Whether the loop has finished its last turn. */
bool session_is_ending(const struct session *session);

/* Whether the chunks up to the ticket no longer need their buffers: they are in
 * the file, or never will be. */
bool session_is_safe(struct session *session, uint64_t ticket);

/* For a standby: polls its socket, false: it cannot; and says whether a process
 * that ends has to wait. The loop's thread only. */
bool session_watch_standby(struct session *session);
void session_publish_ends(struct session *session);

/* Adds the report to the stores of a chunk. */
void session_note_report(const struct session *session, struct chunk *chunk);

/* What every session begins with; what its loop waits for. Return 0 or errno.
 */
int session_begin(struct session *session);
int session_watch(struct session *session);
int session_watch_member(struct session *session, uint32_t place);

/* Takes over what a former manager has left: all but its queue; then, with
 * that, one of its members. Returns 0 or errno. */
int session_adopt(struct session *session, struct relief *relief);
int session_adopt_member(struct session *session, struct relief_member *from);

/* As manager_wait. */
bool session_wait(struct session *session, pid_t pid, int timeout_ms);

#endif
