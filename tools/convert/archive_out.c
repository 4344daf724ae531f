/* SPDX-License-Identifier: MIT */
/*
 * Writes archives sequentially, see archive_out.h. Records: writer/fxt.h.
 */
#include "tools/convert/archive_out.h"

#include <stdlib.h>
#include <string.h>

#include "tools/convert/entry_out.h"
#include "tools/print/print.h"
#include "writer/utf8.h"
#include "writer/wire.h"

/* A record holds values up to this size; larger ones are split into pieces. */
#define INLINE_BYTES (16u << 10)
#define PIECE_BYTES 24000u
/* Words of a record that are reserved for names and other arguments. */
#define SPARE_WORDS 1024u
/* Bytes of entries that one event may carry. */
#define ENTRIES_BYTES (12u << 10)
/* Names that are looked up again, by where they are. */
#define N_RECENT 256u
/* A longer name is inline each time. */
#define NAME_BYTES 512u

struct archive_out {
	FILE *out;
	uint32_t provider;
	uint32_t n_blobs;
	/* of the provider: texts that have an index, and threads */
	struct fxr_arena arena;
	struct fxr_text *texts; /* by index */
	size_t n_texts, texts_capacity;
	struct fxr_map text_map, thread_map;
	uint16_t recent[N_RECENT]; /* indexes of texts, or 0 */
	uint32_t n_threads;
	uint64_t n_dropped;
	bool has_schema; /* its number is written */
	/* the event that is being made */
	uint64_t words[FXT_RECORD_MAX_WORDS];
	size_t n_words;
	size_t n_inline_bytes;
	unsigned type, n_args;
	uint8_t thread_ref;
	uint16_t category_ref, name_ref;
	struct entry_out entries; /* that are not written yet */
};

static void flush_entries(struct archive_out *a);

static struct fxr_text literal(const char *text)
{
	return fxr_text(text, strlen(text));
}

void archive_out_words(struct archive_out *a, const uint64_t *words,
		       size_t n_words)
{
	fwrite_unlocked(words, 8, n_words, a->out);
}

/* Bytes, padded to whole words. */
static void put_bytes(struct archive_out *a, struct fxr_text text)
{
	static const char zeros[8];

	if (text.n_bytes)
		fwrite_unlocked(text.bytes, 1, text.n_bytes, a->out);
	fwrite_unlocked(zeros, 1, -text.n_bytes & 7, a->out);
}

static void put_word(struct archive_out *a, uint64_t word)
{
	archive_out_words(a, &word, 1);
}

/* The index of a text; 0: it has none. */
static uint16_t find_index(const struct archive_out *a, struct fxr_text text,
			   uint64_t hash, uint32_t *n_same)
{
	uint32_t index;

	for (*n_same = 0;; ++*n_same) {
		index = fxr_map_find(&a->text_map, hash, text.n_bytes, *n_same);
		if (index == FXR_NONE)
			return 0;
		if (fxr_is_same(a->texts[index], text))
			return (uint16_t)index;
	}
}

static uint16_t new_index(struct archive_out *a, struct fxr_text text,
			  uint64_t hash, uint32_t n_same)
{
	uint16_t index = (uint16_t)a->n_texts;

	a->texts = fxr_grow(a->texts, &a->texts_capacity, a->n_texts + 1,
			    sizeof(*a->texts));
	a->texts[a->n_texts++] = fxr_arena_text(&a->arena, text);
	fxr_map_put(&a->text_map, hash, text.n_bytes, n_same, index);
	put_word(a, fxt_string_header(index, text.n_bytes));
	put_bytes(a, text);
	return index;
}

/* The index of a text that has one or gets it now; 0: neither. */
static uint16_t index_of(struct archive_out *a, struct fxr_text text)
{
	uint16_t *recent =
		&a->recent[((uintptr_t)text.bytes >> 3 ^ text.n_bytes) %
			   N_RECENT];
	uint64_t hash;
	uint32_t n_same;
	uint16_t index;

	if (*recent && fxr_is_same(a->texts[*recent], text))
		return *recent;
	hash = fxr_hash(text.bytes, text.n_bytes);
	index = find_index(a, text, hash, &n_same);
	if (!index && a->n_texts <= FXT_STRING_MAX_INDEX)
		index = new_index(a, text, hash, n_same);
	*recent = index;
	return index;
}

/* A ref to a name. An inline name's bytes follow at the usual place. */
static uint16_t name_ref(struct archive_out *a, struct fxr_text *text)
{
	uint16_t index;

	if (!text->n_bytes)
		return 0;
	if (text->n_bytes > FXT_STRING_MAX_BYTES)
		text->n_bytes = FXT_STRING_MAX_BYTES;
	if (text->n_bytes > NAME_BYTES)
		return fxt_inline_ref(text->n_bytes);
	index = index_of(a, *text);
	return index ? index : fxt_inline_ref(text->n_bytes);
}

/* A ref to a thread; 0: it is inline. */
static uint8_t thread_ref(struct archive_out *a, uint64_t pid, uint64_t tid)
{
	uint32_t index = fxr_map_find(&a->thread_map, pid, tid, 0);

	if (index != FXR_NONE)
		return (uint8_t)index;
	if (a->n_threads == FXT_THREAD_MAX_INDEX)
		return 0;
	index = ++a->n_threads;
	fxr_map_put(&a->thread_map, pid, tid, 0, index);
	put_word(a, fxt_thread_header((uint8_t)index));
	put_word(a, pid);
	put_word(a, tid);
	return (uint8_t)index;
}

static void clear_tables(struct archive_out *a)
{
	fxr_map_fini(&a->text_map);
	fxr_map_fini(&a->thread_map);
	memset(&a->text_map, 0, sizeof(a->text_map));
	memset(&a->thread_map, 0, sizeof(a->thread_map));
	memset(a->recent, 0, sizeof(a->recent));
	fxr_arena_reset(&a->arena);
	a->n_threads = 0;
	a->n_texts = 1; /* index 0 is the empty text */
	a->texts = fxr_grow(a->texts, &a->texts_capacity, 1, sizeof(*a->texts));
}

void archive_out_provider(struct archive_out *a, uint32_t id,
			  struct fxr_text name, uint64_t ticks_per_second)
{
	if (name.n_bytes > FXT_PROVIDER_NAME_MAX_BYTES)
		name.n_bytes = FXT_PROVIDER_NAME_MAX_BYTES;
	flush_entries(a);
	clear_tables(a);
	a->provider = id;
	put_word(a, fxt_provider_info_header(id, name.n_bytes));
	put_bytes(a, name);
	put_word(a, fxt_init_header());
	put_word(a, ticks_per_second);
}

struct archive_out *archive_out_open(FILE *out, struct fxr_text name,
				     uint64_t ticks_per_second)
{
	struct archive_out *a = fxr_new(1, sizeof(*a));

	a->out = out;
	put_word(a, FXT_MAGIC);
	archive_out_provider(a, 1, name, ticks_per_second);
	return a;
}

static void put_schema(struct archive_out *a, uint64_t ticks, uint64_t pid,
		       uint64_t tid)
{
	a->has_schema = true;
	archive_out_event(a, FXT_EVENT_INSTANT, ticks, pid, tid,
			  literal(FXW_CATEGORY_FACT),
			  literal(FXW_EVENT_SCHEMA));
	archive_out_uint(a, literal(FXW_ARG_SCHEMA), FXW_SCHEMA_VERSION);
	archive_out_commit(a, FXT_SCOPE_GLOBAL);
}

void archive_out_close(struct archive_out *a)
{
	if (!a->has_schema)
		put_schema(a, 0, 0, fxw_recorder_koid(0));
	flush_entries(a);
	fxr_map_fini(&a->text_map);
	fxr_map_fini(&a->thread_map);
	fxr_arena_fini(&a->arena);
	free(a->texts);
	free(a);
}

/* The part of a name that is inline. */
static struct fxr_text inline_text(uint16_t ref, struct fxr_text text)
{
	return ref & FXT_STRING_INLINE ? text : fxr_text("", 0);
}

void archive_out_process(struct archive_out *a, uint64_t pid,
			 struct fxr_text name)
{
	uint16_t ref = name_ref(a, &name);
	struct fxr_text text = inline_text(ref, name);

	put_word(a, fxt_kernel_object_header(2 + fxt_words(text.n_bytes),
					     FXT_OBJECT_PROCESS, ref, 0));
	put_word(a, pid);
	put_bytes(a, text);
}

void archive_out_thread(struct archive_out *a, uint64_t pid, uint64_t tid,
			struct fxr_text name)
{
	struct fxr_text process = fxr_text("process", 7);
	uint16_t arg = name_ref(a, &process);
	uint16_t ref = name_ref(a, &name);
	struct fxr_text text = inline_text(ref, name);
	struct fxr_text arg_text = inline_text(arg, process);
	size_t n_arg = 2 + fxt_words(arg_text.n_bytes);

	put_word(a,
		 fxt_kernel_object_header(2 + fxt_words(text.n_bytes) + n_arg,
					  FXT_OBJECT_THREAD, ref, 1));
	put_word(a, tid);
	put_bytes(a, text);
	put_word(a, fxt_arg_header(FXT_ARG_KOID, n_arg, arg, 0));
	put_bytes(a, arg_text);
	put_word(a, pid);
}

/* Reserves n words in the event; NULL: no space. */
static uint64_t *take_words(struct archive_out *a, size_t n)
{
	uint64_t *at = a->words + a->n_words;

	/* the last word is commit's */
	if (n >= FXT_RECORD_MAX_WORDS - a->n_words)
		return NULL;
	a->n_words += n;
	memset(at, 0, n * 8);
	return at;
}

void archive_out_event(struct archive_out *a, unsigned type, uint64_t ticks,
		       uint64_t pid, uint64_t tid, struct fxr_text category,
		       struct fxr_text name)
{
	struct fxr_text texts[] = {category, name};
	uint64_t *at;

	/* in a thread that has other events, too: viewers show its process */
	if (!a->has_schema && pid)
		put_schema(a, ticks, pid, tid);
	flush_entries(a);
	a->type = type;
	a->n_args = 0;
	a->n_words = 0;
	a->n_inline_bytes = 0;
	a->thread_ref = thread_ref(a, pid, tid);
	a->category_ref = name_ref(a, &texts[0]);
	a->name_ref = name_ref(a, &texts[1]);
	at = take_words(a, a->thread_ref ? 2 : 4);
	at[1] = ticks;
	if (!a->thread_ref) {
		at[2] = pid;
		at[3] = tid;
	}
	for (unsigned i = 0; i < 2; i++) {
		struct fxr_text text = inline_text(
			i ? a->name_ref : a->category_ref, texts[i]);

		/* two names of the greatest length do not fit together */
		at = take_words(a, fxt_words(text.n_bytes));
		if (at)
			memcpy(at, text.bytes, text.n_bytes);
	}
}

bool archive_out_has_space(const struct archive_out *a)
{
	return a->n_args < FXT_MAX_ARGS &&
	       a->n_words + SPARE_WORDS < FXT_RECORD_MAX_WORDS;
}

/* Begins an argument with n_words after its name; NULL: no space. */
static uint64_t *put_arg(struct archive_out *a, unsigned type,
			 struct fxr_text name, uint32_t value32, size_t n_words)
{
	uint16_t ref = name_ref(a, &name);
	struct fxr_text text = inline_text(ref, name);
	size_t n_name = fxt_words(text.n_bytes);
	uint64_t *at = a->n_args < FXT_MAX_ARGS
			       ? take_words(a, 1 + n_name + n_words)
			       : NULL;

	if (!at) {
		a->n_dropped++;
		return NULL;
	}
	a->n_args++;
	at[0] = fxt_arg_header(type, 1 + n_name + n_words, ref, value32);
	if (text.n_bytes)
		memcpy(at + 1, text.bytes, text.n_bytes);
	return at + 1 + n_name;
}

static void put_arg_word(struct archive_out *a, unsigned type,
			 struct fxr_text name, uint64_t word)
{
	uint64_t *at = put_arg(a, type, name, 0, 1);

	if (at)
		*at = word;
}

void archive_out_null(struct archive_out *a, struct fxr_text name)
{
	(void)put_arg(a, FXT_ARG_NULL, name, 0, 0);
}

void archive_out_bool(struct archive_out *a, struct fxr_text name, bool value)
{
	(void)put_arg(a, FXT_ARG_BOOL, name, value, 0);
}

void archive_out_int(struct archive_out *a, struct fxr_text name, int64_t value)
{
	if (value == (int32_t)value)
		(void)put_arg(a, FXT_ARG_INT32, name, (uint32_t)value, 0);
	else
		put_arg_word(a, FXT_ARG_INT64, name, (uint64_t)value);
}

void archive_out_uint(struct archive_out *a, struct fxr_text name,
		      uint64_t value)
{
	if (value == (uint32_t)value)
		(void)put_arg(a, FXT_ARG_UINT32, name, (uint32_t)value, 0);
	else
		put_arg_word(a, FXT_ARG_UINT64, name, value);
}

void archive_out_double(struct archive_out *a, struct fxr_text name,
			double value)
{
	uint64_t word;

	memcpy(&word, &value, sizeof(word));
	put_arg_word(a, FXT_ARG_DOUBLE, name, word);
}

void archive_out_pointer(struct archive_out *a, struct fxr_text name,
			 uint64_t value)
{
	put_arg_word(a, FXT_ARG_POINTER, name, value);
}

void archive_out_koid(struct archive_out *a, struct fxr_text name,
		      uint64_t value)
{
	put_arg_word(a, FXT_ARG_KOID, name, value);
}

static void put_blob(struct archive_out *a, struct fxr_text name,
		     struct fxr_text bytes)
{
	put_word(a, fxt_blob_header(1 + fxt_words(name.n_bytes) +
					    fxt_words(bytes.n_bytes),
				    fxt_inline_ref(name.n_bytes), bytes.n_bytes,
				    FXT_BLOB_DATA));
	put_bytes(a, name);
	put_bytes(a, bytes);
}

/* The first piece of the bytes, which are those behind it then. */
static struct fxr_text take_piece(struct fxr_text *bytes)
{
	struct fxr_text piece = *bytes;

	if (piece.n_bytes > PIECE_BYTES)
		piece.n_bytes = PIECE_BYTES;
	*bytes = fxr_text(bytes->bytes + piece.n_bytes,
			  bytes->n_bytes - piece.n_bytes);
	return piece;
}

/* Bytes that do not fit into the event, as blobs named fxtrace:b/ID. */
static uint64_t put_pieces(struct archive_out *a, struct fxr_text bytes)
{
	uint64_t id = (uint64_t)a->provider << 32 | ++a->n_blobs;
	char name[40];
	int n = snprintf(name, sizeof(name), "fxtrace:b/%llx",
			 (unsigned long long)id);

	while (bytes.n_bytes)
		put_blob(a, fxr_text(name, (size_t)n), take_piece(&bytes));
	return id;
}

void archive_out_named(struct archive_out *a, const char *name,
		       const char *more, struct fxr_text bytes)
{
	char text[100];
	int n = snprintf(text, sizeof(text), "%s%s", name, more);

	while (bytes.n_bytes > PIECE_BYTES)
		put_blob(a, fxr_text(text, (size_t)n), take_piece(&bytes));
	put_blob(a, literal(name), bytes);
}

void archive_out_blob(struct archive_out *a, struct fxr_text name,
		      struct fxr_text bytes)
{
	uint64_t *at;

	if (a->n_args >= FXT_MAX_ARGS) {
		a->n_dropped++;
		return;
	}
	if (bytes.n_bytes + a->n_inline_bytes > INLINE_BYTES) {
		archive_out_koid(a, name, put_pieces(a, bytes));
		return;
	}
	at = put_arg(a, FXT_ARG_BLOB, name, (uint32_t)bytes.n_bytes,
		     fxt_words(bytes.n_bytes));
	if (at && bytes.n_bytes)
		memcpy(at, bytes.bytes, bytes.n_bytes);
	a->n_inline_bytes += bytes.n_bytes;
}

void archive_out_string(struct archive_out *a, struct fxr_text name,
			struct fxr_text value)
{
	uint16_t ref;
	uint64_t *at;

	if (value.n_bytes + a->n_inline_bytes > INLINE_BYTES ||
	    fxw_utf8_cut(value.bytes, value.n_bytes) != value.n_bytes) {
		archive_out_blob(a, name, value);
		return;
	}
	ref = name_ref(a, &value);
	value = inline_text(ref, value);
	at = put_arg(a, FXT_ARG_STRING, name, ref, fxt_words(value.n_bytes));
	if (at && value.n_bytes)
		memcpy(at, value.bytes, value.n_bytes);
	a->n_inline_bytes += value.n_bytes;
}

void archive_out_commit(struct archive_out *a, uint64_t word)
{
	if (a->type != FXT_EVENT_DURATION_BEGIN &&
	    a->type != FXT_EVENT_DURATION_END)
		a->words[a->n_words++] = word;
	a->words[0] =
		fxt_event_header(a->type, a->n_words, a->n_args, a->thread_ref,
				 a->category_ref, a->name_ref);
	archive_out_words(a, a->words, a->n_words);
}

uint64_t archive_out_n_dropped(const struct archive_out *a)
{
	return a->n_dropped;
}

void archive_out_log(struct archive_out *a, uint64_t ticks, uint64_t pid,
		     uint64_t tid, struct fxr_text text)
{
	uint8_t ref = thread_ref(a, pid, tid);

	if (text.n_bytes > FXT_STRING_MAX_BYTES)
		text.n_bytes = FXT_STRING_MAX_BYTES;
	put_word(a, fxt_log_header((ref ? 2 : 4) + fxt_words(text.n_bytes),
				   text.n_bytes, ref));
	put_word(a, ticks);
	if (!ref) {
		put_word(a, pid);
		put_word(a, tid);
	}
	put_bytes(a, text);
}

/* Writes the packed entries, before any record that may need them. */
static void flush_entries(struct archive_out *a)
{
	struct entry_out entries = a->entries;

	if (!entries.n_bytes)
		return;
	a->entries = (struct entry_out){0};
	archive_out_event(
		a, FXT_EVENT_INSTANT, 0, 0, fxw_recorder_koid(0),
		fxr_text(FXW_CATEGORY_SIGNATURE,
			 sizeof(FXW_CATEGORY_SIGNATURE) - 1),
		fxr_text(FXW_EVENT_ENTRY, sizeof(FXW_EVENT_ENTRY) - 1));
	archive_out_blob(
		a, fxr_text("entry", 5),
		fxr_text((const char *)entries.bytes, entries.n_bytes));
	archive_out_commit(a, FXT_SCOPE_THREAD);
	entry_out_free(&entries);
}

static void put_entry(struct archive_out *a, enum fxw_entry_kind kind,
		      uint32_t id, struct entry_out *body)
{
	if (a->entries.n_bytes + body->n_bytes > ENTRIES_BYTES)
		flush_entries(a);
	entry_out_append(&a->entries, kind, id, body);
	entry_out_free(body);
}

void archive_out_type(struct archive_out *a, uint32_t id,
		      const struct fxr_type *type)
{
	struct entry_out body = {0};

	entry_out_type(&body, type);
	put_entry(a, FXW_ENTRY_TYPE, id, &body);
	for (size_t i = 0; i < type->n_enumerators; i++)
		archive_out_enumerator(a, id, &type->enumerators[i]);
	for (size_t i = 0; i < type->n_cases; i++) {
		struct entry_out one = {0};

		entry_out_case(&one, &type->cases[i]);
		put_entry(a, FXW_ENTRY_CASE, id, &one);
	}
}

void archive_out_enumerator(struct archive_out *a, uint32_t type,
			    const struct fxr_enumerator *enumerator)
{
	struct entry_out body = {0};

	entry_out_enumerator(&body, enumerator);
	put_entry(a, FXW_ENTRY_ENUMERATOR, type, &body);
}

void archive_out_function(struct archive_out *a, uint32_t id,
			  const struct fxr_function *function)
{
	struct entry_out body = {0};

	entry_out_function(&body, function);
	put_entry(a, FXW_ENTRY_FUNCTION, id, &body);
}
