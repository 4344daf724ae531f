/* SPDX-License-Identifier: MIT */
/*
 * What the manager itself emits about a provider, see facts.h.
 */
#include "tools/manager/facts.h"

#include <string.h>

#define SESSION_FACTS_WORDS 48u /* all of them */

struct chunk *provider_intro(uint32_t id, const char *name)
{
	size_t n_bytes = strlen(name);
	uint32_t n_info = 1 + (uint32_t)fxt_words(n_bytes);
	struct chunk *chunk = chunk_new(id, n_info + 2);

	chunk->words[n_info - 1] = 0; /* padding of the name */
	chunk->words[0] = fxt_provider_info_header(id, n_bytes);
	memcpy(chunk->words + 1, name, n_bytes);
	chunk->words[n_info] = fxt_init_header();
	chunk->words[n_info + 1] = 0;
	chunk->n_words = n_info + 2;
	chunk->is_intro = true;
	return chunk;
}

/* A text's bytes, zero-padded. Returns the word after it. */
static uint64_t *put_text(uint64_t *at, const char *text)
{
	size_t n_bytes = strlen(text), n_words = fxt_words(n_bytes);

	at[n_words - 1] = 0;
	memcpy(at, text, n_bytes);
	return at + n_words;
}

/* Begins a fact without thread refs, with one argument: put_fact ends it. */
static uint64_t *begin_fact(struct chunk *chunk, uint32_t pid, uint64_t ticks,
			    const char *name)
{
	uint64_t *at = chunk->words + chunk->n_words + 1;

	*at++ = ticks;
	*at++ = pid;
	*at++ = fxw_recorder_koid(pid);
	at = put_text(at, FXW_CATEGORY_FACT);
	return put_text(at, name);
}

static void put_fact(struct chunk *chunk, const char *name, uint64_t *end)
{
	uint64_t *record = chunk->words + chunk->n_words;

	*end++ = FXT_SCOPE_PROCESS;
	*record = fxt_event_header(FXT_EVENT_INSTANT, (size_t)(end - record), 1,
				   0, fxt_inline_ref(strlen(FXW_CATEGORY_FACT)),
				   fxt_inline_ref(strlen(name)));
	chunk->n_words += (uint32_t)(end - record);
}

/* A fact of one small number. */
static void put_number(struct chunk *chunk, uint32_t pid, uint64_t ticks,
		       const char *name, const char *arg_name, uint32_t number)
{
	uint64_t *arg = begin_fact(chunk, pid, ticks, name);
	uint64_t *end = put_text(arg + 1, arg_name);

	*arg = fxt_arg_header(FXT_ARG_UINT32, (size_t)(end - arg),
			      fxt_inline_ref(strlen(arg_name)), number);
	put_fact(chunk, name, end);
}

struct chunk *provider_user(uint32_t id, uint32_t pid, uint64_t ticks,
			    uint32_t uid)
{
	struct chunk *chunk = chunk_new(id, SESSION_FACTS_WORDS);

	put_number(chunk, pid, ticks, FXW_EVENT_USER, FXW_ARG_UID, uid);
	return chunk;
}

struct chunk *provider_session(uint32_t id, uint32_t pid, uint64_t epoch_ticks,
			       uint64_t ticks)
{
	struct chunk *chunk = chunk_new(id, SESSION_FACTS_WORDS);
	uint64_t *arg = begin_fact(chunk, pid, ticks, FXW_EVENT_SESSION);
	uint64_t *at = put_text(arg + 1, FXW_ARG_EPOCH);

	*at++ = epoch_ticks;
	*arg = fxt_arg_header(FXT_ARG_UINT64, (size_t)(at - arg),
			      fxt_inline_ref(strlen(FXW_ARG_EPOCH)), 0);
	put_fact(chunk, FXW_EVENT_SESSION, at);
	put_number(chunk, pid, ticks, FXW_EVENT_SCHEMA, FXW_ARG_SCHEMA,
		   FXW_SCHEMA_VERSION);
	put_number(chunk, pid, ticks, FXW_EVENT_LIFE, FXW_ARG_STATE,
		   FXW_LIFE_JOINED);
	return chunk;
}

struct chunk *provider_life(uint32_t id, uint32_t pid, uint64_t ticks,
			    enum fxw_life life)
{
	struct chunk *chunk = chunk_new(id, SESSION_FACTS_WORDS / 3);

	put_number(chunk, pid, ticks, FXW_EVENT_LIFE, FXW_ARG_STATE, life);
	return chunk;
}

struct chunk *provider_notice(uint32_t id, uint32_t pid, uint64_t ticks,
			      const char *text)
{
	uint32_t n_words = 4 + (uint32_t)fxt_words(strlen(text));
	struct chunk *chunk = chunk_new(id, n_words);

	chunk->words[0] = fxt_log_header(n_words, strlen(text), 0);
	chunk->words[1] = ticks;
	chunk->words[2] = pid;
	chunk->words[3] = fxw_recorder_koid(pid);
	(void)put_text(chunk->words + 4, text);
	chunk->n_words = n_words;
	return chunk;
}
