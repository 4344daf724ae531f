/* SPDX-License-Identifier: MIT */
/*
 * What the loop does with one provider, from joining to leaving.
 */
#ifndef TOOLS_MANAGER_MEMBER_H
#define TOOLS_MANAGER_MEMBER_H

#include <stdint.h>

#include "tools/manager/session.h"

/* The id in the archive of the process that has that pid here; 0: none of its
 * images is here. After an exec it is the same process. */
uint32_t member_koid(const struct session *session, uint32_t kernel_pid);

/* What a new one gets as its answer. */
struct listener_place member_seat(const struct session *session,
				  const struct member *member);

/*
 * Checks the lent buffer and assigns it a place.
 * request  descriptors that are taken over become -1 in it
 * Returns 0 or errno.
 */
int member_new(struct session *session, struct listener_request *request,
	       uint32_t *place);

/* Goes on with one of a former manager's. Its descriptors are taken over, also
 * on failure. Returns 0 or errno; ESRCH: the archive has all of it. */
int member_adopt(struct session *session, struct relief_member *from,
		 uint32_t *place);

/* Removes it from the session. */
void member_free(struct session *session, uint32_t place);

/* Puts its Provider Info into the archive. */
void member_introduce(struct session *session, const struct member *member);

/* Its process has died. */
void member_is_dead(struct session *session, uint32_t place);

/* Handles its packets, saves and answers, or takes the rest and removes it. */
void member_attend(struct session *session, uint32_t place, uint64_t now_ns);

#endif
