/* SPDX-License-Identifier: MIT */
/*
 * Copies records, see transfer.h, in two readings: the first finds what the
 * kept records name.
 */
#include "tools/trim/transfer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/archive/flows.h"
#include "tools/archive/refs.h"
#include "tools/base/human.h"
#include "tools/reader/event.h"
#include "tools/trim/signs.h"
#include "tools/trim/trimmed.h"
#include "tools/trim/withhold.h"

/* Where the events of a flow, or of an async span, are. */
enum { SEEN_WITHIN = 1, SEEN_BEFORE = 2, SEEN_BEHIND = 4, SEEN_ELSEWHERE = 8 };

struct transfer {
	struct convert_output *output;
	const struct transfer_settings *settings;
	struct filter *threads, *processes; /* the kept ones */
	struct fxr_reader *reader;
	struct fxr_map blobs; /* numbers of those that calls have */
	struct fxr_map spans; /* ids of flows and async events: SEEN_ */
	struct flows flows;
	struct refs **refs; /* of each provider, NULL: none yet */
	size_t refs_capacity;
	struct signs *signs;
	uint64_t section; /* header, to be written before its records; or 0 */
	struct withhold *withhold; /* NULL: all values stay */
	bool has_fact;
	bool has_all_strings; /* records name some that are not tracked */
	uint64_t n_too_large;
};

static bool is_call(const struct fxr_record *record)
{
	return record->type == FXT_RECORD_EVENT &&
	       record->as.event.type >= FXT_EVENT_DURATION_BEGIN &&
	       record->as.event.type <= FXT_EVENT_DURATION_COMPLETE;
}

static bool is_span(unsigned type)
{
	return type >= FXT_EVENT_ASYNC_BEGIN && type <= FXT_EVENT_FLOW_END;
}

/* Flows and async events have separate ids. */
static uint64_t span_kind(unsigned type)
{
	return type >= FXT_EVENT_FLOW_BEGIN;
}

static struct fxr_text text_of(struct transfer *transfer,
			       const struct fxr_record *record,
			       const struct fxt_string *string)
{
	return fxr_whole_string(transfer->reader, record->provider, record->off,
				string);
}

/* Facts of a process are in a thread of their own. */
static bool is_thread_kept(struct transfer *transfer,
			   const struct fxr_record *record,
			   const struct fxt_thread *thread)
{
	const struct fxr_world *world = transfer->output->world;
	struct fxr_thread place = {.provider = record->provider->index};

	fxr_thread(transfer->reader, record->provider, record->off, thread,
		   &place.pid, &place.tid);
	return filter_has_thread(
		place.tid == fxw_recorder_koid((uint32_t)place.pid)
			? transfer->processes
			: transfer->threads,
		world, &place);
}

/* The place of an event: SEEN_. */
static unsigned place_of(struct transfer *transfer,
			 const struct fxr_record *record,
			 const struct fxt_thread *thread, uint64_t ticks)
{
	uint64_t ns = fxr_ns(record->provider, ticks);

	if (!is_thread_kept(transfer, record, thread))
		return SEEN_ELSEWHERE;
	if (ns < transfer->settings->first_ns)
		return SEEN_BEFORE;
	return ns > transfer->settings->last_ns ? SEEN_BEHIND : SEEN_WITHIN;
}

/* A flow is kept as a whole or not at all; an async span if any part of it
 * falls into the time. */
static bool is_span_kept(const struct transfer *transfer,
			 const struct fxr_record *record, unsigned seen)
{
	if (span_kind(record->as.event.type))
		return seen == SEEN_WITHIN &&
		       flows_has(&transfer->flows, record);
	return seen & SEEN_WITHIN || (seen & SEEN_BEFORE && seen & SEEN_BEHIND);
}

static unsigned seen_of(const struct transfer *transfer,
			const struct fxt_event *event)
{
	uint32_t seen = fxr_map_find(&transfer->spans, event->tail,
				     span_kind(event->type), 0);

	return seen == FXR_NONE ? 0 : seen;
}

/* The recorder's events about the session, types and losses are kept; facts of
 * processes only if these are kept. */
static bool is_own_kept(struct transfer *transfer,
			const struct fxr_record *record,
			struct fxr_text category)
{
	const struct fxt_event *event = &record->as.event;
	struct fxr_text name = text_of(transfer, record, &event->name);

	return !fxr_is(category, FXW_CATEGORY_FACT) ||
	       fxr_is(name, FXW_EVENT_SESSION) || fxr_is(name, "table") ||
	       fxr_is(name, FXW_EVENT_TRIMMED) ||
	       fxr_is(name, FXW_EVENT_SCHEMA) || fxr_is(name, FXW_EVENT_LIFE) ||
	       fxr_is(name, FXW_EVENT_HOST) || fxr_is(name, FXW_EVENT_CLOCK) ||
	       is_thread_kept(transfer, record, &event->thread);
}

static bool is_event_kept(struct transfer *transfer,
			  const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	struct fxr_text category;

	if (is_call(record))
		return !transfer->settings->calls ||
		       marks_has(transfer->settings->calls, record->off);
	category = text_of(transfer, record, &event->category);
	if (fxr_is(category, FXW_CATEGORY_SIGNATURE) ||
	    fxr_is(category, FXW_CATEGORY_FACT) ||
	    fxr_is(category, FXW_CATEGORY_LOSS))
		return is_own_kept(transfer, record, category);
	if (is_span(event->type))
		return is_span_kept(transfer, record, seen_of(transfer, event));
	return place_of(transfer, record, &event->thread, event->ticks) ==
	       SEEN_WITHIN;
}

static bool is_blob_kept(struct transfer *transfer,
			 const struct fxr_record *record)
{
	uint64_t number;

	return !fxr_is_piece(text_of(transfer, record, &record->as.blob.name),
			     &number) ||
	       fxr_map_find(&transfer->blobs, number, 0, 0) != FXR_NONE;
}

static bool is_in_time(const struct transfer *transfer,
		       const struct fxr_record *record, uint64_t ticks)
{
	uint64_t ns = fxr_ns(record->provider, ticks);

	return ns >= transfer->settings->first_ns &&
	       ns <= transfer->settings->last_ns;
}

/* Strings and signatures are kept provisionally. */
static bool is_kept(struct transfer *transfer, const struct fxr_record *record)
{
	if (fxt_is_filler(record->words[0]))
		return false;
	if (!record->is_known)
		return true;
	switch (record->type) {
	case FXT_RECORD_EVENT:
		return is_event_kept(transfer, record);
	case FXT_RECORD_BLOB:
		return is_blob_kept(transfer, record);
	case FXT_RECORD_SCHEDULING:
		return is_in_time(transfer, record,
				  record->as.scheduling.ticks);
	case FXT_RECORD_LOG:
		return place_of(transfer, record, &record->as.log.thread,
				record->as.log.ticks) == SEEN_WITHIN;
	default:
		return true;
	}
}

static struct refs *refs_of(struct transfer *transfer,
			    const struct fxr_record *record)
{
	uint32_t i = record->provider->index;

	transfer->refs = fxr_grow(transfer->refs, &transfer->refs_capacity,
				  (size_t)i + 1, sizeof(struct refs *));
	if (!transfer->refs[i])
		transfer->refs[i] = fxr_new(1, sizeof(struct refs));
	return transfer->refs[i];
}

static void note_span(struct transfer *transfer,
		      const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	unsigned seen = seen_of(transfer, event);

	fxr_map_put(&transfer->spans, event->tail, span_kind(event->type), 0,
		    seen | place_of(transfer, record, &event->thread,
				    event->ticks));
}

static void note_arg(struct transfer *transfer, const struct fxr_record *record,
		     const struct fxt_arg *arg)
{
	struct fxr_text name = text_of(transfer, record, &arg->name);
	struct fxr_text bytes = {NULL, 0};
	uint64_t number;

	if (fxr_is(name, "errno") && arg->type == FXT_ARG_STRING)
		signs_put_error(transfer->signs,
				text_of(transfer, record, &arg->value.string));
	if (fxr_is(name, "@stack") && fxr_arg_u64(arg, &number))
		signs_put_stack(transfer->signs, record->provider->index,
				number);
	if (!fxr_is(name, FXG_ARGS) ||
	    (arg->type != FXT_ARG_BLOB && arg->type != FXT_ARG_KOID))
		return;
	if (arg->type == FXT_ARG_BLOB)
		bytes = fxr_text((const char *)arg->value.blob.bytes,
				 arg->value.blob.n_bytes);
	signs_put_rest(transfer->signs, record->provider->index, bytes);
}

/* Notes which signatures a kept call needs. */
static void note_call(struct transfer *transfer,
		      const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;

	signs_put_call(transfer->signs,
		       text_of(transfer, record, &event->category),
		       text_of(transfer, record, &event->name));
	for (unsigned i = 0; i < record->n_args; i++)
		note_arg(transfer, record, &record->args[i]);
}

static void note_event(struct transfer *transfer,
		       const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;

	if (is_call(record))
		note_call(transfer, record);
	else if (fxr_is(text_of(transfer, record, &event->category),
			FXW_CATEGORY_FACT) &&
		 fxr_is(text_of(transfer, record, &event->name), "table"))
		signs_put_table(transfer->signs, record->provider->index);
	for (unsigned i = 0; i < record->n_args; i++)
		if (record->args[i].type == FXT_ARG_KOID)
			fxr_map_put(&transfer->blobs,
				    record->args[i].value.koid, 0, 0, 0);
}

/* Takes the values out that are not to be there. False: nor is the record. */
static bool clean(struct transfer *transfer, struct fxr_record *record)
{
	return !transfer->withhold ||
	       withhold_apply(transfer->withhold, transfer->reader, record);
}

static void note_withheld(struct transfer *transfer, struct fxr_record *record)
{
	withhold_note(transfer->withhold, transfer->reader, record);
}

/* Strings of dropped records do no harm: each is there only once. */
static void note_record(struct transfer *transfer, struct fxr_record *record)
{
	bool is_event = record->is_known && record->type == FXT_RECORD_EVENT;

	if (!record->words || !record->is_known || !clean(transfer, record))
		return;
	if (transfer->settings->calls)
		flows_note(&transfer->flows, transfer->reader, record,
			   marks_has(transfer->settings->calls, record->off));
	if (is_event && is_span(record->as.event.type))
		note_span(transfer, record);
	else if (record->type != FXT_RECORD_BLOB && !is_kept(transfer, record))
		return;
	if (record->type == FXT_RECORD_LARGE ||
	    record->type == FXT_RECORD_SCHEDULING)
		transfer->has_all_strings = true;
	refs_note(refs_of(transfer, record), record->words);
	if (is_event)
		note_event(transfer, record);
}

static void write_words(struct transfer *transfer, const uint64_t *words,
			size_t n_words)
{
	fwrite_unlocked(words, 8, n_words, transfer->output->out);
}

/* The reader knows the rate of an archive that its process writes itself, until
 * that is finished. */
static void write_init(struct transfer *transfer,
		       const struct fxr_record *record)
{
	write_words(transfer, record->words, 1);
	write_words(transfer, &record->provider->ticks_per_second, 1);
	write_words(transfer, record->words + 2, record->n_words - 2);
}

/* Before the first kept call, whose time is within this archive. */
static void write_fact(struct transfer *transfer, uint64_t ticks, uint64_t pid)
{
	const struct transfer_settings *settings = transfer->settings;
	uint64_t words[TRIMMED_WORDS];

	transfer->has_fact = true;
	write_words(transfer, words,
		    trimmed_fact(words, settings->settings->text,
				 settings->n_kept, settings->n_calls, ticks,
				 pid));
}

static void write_fact_before(struct transfer *transfer,
			      const struct fxr_record *record)
{
	uint64_t pid, tid;

	if (transfer->has_fact || !transfer->settings->calls ||
	    !is_call(record))
		return;
	fxr_thread(transfer->reader, record->provider, record->off,
		   &record->as.event.thread, &pid, &tid);
	write_fact(transfer, record->as.event.ticks, pid);
}

static bool is_section(const struct fxr_record *record)
{
	return record->is_known && record->type == FXT_RECORD_METADATA &&
	       record->as.metadata.type == FXT_METADATA_PROVIDER_SECTION;
}

static bool is_string_kept(struct transfer *transfer,
			   const struct fxr_record *record)
{
	return transfer->has_all_strings ||
	       refs_has(refs_of(transfer, record), record->words);
}

static bool is_signature(struct transfer *transfer,
			 const struct fxr_record *record)
{
	return record->as.event.type == FXT_EVENT_INSTANT &&
	       fxr_is(text_of(transfer, record, &record->as.event.category),
		      FXW_CATEGORY_SIGNATURE);
}

/* Whether other kept records name it. */
static bool is_needed(struct transfer *transfer,
		      const struct fxr_record *record)
{
	if (!record->is_known)
		return true;
	if (record->type == FXT_RECORD_STRING)
		return is_string_kept(transfer, record);
	return record->type != FXT_RECORD_EVENT || !transfer->settings->calls ||
	       !is_signature(transfer, record) ||
	       signs_need(transfer->signs, record);
}

/* The provider of the next records is written only if there are any. */
static void put_record(struct transfer *transfer, struct fxr_record *record)
{
	if (!record->words) {
		transfer->n_too_large++;
		return;
	}
	if (!clean(transfer, record) || !is_kept(transfer, record) ||
	    !is_needed(transfer, record))
		return;
	if (is_section(record)) {
		transfer->section = record->words[0];
		return;
	}
	if (transfer->section)
		write_words(transfer, &transfer->section, 1);
	transfer->section = 0;
	write_fact_before(transfer, record);
	if (record->is_known && record->type == FXT_RECORD_INIT)
		write_init(transfer, record);
	else
		write_words(transfer, record->words, record->n_words);
}

/* Visits the archive's records; false: it cannot be opened again. The calls'
 * reader has reported its faults. */
static bool visit_records(struct transfer *transfer,
			  void (*visit)(struct transfer *transfer,
					struct fxr_record *record))
{
	struct convert_output *output = transfer->output;
	static struct fxr_record record;
	uint64_t n = 0;

	transfer->reader = convert_records(output->calls, false);
	if (!transfer->reader) {
		snprintf(output->error, sizeof(output->error),
			 "it cannot be read a second time");
		return false;
	}
	while (!ferror(output->out) && !fxr_next(transfer->reader, &record)) {
		visit(transfer, &record);
		if (++n % 1024 == 0)
			archive_progress(NULL, fxr_off(transfer->reader),
					 fxr_bytes(transfer->reader));
	}
	/* if no call was kept */
	if (visit == put_record && !transfer->has_fact &&
	    transfer->settings->calls)
		write_fact(transfer, 0, 0);
	fxr_close(transfer->reader);
	return true;
}

static void free_transfer(struct transfer *transfer)
{
	fxr_map_fini(&transfer->blobs);
	fxr_map_fini(&transfer->spans);
	flows_fini(&transfer->flows);
	for (size_t i = 0; i < transfer->refs_capacity; i++)
		free(transfer->refs[i]);
	free(transfer->refs);
	signs_close(transfer->signs);
	withhold_close(transfer->withhold);
	filter_close(transfer->threads);
	filter_close(transfer->processes);
}

/* False: an item of the list would take nothing out. */
static bool find_withheld(struct transfer *transfer)
{
	struct convert_output *output = transfer->output;
	const char *list = transfer->settings->settings->redact, *unfit;

	if (!list)
		return true;
	transfer->withhold = withhold_open(list);
	if (!visit_records(transfer, note_withheld))
		return false;
	unfit = withhold_unfit(transfer->withhold);
	if (unfit)
		snprintf(output->error, sizeof(output->error),
			 "--redact %.*s: the archive has no such value; dump "
			 "--raw shows the names of all",
			 (int)strcspn(unfit, ","), unfit);
	return !unfit;
}

bool transfer(struct convert_output *output,
	      const struct transfer_settings *settings)
{
	const struct filter_words *filter = &settings->settings->filter;
	const struct filter_words threads = {.processes = filter->processes,
					     .threads = filter->threads},
				  processes = {.processes = filter->processes};
	struct transfer all = {.output = output,
			       .settings = settings,
			       .signs = signs_open(output->world),
			       .threads = filter_open(&threads),
			       .processes = filter_open(&processes)};
	bool is_done = find_withheld(&all) && visit_records(&all, note_record);

	signs_settle(all.signs);
	is_done = is_done && visit_records(&all, put_record);
	if (all.n_too_large)
		snprintf(output->notes, sizeof(output->notes),
			 "left out %s of more than 64 MiB",
			 human_things(all.n_too_large, "record").text);
	free_transfer(&all);
	return is_done;
}
