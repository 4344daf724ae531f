/* SPDX-License-Identifier: MIT */
/*
 * What the headers of a build lack of an API is left out of its tables. The
 * compiler is queried once: each question is a line of C, and those that it
 * rejects are lacking. One walk over the model both collects the questions and,
 * once there are answers, prunes.
 */
#ifndef GEN_PROBE_H
#define GEN_PROBE_H

#include "gen/model.h"

#define FXG_PROBE_BUCKETS 4096u

struct fxg_question {
	const char *text; /* C, with @ where a name of its own belongs */
	bool is_lacking;
	unsigned next; /* in its hash bucket, + 1 */
};

/* Zero but for the arena = no question yet. */
struct fxg_probe {
	struct fxg_arena *arena;
	struct fxg_question *questions;
	unsigned n_questions, n_lacking;
	unsigned buckets[FXG_PROBE_BUCKETS];
	bool has_answers;
};

/* Whether the headers lack what this line of C needs. Without answers it is
 * noted as a question, and nothing is lacking. */
bool fxg_lacks(struct fxg_probe *probe, const char *text);
/* The questions as a source file. */
void fxg_put_questions(const struct fxg_probe *probe,
		       const struct fxg_api_def *api, struct fxg_buffer *out);
/* Takes what the compiler said of it. Returns an error that is no answer, or
 * NULL. */
const char *fxg_take_answers(struct fxg_probe *probe, const char *said);

/*
 * Collects questions about, or drops: headers, types, members, constants,
 * functions. A value that cannot be understood without them is recorded as
 * plainly as its C type says. What went is listed in report, one a line.
 */
void fxg_prune(struct fxg_api_def *api, struct fxg_probe *probe,
	       struct fxg_buffer *report);

#endif
