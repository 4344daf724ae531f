/* SPDX-License-Identifier: MIT */
/*
 * The manager's loop: providers join, ask, and die; their records go to the
 * queue. One thread runs it; the functions below it are for others.
 */
#ifndef TOOLS_MANAGER_SESSION_H
#define TOOLS_MANAGER_SESSION_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "tools/manager/area.h"
#include "tools/manager/door.h"
#include "tools/manager/history.h"
#include "tools/manager/manager.h"
#include "tools/manager/provider.h"
#include "tools/manager/queue.h"
#include "tools/select/triggers.h"

#define SESSION_MEMBERS 10000u /* at a time */

/* A provider and what the loop knows about it. */
struct member {
	struct provider provider;
	int pid_fd;
	uint32_t kernel_pid;
	bool is_gone;	 /* its image is: nobody writes any more */
	bool is_over;	 /* to be finished and forgotten */
	uint64_t ticket; /* its lap is saved once this is written; 0 = none */
};

struct session {
	struct area area;
	struct door door;
	struct queue queue;
	struct provider_sink sink;
	struct manager_report report; /* the loop's, while it runs */
	uint32_t flush_ms;
	bool until_empty, has_progress, is_quiet;
	bool is_unwritten; /* there is no file */
	int epoll_fd, event_fd;
	uint64_t rate;	  /* 0 = not known yet */
	bool wants_rate;  /* somebody who ends waits for the file */
	bool wants_space; /* somebody whose buffers are full does */
	bool is_soon;	  /* look again in a millisecond */
	bool has_quiet;	  /* members that cannot wake us */
	bool is_broken;	  /* the output is */
	/* A start that clears is on its way; whom to answer, -1 = nobody: */
	bool is_restarting;
	int restart_fd;
	uint64_t next_flush_ns;
	uint64_t lonely_ns; /* until_empty: the end, if nobody joins */
	uint64_t empty_ns;  /* when the last member left */
	uint32_t n_ids;
	char first_name[FXT_PROVIDER_NAME_MAX_BYTES + 1]; /* of a provider */
	/* What was ordered (orders.h): */
	bool is_stopped;
	char *chosen_calls; /* NULL: what each has chosen */
	struct triggers triggers;
	uint64_t next_shot_ns; /* snapshots by triggers: no more before */
	uint32_t n_shots;
	bool is_shot_due;
	/* Circular providers: */
	bool has_circular;	 /* one has joined */
	struct history history;	 /* of those that have ended */
	struct member **members; /* by number; NULL = free */
	uint32_t n_places;
	/* What other threads touch, under the lock: */
	pthread_mutex_t lock;
	pthread_cond_t left;  /* a member has, or the loop */
	uint32_t n_members;   /* the loop is its only writer, as of members */
	uint64_t n_lost;      /* calls, as of the last flush */
	char *output;	      /* of the archive, NULL = none; set once */
	bool is_file;	      /* a regular one of that name; likewise */
	enum packing packing; /* of that */
	uint64_t n_held;      /* calls made in circular providers, likewise */
	uint32_t n_snapshots; /* that are being written */
	bool is_ending;	      /* the loop's */
	/* These two change once and are read without it. */
	bool is_stopping;
	bool is_over;
};

uint64_t session_now_ns(void);

/* Makes all but the queue. Returns 0 or errno. */
int session_open(struct session *session);
void session_close(struct session *session);

/* The loop, until session_stop, or until_empty says so. */
void session_run(struct session *session);

/* The loop's thread only: takes what is committed by now; ticks a second,
 * fixed if it was not yet; the latest stamp whose record is surely there. */
void session_flush(struct session *session);
void session_count(struct session *session); /* n_lost, n_held */
uint64_t session_rate(struct session *session);
uint64_t session_settled_ticks(const struct session *session);

/* Asks the loop to end; whether somebody has. */
void session_stop(struct session *session);
bool session_is_stopping(const struct session *session);

/* The archive's name, NULL: none, or not yet. */
const char *session_output(struct session *session);

/* Whether the loop is behind its last turn. */
bool session_is_ending(const struct session *session);

/* Whether what was put up to the ticket needs its buffers no more: it is in
 * the file, or never will be. */
bool session_is_safe(struct session *session, uint64_t ticket);

/* As manager_wait. */
bool session_wait(struct session *session, pid_t pid, int timeout_ms);

#endif
