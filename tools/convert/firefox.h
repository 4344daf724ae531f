/* SPDX-License-Identifier: MIT */
/*
 * A profile for the Firefox Profiler under construction: firefox.c takes the
 * calls. firefox_out.c and firefox_thread.c write what it has gathered.
 */
#ifndef TOOLS_CONVERT_FIREFOX_H
#define TOOLS_CONVERT_FIREFOX_H

#include "tools/convert/chains.h"
#include "tools/convert/strips.h"
#include "tools/base/texts.h"

/* A while in which the innermost of a thread's open calls was the chain's. */
struct firefox_sample {
	uint64_t begin_ns, end_ns;
	uint32_t chain;
};

struct firefox_marker {
	uint64_t begin_ns, end_ns;
	uint64_t off; /* of its data, in the file of data */
	uint32_t n_bytes;
	uint32_t name; /* FXR_NONE: a message */
	bool has_end;
};

/* What a thread does now. */
struct firefox_lane {
	uint64_t since_ns;
	uint32_t chain; /* FXR_NONE: nothing */
	bool is_busy;	/* the rest is set */
};

struct firefox {
	struct convert_output *output;
	struct chains chains;
	struct firefox_lane *lanes; /* by thread */
	struct strips samples, markers;
	size_t n_messages;	/* of the archive's that are markers already */
	struct fxr_map threads; /* by pid and tid */
	FILE *data;		/* of markers: JSON */
	uint64_t n_data;
	bool has_failed; /* reading or writing it */
	struct texts strings, groups, files;
	struct pen out;
	/* for writing: the number of each chain's stack, and the bytes of a
	 * marker */
	uint32_t *stacks;
	char *bytes;
	size_t bytes_space;
};

void firefox_put(struct firefox *f);

/* A thread with its samples and markers, once the shared tables are put. */
void firefox_put_thread(struct firefox *f, size_t index);

/* Milliseconds with all digits. */
void firefox_put_ms(struct pen *out, uint64_t ns);
/* The numbers of a function's name and of its group. Functions that are called
 * come first, by their index, then those of the program. */
void firefox_put_name(struct firefox *f, size_t at);
/* The number of a marker's name. */
void firefox_put_marker(struct firefox *f, uint32_t name);
void firefox_put_category(struct firefox *f, size_t at);

#endif
