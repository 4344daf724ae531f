/* SPDX-License-Identifier: MIT */
/*
 * Says on stderr what an archive does not hold: calls that were lost or
 * overwritten, ends that are not there.
 */
#ifndef TOOLS_REPORT_LOSSES_H
#define TOOLS_REPORT_LOSSES_H

#include "tools/reader/world.h"

void losses_report(const struct fxr_reader *reader,
		   const struct fxr_world *world);

#endif
