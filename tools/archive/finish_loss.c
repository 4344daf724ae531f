/* SPDX-License-Identifier: MIT */
/*
 * Loss records as the recorder itself writes them when it finishes
 * (writer/loss.c). The counts of each thread are totals since its start, so a
 * later record of that thread replaces an earlier one.
 */
#include "tools/archive/finish_loss.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/reader/memory.h"

/* The words of which a loss record consists. A string record may give each an
 * index; else it is inline. */
enum word { CATEGORY, LOSS, COUNT, THREAD, N_WORDS };
static const char *const words[N_WORDS] = {FXW_CATEGORY_LOSS, "loss", "count",
					   "thread"};

/* The recorded losses of a thread; thread 0 = those without a slot. */
struct thread {
	uint64_t koid;
	uint64_t n_lost;
};

struct emitted_losses {
	uint16_t index[N_WORDS]; /* of its string record, 0 = none seen */
	unsigned n_threads;
	struct thread threads[FXW_SLOTS + 1];
};

struct emitted_losses *emitted_new(void)
{
	return fxr_new(1, sizeof(struct emitted_losses));
}

static bool is_text(const uint64_t *stream, size_t n_bytes, const char *text)
{
	return n_bytes == strlen(text) && memcmp(stream, text, n_bytes) == 0;
}

static void note_string(struct emitted_losses *emitted, const uint64_t *record)
{
	for (unsigned i = 0; i < N_WORDS; i++)
		if (is_text(record + 1, record[0] >> 32 & 0x7fff, words[i]))
			emitted->index[i] = record[0] >> 16 & 0x7fff;
}

/* Does the ref mean words[word]? The text of an inline one is at *at, which
 * moves behind it. */
static bool is_word(const struct emitted_losses *emitted, enum word word,
		    uint16_t ref, const uint64_t **at)
{
	const uint64_t *text = *at;
	size_t n_bytes = ref & 0x7fff;

	if (!(ref & FXT_STRING_INLINE))
		return ref && ref == emitted->index[word];
	*at += fxt_words(n_bytes);
	return is_text(text, n_bytes, words[word]);
}

static void note_thread(struct emitted_losses *emitted, struct thread seen)
{
	unsigned i = 0;

	while (i < emitted->n_threads && emitted->threads[i].koid != seen.koid)
		i++;
	if (i == FXW_SLOTS + 1)
		return;
	if (i == emitted->n_threads)
		emitted->n_threads++;
	emitted->threads[i] = seen;
}

/* An instant event; its arguments are known to fit. */
static void note_instant(struct emitted_losses *emitted, const uint64_t *record)
{
	const uint64_t *at = record + 2 + (record[0] >> 24 & 0xff ? 0 : 2);
	bool is_loss =
		is_word(emitted, CATEGORY, record[0] >> 32 & 0xffff, &at);
	struct thread seen = {0};

	is_loss = is_word(emitted, LOSS, record[0] >> 48, &at) && is_loss;
	if (!is_loss)
		return;
	for (unsigned n = record[0] >> 20 & 15; n; n--) {
		const uint64_t *next = at + (*at >> 4 & 0xfff);
		const uint64_t *value = at + 1;
		uint16_t ref = *at >> 16 & 0xffff;

		if (is_word(emitted, COUNT, ref, &value) && value < next)
			seen.n_lost = *value;
		value = at + 1;
		if (is_word(emitted, THREAD, ref, &value) && value < next)
			seen.koid = *value;
		at = next;
	}
	note_thread(emitted, seen);
}

void emitted_note(struct emitted_losses *emitted, const uint64_t *record,
		  size_t n_words)
{
	unsigned type = record[0] & 15;

	(void)n_words; /* sound: the header says the same */
	if (type == FXT_RECORD_STRING)
		note_string(emitted, record);
	if (type == FXT_RECORD_EVENT &&
	    (record[0] >> 16 & 15) == FXT_EVENT_INSTANT)
		note_instant(emitted, record);
}

static bool is_emitted(const struct emitted_losses *emitted, uint64_t koid,
		       uint64_t n_lost)
{
	for (unsigned i = 0; i < emitted->n_threads; i++)
		if (emitted->threads[i].koid == koid)
			return emitted->threads[i].n_lost >= n_lost;
	return false;
}

static bool has_slot(const struct fxw_control *control, uint64_t koid)
{
	for (unsigned i = 0; i < FXW_SLOTS; i++)
		if (control->slots[i].tid == koid)
			return true;
	return false;
}

void emitted_subtract(const struct emitted_losses *emitted,
		      struct fxw_control *control)
{
	for (unsigned i = 0; i < emitted->n_threads; i++) {
		const struct thread *thread = &emitted->threads[i];

		if (!thread->koid || has_slot(control, thread->koid))
			continue;
		control->n_lost_unslotted -=
			thread->n_lost < control->n_lost_unslotted
				? thread->n_lost
				: control->n_lost_unslotted;
	}
}

/* A record under construction. */
struct event {
	uint64_t words[64];
	unsigned n_words;
	unsigned n_args;
	uint16_t category_ref, name_ref;
};

static uint16_t put_text(struct event *event, const char *text)
{
	size_t n_bytes = strlen(text);

	memcpy(event->words + event->n_words, text, n_bytes);
	event->n_words += (unsigned)fxt_words(n_bytes);
	return fxt_inline_ref(n_bytes);
}

static void put_arg(struct event *event, unsigned type, const char *name,
		    uint64_t value)
{
	unsigned at = event->n_words++;
	uint16_t ref = put_text(event, name);

	event->words[event->n_words++] = value;
	event->words[at] = fxt_arg_header(type, event->n_words - at, ref, 0);
	event->n_args++;
}

static void begin_event(struct event *event, const struct fxw_control *control,
			const char *category, const char *name)
{
	uint64_t ticks = control->last.ticks > control->lost_last_ticks
				 ? control->last.ticks
				 : control->lost_last_ticks;

	memset(event, 0, sizeof(*event));
	event->words[1] = ticks;
	event->words[2] = control->pid;
	event->words[3] = fxw_recorder_koid(control->pid);
	event->n_words = 4;
	event->category_ref = put_text(event, category);
	event->name_ref = put_text(event, name);
}

/* `tail` is the word that ends the event: a scope or a counter's id. */
static uint64_t end_event(struct event *event, unsigned type, uint64_t tail,
			  FILE *out)
{
	event->words[event->n_words++] = tail;
	event->words[0] =
		fxt_event_header(type, event->n_words, event->n_args, 0,
				 event->category_ref, event->name_ref);
	fwrite(event->words, 8, event->n_words, out);
	return event->n_words * 8;
}

static uint64_t put_loss(const struct fxw_control *control,
			 const struct fxw_slot *slot, FILE *out)
{
	/* 0 = time unknown, else one more than the time */
	uint64_t first_ms = slot->lost_first_ms ? slot->lost_first_ms - 1 : 0;
	struct event event;

	begin_event(&event, control, words[CATEGORY], words[LOSS]);
	put_arg(&event, FXT_ARG_UINT64, words[COUNT], slot->n_lost);
	put_arg(&event, FXT_ARG_UINT64, "ends", slot->n_lost_ends);
	put_arg(&event, FXT_ARG_KOID, words[THREAD], slot->tid);
	put_arg(&event, FXT_ARG_UINT64, "first_ticks",
		first_ms * (control->ticks_per_second / 1000));
	put_arg(&event, FXT_ARG_UINT64, "last_ticks", slot->lost_last_ticks);
	return end_event(&event, FXT_EVENT_INSTANT, FXT_SCOPE_THREAD, out);
}

static uint64_t put_summary(const struct fxw_control *control, uint64_t n_lost,
			    FILE *out)
{
	uint64_t full = fxt_provider_event(control->provider_id,
					   FXT_PROVIDER_EVENT_BUFFER_FULL);
	struct event event;

	fwrite(&full, 8, 1, out);
	begin_event(&event, control, words[CATEGORY], "lost");
	put_arg(&event, FXT_ARG_UINT64, words[COUNT], n_lost);
	return 8 + end_event(&event, FXT_EVENT_COUNTER, control->pid, out);
}

/* A later one replaces earlier ones, which an exec that failed may have
 * left. */
static uint64_t put_count(const struct fxw_control *control,
			  const char *category, const char *name, uint64_t n,
			  FILE *out)
{
	struct event event;

	if (!n)
		return 0;
	begin_event(&event, control, category, name);
	put_arg(&event, FXT_ARG_UINT64, words[COUNT], n);
	return end_event(&event, FXT_EVENT_INSTANT, FXT_SCOPE_THREAD, out);
}

uint64_t emitted_put_rest(const struct emitted_losses *emitted,
			  const struct fxw_control *control, FILE *out)
{
	struct fxw_slot unslotted = {
		.n_lost = control->n_lost_unslotted,
		.n_lost_ends = (uint32_t)control->n_lost_ends_unslotted,
		.lost_last_ticks = control->lost_last_ticks,
	};
	uint64_t n_lost = control->n_lost_unslotted;
	uint64_t n_bytes = 0;

	for (unsigned i = 0; i <= FXW_SLOTS; i++) {
		const struct fxw_slot *slot =
			i < FXW_SLOTS ? &control->slots[i] : &unslotted;

		n_lost += i < FXW_SLOTS ? slot->n_lost : 0;
		if ((slot->n_lost || slot->n_lost_ends) &&
		    !is_emitted(emitted, slot->tid, slot->n_lost))
			n_bytes += put_loss(control, slot, out);
	}
	if (n_bytes)
		n_bytes += put_summary(control, n_lost, out);
	return n_bytes +
	       put_count(control, words[CATEGORY], FXW_EVENT_OVERWRITTEN,
			 control->n_overwritten, out) +
	       put_count(control, FXW_CATEGORY_FACT, FXW_EVENT_NO_SPACE,
			 control->n_undescribed, out);
}
