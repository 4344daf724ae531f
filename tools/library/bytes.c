/* SPDX-License-Identifier: MIT */
/*
 * Records as their bytes, see reader.h. If calls are chosen, a first pass finds
 * the flows that lead from one to another, and the memory that they refer to.
 */
#include "tools/library/archive.h"

#include "tools/reader/event.h"

#define PROGRESS_RECORDS 1024u

static bool has_choice(const struct fxtrace_archive *archive)
{
	return archive->options.calls || archive->options.is_wanted;
}

static void report_progress(struct fxtrace_archive *archive,
			    const struct fxr_reader *reader)
{
	const struct fxtrace_options *options = &archive->options;

	if (options->progress && ++archive->n_records % PROGRESS_RECORDS == 0)
		options->progress(options->context, fxr_off(reader),
				  fxr_bytes(reader));
}

/* Notes the pieces of memory that the event refers to. */
static void note_pieces(struct fxtrace_archive *archive,
			const struct fxr_record *record)
{
	for (unsigned i = 0; i < record->n_args; i++)
		if (record->args[i].type == FXT_ARG_KOID)
			fxr_map_put(&archive->records.pieces,
				    record->args[i].value.koid, 0, 0, 0);
}

static void scan(struct fxtrace_archive *archive, void *context)
{
	struct library_records *records = &archive->records;
	const struct fxr_record *record = archive->record;

	(void)context;
	while (!fxr_next(archive->reader, archive->record)) {
		bool is_chosen =
			library_is_chosen(archive, archive->reader, record);

		flows_note(&records->flows, archive->reader, record, is_chosen);
		if (is_chosen && record->is_known &&
		    record->type == FXT_RECORD_EVENT)
			note_pieces(archive, record);
		report_progress(archive, archive->reader);
	}
	records->is_scanned = true;
}

/* Whether it is a piece of memory that belongs to calls that were not chosen,
 * only. */
static bool is_left_over(const struct fxtrace_archive *archive,
			 struct fxr_reader *reader,
			 const struct fxr_record *record)
{
	uint64_t number;

	return record->is_known && record->type == FXT_RECORD_BLOB &&
	       fxr_is_piece(fxr_string(reader, record->provider, record->off,
				       &record->as.blob.name),
			    &number) &&
	       fxr_map_find(&archive->records.pieces, number, 0, 0) == FXR_NONE;
}

static bool is_copied(struct fxtrace_archive *archive,
		      struct fxr_reader *reader,
		      const struct fxr_record *record)
{
	if (record->words && fxt_is_filler(record->words[0]))
		return false;
	return !has_choice(archive) ||
	       (library_is_chosen(archive, reader, record) &&
		flows_has(&archive->records.flows, record) &&
		!is_left_over(archive, reader, record));
}

/* Until a process has finished the archive that it writes itself, only the
 * reader knows the rate. */
static const void *init_bytes(struct fxtrace_archive *archive,
			      const struct fxr_record *record)
{
	uint64_t *words;

	fxr_arena_reset(&archive->event_arena);
	words = fxr_arena_alloc(&archive->event_arena, record->n_words * 8);
	memcpy(words, record->words, record->n_words * 8);
	words[1] = record->provider->ticks_per_second;
	return words;
}

static void show(struct fxtrace_archive *archive, struct fxr_reader *reader,
		 const struct fxr_record *record)
{
	struct fxtrace_record *its = &archive->bytes;
	bool is_init = record->is_known && record->type == FXT_RECORD_INIT;

	*its = (struct fxtrace_record){.offset = record->off,
				       .type = record->type,
				       .is_known = record->is_known,
				       .bytes = record->words,
				       .n_bytes = record->n_words * 8};
	its->is_event = library_find_kind(record, &its->kind) &&
			library_is_event(archive, reader, record, its->kind);
	if (is_init && record->words && record->n_words > 1)
		its->bytes = init_bytes(archive, record);
}

/* A second pass that does not come as far as the first one. */
static void check_end(struct fxtrace_archive *archive,
		      const struct fxr_reader *reader)
{
	library_take_end(archive);
	if (fxr_off(reader) < fxr_off(archive->reader))
		library_fail(archive, FXTRACE_ERROR_CHANGED, fxr_off(reader),
			     "the file changed while it was read");
}

/* context: whether there is one */
static void next_bytes(struct fxtrace_archive *archive, void *context)
{
	struct fxr_reader *reader =
		has_choice(archive) ? archive->records.reader : archive->reader;
	bool *is_there = context;

	while (reader && !*is_there) {
		if (fxr_next(reader, archive->record)) {
			check_end(archive, reader);
			return;
		}
		report_progress(archive, reader);
		*is_there = is_copied(archive, reader, archive->record);
	}
	if (*is_there)
		show(archive, reader, archive->record);
}

const struct fxtrace_record *fxtrace_next_bytes(struct fxtrace_archive *archive)
{
	bool is_there = false;

	if (!archive->record)
		return NULL;
	if (has_choice(archive) && !archive->records.is_scanned &&
	    (!library_run_bounded(archive, scan, NULL) ||
	     !library_run(archive, library_records_begin, NULL)))
		return NULL;
	return library_run(archive, next_bytes, &is_there) && is_there
		       ? &archive->bytes
		       : NULL;
}
