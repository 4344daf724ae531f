/* SPDX-License-Identifier: MIT */
/*
 * Cuts by time, see cut.h, in passes over the file. The first one finds the
 * times of its calls. The next ones add up how many bytes lie in each part of
 * that time, finer where the cut falls. Then come the events to write: an end
 * only if its begin is written, known from the nesting of its thread's calls.
 * All other records are written, too, but pieces of large values only if a
 * written call names them.
 */
#include "tools/archive/cut.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/base/die.h"
#include "tools/archive/pairing.h"
#include "tools/archive/walk.h"
#include "writer/fxt.h"

#define N_BUCKETS 65536u
#define BLOB_PREFIX "fxtrace:b/"

struct cut {
	FILE *from;
	uint64_t end_off;
	/* of all calls' events; later, of those around the cut */
	uint64_t first_ticks, last_ticks;
	uint64_t since_ticks;	/* calls that began earlier are cut */
	struct pairing pairing; /* of the other calls, by ordinal */
	uint64_t *blobs;	/* numbers of those that written events name */
	size_t n_blobs, n_blob_capacity;
	uint32_t provider; /* of the current record, during a pass */
	uint64_t ordinal;  /* of the next call's event */
	uint64_t *buckets;
	FILE *out;
	char *error;
	size_t error_bytes;
};

typedef void visit(struct cut *cut, const uint64_t *record, uint64_t n_words);

static void note_provider(struct cut *cut, uint64_t head)
{
	unsigned type = head >> 16 & 15;

	if ((head & 15) == FXT_RECORD_METADATA &&
	    (type == FXT_METADATA_PROVIDER_INFO ||
	     type == FXT_METADATA_PROVIDER_SECTION))
		cut->provider = (uint32_t)(head >> 20);
}

/* Visits all records behind the magic, once. */
static bool walk_records(struct cut *cut, visit *visit_record)
{
	struct walk walk;
	enum walk_kind kind;

	cut->provider = 0;
	cut->ordinal = 0;
	walk_init(&walk, fileno(cut->from), 8, cut->end_off);
	while ((kind = walk_next(&walk)) == WALK_RECORD) {
		note_provider(cut, walk.item[0]);
		visit_record(cut, walk.item, walk.n_words);
		cut->ordinal += pairing_is_call(walk.item[0]);
	}
	walk_fini(&walk);
	if (kind == WALK_END)
		return true;
	snprintf(cut->error, cut->error_bytes,
		 "offset %llu: expected a record; recover mends a damaged "
		 "archive",
		 (unsigned long long)walk.off);
	return false;
}

static void find_span(struct cut *cut, const uint64_t *record, uint64_t n_words)
{
	(void)n_words;
	if (!pairing_is_call(record[0]))
		return;
	if (record[1] < cut->first_ticks)
		cut->first_ticks = record[1];
	if (record[1] > cut->last_ticks)
		cut->last_ticks = record[1];
}

/* The bucket of the stamp's part of the time. */
static size_t bucket_of(const struct cut *cut, uint64_t ticks)
{
	uint64_t width = (cut->last_ticks - cut->first_ticks) / N_BUCKETS + 1;

	return (size_t)((ticks - cut->first_ticks) / width);
}

static void weigh_record(struct cut *cut, const uint64_t *record,
			 uint64_t n_words)
{
	if (pairing_is_call(record[0]) && record[1] >= cut->first_ticks &&
	    record[1] <= cut->last_ticks)
		cut->buckets[bucket_of(cut, record[1])] += n_words * 8;
}

/* Finds the earliest beginning that is followed by at most rest_bytes. The part
 * of the time that exceeds them is divided again. */
static bool find_beginning(struct cut *cut, uint64_t rest_bytes)
{
	for (;;) {
		uint64_t width =
			(cut->last_ticks - cut->first_ticks) / N_BUCKETS + 1;
		size_t i = N_BUCKETS;

		memset(cut->buckets, 0, N_BUCKETS * sizeof(*cut->buckets));
		if (!walk_records(cut, weigh_record))
			return false;
		while (i && cut->buckets[i - 1] <= rest_bytes)
			rest_bytes -= cut->buckets[--i];
		cut->since_ticks = cut->first_ticks + i * width;
		if (!i || width == 1)
			return true;
		cut->last_ticks = cut->since_ticks - 1;
		cut->first_ticks = cut->since_ticks - width;
	}
}

static void *grow(void *items, size_t n, size_t *capacity, size_t n_bytes)
{
	if (n < *capacity)
		return items;
	*capacity = *capacity * 2 + 1024;
	items = realloc(items, *capacity * n_bytes);
	if (!items)
		die("out of memory");
	return items;
}

static void add_to_pairing(struct cut *cut, const uint64_t *record,
			   uint64_t n_words)
{
	(void)n_words;
	if (pairing_is_call(record[0]) && record[1] >= cut->since_ticks)
		pairing_add(&cut->pairing, record, cut->provider, cut->ordinal);
}

static int by_place(const void *a, const void *b)
{
	const struct pairing_event *x = a, *y = b;

	return (x->place > y->place) - (x->place < y->place);
}

static bool is_kept(const struct cut *cut)
{
	const struct pairing *pairing = &cut->pairing;
	struct pairing_event key = {.place = cut->ordinal};
	const struct pairing_event *event =
		pairing->n ? bsearch(&key, pairing->events, pairing->n,
				     sizeof(key), by_place)
			   : NULL;

	return event && !event->is_stray;
}

static uint64_t text_words(uint64_t ref)
{
	return ref & FXT_STRING_INLINE ? fxt_words(ref & 0x7fff) : 0;
}

/* Notes the koids of a written event, which are numbers of values in pieces. */
static void note_blobs(struct cut *cut, const uint64_t *record,
		       uint64_t n_words)
{
	uint64_t head = record[0];
	uint64_t at = 2 + (head >> 24 & 0xff ? 0 : 2) +
		      text_words(head >> 32 & 0xffff) + text_words(head >> 48);

	if (!pairing_is_call(head) || !is_kept(cut))
		return;
	/* sound: the walk has seen that all of it fits */
	for (unsigned n = head >> 20 & 15; n && at < n_words; n--) {
		uint64_t size = record[at] >> 4 & 0xfff;

		if ((record[at] & 15) == FXT_ARG_KOID) {
			cut->blobs = grow(cut->blobs, cut->n_blobs,
					  &cut->n_blob_capacity,
					  sizeof(*cut->blobs));
			cut->blobs[cut->n_blobs++] = record[at + size - 1];
		}
		at += size;
	}
}

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* A piece of a value that no written event names. */
static bool is_stray_blob(const struct cut *cut, const uint64_t *record)
{
	uint64_t ref = record[0] >> 16 & 0xffff, number;
	char name[64] = "";

	if ((record[0] & 15) != FXT_RECORD_BLOB || !(ref & FXT_STRING_INLINE) ||
	    (ref & 0x7fff) >= sizeof(name))
		return false;
	memcpy(name, record + 1, ref & 0x7fff);
	if (strncmp(name, BLOB_PREFIX, strlen(BLOB_PREFIX)) != 0)
		return false;
	number = strtoull(name + strlen(BLOB_PREFIX), NULL, 16);
	return !cut->n_blobs || !bsearch(&number, cut->blobs, cut->n_blobs,
					 sizeof(number), by_number);
}

static void put_record(struct cut *cut, const uint64_t *record,
		       uint64_t n_words)
{
	if ((pairing_is_call(record[0]) && !is_kept(cut)) ||
	    (pairing_is_alongside(record) && record[1] < cut->since_ticks) ||
	    is_stray_blob(cut, record))
		return;
	fwrite(record, 8, n_words, cut->out);
}

static bool cut_calls(struct cut *cut, uint64_t last_bytes)
{
	if (!walk_records(cut, find_span))
		return false;
	if (cut->first_ticks > cut->last_ticks) /* no calls at all */
		cut->first_ticks = cut->last_ticks;
	if (!find_beginning(cut, last_bytes) ||
	    !walk_records(cut, add_to_pairing))
		return false;
	pairing_match(&cut->pairing);
	if (!walk_records(cut, note_blobs))
		return false;
	if (cut->n_blobs)
		qsort(cut->blobs, cut->n_blobs, sizeof(*cut->blobs), by_number);
	return walk_records(cut, put_record);
}

bool cut_newest(FILE *from, uint64_t last_bytes, FILE *out, char *error,
		size_t error_bytes)
{
	struct cut cut = {.from = from,
			  .first_ticks = UINT64_MAX,
			  .out = out,
			  .error = error,
			  .error_bytes = error_bytes};
	uint64_t magic = 0;
	struct stat st;
	bool is_done;

	if (fflush(from) || fseeko(from, 0, SEEK_SET) ||
	    fread(&magic, 8, 1, from) != 1 || magic != FXT_MAGIC ||
	    fstat(fileno(from), &st)) {
		snprintf(error, error_bytes,
			 "offset 0: expected the magic of an archive that is "
			 "not packed");
		return false;
	}
	cut.end_off = (uint64_t)st.st_size & ~7ull;
	cut.buckets = malloc(N_BUCKETS * sizeof(*cut.buckets));
	if (!cut.buckets)
		die("out of memory");
	fwrite(&magic, 8, 1, out);
	is_done = cut_calls(&cut, last_bytes);
	pairing_free(&cut.pairing);
	free(cut.blobs);
	free(cut.buckets);
	return is_done;
}
