/* SPDX-License-Identifier: MIT */
/*
 * Counts the programs of which nothing is recorded, see missing.h. These are
 * the programs that were started outside of the session, less those that have
 * archives. The recorder does not see that system() and popen() start one. So
 * some may be left uncounted, but no recorded program is counted.
 */
#include "tools/manager/missing.h"

#include "tools/base/die.h"
#include "tools/base/human.h"

void missing_add(struct missing *missing, const struct fxw_control *control)
{
	missing->n_archives++;
	missing->n_started += control->n_started + (control->is_leaving == 1);
}

uint64_t missing_count(const struct missing *missing,
		       const struct manager_report *report)
{
	uint64_t n_started = missing->n_started;

	if (report)
		n_started +=
			report->n_alone + report->n_silent + report->n_replaced;
	else
		n_started += missing->n_archives > 0;
	return n_started > missing->n_archives ? n_started - missing->n_archives
					       : 0;
}

void missing_report(const struct missing *missing,
		    const struct manager_report *report)
{
	uint64_t n = missing_count(missing, report);

	if (n)
		say("nothing is recorded of %s: no way to the session and to a "
		    "file, a sandbox, or no recorder inside (static, set-uid "
		    "or 32-bit)",
		    human_things(n, "started program").text);
}
