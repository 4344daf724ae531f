/* SPDX-License-Identifier: MIT */
/*
 * Repeats a recorded operation within the box, and compares the outcome.
 */
#ifndef TOOLS_IO_ACT_H
#define TOOLS_IO_ACT_H

#include "tools/io/box.h"
#include "tools/io/job.h"

struct io_stage {
	struct box box;
	char root[4096]; /* the box's folder as the kernel calls it */
	struct schedule *schedule;
};

/* The outcome of the replayed operation. */
struct io_result {
	int64_t value; /* -1 with error */
	int error;
	char *data; /* what was read; to be freed */
	size_t n_data;
	struct stat status;
	const char *skipped; /* the kind under which it is counted; not made */
};

/* In a lane's thread. */
void io_act(struct io_stage *stage, struct io_job *job,
	    struct io_result *result);

#define IO_DIFFERENCE_BYTES 160u

/* Whether the outcome is the recorded one; else says how it differs. */
bool io_same(const struct io_job *job, const struct io_result *result,
	     char text[IO_DIFFERENCE_BYTES]);

/* The parts of io_act; each returns false for other parts' acts. */
bool io_act_path(struct io_stage *stage, struct io_job *job,
		 struct io_result *result);
bool io_act_file(struct io_stage *stage, struct io_job *job,
		 struct io_result *result);
bool io_act_data(struct io_stage *stage, struct io_job *job,
		 struct io_result *result);
bool io_act_stream(struct io_stage *stage, struct io_job *job,
		   struct io_result *result);

/* Sets the result from what a system call returned. */
void io_returned(struct io_result *result, int64_t value);
/* From what an operation of the box returned: a number, or -errno. */
void io_boxed(struct io_result *result, int64_t value);

/* Sets the result of an operation on a pipe whose other end was used only by
 * processes
 * outside of the recording. */
void io_lonely(struct io_result *result);

/* Waits for a pipe's other end. False: no lane is left to use it, and io_await
 * has set the result. */
bool io_await_end(struct io_stage *stage, struct io_file *file, short events);
bool io_await(struct io_stage *stage, struct io_file *file, short events,
	      struct io_result *result);

#endif
