/* SPDX-License-Identifier: MIT */
/*
 * What differs between two archives, as text in the manner of a unified diff or
 * as JSON lines: hunks of calls of one thread, each with some calls that are
 * alike before and behind it.
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
	bool has_head;	 /* the archives' names stand above */
	bool has_failed; /* an archive has changed while it was read */
	struct fxr_call calls[2];
};

/* Two threads that belong together, or one that is alone, on the way through
 * their calls; the rest of it all zero to begin with. */
struct strand {
	uint32_t threads[2];  /* FXR_NONE: it is alone */
	size_t at[2], end[2]; /* slots: the next calls */
	/* The report's: */
	struct pen text;   /* of the hunk that is open */
	size_t next;	   /* slot of A, whose calls before it stand there */
	uint64_t n_behind; /* alike ones since the last that differs */
	bool is_open;
};

/* sides: both, borrowed until fini */
void report_init(struct report *report, struct side *sides,
		 struct report_how how);
void report_fini(struct report *report);

/* The call at the strand's place on that side is not on the other one. */
void report_alone(struct report *report, struct strand *strand, unsigned side);
/* Those at its places are alike. */
void report_alike(struct report *report, struct strand *strand);
/*
 * Those at its places belong together. place: as changes_find has it. Returns
 * whether they differ; if not, nothing is reported.
 */
bool report_pair(struct report *report, struct strand *strand,
		 const uint16_t *place);
/* The strand is at its end. */
void report_end(struct report *report, struct strand *strand);

/* The same of both without any report. */
bool report_is_change(struct report *report, const struct strand *strand,
		      const uint16_t *place);

#endif
