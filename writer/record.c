/* SPDX-License-Identifier: MIT */
/*
 * Durable events of the recorder itself: facts, signatures, losses. Cold path.
 */
#include "writer/record.h"

#include "writer/engine.h"

void fxw_own_build(struct fxw_record *r, const struct fxw_own_event *e)
{
	uint64_t *at;

	(void)fxw_put(r, 1);
	at = fxw_put(r, 3);
	if (at) {
		at[0] = fxw_ticks();
		at[1] = fxw_engine.koid;
		at[2] = fxw_recorder_koid(fxw_engine.koid);
	}
	fxw_put_name(r, fxw_name_inline(e->category, fxw_length(e->category)));
	fxw_put_name(r, fxw_name_inline(e->name, fxw_length(e->name)));
	e->build(r, e->what);
	at = fxw_put(r, 1);
	if (at)
		*at = FXT_SCOPE_PROCESS;
}

uint64_t fxw_own_header(const struct fxw_own_event *e,
			const struct fxw_record *r)
{
	return fxt_event_header(FXT_EVENT_INSTANT, r->used_words, r->n_args, 0,
				fxt_inline_ref(fxw_length(e->category)),
				fxt_inline_ref(fxw_length(e->name)));
}

typedef uint64_t *take_words(uint32_t n_words);

static bool put_durable(const struct fxw_own_event *e, take_words *take)
{
	struct fxw_record r = {0};
	uint32_t n_words;

	fxw_own_build(&r, e);
	n_words = r.used_words;
	if (n_words > FXT_RECORD_MAX_WORDS)
		return false;
	r = (struct fxw_record){.start = take(n_words), .space_words = n_words};
	if (!r.start)
		return false;
	fxw_own_build(&r, e);
	/* The data that it reads may have grown since the measurement. Then the
	 * filler that is there stays. */
	if (r.used_words != n_words)
		return false;
	fxw_commit(r.start, fxw_own_header(e, &r));
	return true;
}

/* Loaded once: a handler may fork at any time, see loss.c. */
void fxw_undescribed(void)
{
	struct fxw_control *control =
		*(struct fxw_control *volatile *)&fxw_engine.control;

	if (control)
		__atomic_fetch_add(&control->n_undescribed, 1,
				   __ATOMIC_RELAXED);
}

bool fxw_durable_event(const char *category, const char *name, fxw_build *build,
		       const void *what)
{
	struct fxw_own_event e = {category, name, build, what};

	return put_durable(&e, fxw_durable_take);
}

bool fxw_durable_last_event(const char *category, const char *name,
			    fxw_build *build, const void *what)
{
	struct fxw_own_event e = {category, name, build, what};

	return put_durable(&e, fxw_durable_take_last);
}

bool fxw_durable_notice(const char *text)
{
	size_t n_bytes = fxw_length(text);
	uint32_t n_words = 4 + (uint32_t)fxt_words(n_bytes);
	uint64_t *record = fxw_durable_take(n_words);

	if (!record) {
		fxw_undescribed();
		return false;
	}
	record[1] = fxw_ticks();
	record[2] = fxw_engine.koid;
	record[3] = fxw_recorder_koid(fxw_engine.koid);
	fxw_stream(record + 4, text, n_bytes);
	fxw_commit(record, fxt_log_header(n_words, n_bytes, 0));
	return true;
}
