/* SPDX-License-Identifier: MIT */
/*
 * Hunks of report.h. A hunk is stored until it is over, so that hunks of
 * threads that run at the same time follow one another.
 */
#include "tools/diff/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/json.h"
#include "tools/base/terminal.h"

/* A longer hunk is written before its end. */
#define MAX_HUNK_BYTES (1u << 18)
/* Bytes of long texts and memory that are shown, from the first difference. */
#define N_SHOWN 24u

static const struct {
	const char *sign, *color;
} signs[] = {
	{"-", "\033[31m"}, {"+", "\033[32m"}, {"~", "\033[33m"}, {" ", ""}};

enum sign { SIGN_A, SIGN_B, SIGN_CHANGED, SIGN_ALIKE };

void report_init(struct report *report, struct side *sides,
		 struct report_how how)
{
	*report = (struct report){.sides = sides, .how = how};
	report->out.out = stdout;
	for (unsigned s = 0; s < 2; s++)
		report->prints[s] = (struct print){.out = &report->out,
						   .world = sides[s].world,
						   .heads = &report->heads[s],
						   .is_stable = !how.is_json};
}

void report_fini(struct report *report)
{
	pen_flush(&report->out);
	pen_fini(&report->out);
	heads_fini(&report->heads[0]);
	heads_fini(&report->heads[1]);
	changes_fini(&report->changes);
}

static void begin_color(const struct report *report, struct pen *out,
			const char *color)
{
	if (report->how.has_color)
		pen_put(out, color);
}

static void end_color(const struct report *report, struct pen *out)
{
	if (report->how.has_color)
		pen_put(out, "\033[0m");
}

/* --- calls --------------------------------------------------------------- */

static uint64_t rank_at(const struct report *report, unsigned s, size_t slot)
{
	return report->sides[s].rank[slot];
}

/* The call at a slot, and its place; NULL: it cannot be read again. */
static const struct fxr_call *load_place(struct report *report, unsigned s,
					 size_t slot, struct side_place *place)
{
	struct side *side = &report->sides[s];

	*place = side_place(side, rank_at(report, s, slot));
	if (!side_has_failed(side) && side_call(side, place, &report->calls[s]))
		return &report->calls[s];
	report->has_failed = true;
	return NULL;
}

static const struct fxr_call *load_call(struct report *report, unsigned s,
					size_t slot)
{
	struct side_place place;

	return load_place(report, s, slot, &place);
}

static void put_call(struct report *report, struct strand *strand,
		     enum sign sign, unsigned s, const struct fxr_call *call)
{
	struct print print = report->prints[s];

	print.out = &strand->text;
	begin_color(report, &strand->text, signs[sign].color);
	pen_put(&strand->text, signs[sign].sign);
	print_call(&print, call);
	/* the color ends before its line does */
	strand->text.n_bytes--;
	if (sign != SIGN_ALIKE)
		end_color(report, &strand->text);
	pen_byte(&strand->text, '\n');
}

/* --- hunks --------------------------------------------------------------- */

static void put_head(struct report *report)
{
	if (report->has_head)
		return;
	report->has_head = true;
	for (unsigned s = 0; s < 2; s++) {
		const char *path = report->sides[s].path;

		pen_put(&report->out, s ? "+++ " : "--- ");
		(void)terminal_put(&report->out, path, strlen(path), false,
				   true);
		pen_byte(&report->out, '\n');
	}
}

static void put_hunk(struct report *report, struct strand *strand)
{
	struct fxr_text text = pen_take(&strand->text);

	if (!report->how.is_json)
		put_head(report);
	pen_bytes(&report->out, text.bytes, text.n_bytes);
}

static struct fxr_text name_of(const struct side *side, unsigned type,
			       const struct fxr_thread *thread)
{
	return type == FXT_OBJECT_PROCESS
		       ? fxr_world_process_name(side->world, thread->provider,
						thread->pid)
		       : fxr_world_thread_name(side->world, thread->provider,
					       thread->pid, thread->tid);
}

/* The calls' threads: NAME/THREAD PID/TID PID/TID */
static void put_owner(struct report *report, const struct strand *strand,
		      struct pen *out)
{
	unsigned first = strand->threads[0] == FXR_NONE;
	const struct side *side = &report->sides[first];
	const struct fxr_thread *thread =
		&side->world->threads[strand->threads[first]];
	struct fxr_text process = name_of(side, FXT_OBJECT_PROCESS, thread);
	struct fxr_text name = name_of(side, FXT_OBJECT_THREAD, thread);

	print_name(out, process);
	if (name.n_bytes && !fxr_is_same(process, name)) {
		pen_byte(out, '/');
		print_name(out, name);
	}
	for (unsigned s = 0; s < 2; s++) {
		if (strand->threads[s] == FXR_NONE)
			continue;
		thread = &report->sides[s].world->threads[strand->threads[s]];
		pen_format(out, " %c%" PRIu64 "/%" PRIu64, s ? '+' : '-',
			   thread->pid, thread->tid);
	}
}

/* @@ -NUMBER +NUMBER @@ OWNER, with the numbers of the next calls */
static void begin_hunk(struct report *report, struct strand *strand,
		       size_t n_before)
{
	struct pen *out = &strand->text;

	begin_color(report, out, "\033[36m");
	pen_put(out, "@@");
	for (unsigned s = 0; s < 2; s++) {
		size_t slot = strand->at[s] - n_before;

		if (strand->threads[s] == FXR_NONE)
			continue;
		pen_put(out, s ? " +" : " -");
		if (slot < strand->end[s])
			pen_uint(out, side_place(&report->sides[s],
						 rank_at(report, s, slot))
					      .entry.number);
		else
			pen_put(out, "end");
	}
	pen_put(out, " @@ ");
	put_owner(report, strand, out);
	end_color(report, out);
	pen_byte(out, '\n');
}

/* Opens the hunk, with the calls before it. */
static void open_hunk(struct report *report, struct strand *strand)
{
	size_t n_before = 0;

	strand->n_behind = 0;
	if (strand->is_open)
		return;
	strand->is_open = true;
	if (strand->threads[0] != FXR_NONE && strand->threads[1] != FXR_NONE)
		n_before = strand->at[0] - strand->next;
	if (n_before > report->how.n_context)
		n_before = report->how.n_context;
	begin_hunk(report, strand, n_before);
	for (size_t slot = strand->at[0] - n_before; slot < strand->at[0];
	     slot++) {
		const struct fxr_call *call = load_call(report, 0, slot);

		if (call)
			put_call(report, strand, SIGN_ALIKE, 0, call);
	}
}

static void close_hunk(struct report *report, struct strand *strand)
{
	if (strand->is_open)
		put_hunk(report, strand);
	strand->is_open = false;
	strand->n_behind = 0;
	pen_fini(&strand->text);
}

static void end_line(struct report *report, struct strand *strand)
{
	strand->next = strand->at[0] + 1;
	if (strand->text.n_bytes > MAX_HUNK_BYTES)
		put_hunk(report, strand);
}

void report_end(struct report *report, struct strand *strand)
{
	close_hunk(report, strand);
}

/* --- values -------------------------------------------------------------- */

static struct fxr_text bytes_of(const struct fxr_value *value)
{
	if (!value ||
	    (value->kind != FXR_VALUE_STRING && value->kind != FXR_VALUE_BYTES))
		return fxr_text(NULL, 0);
	return value->as.text;
}

/* The first offset at which two texts differ. */
static size_t first_difference(struct fxr_text a, struct fxr_text b)
{
	size_t n = a.n_bytes < b.n_bytes ? a.n_bytes : b.n_bytes;
	size_t i = 0;

	while (i < n && a.bytes[i] == b.bytes[i])
		i++;
	return i;
}

/* "..."...[N] from an offset on */
static void put_excerpt(struct pen *out, struct fxr_text text, size_t from,
			const struct fxr_value *value)
{
	struct fxr_text shown =
		fxr_text(text.bytes + from, text.n_bytes - from);

	if (shown.n_bytes > N_SHOWN)
		shown.n_bytes = N_SHOWN;
	print_quoted(out, shown, value->kind == FXR_VALUE_STRING);
	if (from + shown.n_bytes < text.n_bytes)
		pen_put(out, "...");
}

static void put_value(const struct report *report, unsigned s, struct pen *out,
		      const struct fxr_value *value)
{
	struct print print = report->prints[s];

	print.out = out;
	print.is_stable = false;
	if (value)
		print_value(&print, value);
	else
		pen_put(out, "nothing");
}

/* NAME: A => B, of long texts from the first difference on */
static void put_change(const struct report *report, struct pen *out,
		       const struct change *change)
{
	struct fxr_text a = bytes_of(change->values[0]);
	struct fxr_text b = bytes_of(change->values[1]);
	size_t from;

	pen_put(out, "    ");
	print_name(out, change->name);
	if (a.bytes && b.bytes && (a.n_bytes > 32 || b.n_bytes > 32)) {
		from = first_difference(a, b);
		pen_format(out, ": from byte %zu: ", from);
		put_excerpt(out, a, from, change->values[0]);
		pen_put(out, " => ");
		put_excerpt(out, b, from, change->values[1]);
		if (change->values[0]->true_bytes !=
		    change->values[1]->true_bytes)
			pen_format(out, ", %" PRIu64 " => %" PRIu64 " bytes",
				   change->values[0]->true_bytes,
				   change->values[1]->true_bytes);
	} else {
		pen_put(out, ": ");
		put_value(report, 0, out, change->values[0]);
		pen_put(out, " => ");
		put_value(report, 1, out, change->values[1]);
		if (change->is_object)
			pen_put(out, ", which is another one");
	}
	pen_byte(out, '\n');
}

/* --- JSON ---------------------------------------------------------------- */

/* A call as an object, without the end of its line. */
static void put_call_json(struct report *report, unsigned s,
			  const struct fxr_call *call)
{
	struct print print = report->prints[s];
	struct pen text = {0};

	print.out = &text;
	print_call_json(&print, call);
	pen_format(&report->out, ",\"%c\":", s ? 'b' : 'a');
	pen_bytes(&report->out, text.bytes,
		  text.n_bytes ? text.n_bytes - 1 : 0);
	pen_fini(&text);
}

static void put_changes_json(struct report *report)
{
	const struct changes *changes = &report->changes;
	struct pen *out = &report->out;

	pen_put(out, ",\"values\":[");
	for (size_t i = 0; i < changes->n; i++) {
		const struct change *change = &changes->items[i];

		pen_put(out, i ? ",{\"name\":" : "{\"name\":");
		json_string(out, change->name);
		for (unsigned s = 0; s < 2; s++) {
			struct print print = report->prints[s];

			if (!change->values[s])
				continue;
			pen_put(out, s ? ",\"b\":" : ",\"a\":");
			print_value_json(&print, change->values[s]);
		}
		pen_put(out, change->is_object ? ",\"is_object\":true}" : "}");
	}
	pen_put(out, changes->n_more ? "],\"has_more\":true" : "]");
}

static void begin_json(struct report *report, const char *change)
{
	pen_format(&report->out, "{\"change\":\"%s\"", change);
}

/* --- interface ----------------------------------------------------------- */

void report_alone(struct report *report, struct strand *strand, unsigned side)
{
	const struct fxr_call *call = load_call(report, side, strand->at[side]);

	if (!call)
		return;
	if (report->how.is_json) {
		begin_json(report, side ? "added" : "removed");
		put_call_json(report, side, call);
		pen_put(&report->out, "}\n");
		return;
	}
	open_hunk(report, strand);
	/* the calls before it have overwritten it */
	call = load_call(report, side, strand->at[side]);
	if (call)
		put_call(report, strand, side ? SIGN_B : SIGN_A, side, call);
	if (!side)
		end_line(report, strand);
	else
		strand->next = strand->at[0];
}

void report_alike(struct report *report, struct strand *strand)
{
	const struct fxr_call *call;

	if (!strand->is_open)
		return;
	if (strand->n_behind++ >= report->how.n_context) {
		close_hunk(report, strand);
		return;
	}
	call = load_call(report, 0, strand->at[0]);
	if (call)
		put_call(report, strand, SIGN_ALIKE, 0, call);
	end_line(report, strand);
}

bool report_is_change(struct report *report, const struct strand *strand,
		      const uint16_t *place)
{
	const struct fxr_call *calls[2];
	struct canon *canons[2];
	struct side_place places[2];

	for (unsigned s = 0; s < 2; s++) {
		calls[s] = load_place(report, s, strand->at[s], &places[s]);
		canons[s] = &report->sides[s].canon;
		if (!calls[s])
			return false;
	}
	canons[0]->has_chance = canons[1]->has_chance =
		places[0].has_chance && places[1].has_chance;
	changes_find(&report->changes, canons, calls, places[0].function,
		     place);
	return report->changes.n;
}

static void put_pair(struct report *report, struct strand *strand)
{
	const struct changes *changes = &report->changes;

	put_call(report, strand, SIGN_CHANGED, 0, &report->calls[0]);
	for (size_t i = 0; i < changes->n; i++)
		put_change(report, &strand->text, &changes->items[i]);
	if (changes->n_more)
		pen_put(&strand->text, "    ...\n");
	end_line(report, strand);
}

bool report_pair(struct report *report, struct strand *strand,
		 const uint16_t *place)
{
	if (!report_is_change(report, strand, place))
		return false;
	if (report->how.is_json) {
		begin_json(report, "changed");
		put_call_json(report, 0, &report->calls[0]);
		put_call_json(report, 1, &report->calls[1]);
		put_changes_json(report);
		pen_put(&report->out, "}\n");
		return true;
	}
	open_hunk(report, strand);
	/* the calls before them have overwritten them */
	if (report_is_change(report, strand, place))
		put_pair(report, strand);
	return true;
}
