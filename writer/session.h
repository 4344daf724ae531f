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
 * socket  name of the session's abstract socket
 * memfd   our buffer, of n_bytes; stays the caller's
 * area    out: &fxw_session, which the session's lies over now
 * id      out: our provider id in the archive
 * Returns 0 or -errno: there is no manager, it is somebody else's, or it does
 * not want us. Keeps no descriptor open. Waits for it for five seconds at most.
 */
int fxw_session_join(const char *socket, int memfd, uint64_t n_bytes,
		     uint32_t pid, struct fxw_session_area **area,
		     uint32_t *id);

#endif
