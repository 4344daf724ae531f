/* SPDX-License-Identifier: MIT */
/*
 * Writes an archive of one or several processes sequentially, as converters
 * need it. Names get their numbers at first use. What does not fit into a
 * record goes into separate blobs. The description of a type precedes what uses
 * it. Write errors stay in the stream.
 *
 * An event is made in three steps: archive_out_event, its arguments, and
 * archive_out_commit. A call with more arguments than fit on its begin (15 at
 * most) has the others on its end.
 *
 * Texts are any bytes; what is not UTF-8 goes into string arguments as a blob.
 * Names and texts are borrowed for the call only. Not thread-safe.
 */
#ifndef TOOLS_CONVERT_ARCHIVE_OUT_H
#define TOOLS_CONVERT_ARCHIVE_OUT_H

#include <stdio.h>

#include "tools/reader/types.h"
#include "writer/fxt.h"

struct archive_out;

/*
 * Begins an archive: the magic word, a provider `name` with number 1, and the
 * tick rate.
 * out   borrowed until close
 * Never NULL: dies if memory runs out.
 */
struct archive_out *archive_out_open(FILE *out, struct fxr_text name,
				     uint64_t ticks_per_second);
/* Frees. The caller checks the stream for errors. */
void archive_out_close(struct archive_out *archive);

/* What follows belongs to another process image: number id, not 0, and a
 * rate. */
void archive_out_provider(struct archive_out *archive, uint32_t id,
			  struct fxr_text name, uint64_t ticks_per_second);

void archive_out_process(struct archive_out *archive, uint64_t pid,
			 struct fxr_text name);
void archive_out_thread(struct archive_out *archive, uint64_t pid, uint64_t tid,
			struct fxr_text name);

/*
 * Entries of writer/wire.h, with ids that the caller counts from 1. `type`
 * needs the fields of its class, see tools/reader/types.h. Its enumerators and
 * cases follow with it.
 */
void archive_out_type(struct archive_out *archive, uint32_t id,
		      const struct fxr_type *type);
void archive_out_enumerator(struct archive_out *archive, uint32_t type,
			    const struct fxr_enumerator *enumerator);
void archive_out_function(struct archive_out *archive, uint32_t id,
			  const struct fxr_function *function);

/* Begins an event. type: enum fxt_event_type. */
void archive_out_event(struct archive_out *archive, unsigned type,
		       uint64_t ticks, uint64_t pid, uint64_t tid,
		       struct fxr_text category, struct fxr_text name);

/* Whether another argument fits: a record has 15, and 32 KiB. */
bool archive_out_has_space(const struct archive_out *archive);

/* Adds an argument; without space it is dropped, see archive_out_n_dropped. */
void archive_out_null(struct archive_out *archive, struct fxr_text name);
void archive_out_bool(struct archive_out *archive, struct fxr_text name,
		      bool value);
void archive_out_int(struct archive_out *archive, struct fxr_text name,
		     int64_t value);
void archive_out_uint(struct archive_out *archive, struct fxr_text name,
		      uint64_t value);
void archive_out_double(struct archive_out *archive, struct fxr_text name,
			double value);
void archive_out_string(struct archive_out *archive, struct fxr_text name,
			struct fxr_text value);
void archive_out_pointer(struct archive_out *archive, struct fxr_text name,
			 uint64_t value);
void archive_out_koid(struct archive_out *archive, struct fxr_text name,
		      uint64_t value);
/* Memory, or values in apitrace's encoding, depending on the parameter's
 * type. */
void archive_out_blob(struct archive_out *archive, struct fxr_text name,
		      struct fxr_text bytes);

/* word: follows the arguments. For a duration complete event it is the end's
 * time, for an instant event the scope. For an async event, a flow event or a
 * counter it is the id. Not written for durations' begins and ends. */
void archive_out_commit(struct archive_out *archive, uint64_t word);

/* Arguments dropped so far for lack of space. */
uint64_t archive_out_n_dropped(const struct archive_out *archive);

/* A log record; the text is cut to what a record holds. */
void archive_out_log(struct archive_out *archive, uint64_t ticks, uint64_t pid,
		     uint64_t tid, struct fxr_text text);

/* Bytes that do not belong to an event, as blobs. All pieces but the last one
 * have `more` behind their name, which is short. */
void archive_out_named(struct archive_out *archive, const char *name,
		       const char *more, struct fxr_text bytes);

/* Any other whole record, unchanged. */
void archive_out_words(struct archive_out *archive, const uint64_t *words,
		       size_t n_words);

#endif
