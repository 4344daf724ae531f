/* SPDX-License-Identifier: MIT */
/*
 * Events in the form that users see. See reader.h.
 */
#include "tools/library/archive.h"

#include "tools/reader/event.h"

/* As of calls. */
#define DEFAULT_VALUE_BYTES (1u << 20)

static struct fxr_text text_of(const struct fxtrace_archive *archive,
			       const struct fxt_string *string)
{
	const struct fxr_record *record = &archive->records.record;

	return fxr_string(archive->records.reader, record->provider,
			  record->off, string);
}

/* Memory in pieces is a value like any other. */
static void set_object(struct fxtrace_archive *archive,
		       const struct fxt_arg *arg, struct fxr_value *value)
{
	const struct fxr_record *record = &archive->records.record;
	uint64_t max_bytes = archive->options.max_value_bytes;
	struct fxr_pieces *pieces = fxr_world_blob(
		archive->world, record->provider->index, arg->value.koid);

	*value = (struct fxr_value){.kind = FXR_VALUE_KOID,
				    .as.u64 = arg->value.koid};
	if (!pieces)
		return;
	value->kind = FXR_VALUE_BYTES;
	value->as.text =
		fxr_world_join(archive->world, &archive->event_arena, pieces,
			       max_bytes ? max_bytes : DEFAULT_VALUE_BYTES);
	value->true_bytes = pieces->n_bytes;
}

static uint32_t width_of(unsigned arg_type)
{
	switch (arg_type) {
	case FXT_ARG_INT32:
	case FXT_ARG_UINT32:
		return 32;
	case FXT_ARG_INT64:
	case FXT_ARG_UINT64:
	case FXT_ARG_DOUBLE:
	case FXT_ARG_POINTER:
		return 64;
	default:
		return 0;
	}
}

static const struct fxtrace_arg *show_arg(struct fxtrace_archive *archive,
					  const struct fxt_arg *arg)
{
	struct fxr_arena *arena = &archive->event_arena;
	struct fxtrace_arg *its = fxr_arena_alloc(arena, sizeof(*its));
	struct fxr_value *origin = fxr_arena_alloc(arena, sizeof(*origin));
	struct fxr_text name = text_of(archive, &arg->name);
	struct fxtrace_value *value;

	if (!fxr_event_value(archive->records.reader, &archive->records.record,
			     arg, origin) &&
	    arg->type == FXT_ARG_KOID)
		set_object(archive, arg, origin);
	value = (struct fxtrace_value *)library_value(archive, arena, origin);
	value->n_bits = width_of(arg->type);
	if (arg->type == FXT_ARG_KOID)
		value->number = arg->value.koid;
	*its = (struct fxtrace_arg){.name = library_text(arena, name),
				    .n_name_bytes = name.n_bytes,
				    .parameter = -1,
				    .value = value,
				    .object = ""};
	its->base = its->name;
	return its;
}

static void show_args(struct fxtrace_archive *archive)
{
	const struct fxr_record *record = &archive->records.record;
	struct fxtrace_event *its = &archive->event;
	const struct fxtrace_arg **args = fxr_arena_alloc(
		&archive->event_arena, (record->n_args + 1) * sizeof(*args));

	for (unsigned i = 0; i < record->n_args; i++)
		args[i] = show_arg(archive, &record->args[i]);
	its->args = args;
	its->n_args = record->n_args;
}

static void show_thread(struct fxtrace_archive *archive,
			const struct fxt_thread *thread)
{
	const struct fxr_record *record = &archive->records.record;
	uint32_t provider = record->provider->index;
	struct fxtrace_event *its = &archive->event;
	struct fxr_arena *arena = &archive->event_arena;

	fxr_thread(archive->records.reader, record->provider, record->off,
		   thread, &its->pid, &its->tid);
	its->process_name =
		library_text(arena, fxr_world_process_name(archive->world,
							   provider, its->pid));
	its->thread_name = library_text(
		arena, fxr_world_thread_name(archive->world, provider, its->pid,
					     its->tid));
}

static void show_name(struct fxtrace_archive *archive,
		      const struct fxt_string *string)
{
	struct fxr_text name = text_of(archive, string);

	archive->event.name = library_text(&archive->event_arena, name);
	archive->event.n_name_bytes = name.n_bytes;
}

static void show_bytes(struct fxtrace_archive *archive, const void *bytes,
		       size_t n_bytes)
{
	archive->event.bytes =
		library_text(&archive->event_arena, fxr_text(bytes, n_bytes));
	archive->event.n_bytes = n_bytes;
}

/* As an argument, too: so it has a value that can be shown. */
static void show_message(struct fxtrace_archive *archive,
			 const struct fxt_log *log)
{
	struct fxr_arena *arena = &archive->event_arena;
	struct fxtrace_arg *its = fxr_arena_alloc(arena, sizeof(*its));
	struct fxr_value *origin = fxr_arena_alloc(arena, sizeof(*origin));
	const struct fxtrace_arg **args =
		fxr_arena_alloc(arena, sizeof(struct fxtrace_arg *));

	*origin = (struct fxr_value){
		.kind = FXR_VALUE_STRING,
		.as.text = fxr_text(log->message, log->n_bytes)};
	*its = (struct fxtrace_arg){
		.name = "message",
		.n_name_bytes = strlen("message"),
		.base = "message",
		.parameter = -1,
		.value = library_value(archive, arena, origin),
		.object = ""};
	args[0] = its;
	archive->event.args = args;
	archive->event.n_args = 1;
	archive->event.bytes = its->value->bytes;
	archive->event.n_bytes = its->value->n_bytes;
}

static enum fxtrace_scope scope_of(uint64_t tail)
{
	return tail == FXT_SCOPE_GLOBAL	   ? FXTRACE_SCOPE_GLOBAL
	       : tail == FXT_SCOPE_PROCESS ? FXTRACE_SCOPE_PROCESS
					   : FXTRACE_SCOPE_THREAD;
}

static void show_event(struct fxtrace_archive *archive)
{
	const struct fxr_record *record = &archive->records.record;
	const struct fxt_event *event = &record->as.event;
	struct fxtrace_event *its = &archive->event;
	struct fxr_text category = text_of(archive, &event->category);

	its->category = library_text(&archive->event_arena, category);
	its->n_category_bytes = category.n_bytes;
	show_name(archive, &event->name);
	show_thread(archive, &event->thread);
	if (its->kind == FXTRACE_EVENT_COMPLETE)
		its->end_ns = fxr_ns(record->provider, event->tail);
	else if (its->kind == FXTRACE_EVENT_INSTANT)
		its->scope = scope_of(event->tail);
	else if (event->has_tail)
		its->id = event->tail;
	show_args(archive);
}

/* context: whether there is one */
static void next_event(struct fxtrace_archive *archive, void *context)
{
	struct library_records *records = &archive->records;
	bool *is_there = context;

	*is_there = library_records_next(archive);
	if (!*is_there) {
		library_take_fault(archive);
		return;
	}
	fxr_arena_reset(&archive->event_arena);
	archive->event = (struct fxtrace_event){.kind = records->kind,
						.offset = records->record.off,
						.ns = records->ns,
						.process_name = "",
						.thread_name = "",
						.category = "",
						.name = ""};
	if (records->kind <= FXTRACE_EVENT_FLOW_END) {
		show_event(archive);
	} else if (records->kind == FXTRACE_EVENT_MESSAGE) {
		const struct fxt_log *log = &records->record.as.log;

		show_thread(archive, &log->thread);
		show_message(archive, log);
	} else if (records->kind == FXTRACE_EVENT_BLOB) {
		const struct fxt_blob *blob = &records->record.as.blob;

		show_name(archive, &blob->name);
		show_bytes(archive, blob->bytes, blob->n_bytes);
	}
}

const struct fxtrace_event *fxtrace_next_event(struct fxtrace_archive *archive)
{
	bool is_there = false;

	if (!archive->world || !archive->calls || archive->options.by ||
	    archive->error.status == FXTRACE_ERROR_OPTION)
		return NULL;
	if (!archive->records.reader && !library_records_open(archive))
		return NULL;
	return library_run(archive, next_event, &is_there) && is_there
		       ? &archive->event
		       : NULL;
}

static void restart(struct fxtrace_archive *archive, void *context)
{
	(void)context;
	library_records_restart(archive);
}

void fxtrace_restart_events(struct fxtrace_archive *archive)
{
	library_run(archive, restart, NULL);
}
