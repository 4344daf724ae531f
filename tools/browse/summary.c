/* SPDX-License-Identifier: MIT */
/*
 * See summary.h.
 */
#include "tools/browse/summary.h"

#include "tools/browse/background.h"
#include "tools/client/reading.h"
#include "tools/reader/memory.h"

struct summary {
	const char *path;
	struct fxtrace_options how;
	struct fxtrace_archive *archive;
	pthread_t thread;
	bool is_done;		  /* release by the thread, acquire by others */
	uint64_t n_done, n_total; /* of the thread's progress, relaxed */
};

static void note_progress(void *context, uint64_t done_bytes,
			  uint64_t total_bytes)
{
	struct summary *summary = context;

	__atomic_store_n(&summary->n_done, done_bytes, __ATOMIC_RELAXED);
	__atomic_store_n(&summary->n_total, total_bytes, __ATOMIC_RELAXED);
}

static void *add_up(void *context)
{
	struct summary *summary = context;

	summary->archive = fxtrace_open(summary->path, &summary->how);
	/* release: the archive; pairs with the acquire in summary_is_done */
	__atomic_store_n(&summary->is_done, true, __ATOMIC_RELEASE);
	return NULL;
}

struct summary *summary_open(const char *path, enum fxtrace_by by,
			     const struct found_words *words,
			     const char *debug_path)
{
	struct summary *summary = fxr_new(1, sizeof(*summary));

	summary->path = path;
	summary->how = reading_options();
	reading_choose(&summary->how, words->calls, &words->filter);
	summary->how.by = by;
	summary->how.debug_path = debug_path;
	summary->how.progress = note_progress;
	summary->how.context = summary;
	/* nothing is printed, and TZ is the main thread's */
	summary->how.warn = NULL;
	summary->how.may_set_tz = false;
	summary->thread = background_start(add_up, summary);
	return summary;
}

bool summary_is_done(const struct summary *summary)
{
	return __atomic_load_n(&summary->is_done, __ATOMIC_ACQUIRE);
}

unsigned summary_percent(const struct summary *summary)
{
	uint64_t done = __atomic_load_n(&summary->n_done, __ATOMIC_RELAXED);
	uint64_t total = __atomic_load_n(&summary->n_total, __ATOMIC_RELAXED);

	return total ? (unsigned)(done * 100 / total) : 0;
}

const struct fxtrace_archive *summary_archive(const struct summary *summary)
{
	return summary->archive;
}

void summary_close(struct summary *summary)
{
	if (!summary || !summary_is_done(summary))
		return;
	pthread_join(summary->thread, NULL);
	fxtrace_close(summary->archive);
	fxr_free(summary);
}
