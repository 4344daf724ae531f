/* SPDX-License-Identifier: MIT */
/*
 * Reads causes out of lent memory, see cause.h. The program may write there at
 * any time, so a record is copied once and examined then, as all others are.
 */
#include "tools/manager/cause.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"

/* A thread may just be writing it again. */
#define TRIES 3u
#define COUNTS_WORDS 300u

/* Copies the cause whole. False: it is being written. */
static bool copy_whole(const struct lent *lent, uint64_t off,
		       struct fxw_cause *cause)
{
	struct fxw_cause *now = cause;
	uint32_t begun;

	if (!lent_read(lent, cause, sizeof(*cause), off))
		return false;
	begun = cause->begun;
	/* acquire: pairs with the release in fxp_cause_put; the read is a
	 * system call */
	return begun && cause->done == begun &&
	       lent_read(lent, &now->begun, sizeof(begun), off) &&
	       cause->begun == begun;
}

static bool find_cause(const struct lent *lent, const char *alert,
		       struct fxw_cause *cause)
{
	uint64_t off = lent_causes_off(lent);

	for (unsigned i = 0; off && i < FXW_TRIGGERS * TRIES; i++)
		if (copy_whole(lent, off + i % FXW_TRIGGERS * FXW_CAUSE_BYTES,
			       cause) &&
		    memcmp(cause->name, alert, FXW_ALERT_BYTES) == 0)
			return true;
	return false;
}

/* The one record, if it is sound and an instant event. */
static struct chunk *sift(const struct provider *provider,
			  const struct fxw_cause *cause)
{
	struct emitted_losses *emitted = emitted_new();
	struct gather_counts counts = {0};
	struct gather gather = {
		.provider_id = provider->id,
		.secret = provider->names.secret,
		.emitted = emitted,
		.counts = &counts,
		.last_ticks = UINT64_MAX,
	};
	size_t n = cause->n_words;
	struct chunk *chunk = NULL;
	uint64_t *at;

	if (n && n <= FXW_CAUSE_WORDS && (cause->words[0] >> 4 & 0xfff) == n &&
	    (cause->words[0] & 15) == FXT_RECORD_EVENT &&
	    (cause->words[0] >> 16 & 15) == FXT_EVENT_INSTANT) {
		at = gather_capacity(&gather, n);
		memcpy(at, cause->words, n * 8);
		(void)gather_sift(&gather, at, n);
		chunk = gather_take(&gather);
	}
	free(emitted);
	return chunk;
}

struct chunk *cause_take(const struct provider *provider, const char *alert)
{
	struct fxw_cause *cause = malloc(sizeof(*cause));
	struct chunk *chunk = NULL;

	if (!cause)
		die("out of memory");
	if (find_cause(&provider->lent, alert, cause))
		chunk = sift(provider, cause);
	free(cause);
	return chunk;
}

static uint64_t *put_text(uint64_t *at, const char *text, size_t n_bytes)
{
	size_t n_words = fxt_words(n_bytes);

	if (n_words)
		at[n_words - 1] = 0;
	memcpy(at, text, n_bytes);
	return at + n_words;
}

static uint64_t *put_count(uint64_t *at, const char *name, uint64_t count)
{
	uint64_t *value = put_text(at + 1, name, strlen(name));

	*value = count;
	*at = fxt_arg_header(FXT_ARG_UINT64, (size_t)(value + 1 - at),
			     fxt_inline_ref(strlen(name)), 0);
	return value + 1;
}

static uint64_t *put_rule(uint64_t *at, const struct fxw_trigger *trigger)
{
	size_t n = trigger->n_text < 1000 ? trigger->n_text : 1000;
	uint64_t *value = put_text(at + 1, "rule", 4);
	uint64_t *end = put_text(value, trigger->text, n);

	*at = fxt_arg_header(FXT_ARG_STRING, (size_t)(end - at),
			     fxt_inline_ref(4), fxt_inline_ref(n));
	return end;
}

struct chunk *cause_counts(uint32_t id, uint32_t pid, uint64_t ticks,
			   const struct fxw_trigger *trigger,
			   const struct shot_counts *counts)
{
	static const char fact[] = FXW_CATEGORY_FACT,
			  name[] = FXW_EVENT_SNAPSHOTS;
	struct chunk *chunk = chunk_new(id, COUNTS_WORDS);
	uint64_t *at = chunk->words + 1;

	*at++ = ticks;
	*at++ = pid;
	*at++ = fxw_recorder_koid(pid);
	at = put_text(at, fact, sizeof(fact) - 1);
	at = put_text(at, name, sizeof(name) - 1);
	at = put_rule(at, trigger);
	at = put_count(at, "taken", counts->n_taken);
	at = put_count(at, "removed", counts->n_removed);
	at = put_count(at, "held_back", counts->n_held);
	*at++ = FXT_SCOPE_PROCESS;
	chunk->n_words = (uint32_t)(at - chunk->words);
	chunk->words[0] = fxt_event_header(FXT_EVENT_INSTANT, chunk->n_words, 4,
					   0, fxt_inline_ref(sizeof(fact) - 1),
					   fxt_inline_ref(sizeof(name) - 1));
	return chunk;
}
