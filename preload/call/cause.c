/* SPDX-License-Identifier: MIT */
/*
 * Records the causes of alerts, see cause.h. The call is over, or not begun.
 * Nothing is known of the memory behind its pointers, so no pointer is
 * believed.
 */
#include "preload/call/cause.h"

#include "preload/call/event.h"
#include "preload/call/plan.h"
#include "writer/bytes.h"
#include "writer/engine.h"
#include "writer/sys.h"
#include "writer/thread.h"

/* What "..." holds may be used up by the call. */
static bool is_varargs(const struct fxg_item *item)
{
	return item->kind == FXG_K_PRINT_LIST || item->kind == FXG_K_SCAN_LIST;
}

/* Not inlined, because it needs much stack space. */
static __attribute__((noinline)) void put_values(struct fxw_record *r,
						 const struct fxp_cause *cause)
{
	struct fxp_source s;
	const struct fxg_item *items;
	unsigned n_items;

	fxp_event_source(&s, cause->cell, cause->slot);
	n_items = s.function->n_begin_items + s.function->n_end_items;
	items = s.table->items + s.function->first_item;
	s.is_doubted = true;
	s.trusted = false;
	s.failed = cause->failed;
	s.error = cause->error;
	for (unsigned i = 0; i < n_items; i++) {
		s.n_large_seen = FXP_LARGE_MAX; /* nothing out of line */
		if (!is_varargs(&items[i]))
			fxp_capture(r, &s, &items[i], 1, cause->is_over);
	}
	if (s.failed && s.error && r->n_args < FXT_MAX_ARGS)
		fxp_capture_errno(r, &s);
}

/* The event's name, and of a call its category. */
struct title {
	const char *category, *name;
};

static struct title title_of(const struct fxp_cause *cause)
{
	const struct fxg_table *table;
	const struct fxg_function *f;

	if (!cause->cell)
		return (struct title){FXW_CATEGORY_CAUSE, FXW_EVENT_SIGNAL};
	table = cause->cell->api->table;
	f = &table->functions[cause->cell - cause->cell->api->slots];
	return (struct title){table->text + table->strings[f->category],
			      table->text + table->strings[f->name]};
}

static void put_head(struct fxw_record *r, struct title title)
{
	const struct fxw_thread *t = fxw_self;
	uint64_t *at = fxw_put(r, 4);

	if (at) {
		at[1] = fxw_ticks();
		at[2] = fxw_engine.pid;
		at[3] = t && t->slot ? t->id : (uint64_t)sys_gettid();
	}
	fxw_put_name(
		r, fxw_name_inline(title.category, fxw_length(title.category)));
	fxw_put_name(r, fxw_name_inline(title.name, fxw_length(title.name)));
}

/* Without values, if they do not fit. */
static void put_record(struct fxw_record *r, const struct fxw_trigger *trigger,
		       const struct fxp_cause *cause, bool has_values)
{
	put_head(r, title_of(cause));
	fxw_arg_string(r, FXW_NAME(FXW_ARG_RULE), trigger->text,
		       trigger->n_text);
	if (!cause->cell) {
		fxw_arg_string(r, FXW_NAME(FXW_EVENT_SIGNAL), trigger->what,
			       fxw_length(trigger->what));
	} else {
		fxw_arg_uint64(r, FXW_NAME(FXW_ARG_CAUSE_BEGIN),
			       cause->begin_ticks);
		fxw_arg_uint64(r, FXW_NAME(FXW_ARG_DURATION), cause->n_ns);
		if (has_values && cause->slot)
			put_values(r, cause);
	}
	fxw_put(r, 1); /* an instant event's scope; it is set below */
}

static void finish_record(struct fxw_cause *to, const struct fxw_record *r,
			  struct title title)
{
	to->words[r->used_words - 1] = FXT_SCOPE_THREAD;
	to->words[0] =
		fxt_event_header(FXT_EVENT_INSTANT, r->used_words, r->n_args, 0,
				 fxt_inline_ref(fxw_length(title.category)),
				 fxt_inline_ref(fxw_length(title.name)));
	to->n_words = r->used_words;
}

static __attribute__((noinline)) bool try_record(
	struct fxw_cause *to, const struct fxw_trigger *trigger,
	const struct fxp_cause *cause, bool has_values)
{
	struct fxw_record r = {.start = to->words,
			       .space_words = FXW_CAUSE_WORDS};

	put_record(&r, trigger, cause, has_values);
	if (!fxw_record_fits(&r))
		return false;
	finish_record(to, &r, title_of(cause));
	return true;
}

void fxp_cause_put(const struct fxw_trigger *trigger, unsigned i,
		   const struct fxp_cause *cause)
{
	struct fxw_cause *to = fxw_engine.causes ? &fxw_engine.causes[i] : NULL;
	uint32_t count;

	if (!to)
		return;
	/* acquire: nothing below is stored before; pairs with the manager's
	 * second read */
	count = __atomic_add_fetch(&to->begun, 1, __ATOMIC_ACQ_REL);
	/* acquire: pairs with the release in fxp_sign_function */
	if (cause->cell &&
	    __atomic_load_n(&cause->cell->claim, __ATOMIC_ACQUIRE) < FXP_READY)
		fxp_plan_sign(
			cause->cell->api,
			(unsigned)(cause->cell - cause->cell->api->slots));
	to->n_words = 0;
	for (unsigned k = 0; k < FXW_ALERT_BYTES; k++)
		to->name[k] = trigger->name[k];
	if (!try_record(to, trigger, cause, true))
		(void)try_record(to, trigger, cause, false);
	/* release: the record before the count; pairs with the manager's first
	 * read */
	__atomic_store_n(&to->done, count, __ATOMIC_RELEASE);
}
