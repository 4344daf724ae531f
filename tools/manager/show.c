/* SPDX-License-Identifier: MIT */
/*
 * A session's calls as text, see show.h. The chunks are joined to the stream
 * that an archive is, which the reader follows. Only whole lines are written,
 * since the program writes to the same terminal.
 */
#include "tools/manager/show.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/print/print.h"
#include "tools/reader/follow.h"

/* Approximate size of one write. */
#define TEXT_BYTES ((size_t)64 << 10)
/* Provider Info with the longest name, and an initialization record. */
#define INTRO_WORDS (1 + (FXT_PROVIDER_NAME_MAX_BYTES + 7) / 8 + 2)

struct show {
	struct fxr_follow *follow;
	struct pen text; /* the output of print */
	struct print print;
	struct print_names names;
	struct fxr_call call;
	bool has_failed; /* stderr has failed */
};

static void write_text(struct show *show)
{
	struct fxr_text text = pen_take(&show->text);

	while (text.n_bytes && !show->has_failed) {
		ssize_t n = write(STDERR_FILENO, text.bytes, text.n_bytes);

		if (n < 0 && errno != EINTR)
			show->has_failed = true;
		if (n <= 0)
			continue;
		text = fxr_text(text.bytes + n, text.n_bytes - (size_t)n);
	}
}

static void print_step(struct show *show, enum fxr_step step)
{
	switch (step) {
	case FXR_STEP_NONE:
		break;
	case FXR_STEP_CALL:
		descriptors_take(show->names.descriptors, &show->call);
		print_call(&show->print, &show->call);
		labels_take(show->names.labels, &show->call);
		break;
	case FXR_STEP_BEGUN:
		descriptors_take(show->names.descriptors, &show->call);
		print_call_begun(&show->print, &show->call);
		break;
	case FXR_STEP_RESUMED:
		descriptors_resume(show->names.descriptors, &show->call);
		print_call_resumed(&show->print, &show->call);
		labels_take(show->names.labels, &show->call);
		break;
	}
	if (show->text.n_bytes >= TEXT_BYTES)
		write_text(show);
}

static void settle_ns(struct show *show, uint64_t ns)
{
	enum fxr_step step;

	fxr_follow_settle(show->follow, ns);
	while (!show->has_failed &&
	       (step = fxr_follow_next(show->follow, &show->call)))
		print_step(show, step);
	write_text(show);
}

static void settle_calls(void *context, uint64_t ticks,
			 uint64_t ticks_per_second)
{
	struct fxr_provider provider = {.ticks_per_second = ticks_per_second};

	settle_ns(context,
		  ticks == UINT64_MAX ? ticks : fxr_ns(&provider, ticks));
}

/* An introduction, which ends with the rate that the archive fills in. */
static void take_intro(struct show *show, const struct chunk *chunk,
		       uint64_t ticks_per_second)
{
	uint64_t words[INTRO_WORDS];

	assert(chunk->n_words <= INTRO_WORDS);
	memcpy(words, chunk->words, chunk->n_words * 8ull);
	words[chunk->n_words - 1] = ticks_per_second;
	fxr_follow_feed(show->follow, words, chunk->n_words * 8ull);
}

/* Each chunk gets a separate section, which the reader accepts. */
static void take_chunk(struct show *show, const struct chunk *chunk)
{
	uint64_t section = fxt_provider_section(chunk->provider_id);

	fxr_follow_feed(show->follow, &section, 8);
	fxr_follow_feed(show->follow, chunk->words, chunk->n_words * 8ull);
}

static void take_chunks(void *context, const struct chunk *chunks,
			uint64_t ticks_per_second)
{
	struct show *show = context;

	for (; chunks && !show->has_failed; chunks = chunks->next) {
		if (chunks->is_intro)
			take_intro(show, chunks, ticks_per_second);
		else
			take_chunk(show, chunks);
		if (fxr_follow_is_full(show->follow))
			settle_ns(show, UINT64_MAX);
	}
}

struct show *show_open(struct watch *watch)
{
	struct show *show = calloc(1, sizeof(*show));
	uint64_t magic = FXT_MAGIC;

	if (!show)
		die("out of memory");
	show->follow = fxr_follow_open();
	fxr_follow_feed(show->follow, &magic, 8);
	show->print.world = fxr_follow_world(show->follow);
	show->names.descriptors = descriptors_open(show->print.world);
	show->names.labels = labels_open();
	show->print.names = &show->names;
	show->print.out = &show->text;
	*watch = (struct watch){show, take_chunks, settle_calls};
	return show;
}

void show_close(struct show *show)
{
	const struct fxr_error *error = fxr_follow_error(show->follow);

	if (error)
		say("printing ended early: offset %" PRIu64 ": %s", error->off,
		    error->expected);
	descriptors_close(show->names.descriptors);
	labels_close(show->names.labels);
	fxr_follow_close(show->follow);
	pen_fini(&show->text);
	free(show);
}
