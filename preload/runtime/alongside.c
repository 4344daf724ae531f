/* SPDX-License-Identifier: MIT */
/*
 * Records alongside a call, see alongside.h.
 */
#include "preload/runtime/alongside.h"

#include "writer/engine.h"

struct fxw_thread *fxp_alongside_thread(const struct fxp_call *call)
{
	struct fxw_thread *t = fxw_self;

	/* another generation: a handler has forked since */
	if (!call->begin_ticks || !t || t->generation != call->generation ||
	    t->stopped)
		return NULL;
	return t;
}

static void build_event(struct fxw_window *w, const struct fxp_note *note,
			uint64_t ticks)
{
	struct fxw_record *r = &w->record;
	uint64_t *at;

	fxw_window_put_event(w, ticks);
	fxw_put_name(r, note->category);
	fxw_put_name(r, note->name);
	note->build(r, note->what);
	at = fxw_put(r, 1);
	if (at)
		*at = note->id;
}

__attribute__((noinline)) bool fxp_alongside_event(const struct fxp_call *call,
						   const struct fxp_note *note)
{
	struct fxw_thread *t = fxp_alongside_thread(call);
	struct fxw_window w;
	uint64_t ticks;

	if (!t || !fxw_window_open(&w, t, FXW_FRAME))
		return false;
	ticks = fxw_stamp(t);
	do {
		build_event(&w, note, ticks);
		if (fxw_record_fits(&w.record)) {
			fxw_window_commit(
				&w, fxt_event_header(note->type,
						     w.record.used_words,
						     w.record.n_args, t->ref,
						     note->category.ref,
						     note->name.ref));
			return true;
		}
	} while (fxw_window_grow(&w));
	return false;
}

static void build_object(struct fxw_window *w, uint64_t pointer,
			 struct fxw_name name)
{
	const struct fxw_thread *t = w->thread;
	uint64_t *at = fxw_put(&w->record, t->ref ? 2 : 3);

	if (at) {
		at[1] = pointer;
		if (!t->ref)
			at[2] = t->process;
	}
	fxw_put_name(&w->record, name);
}

__attribute__((noinline)) bool fxp_alongside_object(const struct fxp_call *call,
						    uint64_t pointer,
						    struct fxw_name name,
						    fxw_build *build,
						    const void *what)
{
	struct fxw_thread *t = fxp_alongside_thread(call);
	struct fxw_window w;

	if (!t || !fxw_window_open(&w, t, FXW_FRAME))
		return false;
	do {
		build_object(&w, pointer, name);
		build(&w.record, what);
		if (fxw_record_fits(&w.record)) {
			fxw_window_commit(&w,
					  fxt_userspace_object_header(
						  w.record.used_words, t->ref,
						  name.ref, w.record.n_args));
			return true;
		}
	} while (fxw_window_grow(&w));
	return false;
}

uint64_t fxp_alongside_id(uint64_t handle)
{
	const struct fxw_control *control =
		*(struct fxw_control *volatile *)&fxw_engine.control;

	return control ? (uint64_t)control->provider_id << 48 ^ handle : 0;
}
