/* SPDX-License-Identifier: MIT */
/*
 * Joining a session: our buffer is lent to the manager, and we get the area
 * that all of its providers share (wire.h).
 *
 * Internal to writer/.
 */
#ifndef WRITER_SESSION_H
#define WRITER_SESSION_H

#include <stdint.h>

#include "writer/wire.h"

/*
 * socket  name of the session's abstract socket.
 * memfd   our buffer, of n_bytes; stays the caller's.
 * area    out: &fxw_session, which is now the session's area
 * id      out: our provider id in the archive
 *
 * Returns 0 or -errno: there is no manager, it belongs to another user, or it
 * refuses us. Keeps no descriptor open. Waits for five seconds at most.
 */
int fxw_session_join(const char *socket, int memfd, uint64_t n_bytes,
		     uint32_t pid, struct fxw_session_area **area,
		     uint32_t *id);

#endif
