/* SPDX-License-Identifier: MIT */
/*
 * XRay's records as events of an archive, see events.h.
 */
#include "tools/convert/xray/events.h"

#include <string.h>

#include "tools/convert/xray/args.h"
#include "writer/utf8.h"
#include "writer/wire.h"

#define T(text) fxr_text(text, sizeof(text) - 1)
#define CATEGORY T(XRAY_CATEGORY)

void xray_events_flush(struct xray_events *e)
{
	if (e->is_entry_open)
		archive_out_commit(e->archive, 0);
	e->is_entry_open = false;
}

/* Begins an event. Within a block time never goes back, since pairing needs
 * that. */
static void begin_event(struct xray_events *e, const struct xray_block *block,
			unsigned type, uint64_t tsc, struct fxr_text name)
{
	e->n_backwards += tsc < e->tsc;
	e->tsc = tsc > e->tsc ? tsc : e->tsc;
	archive_out_event(e->archive, type, e->tsc, block->pid, block->tid,
			  CATEGORY, name);
}

/* Entries and exits of a thread do not go back between its blocks either. */
static uint64_t half_tsc(struct xray_events *e, const struct xray_block *block,
			 uint64_t tsc)
{
	uint64_t at = event_names_time(e->open, block->pid, block->tid,
				       tsc > e->tsc ? tsc : e->tsc);

	e->n_backwards += tsc < at && tsc >= e->tsc;
	return tsc < e->tsc ? tsc : at;
}

static void put_entry(struct xray_events *e, const struct xray_block *block,
		      uint64_t tsc, struct fxr_text name)
{
	/* what nests deeper than any program has no exit either */
	if (!event_names_push(e->open, block->pid, block->tid, CATEGORY, name))
		e->n_no_exit++;
	begin_event(e, block, FXT_EVENT_DURATION_BEGIN, half_tsc(e, block, tsc),
		    name);
	e->is_entry_open = true;
	e->n_args = 0;
}

static void put_flags(struct xray_events *e, const char *flags)
{
	archive_out_string(e->archive, T("@flags"),
			   fxr_text(flags, strlen(flags)));
}

/* Ends the innermost call. flags: of its end, or NULL */
static void end_call(struct xray_events *e, const struct xray_block *block,
		     uint64_t tsc, const char *flags, bool is_tail)
{
	struct fxr_text category, name;

	if (event_names_pop(e->open, block->pid, block->tid, &category,
			    &name) != EVENT_ENDED)
		return;
	begin_event(e, block, FXT_EVENT_DURATION_END, half_tsc(e, block, tsc),
		    name);
	if (flags)
		put_flags(e, flags);
	if (is_tail)
		archive_out_bool(e->archive, T(XRAY_TAIL_EXIT_NAME), true);
	archive_out_commit(e->archive, 0);
}

/* An exit. Its entry may be in a buffer that the runtime has used again, and
 * so may the exits of the calls inside it. */
static void put_exit(struct xray_events *e, const struct xray_block *block,
		     uint64_t tsc, struct fxr_text name, bool is_tail)
{
	size_t n_inside = event_names_find(e->open, block->pid, block->tid,
					   CATEGORY, name);

	if (n_inside == SIZE_MAX) {
		e->n_no_entry++;
		begin_event(e, block, FXT_EVENT_DURATION_COMPLETE, tsc, name);
		put_flags(e, FXW_FLAG_NO_BEGIN);
		if (is_tail)
			archive_out_bool(e->archive, T(XRAY_TAIL_EXIT_NAME),
					 true);
		archive_out_commit(e->archive, e->tsc);
		return;
	}
	for (; n_inside; n_inside--) {
		e->n_no_exit++;
		end_call(e, block, tsc, FXW_FLAG_LATE, false);
	}
	end_call(e, block, tsc, NULL, is_tail);
}

static void put_function(struct xray_events *e, const struct xray_block *block,
			 const struct xray_record *record)
{
	char space[XRAY_NAME_BYTES];
	struct fxr_text name =
		xray_names_find(e->names, record->function, space);

	if (record->action == XRAY_ENTRY || record->action == XRAY_ENTRY_ARGS)
		put_entry(e, block, record->tsc, name);
	else
		put_exit(e, block, record->tsc, name,
			 record->action == XRAY_TAIL_EXIT);
}

static void put_argument(struct xray_events *e,
			 const struct xray_record *record)
{
	char name[16];
	int n = snprintf(name, sizeof(name), "arg%u", e->n_args++);

	if (!e->is_entry_open) {
		e->n_stray++;
		return;
	}
	archive_out_uint(e->archive, fxr_text(name, (size_t)n), record->value);
}

static bool is_text(struct fxr_text data)
{
	for (size_t i = 0; i < data.n_bytes; i++)
		if ((unsigned char)data.bytes[i] < ' ' &&
		    !strchr("\t\n\r", data.bytes[i] ?: 'x'))
			return false;
	return fxw_utf8_cut(data.bytes, data.n_bytes) == data.n_bytes;
}

/* Text as text, so that viewers show it; other bytes as a blob. */
static void put_event(struct xray_events *e, const struct xray_block *block,
		      const struct xray_record *record)
{
	begin_event(e, block, FXT_EVENT_INSTANT, record->tsc,
		    record->is_typed ? T(XRAY_TYPED_NAME)
				     : T(XRAY_CUSTOM_NAME));
	if (record->is_typed)
		archive_out_uint(e->archive, T("type"), record->value);
	if (is_text(record->data))
		archive_out_string(e->archive, T("data"), record->data);
	else
		archive_out_blob(e->archive, T("data"), record->data);
	archive_out_commit(e->archive, FXT_SCOPE_THREAD);
}

static void put_cpu(struct xray_events *e, const struct xray_block *block,
		    const struct xray_record *record)
{
	if (e->cpu == record->value)
		return;
	e->cpu = record->value;
	begin_event(e, block, FXT_EVENT_INSTANT, record->tsc, T(XRAY_CPU_NAME));
	archive_out_uint(e->archive, T("cpu"), record->value);
	archive_out_commit(e->archive, FXT_SCOPE_THREAD);
}

void xray_events_put(struct xray_events *e, const struct xray_block *block,
		     const struct xray_record *record)
{
	if (record->what != XRAY_IS_ARGUMENT)
		xray_events_flush(e);
	switch (record->what) {
	case XRAY_IS_FUNCTION:
		put_function(e, block, record);
		break;
	case XRAY_IS_ARGUMENT:
		put_argument(e, record);
		break;
	case XRAY_IS_EVENT:
		put_event(e, block, record);
		break;
	case XRAY_IS_CPU:
		put_cpu(e, block, record);
		break;
	}
}
