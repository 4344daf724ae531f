/* SPDX-License-Identifier: MIT */
/*
 * XRay's flight data recorder log, see xray.h, and a sidecar file that names
 * its functions. llvm-xray has requirements that our calls need not meet. This
 * file meets them:
 *
 * - Each thread has one block, since llvm-xray orders the blocks of one thread
 *   wrongly; and thread numbers are unique over all processes.
 * - Calls nest. A call that outlasts the one around it ends with it, and so
 *   does one without an end: if there is none around it, with its process.
 * - A block begins when the recording did, with an event that names its thread:
 *   time would go back otherwise where the next thread's block begins.
 * - Arguments begin with the first one, without a gap, as numbers.
 * - Records that are not calls are events with a text, see marks.h.
 *
 * Ticks are nanoseconds. Calls come in the order in which they began, all
 * threads interleaved. Each thread's records go into a spool.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/convert/rows.h"
#include "tools/convert/xray/xray.h"
#include "tools/convert/xray/args.h"
#include "tools/convert/xray/convert.h"
#include "tools/convert/xray/map_out.h"
#include "tools/convert/xray/marks.h"
#include "tools/convert/xray/spool.h"
#include "tools/base/die.h"
#include "tools/convert/notes.h"
#include "tools/base/human.h"

#define NS_PER_SECOND 1000000000u
/* Threads that need another number get one above the kernel's. */
#define FIRST_FREE_TID (1u << 22)
#define NEVER UINT64_MAX

struct open_call {
	uint32_t function;
	enum xray_action exit;
	uint64_t end_ns; /* NEVER = it has no end */
	uint64_t end_off;
};

/* A thread, and its block. */
struct block {
	/* of the open calls; NULL: there were none */
	const struct fxtrace_process *process;
	uint32_t tid, pid;
	uint64_t ns; /* of the last record */
	struct open_call *calls;
	size_t n_calls, calls_capacity;
};

struct writing {
	struct convert_output *output;
	struct xray_spool *spool;
	struct block *blocks; /* by number in the spool */
	size_t n_blocks, blocks_capacity;
	struct fxr_map block_map, tid_map;
	uint32_t *functions; /* by index of the function; 0 = none yet */
	struct xray_symbol *symbols;
	size_t n_symbols, symbols_capacity;
	uint64_t first_ns;
	uint64_t shift; /* added to times; 0 means none */
	struct xray_marks *marks;
	struct xray_mark mark; /* the next one */
	bool has_mark;
	uint64_t n_cut, n_unfinished, n_renumbered, n_no_entry;
};

static void put_bytes(struct writing *w, const struct block *block,
		      const void *bytes, size_t n_bytes)
{
	xray_spool_put(w->spool, (uint32_t)(block - w->blocks), bytes, n_bytes);
}

/* value: n_bytes of it at `at` of the body. */
static void set_number(unsigned char *record, size_t at, uint64_t value,
		       size_t n_bytes)
{
	memcpy(record + 1 + at, &value, n_bytes);
}

/* A base for the records that follow: their ticks are relative to the previous
 * one. */
static void put_tsc_wrap(struct writing *w, struct block *block, uint64_t ns)
{
	unsigned char record[XRAY_RECORD_BYTES] = {
		XRAY_FIRST_BYTE(XRAY_TSC_WRAP)};

	set_number(record, 0, ns + w->shift, 8);
	put_bytes(w, block, record, sizeof(record));
	block->ns = ns;
}

static void put_function(struct writing *w, struct block *block,
			 enum xray_action action, uint32_t function,
			 uint64_t ns)
{
	uint32_t words[2] = {function << 4 | (uint32_t)action << 1};

	if (ns - block->ns > INT32_MAX)
		put_tsc_wrap(w, block, ns);
	words[1] = (uint32_t)(ns - block->ns);
	block->ns = ns;
	put_bytes(w, block, words, sizeof(words));
}

static void put_argument(struct writing *w, struct block *block, uint64_t value)
{
	unsigned char record[XRAY_RECORD_BYTES] = {
		XRAY_FIRST_BYTE(XRAY_CALL_ARGUMENT)};

	set_number(record, 0, value, 8);
	put_bytes(w, block, record, sizeof(record));
}

/* kind: XRAY_CUSTOM_EVENT or XRAY_TYPED_EVENT */
static void put_event(struct writing *w, struct block *block,
		      const struct xray_mark *mark, uint64_t ns)
{
	unsigned char record[XRAY_RECORD_BYTES] = {XRAY_FIRST_BYTE(mark->kind)};

	if (ns - block->ns > INT32_MAX)
		put_tsc_wrap(w, block, ns);
	set_number(record, 0, mark->data.n_bytes, 4);
	set_number(record, 4, ns - block->ns, 4);
	if (mark->kind == XRAY_TYPED_EVENT)
		set_number(record, 8, mark->value, 2);
	block->ns = ns;
	put_bytes(w, block, record, sizeof(record));
	put_bytes(w, block, mark->data.bytes, mark->data.n_bytes);
}

static void put_cpu(struct writing *w, struct block *block, uint64_t cpu,
		    uint64_t ns)
{
	unsigned char record[XRAY_RECORD_BYTES] = {
		XRAY_FIRST_BYTE(XRAY_NEW_CPU)};

	set_number(record, 0, cpu, 2);
	set_number(record, 2, ns + w->shift, 8);
	put_bytes(w, block, record, sizeof(record));
	block->ns = ns;
}

/* A thread, as calls and events name it. */
struct who {
	uint64_t pid, tid;
	const char *process_name, *thread_name;
};

static struct who who_calls(const struct fxtrace_call *call)
{
	const struct fxtrace_thread *thread = call->thread;

	return (struct who){thread->process->pid, thread->tid,
			    thread->process->name, thread->name};
}

static struct who who_marks(const struct xray_mark *mark)
{
	const struct fxtrace_event *event = mark->event;

	return (struct who){event->pid, event->tid, event->process_name,
			    event->thread_name};
}

/* An event at the block's begin: "NAME, thread NAME". */
static void put_origin(struct writing *w, struct block *block,
		       const struct who *who)
{
	char text[200];
	int n = snprintf(text, sizeof(text), "%.80s, thread %.80s",
			 who->process_name, who->thread_name);

	put_event(w, block,
		  &(struct xray_mark){.kind = XRAY_CUSTOM_EVENT,
				      .data = fxr_text(text, (size_t)n)},
		  block->ns);
}

/* A number that no other thread has. */
static uint32_t free_tid(struct writing *w, uint64_t tid)
{
	uint32_t number = (uint32_t)tid & INT32_MAX;

	if (fxr_map_find(&w->tid_map, number, 0, 0) != FXR_NONE) {
		number = FIRST_FREE_TID + (uint32_t)w->n_renumbered++;
		while (fxr_map_find(&w->tid_map, number, 0, 0) != FXR_NONE)
			number++;
	}
	fxr_map_put(&w->tid_map, number, 0, 0, 0);
	return number;
}

static struct block *new_block(struct writing *w, const struct who *who)
{
	struct block *block;

	w->blocks = fxr_grow(w->blocks, &w->blocks_capacity, w->n_blocks + 1,
			     sizeof(*w->blocks));
	block = &w->blocks[w->n_blocks];
	fxr_map_put(&w->block_map, who->pid, who->tid, 0,
		    (uint32_t)w->n_blocks++);
	*block = (struct block){.tid = free_tid(w, who->tid),
				.pid = (uint32_t)who->pid & INT32_MAX,
				.ns = w->first_ns};
	put_origin(w, block, who);
	return block;
}

/* Ends the innermost call. at_most_ns: when the next one begins. */
static void pop_call(struct writing *w, struct block *block,
		     uint64_t at_most_ns)
{
	const struct open_call *call = &block->calls[--block->n_calls];
	uint64_t ns = call->end_ns;

	if (ns == NEVER) /* it ended with its process, as far as is known */
		ns = block->process->last_ns;
	ns = ns < at_most_ns ? ns : at_most_ns;
	ns = ns > block->ns ? ns : block->ns;
	put_function(w, block, call->exit, call->function, ns);
}

/* Ends the calls that ended before this time. If two times are equal, the
 * offsets of the records, the later one at off, give the order. */
static void pop_ended(struct writing *w, struct block *block, uint64_t ns,
		      uint64_t off)
{
	while (block->n_calls) {
		const struct open_call *open =
			&block->calls[block->n_calls - 1];

		if (open->end_ns > ns ||
		    (open->end_ns == ns && open->end_off > off))
			break;
		pop_call(w, block, NEVER);
	}
}

static void pop_all(struct writing *w, struct block *block, uint64_t at_most_ns)
{
	while (block->n_calls)
		pop_call(w, block, at_most_ns);
}

static struct block *block_of(struct writing *w, const struct who *who)
{
	uint32_t index = fxr_map_find(&w->block_map, who->pid, who->tid, 0);

	return index == FXR_NONE ? new_block(w, who) : &w->blocks[index];
}

/* The block of the call's thread. */
static struct block *block_of_call(struct writing *w,
				   const struct fxtrace_call *call)
{
	struct who who = who_calls(call);
	struct block *block = block_of(w, &who);

	/* a new image of the process: no call continues in it */
	if (block->process != call->thread->process) {
		pop_all(w, block, call->begin_ns);
		block->process = call->thread->process;
	}
	return block;
}

static uint32_t function_of(struct writing *w, const struct fxtrace_call *call)
{
	const struct fxtrace_function *function = call->function;
	uint32_t *number = &w->functions[function->index];
	struct xray_symbol *symbol;

	if (*number)
		return *number;
	w->symbols = fxr_grow(w->symbols, &w->symbols_capacity,
			      w->n_symbols + 1, sizeof(*w->symbols));
	symbol = &w->symbols[w->n_symbols++];
	symbol->name = fxr_text(function->name, function->n_name_bytes);
	symbol->file = fxr_text(function->category, function->n_category_bytes);
	if (call->is_described && *function->library)
		symbol->file =
			fxr_text(function->library, strlen(function->library));
	return *number = (uint32_t)w->n_symbols;
}

static void push_call(struct writing *w, struct block *block,
		      const struct fxtrace_call *call, uint32_t function)
{
	const struct open_call *outer =
		block->n_calls ? &block->calls[block->n_calls - 1] : NULL;
	struct open_call inner = {.function = function,
				  .exit = xray_args_exit(call),
				  .end_ns = call->is_ended ? call->ended_ns
							   : NEVER,
				  .end_off = call->end_offset};

	w->n_unfinished += !call->is_ended &&
			   call->state != FXTRACE_NO_RETURN &&
			   call->state != FXTRACE_REPLACED;
	if (outer && inner.end_ns > outer->end_ns) {
		w->n_cut += call->is_ended;
		inner.end_ns = outer->end_ns;
		inner.end_off = outer->end_off;
	}
	block->calls = fxr_grow(block->calls, &block->calls_capacity,
				block->n_calls + 1, sizeof(*block->calls));
	block->calls[block->n_calls++] = inner;
}

/* A call of which only the exit is known has no more than that. */
static void put_exit(struct writing *w, const struct fxtrace_call *call)
{
	uint32_t function = function_of(w, call);
	struct block *block = block_of_call(w, call);

	pop_ended(w, block, call->begin_ns, call->offset);
	put_function(w, block, xray_args_exit(call), function, call->begin_ns);
	w->n_no_entry++;
}

static void put_call(struct writing *w, const struct fxtrace_call *call)
{
	uint64_t values[XRAY_MAX_ARGS];
	size_t n = xray_args(call, values);
	uint32_t function = function_of(w, call);
	struct block *block = block_of_call(w, call);

	pop_ended(w, block, call->begin_ns, call->offset);
	push_call(w, block, call, function);
	put_function(w, block, n ? XRAY_ENTRY_ARGS : XRAY_ENTRY, function,
		     call->begin_ns);
	for (size_t i = 0; i < n; i++)
		put_argument(w, block, values[i]);
}

static void put_mark(struct writing *w, const struct xray_mark *mark)
{
	const struct fxtrace_event *event = mark->event;
	struct who who = who_marks(mark);
	struct block *block = block_of(w, &who);
	uint64_t ns;

	pop_ended(w, block, event->ns, event->offset);
	ns = event->ns > block->ns ? event->ns : block->ns;
	if (mark->kind == XRAY_NEW_CPU)
		put_cpu(w, block, mark->value, ns);
	else
		put_event(w, block, mark, ns);
}

/* Writes the marks up to the call; NULL: all. */
static void put_marks(struct writing *w, const struct fxtrace_call *call)
{
	while (w->has_mark && (!call || w->mark.event->ns < call->begin_ns ||
			       (w->mark.event->ns == call->begin_ns &&
				w->mark.event->offset < call->offset))) {
		put_mark(w, &w->mark);
		w->has_mark = xray_marks_next(w->marks, &w->mark);
	}
}

static void put_header(FILE *out)
{
	unsigned char header[XRAY_HEADER_BYTES] = {0};
	uint16_t words[] = {XRAY_VERSION, XRAY_FDR};
	uint32_t flags = XRAY_CONSTANT_TSC | XRAY_NONSTOP_TSC;
	/* ticks per second, and a nominal buffer size */
	uint64_t sizes[] = {NS_PER_SECOND, 16384};

	memcpy(header, words, sizeof(words));
	memcpy(header + 4, &flags, sizeof(flags));
	memcpy(header + 8, sizes, sizeof(sizes));
	fwrite_unlocked(header, sizeof(header), 1, out);
}

/* The records before a block's own. */
static void put_preamble(const struct writing *w, const struct block *block,
			 uint64_t n_bytes, FILE *out)
{
	static const enum xray_kind kinds[] = {XRAY_BUFFER_EXTENTS,
					       XRAY_NEW_BUFFER, XRAY_WALL_CLOCK,
					       XRAY_PID, XRAY_NEW_CPU};
	enum { N = sizeof(kinds) / sizeof(kinds[0]) };
	unsigned char records[N][XRAY_RECORD_BYTES] = {{0}};
	uint64_t ns = w->first_ns + w->shift;

	for (unsigned i = 0; i < N; i++)
		records[i][0] = XRAY_FIRST_BYTE(kinds[i]);
	set_number(records[0], 0,
		   n_bytes + sizeof(records) - sizeof(records[0]), 8);
	set_number(records[1], 0, block->tid, 4);
	set_number(records[2], 0, ns / NS_PER_SECOND, 8);
	set_number(records[2], 8, ns % NS_PER_SECOND / 1000, 4);
	set_number(records[3], 0, block->pid, 4);
	set_number(records[4], 2, ns, 8);
	fwrite_unlocked(records, sizeof(records), 1, out);
}

static bool put_blocks(struct writing *w)
{
	FILE *out = w->output->out;

	put_header(out);
	for (uint32_t i = 0; i < w->n_blocks && !ferror(out); i++) {
		pop_all(w, &w->blocks[i], NEVER - 1);
		put_preamble(w, &w->blocks[i], xray_spool_bytes(w->spool, i),
			     out);
		if (!xray_spool_copy(w->spool, i, out)) {
			snprintf(w->output->error, sizeof(w->output->error),
				 "a temporary file: %s",
				 strerror(xray_spool_error(w->spool)));
			return false;
		}
	}
	return true;
}

static void note(char *notes, uint64_t n, const char *thing, const char *what)
{
	if (n)
		notes_add(notes, "%s %s", human_plain(n, thing).text, what);
}

static void free_writing(struct writing *w)
{
	for (size_t i = 0; i < w->n_blocks; i++)
		free(w->blocks[i].calls);
	free(w->blocks);
	free(w->functions);
	free(w->symbols);
	fxr_map_fini(&w->block_map);
	fxr_map_fini(&w->tid_map);
	xray_spool_close(w->spool);
	xray_marks_close(w->marks);
}

/* llvm-xray rejects an empty log. */
static bool is_empty(struct convert_output *output)
{
	snprintf(output->error, sizeof(output->error),
		 "there is no call to write, and XRay has no empty logs");
	return false;
}

/* first: the first call */
static void open_writing(struct writing *w, struct fxtrace_archive *archive,
			 const struct fxtrace_call *first)
{
	w->marks = xray_marks_open(archive);
	w->spool = xray_spool_open();
	w->functions = fxr_new(fxtrace_n_functions(archive) + 1,
			       sizeof(*w->functions));
	w->has_mark = xray_marks_next(w->marks, &w->mark);
	w->first_ns = w->has_mark && w->mark.event->ns < first->begin_ns
			      ? w->mark.event->ns
			      : first->begin_ns;
	w->shift = !w->first_ns;
}

static void report_changes(const struct writing *w, char *notes)
{
	left_out_report(xray_marks_left_out(w->marks), notes);
	note(notes, w->n_unfinished, "unfinished call",
	     "ended with the one around it, or with its process");
	note(notes, w->n_cut, "call", "cut where the one around it ends");
	note(notes, w->n_no_entry, "call",
	     "without an entry, since the begin is not known (for "
	     "llvm-xray: --keep-going)");
	note(notes, w->n_renumbered, "thread",
	     "with another number, since its own was used twice");
}

bool xray_write(struct convert_output *output)
{
	struct writing w = {.output = output};
	struct fxtrace_archive *archive;
	const struct fxtrace_call *call = rows_next(output, &archive);
	bool is_done;

	if (!call)
		return is_empty(output);
	open_writing(&w, archive, call);
	do {
		put_marks(&w, call);
		if (call->has_no_begin)
			put_exit(&w, call);
		else
			put_call(&w, call);
	} while (!xray_spool_error(w.spool) &&
		 (call = rows_next(output, &archive)));
	put_marks(&w, NULL);
	is_done = put_blocks(&w);
	if (!xray_map_put(output->sidecar, w.symbols, w.n_symbols)) {
		snprintf(output->error, sizeof(output->error),
			 "the file of its names cannot be written");
		is_done = false;
	}
	report_changes(&w, output->notes);
	free_writing(&w);
	return is_done;
}
