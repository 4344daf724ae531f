/* SPDX-License-Identifier: MIT */
/*
 * New names of threads, see thread.h. If the durable region has no space for
 * them, they are among the events.
 */
#include "writer/buffer.h"
#include "writer/thread.h"
#include "writer/thread_list.h"
#include "writer/utf8.h"

static struct fxw_thread *find_thread(uintptr_t pointer)
{
	struct fxw_thread *t = fxw_threads_first();

	if (pointer == 0)
		return fxw_self;
	for (; t; t = t->next) {
		/* once: a handler may fork, which wipes the page */
		const struct fxw_slot *slot =
			*(struct fxw_slot *volatile *)&t->slot;

		if (t->handle == pointer && slot &&
		    slot->state == FXW_SLOT_LIVE)
			break;
	}
	return t;
}

static void name_in_span(const struct fxw_object *object)
{
	struct fxw_thread *self = fxw_self;
	struct fxw_window w;
	uint64_t header;

	if (!self || !self->slot || !fxw_window_open(&w, self, FXW_FRAME))
		return;
	header = fxw_object_build(&w.record, object);
	while (!fxw_record_fits(&w.record)) {
		if (!fxw_window_grow(&w))
			return;
		header = fxw_object_build(&w.record, object);
	}
	fxw_window_commit(&w, header);
}

static void emit_name(const struct fxw_object *object)
{
	if (fxw_may_name())
		fxw_name_object(object);
	else
		name_in_span(object);
}

void fxw_thread_renamed(uintptr_t pointer, const char *name)
{
	struct fxw_thread *t = find_thread(pointer);
	char text[FXW_COMM_BYTES] = {0};

	if (!t || !t->slot)
		return;
	/* no fxw_copy: gcc -Os does not see that it is at most so long */
	for (unsigned i = 0; i < FXW_COMM_BYTES - 1 && name[i]; i++)
		text[i] = name[i];
	fxw_utf8_clean(text, fxw_length_max(text, FXW_COMM_BYTES));
	emit_name(&(struct fxw_object){FXT_OBJECT_THREAD, t->id, t->process,
				       text});
	if (t->id == fxw_engine.pid && t->process == fxw_engine.koid)
		emit_name(&(struct fxw_object){FXT_OBJECT_PROCESS, t->process,
					       0, text});
}
