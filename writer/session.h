/* SPDX-License-Identifier: MIT */
/*
 * Joining a session: our buffer is lent to the manager, and we get the area
 * that all of its providers share (wire.h).
 *
 * Internal to writer/.
 */
#ifndef WRITER_SESSION_H
#define WRITER_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/wire.h"

struct fxw_joining {
	const char *socket; /* name of the session's abstract socket */
	const char *secret; /* the session's, as text */
	int memfd;	    /* our buffer, of n_bytes; stays the caller's */
	uint64_t n_bytes;
	uint32_t pid;
};

struct fxw_joined {
	/* &fxw_session, where the session's own is mapped now */
	struct fxw_session_area *area;
	bool has_own_bell; /* else fxw_bells is shared with the others */
	uint32_t id;	   /* of the provider, in the archive */
	/* see struct fxw_welcome */
	uint32_t koid, parent_koid;
};

/*
 * Returns 0 or -errno: there is no manager, it belongs to another user, or it
 * refuses us. Keeps no descriptor open. Waits for five seconds at most.
 */
int fxw_session_join(const struct fxw_joining *how, struct fxw_joined *joined);

/* Maps memory of our own where the session's is: nobody decides any more what
 * is recorded, and nobody hears our bell. */
void fxw_session_leave(void);

/* Likewise, and the choice that holds from now on is to record nothing. */
void fxw_session_stop(void);

#endif
