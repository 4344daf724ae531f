/* SPDX-License-Identifier: MIT */
/*
 * Where providers join: an abstract Unix socket with a random name. A connected
 * process is a guest until its one message has arrived. Guests that send
 * nothing, or anything else, are disconnected.
 *
 * Every process on the machine can connect. Orders are taken from root and the
 * session's own user only. To join, a process has to know the secret. Other
 * users get few of the places, and never the place of one of these.
 */
#ifndef TOOLS_MANAGER_DOOR_H
#define TOOLS_MANAGER_DOOR_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/order.h"
#include "tools/manager/secret.h"
#include "writer/wire.h"

/* Guests at a time. A further one evicts the oldest one of the process that has
 * most. */
#define DOOR_GUESTS 128u
/* Those of other users among them. A further one evicts the oldest of these. */
#define DOOR_FOREIGNERS 48u
#define DOOR_NAME_BYTES 32u

struct door_guest {
	int fd;	    /* -1 = unused */
	int pid_fd; /* of the process that has connected */
	uint32_t pid;
	uint32_t uid;
	bool is_ours; /* root's, or the session's own user's */
	uint64_t since_ns;
};

struct door {
	int fd;
	int epoll_fd; /* where guests are watched; borrowed */
	int spare_fd; /* closed to accept, and disconnect, one more guest when
			 no descriptors are left */
	char name[DOOR_NAME_BYTES]; /* without the leading zero byte */
	uint32_t owner;		    /* the session's user: ours */
	struct secret secret;
	struct door_guest guests[DOOR_GUESTS];
};

/* A guest's message; the caller closes the descriptors. */
struct door_knock {
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

/* What a guest becomes: see struct fxw_welcome. */
struct door_place {
	uint32_t provider_id, koid, parent_koid;
};

/* Opens the socket. Guests are removed from the epoll set when they leave.
 * Returns 0 or errno. */
int door_open(struct door *door, int epoll_fd);
void door_close(struct door *door);

/* Goes on with the socket of a former manager. fd: taken over. Returns 0 or
 * errno. */
struct relief_start;
int door_adopt(struct door *door, int epoll_fd, int fd,
	       const struct relief_start *start);

#define DOOR_NOBODY (-1) /* no connection is waiting */
#define DOOR_SHUT (-2)	 /* no descriptors: do not poll it for a while */
#define DOOR_GONE (-3)	 /* one was refused at once: accept the next one */

/* Accepts one more guest. Returns its number, or one of the above. */
int door_accept(struct door *door, uint64_t now_ns);

/*
 * Reads the guest's message. Returns true and fills in `knock` for a valid
 * request to join with the secret, or a valid order of root or our user. Else
 * the guest is disconnected, unless it has sent nothing yet.
 */
bool door_hear(struct door *door, unsigned guest, struct door_knock *knock);

/* Replies with the n descriptors of the session's memory, or an errno; the
 * guest leaves. */
void door_answer(struct door *door, unsigned guest, int error,
		 const struct door_place *place, const int *fds,
		 uint32_t n_fds);

/* Releases the guest's descriptor to the caller, for a later reply. */
int door_part(struct door *door, unsigned guest);

/* Replies to an order; the guest leaves. */
void door_reply(struct door *door, unsigned guest,
		const struct order_answer *answer);

/* Disconnects guests that have sent nothing for long. */
void door_sweep(struct door *door, uint64_t now_ns);

#endif
