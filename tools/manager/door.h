/* SPDX-License-Identifier: MIT */
/*
 * Where providers join: an abstract Unix socket of a random name. Whoever
 * connects is a guest until its one message is here; guests that say nothing,
 * or anything else, are turned out.
 */
#ifndef TOOLS_MANAGER_DOOR_H
#define TOOLS_MANAGER_DOOR_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/order.h"
#include "writer/wire.h"

/* At a time; more turn the oldest one out of the process that has most. */
#define DOOR_GUESTS 256u
#define DOOR_NAME_BYTES 32u

struct door_guest {
	int fd; /* -1 = nobody */
	uint32_t pid;
	uint64_t since_ns;
};

struct door {
	int fd;
	int epoll_fd; /* where guests are watched; borrowed */
	int spare_fd; /* given up to accept, and turn out, one guest more when
			 there are no descriptors left */
	char name[DOOR_NAME_BYTES]; /* without the leading zero byte */
	struct door_guest guests[DOOR_GUESTS];
};

/* What a guest has said; the descriptors are the caller's to close. */
struct door_knock {
	bool is_order; /* else it asks to join */
	union {
		struct fxw_join join;
		struct order order; /* text is ended by a zero byte */
	};
	int memfd; /* that came along: an order's may be -1 */
	int pid_fd;
	uint32_t pid; /* as the kernel tells us */
};

/* Opens the door. Guests are taken out of the epoll set when they leave.
 * Returns 0 or errno. */
int door_open(struct door *door, int epoll_fd);
void door_close(struct door *door);

#define DOOR_NOBODY (-1) /* waits */
#define DOOR_SHUT (-2)	 /* no descriptors: leave it alone for a while */

/* Lets one more guest in. Returns its number, or one of the above. */
int door_accept(struct door *door, uint64_t now_ns);

/*
 * Hears what the guest has to say.
 * Returns true and fills in `knock` if it asks to join or gives an order, in a
 * way that we understand, as a process of our user (or any, if we are root).
 * Else it is turned out, unless it has said nothing yet.
 */
bool door_hear(struct door *door, unsigned guest, struct door_knock *knock);

/* Answers with the area's descriptor, or an errno; the guest leaves. */
void door_answer(struct door *door, unsigned guest, int error,
		 uint32_t provider_id, int area_fd);

/* The guest's descriptor, for a later answer, is the caller's from now on. */
int door_part(struct door *door, unsigned guest);

/* Answers an order; the guest leaves. */
void door_reply(struct door *door, unsigned guest,
		const struct order_answer *answer);

/* Turns out those who have said nothing for long. */
void door_sweep(struct door *door, uint64_t now_ns);

#endif
