/* SPDX-License-Identifier: MIT */
/*
 * Processes that outlive their session's manager: their buffers hold records
 * that it had not taken. Nothing in them is changed, and their contents are
 * checked before use.
 */
#ifndef TOOLS_MANAGER_ORPHAN_H
#define TOOLS_MANAGER_ORPHAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/manager/leftover.h"
#include "writer/fxt.h"

/* What the archive shows of its session. If it does not identify the session,
 * this is empty. Then the session is the one whose manager had created that
 * file, and its processes provide the rest. */
struct orphan_session {
	bool has_epoch;		/* the archive has the epoch */
	uint64_t epoch_ticks;	/* FXW_EVENT_SESSION; 0 = not known yet */
	uint64_t rate;		/* ticks a second; 0 = not known yet */
	uint64_t device, inode; /* of the archive */
	uint32_t owner; /* uid of the archive: only its processes count, with
			   root's archive everybody's */
};

/* One process of the session that still lives. */
struct orphan {
	uint32_t pid;	  /* in our pid namespace */
	uint32_t own_pid; /* in its own pid namespace */
	uint64_t inode;	  /* of its buffer */
	uint32_t provider_id;
	char name[FXT_PROVIDER_NAME_MAX_BYTES + 1];
	/* The contents of its buffer, unless one of these is set: */
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
 * Examines all processes that we may read, and copies the records of those in
 * the session. Processes that may not be read are listed, too, even if it is
 * unknown whether they belong to this session. Copies nothing if the manager
 * lives, unless by force.
 */
void orphans_find(struct orphans *orphans, struct orphan_session *session,
		  bool force);
void orphans_free(struct orphans *orphans);

#endif
