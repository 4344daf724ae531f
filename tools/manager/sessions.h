/* SPDX-License-Identifier: MIT */
/*
 * The sessions that run on this machine, as their managers describe them, and
 * orders to them (tools/manager/order.h).
 */
#ifndef TOOLS_MANAGER_SESSIONS_H
#define TOOLS_MANAGER_SESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "tools/manager/order.h"

/* A manager, as the kernel reports it. */
struct session_peer {
	pid_t pid;
	uid_t uid;
	bool is_ours; /* this user's */
};

struct session_known {
	struct session_known *next;
	char socket[64]; /* without the leading zero byte */
	struct session_peer peer;
	struct order_answer status;
};

/* All sessions that reply to this user, its own first; NULL: none. The caller
 * frees them. To root all users' sessions reply, and those of others may say
 * anything. */
struct session_known *sessions_find(void);
void sessions_free(struct session_known *sessions);

/*
 * The value of a key in the session's status.
 * n_nth  of lines with the same key, from 0
 * Returns false if there is none, or if it does not fit.
 */
bool sessions_value(const struct session_known *session, const char *key,
		    unsigned n_nth, char *value, size_t value_bytes);

/*
 * Finds the session by a name.
 * sessions  what sessions_find gave; replaced by what a longer query finds, if
 *           none of them has the name
 * name  the manager's pid (what `fxtrace ps` shows), the pid of a process that
 *       it records, its archive's path, or the name of its first program
 * Dies if there is none, or more than one. One of this user comes before one
 * of another. That one must own the process or archive.
 */
struct session_known *sessions_named(struct session_known **sessions,
				     const char *name);

/*
 * Sends an order and waits for the reply.
 * fd  is sent along, -1 = none
 * Returns 0 or errno: no socket, or no reply.
 */
int sessions_order(const struct session_known *session,
		   const struct order *order, int fd,
		   struct order_answer *answer);

/*
 * Connects to a session's socket, and notes whose it is.
 * is_at_once  does not wait while its queue is full (EAGAIN), nor for a reply
 * Returns the descriptor, or -1 and errno.
 */
int sessions_connect(const char *socket_name, bool is_at_once,
		     struct session_peer *peer);

/* Whether the n bytes in the session's status are an answer that is to be
 * believed. */
bool sessions_is_answer(const struct session_known *session, ssize_t n);

#endif
