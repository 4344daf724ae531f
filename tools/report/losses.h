/* SPDX-License-Identifier: MIT */
/*
 * Reports on stderr what an archive lacks.
 */
#ifndef TOOLS_REPORT_LOSSES_H
#define TOOLS_REPORT_LOSSES_H

#include <stdint.h>

/* Calls that were overwritten, calls without space, and ends of calls. */
void losses_say(uint64_t n_overwritten, uint64_t n_calls, uint64_t n_ends);

#endif
