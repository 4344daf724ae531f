/* SPDX-License-Identifier: MIT */
/*
 * One record as one line, for `dump --raw`: offset, type, fields and arguments.
 * Only references are resolved. See print.h.
 */
#include <inttypes.h>

#include "tools/print/print.h"

struct raw {
	struct pen *out;
	struct fxr_reader *reader;
	const struct fxr_record *record;
};

static void put_string(const struct raw *raw, const char *key,
		       const struct fxt_string *string)
{
	pen_format(raw->out, " %s=", key);
	print_quoted(raw->out,
		     fxr_string(raw->reader, raw->record->provider,
				raw->record->off, string),
		     true);
}

static void put_thread(const struct raw *raw, const char *key,
		       const struct fxt_thread *thread)
{
	uint64_t process, koid;

	fxr_thread(raw->reader, raw->record->provider, raw->record->off, thread,
		   &process, &koid);
	pen_format(raw->out, " %s=%" PRIu64 "/%" PRIu64, key, process, koid);
}

static void put_bytes(const struct raw *raw, const void *bytes, size_t n_bytes)
{
	struct fxr_text shown = {bytes, n_bytes < 32 ? n_bytes : 32};

	pen_format(raw->out, " bytes=%zu ", n_bytes);
	print_quoted(raw->out, shown, false);
	if (shown.n_bytes < n_bytes)
		pen_put(raw->out, "...");
}

static void put_arg(const struct raw *raw, const struct fxt_arg *arg)
{
	static const char *const types[] = {
		"null",	  "int32",   "uint32", "int64", "uint64", "double",
		"string", "pointer", "koid",   "bool",	"blob",
	};
	struct pen *out = raw->out;
	uint64_t number;

	pen_put(out, " ");
	print_name(out, fxr_string(raw->reader, raw->record->provider,
				   raw->record->off, &arg->name));
	if (arg->type > FXT_ARG_BLOB) {
		pen_format(out, ":type%u", arg->type);
		return;
	}
	pen_format(out, ":%s", types[arg->type]);
	if (arg->type == FXT_ARG_STRING)
		put_string(raw, "", &arg->value.string);
	else if (arg->type == FXT_ARG_BLOB)
		put_bytes(raw, arg->value.blob.bytes, arg->value.blob.n_bytes);
	else if (arg->type == FXT_ARG_BOOL)
		pen_put(out, arg->value.boolean ? "=true" : "=false");
	else if (arg->type == FXT_ARG_POINTER)
		pen_format(out, "=0x%" PRIx64, arg->value.pointer);
	else if (arg->type == FXT_ARG_DOUBLE)
		pen_format(out, "=%.17g", arg->value.f64);
	else if (arg->type == FXT_ARG_INT32 || arg->type == FXT_ARG_INT64)
		pen_format(out, "=%" PRId64,
			   arg->type == FXT_ARG_INT32 ? arg->value.i32
						      : arg->value.i64);
	else if (fxr_arg_u64(arg, &number))
		pen_format(out, "=%" PRIu64, number);
}

static void put_args(const struct raw *raw)
{
	unsigned i;

	for (i = 0; i < raw->record->n_args; i++)
		put_arg(raw, &raw->record->args[i]);
}

static void put_metadata(const struct raw *raw)
{
	const struct fxt_metadata *metadata = &raw->record->as.metadata;
	struct pen *out = raw->out;

	switch (metadata->type) {
	case FXT_METADATA_PROVIDER_INFO:
		pen_format(out, " provider_info id=%" PRIu32 " name=",
			   metadata->provider_id);
		print_quoted(out,
			     fxr_text(metadata->name, metadata->name_bytes),
			     true);
		break;
	case FXT_METADATA_PROVIDER_SECTION:
		pen_format(out, " provider_section id=%" PRIu32,
			   metadata->provider_id);
		break;
	case FXT_METADATA_PROVIDER_EVENT:
		pen_format(out, " provider_event id=%" PRIu32 " event=%u",
			   metadata->provider_id, metadata->event);
		break;
	default:
		pen_format(out, " trace_info type=%u data=0x%" PRIx64,
			   metadata->trace_info_type,
			   metadata->trace_info_data);
	}
}

static void put_event(const struct raw *raw)
{
	static const char *const types[] = {
		"instant",	 "counter",	      "duration_begin",
		"duration_end",	 "duration_complete", "async_begin",
		"async_instant", "async_end",	      "flow_begin",
		"flow_step",	 "flow_end",
	};
	const struct fxt_event *event = &raw->record->as.event;

	pen_format(raw->out, " event %s ticks=%" PRIu64,
		   event->type <= FXT_EVENT_FLOW_END ? types[event->type] : "?",
		   event->ticks);
	put_thread(raw, "thread", &event->thread);
	put_string(raw, "category", &event->category);
	put_string(raw, "name", &event->name);
	put_args(raw);
	if (event->has_tail)
		pen_format(raw->out, " tail=%" PRIu64, event->tail);
}

static void put_scheduling(const struct raw *raw)
{
	const struct fxt_scheduling *s = &raw->record->as.scheduling;

	pen_format(raw->out, " scheduling type=%u ticks=%" PRIu64 " cpu=%u",
		   s->type, s->ticks, s->cpu);
	put_thread(raw, "outgoing", &s->outgoing);
	put_thread(raw, "incoming", &s->incoming);
	put_args(raw);
}

static void put_objects(const struct raw *raw)
{
	const struct fxt_userspace_object *user =
		&raw->record->as.userspace_object;
	const struct fxt_kernel_object *kernel = &raw->record->as.kernel_object;

	if (raw->record->type == FXT_RECORD_USERSPACE_OBJECT) {
		pen_format(raw->out, " userspace_object pointer=0x%" PRIx64,
			   user->pointer);
		put_thread(raw, "process", &user->process);
		put_string(raw, "name", &user->name);
	} else {
		pen_format(raw->out, " kernel_object type=%u koid=%" PRIu64,
			   kernel->type, kernel->koid);
		put_string(raw, "name", &kernel->name);
	}
	put_args(raw);
}

static void put_tables(const struct raw *raw)
{
	const struct fxt_string_record *string = &raw->record->as.string;
	const struct fxt_thread *thread = &raw->record->as.thread;

	if (raw->record->type == FXT_RECORD_STRING) {
		pen_format(raw->out, " string index=%u ", string->index);
		print_quoted(raw->out, fxr_text(string->bytes, string->n_bytes),
			     true);
	} else {
		pen_format(raw->out,
			   " thread index=%u koids=%" PRIu64 "/%" PRIu64,
			   thread->ref, thread->process, thread->thread);
	}
}

static void put_blobs(const struct raw *raw)
{
	const struct fxt_blob *blob = &raw->record->as.blob;
	const struct fxt_large_blob *large = &raw->record->as.large_blob;

	if (raw->record->type == FXT_RECORD_BLOB && !blob->name.ref) {
		pen_format(raw->out, " filler bytes=%u", blob->n_bytes);
	} else if (raw->record->type == FXT_RECORD_BLOB) {
		pen_format(raw->out, " blob type=%u", blob->type);
		put_string(raw, "name", &blob->name);
		put_bytes(raw, blob->bytes, blob->n_bytes);
	} else {
		pen_format(raw->out, " large_blob format=%u", large->format);
		put_string(raw, "category", &large->category);
		put_string(raw, "name", &large->name);
		put_args(raw);
		put_bytes(raw, large->bytes, large->n_bytes);
	}
}

static void put_known(const struct raw *raw)
{
	const struct fxr_record *record = raw->record;

	switch (record->type) {
	case FXT_RECORD_METADATA:
		put_metadata(raw);
		break;
	case FXT_RECORD_INIT:
		pen_format(raw->out, " init ticks_per_second=%" PRIu64,
			   record->as.init.ticks_per_second);
		break;
	case FXT_RECORD_STRING:
	case FXT_RECORD_THREAD:
		put_tables(raw);
		break;
	case FXT_RECORD_EVENT:
		put_event(raw);
		break;
	case FXT_RECORD_BLOB:
	case FXT_RECORD_LARGE:
		put_blobs(raw);
		break;
	case FXT_RECORD_USERSPACE_OBJECT:
	case FXT_RECORD_KERNEL_OBJECT:
		put_objects(raw);
		break;
	case FXT_RECORD_SCHEDULING:
		put_scheduling(raw);
		break;
	case FXT_RECORD_LOG:
		pen_format(raw->out, " log ticks=%" PRIu64,
			   record->as.log.ticks);
		put_thread(raw, "thread", &record->as.log.thread);
		pen_put(raw->out, " message=");
		print_quoted(raw->out,
			     fxr_text(record->as.log.message,
				      record->as.log.n_bytes),
			     true);
		break;
	}
}

void print_record(const struct print *print, struct fxr_reader *reader,
		  const struct fxr_record *record)
{
	struct raw raw = {print->out, reader, record};

	pen_format(raw.out, "%" PRIu64, record->off);
	if (record->is_known)
		put_known(&raw);
	else
		pen_format(raw.out, " unknown type=%u words=%zu", record->type,
			   record->n_words);
	pen_byte(raw.out, '\n');
}
