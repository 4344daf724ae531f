/* SPDX-License-Identifier: MIT */
/*
 * Providers, tables, rates and the schema number as records change them, see
 * state.h.
 */
#include <string.h>

#include "tools/reader/state.h"

void fxr_set_rate(struct fxr_provider *provider, uint64_t rate)
{
	provider->ticks_per_second = rate;
	provider->tick_parts = 0;
	/* larger ones leave no space for the remainder in fxr_ns */
	if (rate > 1000000000 && rate < 1ull << 62)
		provider->tick_parts =
			(uint64_t)(((unsigned __int128)1000000000 << 64) /
				   rate);
}

struct fxr_provider *fxr_add_provider(struct fxr_reader *reader, uint32_t id)
{
	struct fxr_provider *provider = fxr_new(1, sizeof(*provider));

	provider->index = (uint32_t)reader->n_providers;
	provider->id = id;
	provider->name = "";
	/* trace format, Timestamps: without a record, a tick is 1 ns */
	fxr_set_rate(provider, 1000000000);
	reader->providers =
		fxr_grow(reader->providers, &reader->providers_capacity,
			 reader->n_providers + 1, sizeof(*reader->providers));
	reader->providers[reader->n_providers++] = provider;
	return provider;
}

static struct fxr_provider *provider_of(struct fxr_reader *reader, uint32_t id)
{
	uint32_t index = fxr_map_find(&reader->provider_of_id, id, 0, 0);

	if (index == FXR_NONE) {
		index = fxr_add_provider(reader, id)->index;
		fxr_map_put(&reader->provider_of_id, id, 0, 0, index);
	}
	return reader->providers[index];
}

/* A new provider record starts with empty tables, even if its id was there. */
static void apply_metadata(struct fxr_reader *reader,
			   const struct fxt_metadata *metadata)
{
	struct fxr_provider *provider;

	switch (metadata->type) {
	case FXT_METADATA_PROVIDER_INFO:
		provider = provider_of(reader, metadata->provider_id);
		if (provider->has_info) {
			provider =
				fxr_add_provider(reader, metadata->provider_id);
			fxr_map_put(&reader->provider_of_id, provider->id, 0, 0,
				    provider->index);
		}
		provider->has_info = true;
		provider->name =
			fxr_arena_copy(&reader->tables.arena, metadata->name,
				       metadata->name_bytes);
		reader->current = provider;
		break;
	case FXT_METADATA_PROVIDER_SECTION:
		reader->current = provider_of(reader, metadata->provider_id);
		break;
	case FXT_METADATA_PROVIDER_EVENT:
		reader->totals.has_begun |=
			metadata->event == FXW_PROVIDER_EVENT_BEGUN;
		reader->totals.has_ended |=
			metadata->event == FXW_PROVIDER_EVENT_ENDED;
		if (metadata->event != FXT_PROVIDER_EVENT_BUFFER_FULL)
			break;
		provider = provider_of(reader, metadata->provider_id);
		provider->n_buffer_full++;
		break;
	}
}

static void apply_init(struct fxr_reader *reader, const struct fxt_init *init)
{
	uint64_t rate = fxr_layout_rate(&reader->layout);

	if (!rate)
		rate = init->ticks_per_second;
	reader->current->has_init = true;
	if (rate)
		fxr_set_rate(reader->current, rate);
}

static void apply_blob(struct fxr_reader *reader,
		       const struct fxr_record *record)
{
	const struct fxt_blob *blob = &record->as.blob;

	if (blob->name.ref)
		return;
	reader->totals.n_filler++;
	reader->totals.filler_bytes += record->n_words * 8;
	fxr_layout_find(&reader->layout, blob->bytes, blob->n_bytes,
			record->off + 8, record->off + record->n_words * 8);
}

/* Not fxr_string, which counts what is not defined. */
static bool is_text(const struct fxr_reader *reader,
		    const struct fxr_record *record,
		    const struct fxt_string *string, const char *text)
{
	struct fxr_text found = fxr_text(string->bytes, string->n_bytes);

	return (string->ref & FXT_STRING_INLINE ||
		fxr_tables_find_string(&reader->tables, record->provider->index,
				       string->ref, record->off, &found)) &&
	       fxr_is(found, text);
}

/* The schema number, if the event is a fact that has one. */
static void apply_instant(struct fxr_reader *reader,
			  const struct fxr_record *record)
{
	if (!is_text(reader, record, &record->as.event.category,
		     FXW_CATEGORY_FACT))
		return;
	for (unsigned i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];

		if (arg->type == FXT_ARG_UINT32 &&
		    arg->value.u32 > reader->totals.schema &&
		    is_text(reader, record, &arg->name, FXW_ARG_SCHEMA))
			reader->totals.schema = arg->value.u32;
	}
}

void fxr_apply(struct fxr_reader *reader, struct fxr_record *record)
{
	const struct fxt_string_record *string = &record->as.string;
	const struct fxt_thread *thread = &record->as.thread;
	uint32_t provider = record->provider->index;

	switch (record->type) {
	case FXT_RECORD_METADATA:
		apply_metadata(reader, &record->as.metadata);
		record->provider = reader->current;
		break;
	case FXT_RECORD_INIT:
		apply_init(reader, &record->as.init);
		break;
	case FXT_RECORD_STRING:
		if (string->index)
			fxr_tables_put_string(
				&reader->tables, provider, string->index,
				record->off,
				fxr_text(string->bytes, string->n_bytes));
		break;
	case FXT_RECORD_THREAD:
		if (thread->ref)
			fxr_tables_put_thread(&reader->tables, provider,
					      thread->ref, record->off,
					      thread->process, thread->thread);
		break;
	case FXT_RECORD_EVENT:
		if (record->as.event.type == FXT_EVENT_INSTANT)
			apply_instant(reader, record);
		break;
	case FXT_RECORD_BLOB:
		apply_blob(reader, record);
		break;
	}
}
