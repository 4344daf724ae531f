/* SPDX-License-Identifier: MIT */
/*
 * The manager's side of its standby (relief.h): starts one, gives it a copy of
 * every descriptor, and starts another one when that is gone. A provider is
 * answered only when the standby has its memory.
 */
#ifndef TOOLS_MANAGER_STANDBY_H
#define TOOLS_MANAGER_STANDBY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct session;
struct member;
struct relief;

struct standby {
	bool is_wanted;
	bool may_fork; /* no thread has been started yet */
	int fd;	       /* -1 = there is none */
	pid_t pid;
	unsigned n_tries; /* in a row, of which none lived for long */
	uint64_t started_ns, next_try_ns;
	pthread_mutex_t lock; /* of fd, and of the order of messages */
};

void standby_init(struct standby *standby, bool is_wanted);

/* For main: a standby that is forked calls itself one in the list of
 * processes. */
void standby_name(int argc, char **argv);

/* Starts one, if none lives and one may be. The loop's thread only. */
void standby_start(struct session *session);

/* One that has taken over has its own already. */
void standby_adopt(struct session *session, const struct relief *relief);

/* The loop's thread only: whether it has the provider, or there is none. */
void standby_join(struct session *session, const struct member *member);
void standby_leave(struct session *session, uint32_t id);

/* The archive is open; any thread. */
void standby_file(struct session *session);

/* The archive that it replaces; any thread. */
void standby_aside(struct session *session);

/* The program of `fxtrace record`; any thread. */
void standby_program(struct session *session);

/* It has died: its socket says so. */
void standby_is_gone(struct session *session);

/* The session needs none any more, for now. */
void standby_dismiss(struct session *session);

#endif
