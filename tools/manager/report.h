/* SPDX-License-Identifier: MIT */
/*
 * The numbers of a session's report as words, which a standby takes over.
 */
#ifndef TOOLS_MANAGER_REPORT_H
#define TOOLS_MANAGER_REPORT_H

#include <stdint.h>

#include "tools/manager/ledger.h"
#include "tools/manager/manager.h"

#define REPORT_WORDS 13u
_Static_assert(REPORT_WORDS <= LEDGER_REPORT_WORDS, "they fit");

/* What the end of the session determines is left out. */
void report_list(const struct manager_report *report,
		 uint64_t words[REPORT_WORDS]);

void report_read(struct manager_report *report,
		 const uint64_t words[REPORT_WORDS]);

#endif
