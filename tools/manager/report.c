/* SPDX-License-Identifier: MIT */
/*
 * A report's numbers in order, see report.h.
 */
#include "tools/manager/report.h"

#include <string.h>

void report_list(const struct manager_report *report,
		 uint64_t words[REPORT_WORDS])
{
	const uint64_t list[] = {report->n_calls,      report->n_lost,
				 report->n_lost_ends,  report->n_cut,
				 report->n_left_out,   report->n_overwritten,
				 report->n_broken,     report->n_broken_bytes,
				 report->n_processes,  report->n_left,
				 report->n_refused,    report->n_replaced,
				 report->n_undescribed};

	_Static_assert(sizeof(list) / 8 == REPORT_WORDS, "all of them");
	memcpy(words, list, sizeof(list));
}

void report_read(struct manager_report *report,
		 const uint64_t words[REPORT_WORDS])
{
	*report = (struct manager_report){
		.n_calls = words[0],
		.n_lost = words[1],
		.n_lost_ends = words[2],
		.n_cut = words[3],
		.n_left_out = words[4],
		.n_overwritten = words[5],
		.n_broken = words[6],
		.n_broken_bytes = words[7],
		.n_processes = (uint32_t)words[8],
		.n_left = (uint32_t)words[9],
		.n_refused = (uint32_t)words[10],
		.n_replaced = (uint32_t)words[11],
		.n_undescribed = words[12],
	};
}
