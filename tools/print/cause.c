/* SPDX-License-Identifier: MIT */
/*
 * Causes of snapshots, see cause.h.
 */
#include "tools/print/cause.h"

#include "tools/base/json.h"

static void put_call(const struct print *print, const struct fxr_cause *cause,
		     const struct fxr_call *call)
{
	struct pen *out = print->out;

	if (cause->number != UINT64_MAX) {
		pen_put(out, "call ");
		pen_uint(out, cause->number);
	} else {
		pen_put(out, "a call that is not in the archive");
	}
	if (call->has_end) {
		pen_put(out, " took ");
		print_duration(out, cause->duration_ns);
	}
	pen_put(out, ": ");
	print_name(out, call->name->name);
	pen_byte(out, '(');
	print_call_args(print, call);
	pen_byte(out, ')');
	if (call->has_ret || call->error.n_bytes)
		print_call_result(print, call);
}

void print_cause(const struct print *print, struct fxr_calls *calls, size_t i,
		 struct fxr_call *call)
{
	const struct fxr_cause *cause = &fxr_calls_world(calls)->causes[i];

	print_name(print->out, cause->rule);
	pen_put(print->out, ": ");
	if (cause->signal.n_bytes)
		print_name(print->out, cause->signal);
	else if (fxr_calls_cause(calls, i, call))
		put_call(print, cause, call);
}

static void put_json(const struct print *print, const struct fxr_cause *cause,
		     const struct fxr_call *call)
{
	struct pen *out = print->out;

	pen_put(out, ",\"call\":");
	if (cause->number != UINT64_MAX)
		pen_uint(out, cause->number);
	else
		pen_put(out, "null");
	if (cause->begin_ns != UINT64_MAX) {
		pen_put(out, ",\"begin_ns\":");
		pen_uint(out, cause->begin_ns);
	}
	if (call->has_end) {
		pen_put(out, ",\"duration_ns\":");
		pen_uint(out, cause->duration_ns);
	}
	pen_put(out, ",\"category\":");
	json_string(out, call->name->category);
	pen_put(out, ",\"name\":");
	json_string(out, call->name->name);
	pen_put(out, ",\"values\":");
	print_args_json(print, call);
}

void print_cause_json(const struct print *print, struct fxr_calls *calls,
		      size_t i, struct fxr_call *call)
{
	const struct fxr_world *world = fxr_calls_world(calls);
	const struct fxr_cause *cause = &world->causes[i];
	const struct fxr_thread *thread = &world->threads[cause->thread];
	struct pen *out = print->out;

	pen_put(out, "{\"snapshot\":{\"rule\":");
	json_string(out, cause->rule);
	pen_put(out, ",\"ns\":");
	pen_uint(out, cause->ns);
	pen_put(out, ",\"pid\":");
	pen_uint(out, thread->pid);
	pen_put(out, ",\"tid\":");
	pen_uint(out, thread->tid);
	if (cause->signal.n_bytes) {
		pen_put(out, ",\"signal\":");
		json_string(out, cause->signal);
	} else if (fxr_calls_cause(calls, i, call)) {
		put_json(print, cause, call);
	}
	pen_put(out, "}}\n");
}

void print_note_causes(struct fxr_calls *calls, struct fxr_call *call)
{
	struct fxr_world *world = fxr_calls_world(calls);

	for (size_t i = 0; i < world->n_causes; i++) {
		const struct fxr_cause *cause = &world->causes[i];
		const struct fxr_thread *thread =
			&world->threads[cause->thread];
		struct pen text = {0};
		struct print print = {.out = &text, .world = world};
		struct fxr_notice notice = {.ns = cause->ns,
					    .pid = thread->pid,
					    .tid = thread->tid};

		print_cause(&print, calls, i, call);
		notice.text = fxr_text(text.bytes, text.n_bytes);
		fxr_world_notice(world, &notice);
		pen_fini(&text);
	}
}
