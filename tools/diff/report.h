/* SPDX-License-Identifier: MIT */
/*
 * The differences between two archives, as text like a unified diff or as JSON
 * lines: hunks of calls of one thread. Each has some equal calls before and
 * after it.
 */
#ifndef TOOLS_DIFF_REPORT_H
#define TOOLS_DIFF_REPORT_H

#include "tools/diff/change.h"
#include "tools/diff/side.h"
#include "tools/print/print.h"

struct report_how {
	bool is_json, has_color;
	uint64_t n_context;
};

struct report {
	struct side *sides; /* both */
	struct report_how how;
	struct pen out;
	struct print prints[2];
	struct heads_of_calls heads[2];
	struct changes changes;
	bool has_head;	 /* the archives' names were written */
	bool has_failed; /* an archive has changed while it was read */
	struct fxr_call calls[2];
};

/* Two paired threads, or one without a partner, during the visit of their
 * calls; the other fields are all zero at first. */
struct strand {
	uint32_t threads[2];  /* FXR_NONE: it has no partner */
	size_t at[2], end[2]; /* slots: the next calls */
	/* The report's: */
	struct pen text; /* of the open hunk */
	size_t next;	 /* slot of A, whose calls before it are in the text */
	uint64_t n_behind; /* equal ones since the last that differs */
	bool is_open;
};

/* sides: both, borrowed until fini */
void report_init(struct report *report, struct side *sides,
		 struct report_how how);
void report_fini(struct report *report);

/* The call at the strand's place on that side has no partner. */
void report_alone(struct report *report, struct strand *strand, unsigned side);
/* The calls at its places are equal. */
void report_alike(struct report *report, struct strand *strand);
/*
 * The calls at its places are paired. place: as for changes_find. Returns
 * whether they differ; if not, nothing is reported.
 */
bool report_pair(struct report *report, struct strand *strand,
		 const uint16_t *place);
/* The strand is at its end. */
void report_end(struct report *report, struct strand *strand);

/* The same without any report. */
bool report_is_change(struct report *report, const struct strand *strand,
		      const uint16_t *place);

#endif
