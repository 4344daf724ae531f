/* SPDX-License-Identifier: MIT */
/*
 * The end of an archive that cannot be written, see broken.h.
 */
#include "tools/manager/broken.h"

#include <string.h>

#include "tools/base/die.h"

void broken_check(struct session *session)
{
	int error = session->is_broken ? 0 : queue_error(&session->queue);

	if (!error)
		return;
	session->is_broken = true;
	session_count(session);
	session->n_lost_before = session->n_lost;
	session->report.error = error;
	area_break(&session->area);
	say("the archive cannot be written any more: %s; what comes from now "
	    "on is lost",
	    strerror(error));
}
