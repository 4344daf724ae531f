/* SPDX-License-Identifier: MIT */
/*
 * An archive that a user of the library has opened, from the inside.
 */
#ifndef TOOLS_LIBRARY_ARCHIVE_H
#define TOOLS_LIBRARY_ARCHIVE_H

#include "tools/library/choice.h"
#include "tools/library/reader.h"
#include "tools/library/records.h"
#include "tools/print/backtrace.h"
#include "tools/print/cause.h"
#include "tools/sum/sum.h"

/* Names of arguments that were shown, by where the archive's reader has them.
 */
#define LIBRARY_N_NAMES 256u

/* What is shown of the world, each made when it is requested first. */
struct library_shown {
	struct fxtrace_function **functions; /* by the world's names */
	struct fxtrace_thread **threads;
	struct fxtrace_process **processes;
	struct fxr_arena arena; /* of all of them */
	struct fxtrace_totals totals;
	struct fxtrace_message message;
	struct fxtrace_loss loss;
	struct fxr_arena message_arena;
	/* Whether the user wants calls of each name, in the order of the
	 * world's. */
	bool *wanted;
	size_t n_wanted, wanted_capacity;
	struct fxtrace_property property;
	struct fxr_arena property_arena;
	struct fxtrace_type **types;
	size_t n_types, types_capacity;
	struct fxr_map type_map; /* by the world's type */
	struct fxr_text names[LIBRARY_N_NAMES];
};

struct fxtrace_archive {
	struct fxr_budget budget;
	struct fxtrace_error error;
	char error_text[512];
	struct fxtrace_options options;
	int fd; /* until the reader has it; -1: none */
	struct fxr_reader *reader;
	struct fxr_calls *calls;
	struct fxr_world *world; /* NULL until it is whole */
	struct library_shown shown;
	struct library_choice choice;

	/* The current call. */
	struct fxr_call call;
	struct fxtrace_call its;
	bool has_call, has_taken;
	struct fxr_arena arena;

	/* Printing. */
	struct print print;
	struct print_space space;
	struct print_names names;
	struct heads_of_calls heads;
	struct pen text;
	struct fxr_call cause; /* that is printed */

	/* Records, with options.has_records. */
	struct fxr_record *record;
	struct fxtrace_record bytes;
	uint64_t n_records; /* that were read for their bytes */

	/* Sums, with options.by. */
	struct sum sum;
	struct fxtrace_row *rows;
	size_t n_rows;

	/* Stacks. */
	struct backtraces *stacks;
	struct fxtrace_frame *frames;
	size_t n_frames, frames_capacity;
	enum backtrace_end stack_end; /* of these frames */
	struct fxr_map stack_map;     /* numbers of stacks */
	uint64_t n_stacks;
	uint64_t own_stack; /* number of this call's own, or 0 */
	struct fxr_arena frame_arena;

	/* Events. */
	struct library_records records;
	struct fxtrace_event event;
	struct fxr_arena event_arena;
};

/*
 * Runs `work`. False: the archive has more memory than it may, or had that
 * before. `error` says so then. The work itself is not stopped: it leaves
 * nothing half made, and what one call needs is small.
 */
typedef void library_work(struct fxtrace_archive *archive, void *context);
bool library_run(struct fxtrace_archive *archive, library_work *work,
		 void *context);
/* The same, but the work is stopped where it needs too much: for what grows
 * with the archive. */
bool library_run_bounded(struct fxtrace_archive *archive, library_work *work,
			 void *context);

/* Sets the error, unless there is one already. */
void library_fail(struct fxtrace_archive *archive, enum fxtrace_status status,
		  uint64_t offset, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Sets the error to the archive's own fault, if it has one. What is before it
 * is delivered all the same. */
void library_take_fault(struct fxtrace_archive *archive);

/* Sets it to why there are no more calls, or records, and counts these. */
void library_take_end(struct fxtrace_archive *archive);

/* A copy with a NUL; of an empty text, "". */
const char *library_text(struct fxr_arena *arena, struct fxr_text text);

/* The type in C, which has a NUL behind it in the archive's own memory. NULL:
 * "". */
static inline const char *library_type_name(const struct fxr_type *type)
{
	return type && type->c_name.n_bytes ? type->c_name.bytes : "";
}

/* A value of the archive as the library shows it, in the arena. */
const struct fxtrace_value *library_value(struct fxtrace_archive *archive,
					  struct fxr_arena *arena,
					  const struct fxr_value *value);
/* What was made by library_value from that value. */
const struct fxr_value *library_origin(const struct fxtrace_value *value);

/* Whether the user wants calls of that name, by the function and the list in
 * the options. */
bool library_delivers(struct fxtrace_archive *archive, size_t name);

/* Prepares sums, once there is a world: a library_work. */
void library_sum_open(struct fxtrace_archive *archive, void *context);
/* Adds all calls up in one pass over the file. False: it cannot be read so,
 * and nothing is prepared any more. */
bool library_sum_brief(struct fxtrace_archive *archive);
/* Adds them up by the index, unless that is done; and makes the rows. */
void library_sum_calls(struct fxtrace_archive *archive);
void library_sum_close(struct fxtrace_archive *archive);

/* The text that was printed, without its end of line, and a NUL behind it. */
struct fxr_text library_taken(struct fxtrace_archive *archive);

/* The archive's current call as a line, or as JSON. Ends with a NUL; lives
 * until something else is printed. Within library_run, as those below. */
struct fxr_text library_put_call(struct fxtrace_archive *archive, bool is_json);

/* Reads on; false: there is no further record. */
bool library_next_record(struct fxtrace_archive *archive);

/* What finds stacks, opened when it is needed first. */
struct backtraces *library_stacks(struct fxtrace_archive *archive);

/* Prepares printing, once there is a world. */
void library_print_open(struct fxtrace_archive *archive);
void library_print_close(struct fxtrace_archive *archive);

/* Shows the call that was read. */
void library_show_call(struct fxtrace_archive *archive);

/* The same as fxtrace_function, fxtrace_thread and fxtrace_process, within
 * library_run. known: its signature, or NULL. */
const struct fxtrace_function *library_function(
	struct fxtrace_archive *archive, size_t index,
	const struct fxr_function *known);
const struct fxtrace_function *library_find_function(
	struct fxtrace_archive *archive, size_t index);
const struct fxtrace_thread *library_thread(struct fxtrace_archive *archive,
					    size_t index);
const struct fxtrace_process *library_process(struct fxtrace_archive *archive,
					      size_t index);
void library_count(struct fxtrace_archive *archive);
/* What is known at the end only. */
void library_count_end(struct fxtrace_archive *archive);

#endif
