/* SPDX-License-Identifier: MIT */
/*
 * Reports on stderr what an archive lacks: calls that were lost or overwritten,
 * missing ends.
 */
#ifndef TOOLS_REPORT_LOSSES_H
#define TOOLS_REPORT_LOSSES_H

#include "tools/reader/world.h"

void losses_report(const struct fxr_reader *reader,
		   const struct fxr_world *world);

#endif
