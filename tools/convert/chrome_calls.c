/* SPDX-License-Identifier: MIT */
/*
 * See chrome_calls.h.
 */
#include "tools/convert/chrome_calls.h"

#include <stdlib.h>
#include <string.h>

#include "tools/convert/chrome_note.h"

/* An end that is held. */
struct end {
	uint64_t ns, off;
	char *text;
	size_t n_bytes;
};

struct chrome_calls {
	struct chrome_out *out;
	struct chrome_out later; /* makes the text of an end */
	struct end *ends;	 /* a heap: the earliest one is the first */
	size_t n_ends, capacity;
};

struct chrome_calls *chrome_calls_open(struct chrome_out *out)
{
	struct chrome_calls *calls = fxr_new(1, sizeof(*calls));

	calls->out = out;
	calls->later.archive = out->archive;
	return calls;
}

static bool is_before(const struct end *a, const struct end *b)
{
	return a->ns != b->ns ? a->ns < b->ns : a->off < b->off;
}

static void swap(struct end *a, struct end *b)
{
	struct end had = *a;

	*a = *b;
	*b = had;
}

static void hold(struct chrome_calls *c, const struct fxtrace_call *call,
		 struct fxr_text text)
{
	size_t at = c->n_ends++;

	c->ends = fxr_grow(c->ends, &c->capacity, c->n_ends, sizeof(*c->ends));
	c->ends[at] = (struct end){.ns = call->ended_ns,
				   .off = call->end_offset,
				   .text = fxr_new(text.n_bytes + 1, 1),
				   .n_bytes = text.n_bytes};
	memcpy(c->ends[at].text, text.bytes, text.n_bytes);
	for (; at && is_before(&c->ends[at], &c->ends[(at - 1) / 2]);
	     at = (at - 1) / 2)
		swap(&c->ends[at], &c->ends[(at - 1) / 2]);
}

/* Writes the earliest end. */
static void release(struct chrome_calls *c)
{
	struct end first = c->ends[0];
	size_t at = 0, next;

	c->ends[0] = c->ends[--c->n_ends];
	for (; (next = 2 * at + 1) < c->n_ends; at = next) {
		if (next + 1 < c->n_ends &&
		    is_before(&c->ends[next + 1], &c->ends[next]))
			next++;
		if (!is_before(&c->ends[next], &c->ends[at]))
			break;
		swap(&c->ends[at], &c->ends[next]);
	}
	pen_put(&c->out->out, c->out->comma);
	c->out->comma = ",\n";
	pen_bytes(&c->out->out, first.text, first.n_bytes);
	free(first.text);
}

static struct fxr_text name_of(const struct fxtrace_arg *arg)
{
	return fxr_text(arg->name, arg->n_name_bytes);
}

static bool is_text(const struct fxtrace_value *value)
{
	return value->kind == FXTRACE_TEXT || value->kind == FXTRACE_BYTES;
}

/* The text of an argument, and its place; at n_args: there is none. */
static size_t find_note(const struct fxtrace_call *call, const char *name,
			struct fxr_text *text)
{
	size_t i = 0;

	*text = fxr_text("", 0);
	while (i < call->n_args && (!fxr_is(name_of(call->args[i]), name) ||
				    !is_text(call->args[i]->value)))
		i++;
	if (i < call->n_args)
		*text = fxr_text(call->args[i]->value->bytes,
				 call->args[i]->value->n_bytes);
	return i;
}

static void put_args(struct chrome_out *o, const struct fxtrace_call *call,
		     size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		struct fxr_text name = name_of(call->args[i]);

		if (!fxr_is(name, CHROME_NOTE) &&
		    !fxr_is(name, CHROME_END_NOTE))
			chrome_out_arg(o, name, call->args[i]->value);
	}
}

static void put_result(struct chrome_out *o, const struct fxtrace_call *call)
{
	if (call->result)
		chrome_out_arg(o, fxr_text("ret", 3), call->result);
	if (call->n_error_bytes)
		chrome_out_text_arg(o, "errno",
				    fxr_text(call->error, call->n_error_bytes));
}

/* Whether its duration is known. Other tools' recorders write ends that are
 * before their begins. */
static bool has_duration(const struct fxtrace_call *call)
{
	return call->is_ended && call->ended_ns >= call->begin_ns;
}

static void begin(struct chrome_out *o, const struct fxtrace_call *call,
		  char phase, uint64_t ns)
{
	const struct fxtrace_function *function = call->function;

	chrome_out_begin(o, phase, call->thread->process->pid,
			 call->thread->tid);
	chrome_out_names(
		o, fxr_text(function->category, function->n_category_bytes),
		fxr_text(function->name, function->n_name_bytes));
	chrome_out_us(o, "ts", ns);
}

/* A begin, and its end for later. note: the place of the end's one */
static void put_halves(struct chrome_calls *c, const struct fxtrace_call *call,
		       size_t note, struct fxr_text text)
{
	bool has_result = call->result || call->n_error_bytes;

	begin(c->out, call, 'B', call->begin_ns);
	chrome_out_args(c->out, note > 1);
	put_args(c->out, call, 0, note);
	chrome_out_end(c->out);
	c->later.comma = "";
	chrome_out_note(&c->later, text);
	begin(&c->later, call, 'E', call->ended_ns);
	chrome_out_args(&c->later, note + 1 < call->n_args || has_result);
	put_args(&c->later, call, note, call->n_args);
	put_result(&c->later, call);
	chrome_out_end(&c->later);
	hold(c, call, pen_take(&c->later.out));
}

/* A call that exec replaced has no end. What follows on its thread is not
 * inside it, so it ends at once. */
static void put_whole(struct chrome_out *o, const struct fxtrace_call *call,
		      bool is_noted)
{
	bool is_replaced =
		call->state == FXTRACE_REPLACED && call->is_described;
	bool is_end = call->has_no_begin;
	struct fxr_text args;

	begin(o, call,
	      is_end			      ? 'E'
	      : call->is_ended || is_replaced ? 'X'
					      : 'B',
	      is_end ? call->ended_ns : call->begin_ns);
	if (!is_end && has_duration(call))
		chrome_out_us(o, "dur", call->ended_ns - call->begin_ns);
	else if (!is_end && (call->is_ended || is_replaced))
		chrome_out_us(o, "dur", 1);
	if (!is_noted) {
		pen_put(&o->out, ",\"args\":");
		args.bytes = fxtrace_args_json(o->archive, &args.n_bytes);
		pen_bytes(&o->out, args.bytes, args.n_bytes);
		pen_byte(&o->out, '}');
		return;
	}
	chrome_out_args(o, call->n_args > 1 || call->result ||
				   call->n_error_bytes);
	put_args(o, call, 0, call->n_args);
	put_result(o, call);
	chrome_out_end(o);
}

void chrome_calls_put(struct chrome_calls *c, const struct fxtrace_call *call)
{
	struct fxr_text text, end_text;
	size_t note = find_note(call, CHROME_NOTE, &text);
	size_t end_note = find_note(call, CHROME_END_NOTE, &end_text);

	while (c->n_ends && (c->ends[0].ns < call->begin_ns ||
			     (c->ends[0].ns == call->begin_ns &&
			      c->ends[0].off < call->offset)))
		release(c);
	chrome_out_note(c->out, text);
	if (end_note < call->n_args && has_duration(call))
		put_halves(c, call, end_note, end_text);
	else
		put_whole(c->out, call, note < call->n_args);
}

void chrome_calls_close(struct chrome_calls *c)
{
	while (c->n_ends)
		release(c);
	chrome_out_fini(&c->later);
	free(c->ends);
	free(c);
}
