/* SPDX-License-Identifier: MIT */
/*
 * Processes that outlive the manager of their session: they hold their buffers
 * with what it had not taken yet. Nothing in them is changed, and nothing that
 * they hold is believed unchecked.
 */
#ifndef TOOLS_MANAGER_ORPHAN_H
#define TOOLS_MANAGER_ORPHAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/manager/leftover.h"
#include "writer/fxt.h"

/* What is known of the session from its archive. One that does not say which
 * session it is of is empty: then the session is the one whose manager had made
 * that file, and its processes tell the rest. */
struct orphan_session {
	bool is_told;		/* the archive has the epoch */
	uint64_t epoch_ticks;	/* FXW_EVENT_SESSION; 0 = not known yet */
	uint64_t rate;		/* ticks a second; 0 = not known yet */
	uint64_t device, inode; /* of the archive */
	uint32_t owner;		/* uid of the archive: only his processes count,
				   with root's archive everybody's */
};

/* One process of the session that still lives. */
struct orphan {
	uint32_t pid;	  /* as we see it */
	uint32_t own_pid; /* as it sees itself */
	uint64_t inode;	  /* of its buffer */
	uint32_t provider_id;
	char name[FXT_PROVIDER_NAME_MAX_BYTES + 1];
	/* What its buffer holds, unless one of these is set: */
	struct leftover leftover;
	int denied;	     /* errno: it may not be read */
	const char *refused; /* what is wrong with it */
};

struct orphans {
	struct orphan *all;
	size_t n;
	size_t capacity;
	uint32_t
		manager; /* thread id of the manager, which still lives; or 0 */
	bool is_broken;	 /* it could not write any more when it died */
};

/*
 * Looks through all processes that we may look at, and copies what those of the
 * session hold. Those that may not be read are in the list, too, even if nobody
 * can say whether they are of this session. Nothing is copied if the manager
 * lives, unless by force.
 */
void orphans_find(struct orphans *orphans, struct orphan_session *session,
		  bool force);
void orphans_free(struct orphans *orphans);

#endif
