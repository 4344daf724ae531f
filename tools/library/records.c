/* SPDX-License-Identifier: MIT */
/*
 * See records.h. Another reader passes over the archive, since that of the
 * calls is at its end. Sorted records are read a second time by their offsets.
 */
#include "tools/library/archive.h"

#include "tools/reader/event.h"
#include "tools/select/catalogue.h"

/* Records are sorted in pieces of this part of the memory. */
#define SORT_PARTS 16u
#define SORT_MIN_ITEMS 64u
#define OF_CALLS                                                               \
	(1u << FXTRACE_EVENT_BEGIN | 1u << FXTRACE_EVENT_END |                 \
	 1u << FXTRACE_EVENT_COMPLETE)

struct place {
	uint64_t ns, off;
	uint32_t provider;
	uint32_t kind;
};

static int compare_places(const void *a, const void *b, void *context)
{
	const struct place *one = a, *other = b;

	(void)context;
	if (one->ns != other->ns)
		return one->ns < other->ns ? -1 : 1;
	return one->off < other->off ? -1 : one->off > other->off;
}

static bool is_duration(const struct fxr_record *record)
{
	return record->is_known && record->type == FXT_RECORD_EVENT &&
	       record->as.event.type >= FXT_EVENT_DURATION_BEGIN &&
	       record->as.event.type <= FXT_EVENT_DURATION_COMPLETE;
}

static struct fxr_text text_of(struct fxr_reader *reader,
			       const struct fxr_record *record,
			       const struct fxt_string *string)
{
	return fxr_string(reader, record->provider, record->off, string);
}

static bool choose(struct fxtrace_archive *archive, struct fxr_text category,
		   struct fxr_text name)
{
	const struct fxtrace_options *options = &archive->options;
	struct fxr_arena *arena = &archive->records.arena;
	const char *its_category, *its_name;

	fxr_arena_reset(arena);
	its_category = library_text(arena, category);
	its_name = library_text(arena, name);
	return (!options->calls ||
		catalogue_is_meant(options->calls, its_category, its_name)) &&
	       (!options->is_wanted ||
		options->is_wanted(options->context, its_category, its_name));
}

bool library_is_chosen(struct fxtrace_archive *archive,
		       struct fxr_reader *reader,
		       const struct fxr_record *record)
{
	struct library_records *records = &archive->records;
	struct fxr_text category, name;
	uint64_t c, n;
	uint32_t known;

	if (!is_duration(record) ||
	    (!archive->options.calls && !archive->options.is_wanted))
		return true;
	category = text_of(reader, record, &record->as.event.category);
	name = text_of(reader, record, &record->as.event.name);
	c = fxr_hash(category.bytes, category.n_bytes);
	n = fxr_hash(name.bytes, name.n_bytes);
	known = fxr_map_find(&records->chosen, c, n, 0);
	if (known == FXR_NONE) {
		known = choose(archive, category, name);
		fxr_map_put(&records->chosen, c, n, 0, known);
	}
	return known;
}

static enum fxtrace_event_kind event_kind(unsigned type)
{
	static const enum fxtrace_event_kind kinds[] = {
		[FXT_EVENT_INSTANT] = FXTRACE_EVENT_INSTANT,
		[FXT_EVENT_COUNTER] = FXTRACE_EVENT_COUNTER,
		[FXT_EVENT_DURATION_BEGIN] = FXTRACE_EVENT_BEGIN,
		[FXT_EVENT_DURATION_END] = FXTRACE_EVENT_END,
		[FXT_EVENT_DURATION_COMPLETE] = FXTRACE_EVENT_COMPLETE,
		[FXT_EVENT_ASYNC_BEGIN] = FXTRACE_EVENT_ASYNC_BEGIN,
		[FXT_EVENT_ASYNC_INSTANT] = FXTRACE_EVENT_ASYNC_INSTANT,
		[FXT_EVENT_ASYNC_END] = FXTRACE_EVENT_ASYNC_END,
		[FXT_EVENT_FLOW_BEGIN] = FXTRACE_EVENT_FLOW_BEGIN,
		[FXT_EVENT_FLOW_STEP] = FXTRACE_EVENT_FLOW_STEP,
		[FXT_EVENT_FLOW_END] = FXTRACE_EVENT_FLOW_END,
	};

	return kinds[type];
}

bool library_find_kind(const struct fxr_record *record,
		       enum fxtrace_event_kind *kind)
{
	static const uint8_t kinds[] = {
		[FXT_RECORD_LOG] = FXTRACE_EVENT_MESSAGE,
		[FXT_RECORD_BLOB] = FXTRACE_EVENT_BLOB,
		[FXT_RECORD_SCHEDULING] = FXTRACE_EVENT_SWITCH,
		[FXT_RECORD_LARGE] = FXTRACE_EVENT_ATTACHMENT,
	};

	if (!record->is_known) {
		*kind = FXTRACE_EVENT_UNKNOWN;
		return true;
	}
	if (record->type == FXT_RECORD_EVENT) {
		if (record->as.event.type > FXT_EVENT_FLOW_END)
			return false;
		*kind = event_kind(record->as.event.type);
		return true;
	}
	if (record->type >= sizeof(kinds) || !kinds[record->type])
		return false;
	*kind = kinds[record->type];
	return true;
}

static uint64_t time_of(const struct fxr_record *record,
			enum fxtrace_event_kind kind)
{
	if (kind <= FXTRACE_EVENT_FLOW_END)
		return fxr_ns(record->provider, record->as.event.ticks);
	if (kind == FXTRACE_EVENT_MESSAGE)
		return fxr_ns(record->provider, record->as.log.ticks);
	if (kind == FXTRACE_EVENT_SWITCH)
		return fxr_ns(record->provider, record->as.scheduling.ticks);
	return 0;
}

bool library_is_event(struct fxtrace_archive *archive,
		      struct fxr_reader *reader,
		      const struct fxr_record *record,
		      enum fxtrace_event_kind kind)
{
	const struct library_records *records = &archive->records;
	struct fxr_text name;
	uint64_t number;

	if (kind == FXTRACE_EVENT_BLOB) {
		name = text_of(reader, record, &record->as.blob.name);
		return name.n_bytes && !fxr_is_piece(name, &number);
	}
	if (kind > FXTRACE_EVENT_FLOW_END)
		return true;
	if (is_duration(record))
		return library_is_chosen(archive, reader, record);
	return fxr_is_shown_event(
		       record,
		       text_of(reader, record, &record->as.event.category)) &&
	       (!records->is_scanned || flows_has(&records->flows, record));
}

/* The next event in the order of the file. */
static bool read_on(struct fxtrace_archive *archive)
{
	struct library_records *records = &archive->records;
	uint32_t kinds = archive->options.event_kinds;

	if (!kinds)
		kinds = ~OF_CALLS;
	while (!fxr_next(records->reader, &records->record)) {
		const struct fxr_record *record = &records->record;

		if (!library_find_kind(record, &records->kind) ||
		    !(kinds >> records->kind & 1) ||
		    !library_is_event(archive, records->reader, record,
				      records->kind))
			continue;
		records->ns = time_of(record, records->kind);
		return true;
	}
	return false;
}

void library_records_begin(struct fxtrace_archive *archive, void *context)
{
	struct fxr_error error;

	(void)context;
	archive->records.reader = fxr_open_again(archive->reader, &error);
	if (!archive->records.reader)
		library_fail(archive, FXTRACE_ERROR_OPEN, 0, "%s",
			     error.expected);
}

static bool begin(struct fxtrace_archive *archive)
{
	return library_run(archive, library_records_begin, NULL) &&
	       archive->records.reader;
}

/* Which flows lead from one chosen call to another. */
static void scan(struct fxtrace_archive *archive, void *context)
{
	struct library_records *records = &archive->records;
	struct fxr_record *record = &records->record;

	(void)context;
	while (!fxr_next(records->reader, record))
		flows_note(&records->flows, records->reader, record,
			   library_is_chosen(archive, records->reader, record));
	records->is_scanned = true;
	fxr_close(records->reader);
	records->reader = NULL;
}

/* Notes where the events are, and sorts that. */
static void sort(struct fxtrace_archive *archive, void *context)
{
	struct library_records *records = &archive->records;
	uint64_t max_bytes = archive->options.max_memory_bytes;
	uint64_t n = max_bytes / (SORT_PARTS * sizeof(struct place));

	(void)context;
	if (max_bytes == UINT64_MAX)
		n = 0; /* as many as for the commands */
	else if (n < SORT_MIN_ITEMS)
		n = SORT_MIN_ITEMS;
	fxr_sorter_init(&records->sorter, sizeof(struct place), compare_places,
			NULL, n);
	records->has_sorter = true;
	records->words = fxr_new(FXT_RECORD_MAX_WORDS, sizeof(uint64_t));
	while (read_on(archive))
		fxr_sorter_put(&records->sorter,
			       &(struct place){records->ns, records->record.off,
					       records->record.provider->index,
					       (uint32_t)records->kind});
	fxr_sorter_finish(&records->sorter);
	if (records->sorter.has_failed)
		library_fail(archive, FXTRACE_ERROR_TEMPORARY, 0,
			     "the index does not fit the folder for temporary "
			     "files (TMPDIR)");
}

bool library_records_open(struct fxtrace_archive *archive)
{
	const struct fxtrace_options *options = &archive->options;

	if (options->has_whole_flows && !archive->records.is_scanned &&
	    (!begin(archive) || !library_run_bounded(archive, scan, NULL)))
		return false;
	return begin(archive) && (!options->has_sorted_events ||
				  library_run_bounded(archive, sort, NULL));
}

/* The next one by time. */
static bool read_again(struct library_records *records)
{
	struct place place;

	while (fxr_sorter_next(&records->sorter, &place)) {
		records->ns = place.ns;
		records->kind = (enum fxtrace_event_kind)place.kind;
		records->record.off = place.off;
		/* of these only the place is shown; of others it is the file
		 * that has changed */
		if (records->kind > FXTRACE_EVENT_SWITCH ||
		    fxr_read_at(records->reader, place.off,
				fxr_provider(records->reader, place.provider),
				records->words, FXT_RECORD_MAX_WORDS,
				&records->record))
			return true;
	}
	return false;
}

bool library_records_next(struct fxtrace_archive *archive)
{
	struct library_records *records = &archive->records;

	if (!records->reader ||
	    (records->has_sorter && records->sorter.has_failed))
		return false;
	return records->has_sorter ? read_again(records) : read_on(archive);
}

void library_records_restart(struct fxtrace_archive *archive)
{
	struct library_records *records = &archive->records;

	if (records->has_sorter)
		fxr_sorter_fini(&records->sorter);
	records->has_sorter = false;
	fxr_free(records->words);
	records->words = NULL;
	fxr_close(records->reader);
	records->reader = NULL;
}

void library_records_close(struct fxtrace_archive *archive)
{
	library_records_restart(archive);
	flows_fini(&archive->records.flows);
	fxr_map_fini(&archive->records.chosen);
	fxr_map_fini(&archive->records.pieces);
	fxr_arena_fini(&archive->records.arena);
}
