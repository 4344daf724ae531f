/* SPDX-License-Identifier: MIT */
/*
 * The manager of a streaming session: providers (traced processes) join it and
 * lend it their buffers, and it writes one archive of all of them. It runs in
 * separate threads, so that `fxtrace record` can run it in the same process.
 * Signals are left to the caller's threads.
 *
 * 	manager_start, start programs with the variable that manager_variable
 * 	gives, manager_wait, manager_finish
 *
 * At most one at a time in a process.
 */
#ifndef TOOLS_MANAGER_MANAGER_H
#define TOOLS_MANAGER_MANAGER_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "tools/archive/pack.h"
#include "tools/manager/watch.h"

/* To wake whoever waits for signals; it is ignored by default. */
#define MANAGER_OVER_SIGNAL SIGURG

struct manager_options {
	const char *output; /* a new file, or "-"; NULL: manager_output */
	bool is_unwritten;  /* there is no archive, only the watch */
	struct watch watch; /* take NULL = no watch */
	enum packing packing;
	uint32_t flush_ms; /* committed records are in the file after that time;
			      0 = 1000 */
	uint64_t queue_bytes; /* memory for records that wait to be written; 0 =
				 64M */
	uint64_t held_bytes;  /* memory of processes that have ended: beyond it
				 they wait for the file at their ends; 0 =
				 256M */
	bool until_empty;     /* ends when the last provider has left, and
				 raises MANAGER_OVER_SIGNAL */
	bool has_progress;    /* manager_progress will be called */
	bool is_quiet;	      /* no messages about successful snapshots */
	const char *triggers; /* a checked list (tools/select/triggers.h), or
				 NULL */
	const char *snapshots_max; /* a checked text (shots.h), or NULL */
	/* This program is fxtrace itself: another image of it is the
	 * standby, and takes over if this one dies. */
	bool has_standby;
	bool is_recorded;      /* the caller waits for the program's end */
	bool prints;	       /* the watch shows calls on stderr */
	uint32_t block_max_ms; /* without a sign of life for so long it is
				  replaced; 0 = 2000 */
};

struct aside;

/* So many times a name may be taken by somebody else, see manager_output. */
#define MANAGER_TRIES 100u

struct manager_report {
	uint64_t n_bytes;     /* of the file */
	uint64_t n_calls;     /* in it */
	uint64_t n_lost;      /* calls dropped for lack of space */
	uint64_t n_lost_ends; /* calls whose end was dropped */
	uint64_t n_unwritten; /* calls that could not be written to the file */
	uint64_t n_cut;	      /* values shortened */
	uint64_t n_left_out;  /* calls, by filters */
	uint64_t n_undescribed; /* descriptions that found no space */
	uint64_t n_overwritten; /* calls of circular providers that were
				   overwritten */
	uint64_t n_broken;	/* places that contained no record */
	uint64_t n_broken_bytes;
	uint32_t n_processes; /* process images */
	uint32_t n_left;      /* that still ran at the end */
	uint32_t n_refused;   /* that requested to join and could not */
	/* Programs that did not join, see unjoined.h; some may have archives of
	 * their own. */
	uint32_t n_alone;    /* forked processes, which know it */
	uint32_t n_silent;   /* that processes started and that never came */
	uint32_t n_replaced; /* that a process became by exec */
	int error;	     /* errno of the write that failed, or 0 */
};

/* The progress of a session. */
struct manager_progress {
	uint64_t n_calls; /* taken from the providers */
	uint64_t n_bytes; /* in the file */
	uint64_t n_lost;  /* calls dropped for lack of space, as of the last
			     flush */
	uint32_t n_alive; /* processes that record */
};

struct manager;

/*
 * Starts the threads.
 * error  gets the reason in words
 * Returns NULL if there is no socket, no memory, or no such file.
 */
struct manager *manager_start(const struct manager_options *options,
			      char *error, size_t error_bytes);

/* The time of --block-max, in ms; NULL: the default. check: NULL, or what is
 * wrong with the text. */
uint32_t manager_block_max(const char *text);
const char *manager_check_block_max(const char *text);

/*
 * As a standby, whose manager is dead: goes on with its session.
 * relief  its descriptors are taken over
 * Returns NULL if that is not possible.
 */
struct relief;
struct manager *manager_resume(struct relief *relief);

/* The archive replaces one that has another name by now, or is about to get it;
 * without a name: that is settled. A standby settles it if this process dies.
 */
void manager_replaces(struct manager *manager, const struct aside *aside);

/* The session lasts as long as that process, also under a standby. Call it
 * once, after manager_start. */
void manager_follow(struct manager *manager, pid_t pid);

/* The session ends without an archive, and nobody takes it over. The process is
 * about to exit. */
void manager_abandon(struct manager *manager);

/*
 * Creates the file, if the options named none; before that nothing is written.
 * Call it once. Returns 0 or errno. EEXIST: somebody has made a file of that
 * name in the meantime; then call it again with another name.
 */
int manager_output(struct manager *manager, const char *path);

/* A notice for the archive, before any process has joined.
 * text  borrowed */
void manager_note(struct manager *manager, const char *text);

/*
 * The value of FXTRACE_SESSION for a process that is to join. It contains the
 * session's secret: for environments only, never for a command line.
 * base  absolute path of an archive without .fxt: a process that cannot join
 *       writes a separate archive, with a name derived from it
 * Returns false if it does not fit.
 */
bool manager_variable(const struct manager *manager, const char *base,
		      char *text, size_t text_bytes);

/* Waits until all records of the process are taken, which must have ended or
 * end some time; 0: until no provider is left. timeout_ms < 0: forever. Returns
 * false on timeout. Any thread. */
bool manager_wait(struct manager *manager, pid_t pid, int timeout_ms);

/* Any thread, before manager_finish. */
void manager_progress(struct manager *manager,
		      struct manager_progress *progress);

/* Whether it has ended by itself (until_empty). */
bool manager_is_over(struct manager *manager);

/* Takes the rest of all providers, ends the file and frees the manager. */
void manager_finish(struct manager *manager, struct manager_report *report);

#endif
