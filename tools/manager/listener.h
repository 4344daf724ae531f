/* SPDX-License-Identifier: MIT */
/*
 * Where providers join: an abstract Unix socket with a random name. A connected
 * process is a client until its one message has arrived. Clients that send
 * nothing, or anything else, are disconnected.
 *
 * Every process on the machine can connect. Orders are taken from root and the
 * session's own user only. To join, a process has to know the secret. Other
 * users get few of the places, and never the place of one of these.
 */
#ifndef TOOLS_MANAGER_LISTENER_H
#define TOOLS_MANAGER_LISTENER_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/order.h"
#include "tools/manager/secret.h"
#include "writer/wire.h"

/* Clients at a time. A further one evicts the oldest one of the process that
 * has most. */
#define LISTENER_CLIENTS 128u
/* Those of other users among them. A further one evicts the oldest of these. */
#define LISTENER_FOREIGNERS 48u
#define LISTENER_NAME_BYTES 32u

struct listener_client {
	int fd;	    /* -1 = unused */
	int pid_fd; /* of the process that has connected */
	uint32_t pid;
	uint32_t uid;
	bool is_ours; /* root's, or the session's own user's */
	uint64_t since_ns;
};

struct listener {
	int fd;
	int epoll_fd; /* where clients are watched; borrowed */
	int spare_fd; /* closed to accept, and disconnect, one more client when
			 no descriptors are left */
	char name[LISTENER_NAME_BYTES]; /* without the leading zero byte */
	uint32_t owner;			/* the session's user: ours */
	struct secret secret;
	struct listener_client clients[LISTENER_CLIENTS];
};

/* A client's message; the caller closes the descriptors. */
struct listener_request {
	bool is_order; /* else it requests to join */
	union {
		struct fxw_join join;
		struct order order; /* text is ended by a zero byte */
	};
	int memfd; /* was sent along: an order's may be -1 */
	int pid_fd;
	uint32_t pid, uid; /* as the kernel reports them */
	uint32_t koid;	   /* the session's: of an earlier image; 0: none */
	bool is_ours;	   /* root's, or the session's own user's */
};

/* What a client becomes: see struct fxw_welcome. */
struct listener_place {
	uint32_t provider_id, koid, parent_koid;
};

/* Opens the socket. Clients are removed from the epoll set when they leave.
 * Returns 0 or errno. */
int listener_open(struct listener *listener, int epoll_fd);
void listener_close(struct listener *listener);

/* Goes on with the socket of a former manager. fd: taken over. Returns 0 or
 * errno. */
struct relief_start;
int listener_adopt(struct listener *listener, int epoll_fd, int fd,
		   const struct relief_start *start);

#define LISTENER_NOBODY (-1)  /* no connection is waiting */
#define LISTENER_STARVED (-2) /* no descriptors: do not poll it for a while */
#define LISTENER_GONE (-3)    /* one was refused at once: accept the next one */

/* Accepts one more client. Returns its number, or one of the above. */
int listener_accept(struct listener *listener, uint64_t now_ns);

/*
 * Reads the client's message. Returns true and fills in `request` for a valid
 * request to join with the secret, or a valid order of root or our user. Else
 * the client is disconnected, unless it has sent nothing yet.
 */
bool listener_hear(struct listener *listener, unsigned client,
		   struct listener_request *request);

/* Replies with the n descriptors of the session's memory, or an errno; the
 * client leaves. */
void listener_answer(struct listener *listener, unsigned client, int error,
		     const struct listener_place *place, const int *fds,
		     uint32_t n_fds);

/* Releases the client's descriptor to the caller, for a later reply. */
int listener_part(struct listener *listener, unsigned client);

/* Replies to an order; the client leaves. */
void listener_reply(struct listener *listener, unsigned client,
		    const struct order_answer *answer);

/* Disconnects clients that have sent nothing for long. */
void listener_sweep(struct listener *listener, uint64_t now_ns);

#endif
