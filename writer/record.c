/* SPDX-License-Identifier: MIT */
/*
 * Durable events of the recorder itself: facts, signatures, losses. Cold path.
 */
#include "writer/record.h"

#include "writer/engine.h"

struct own_event {
	const char *category;
	const char *name;
	fxw_build *build;
	const void *what;
};

/* Everything but the header word. */
static void build_own(struct fxw_record *r, const struct own_event *e)
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

bool fxw_durable_event(const char *category, const char *name, fxw_build *build,
		       const void *what)
{
	struct own_event e = {category, name, build, what};
	struct fxw_record r = {0};
	uint32_t n_words;

	build_own(&r, &e);
	n_words = r.used_words;
	if (n_words > FXT_RECORD_MAX_WORDS)
		return false;
	r = (struct fxw_record){.start = fxw_durable_take(n_words),
				.space_words = n_words};
	if (!r.start)
		return false;
	build_own(&r, &e);
	/* The data that it reads may have grown since the measurement. Then the
	 * filler that is there stays. */
	if (r.used_words != n_words)
		return false;
	fxw_commit(r.start,
		   fxt_event_header(FXT_EVENT_INSTANT, n_words, r.n_args, 0,
				    fxt_inline_ref(fxw_length(category)),
				    fxt_inline_ref(fxw_length(name))));
	return true;
}

bool fxw_durable_notice(const char *text)
{
	size_t n_bytes = fxw_length(text);
	uint32_t n_words = 4 + (uint32_t)fxt_words(n_bytes);
	uint64_t *record = fxw_durable_take(n_words);

	if (!record)
		return false;
	record[1] = fxw_ticks();
	record[2] = fxw_engine.koid;
	record[3] = fxw_recorder_koid(fxw_engine.koid);
	fxw_stream(record + 4, text, n_bytes);
	fxw_commit(record, fxt_log_header(n_words, n_bytes, 0));
	return true;
}
