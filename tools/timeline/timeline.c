/* SPDX-License-Identifier: MIT */
/*
 * Writes the page, see timeline.h.
 */
#include "tools/timeline/timeline.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/archive/nesting.h"
#include "tools/base/die.h"
#include "tools/base/json.h"
#include "tools/fd/handled.h"
#include "tools/timeline/about.h"
#include "tools/timeline/events.h"
#include "tools/timeline/frame_times.h"
#include "tools/page/page.h"
#include "tools/page/section.h"
#include "tools/timeline/words.h"
#include "tools/base/version.h"

/* Of a chunk, before packing: one is unpacked to show a call. */
#define CHUNK_BYTES ((size_t)256 << 10)
/* Different errors, "ENOENT" ..., and files; further ones have no name. */
#define MAX_ERRORS 4096u
#define MAX_FILES 65536u

/* The page's text before and after the data: page.S. */
extern const char timeline_page[], timeline_page_end[];

enum column {
	NUMBER, /* the difference to the one before, less 1 */
	BEGIN,	/* ns, the difference to the one before */
	TIME,	/* ns + 1; 0: unknown */
	FUNCTION,
	THREAD,
	DEPTH,
	STATE,	   /* enum fxr_call_state, + 8 * marks, UNTIMED */
	ERROR,	   /* index + 1, 0: none */
	OPEN_FILE, /* the same of its file */
	OBJECT,	   /* what its descriptor refers to, from 1; 0: unknown */
	N_COLUMNS,
};

/* Its state is known, but not its end. */
enum { UNTIMED = 128 };

/* Texts of a kind: each is in the page once. */
struct texts {
	struct fxr_map map;
	struct pen list; /* of JSON, without its brackets */
	uint32_t n, max;
};

/* An archive of the page; indices of its lists follow those before it. */
struct source {
	struct fxr_world *world;
	struct timeline_source *how;
	struct nesting *nesting;
	struct frame_times *frames;
	struct handled *handled;
	size_t first_thread, first_function, first_process;
};

struct timeline {
	const struct timeline_options *options;
	FILE *out;
	struct merge *merge;
	struct source *sources;
	struct section *columns[N_COLUMNS], *chunk;
	struct words words;
	struct pen firsts; /* of each chunk, its first call: [0,812,...] */
	struct texts errors, files;
	struct fxr_map objects;
	bool *has_calls; /* by process in the page's list */
	size_t n_has_calls, has_calls_capacity;
	uint32_t n_objects;
	uint64_t most_depth;
	uint64_t n_calls, first_ns, last_ns, next_number, begin_ns;
	uint64_t chunk_bytes;
};

static void open_source(struct timeline *t, size_t i,
			struct timeline_source *how)
{
	const struct merge_part *part = merge_part(t->merge, i);
	struct source *source = &t->sources[i];

	*source = (struct source){.world = part->world, .how = how};
	if (i) {
		source->first_thread =
			source[-1].first_thread + source[-1].world->n_threads;
		source->first_function =
			source[-1].first_function + source[-1].world->n_names;
		source->first_process = source[-1].first_process +
					source[-1].world->n_processes;
	}
	source->nesting =
		nesting_open(source->world, part->last_ns, NULL, NULL);
	source->frames = frame_times_open(source->world);
	source->handled = handled_open(source->world);
}

struct timeline *timeline_open(FILE *out, struct merge *merge,
			       struct timeline_source *sources,
			       const struct timeline_options *options)
{
	struct timeline *t = fxr_new(1, sizeof(*t));
	size_t n = merge_n_parts(merge);

	t->options = options;
	t->out = out;
	t->merge = merge;
	t->words.max_bytes = options->max_bytes;
	for (size_t i = 0; i < N_COLUMNS; i++)
		t->columns[i] = section_open();
	t->chunk = section_open();
	t->errors.max = MAX_ERRORS;
	t->files.max = MAX_FILES;
	t->sources = fxr_new(n, sizeof(*t->sources));
	for (size_t i = 0; i < n; i++)
		open_source(t, i, &sources[i]);
	page_head(out, timeline_page, timeline_page_end);
	return t;
}

/* Its index + 1; 0: there is none. */
static uint64_t index_of(struct texts *texts, struct fxr_text text)
{
	uint64_t hash = fxr_hash(text.bytes, text.n_bytes);
	uint32_t index;

	if (!text.n_bytes)
		return 0;
	index = fxr_map_find(&texts->map, hash, text.n_bytes, 0);
	if (index != FXR_NONE)
		return index + 1;
	if (texts->n == texts->max)
		return texts->max + 1;
	fxr_map_put(&texts->map, hash, text.n_bytes, 0, texts->n);
	if (texts->n)
		pen_byte(&texts->list, ',');
	json_string(&texts->list, text);
	return ++texts->n;
}

static void put_texts(struct texts *texts, const char *key, struct pen *out)
{
	struct fxr_text list = pen_take(&texts->list);

	pen_format(out, ",\"%s\":[", key);
	pen_bytes(out, list.bytes, list.n_bytes);
	pen_byte(out, ']');
}

static void texts_fini(struct texts *texts)
{
	fxr_map_fini(&texts->map);
	pen_fini(&texts->list);
}

/* Small numbers pack well. */
static uint64_t object_of(struct timeline *t, uint64_t number)
{
	uint32_t found;

	if (!number)
		return 0;
	found = fxr_map_find(&t->objects, number, 0, 0);
	if (found != FXR_NONE)
		return found;
	fxr_map_put(&t->objects, number, 0, 0, ++t->n_objects);
	return t->n_objects;
}

static void put_file(struct timeline *t, const struct source *source,
		     const struct fxr_call *call)
{
	struct handled_one one = handled_find(source->handled, call);
	struct fxr_text text = one.text ? fxr_text(one.text, strlen(one.text))
					: fxr_text("", 0);

	section_number(t->columns[OPEN_FILE], index_of(&t->files, text));
	section_number(t->columns[OBJECT], object_of(t, one.object));
}

/* dump shows no time of a call that is only known to have been made */
static bool is_untimed(const struct fxr_call *call)
{
	return call->state == FXR_CALL_REPLACED ||
	       !fxr_is_timed(call->function, call->has_ret, call->marks);
}

static uint64_t depth_of(const struct source *source,
			 const struct fxr_call *call)
{
	static struct fxr_call ended;

	/* later calls are not inside it */
	if (call->state != FXR_CALL_REPLACED || call->has_end)
		return nesting_take(source->nesting, call)->depth;
	ended.thread = call->thread;
	ended.number = call->number;
	ended.begin_ns = call->begin_ns;
	ended.end_ns = call->begin_ns + 1;
	ended.has_end = true;
	return nesting_take(source->nesting, &ended)->depth;
}

static uint64_t time_of(const struct fxr_call *call)
{
	if (fxr_shows_duration(call))
		return call->end_ns - call->begin_ns + 1;
	return call->state == FXR_CALL_REPLACED || call->has_end ? 1 : 0;
}

/* begin_ns: on the page, where it never falls */
static void put_columns(struct timeline *t, const struct source *source,
			const struct fxr_call *call, uint64_t begin_ns)
{
	struct section **columns = t->columns;
	uint64_t time = time_of(call), depth = depth_of(source, call);

	if (depth > t->most_depth)
		t->most_depth = depth;
	section_number(columns[NUMBER], call->number - t->next_number);
	section_number(columns[BEGIN], begin_ns - t->begin_ns);
	section_number(columns[TIME], time);
	section_number(columns[FUNCTION],
		       source->first_function +
			       (uint64_t)(call->name - source->world->names));
	section_number(
		columns[THREAD],
		source->first_thread +
			(uint64_t)(call->thread - source->world->threads));
	section_number(columns[DEPTH], depth);
	section_number(columns[STATE],
		       call->state | call->marks << 3 |
			       (is_untimed(call) ? UNTIMED : 0));
	section_number(columns[ERROR], index_of(&t->errors, call->error));
	put_file(t, source, call);
	if (!t->n_calls)
		t->first_ns = begin_ns;
	t->next_number = call->number + 1;
	t->begin_ns = begin_ns;
	if (time)
		time--;
	if (begin_ns + time > t->last_ns)
		t->last_ns = begin_ns + time;
}

static void write_chunk(struct timeline *t)
{
	struct fxr_text text = pen_take(&t->words.text);
	struct fxr_text memory = pen_take(&t->words.memory);
	uint32_t n = (uint32_t)text.n_bytes;
	const unsigned char head[] = {(unsigned char)n, (unsigned char)(n >> 8),
				      (unsigned char)(n >> 16),
				      (unsigned char)(n >> 24)};

	section_put(t->chunk, head, sizeof(head));
	section_put(t->chunk, text.bytes, text.n_bytes);
	section_put(t->chunk, memory.bytes, memory.n_bytes);
	t->chunk_bytes += section_bytes(t->chunk);
	section_write(t->chunk, t->out, "words", "");
}

static void put_words(struct timeline *t, const struct source *source,
		      const struct fxr_call *call)
{
	struct words *words = &t->words;

	words->print.world = source->world;
	words->print.names = &source->how->names;
	words->stacks = source->how->stacks;
	if (!words->text.n_bytes)
		pen_format(&t->firsts, "%s%" PRIu64, t->n_calls ? "," : "",
			   t->n_calls);
	words_take(words, call);
	if (words->text.n_bytes + words->memory.n_bytes >= CHUNK_BYTES)
		write_chunk(t);
}

static void note_process(struct timeline *t, const struct source *source,
			 const struct fxr_call *call)
{
	size_t n = source->first_process + call->thread->process;

	if (!call->thread->process)
		return;
	if (n > t->n_has_calls) {
		t->has_calls = fxr_grow(t->has_calls, &t->has_calls_capacity, n,
					sizeof(*t->has_calls));
		t->n_has_calls = n;
	}
	t->has_calls[n - 1] = true;
}

void timeline_take(struct timeline *t, const struct fxr_call *call, size_t part,
		   bool is_shown)
{
	const struct source *source = &t->sources[part];
	uint64_t begin_ns = merge_call_ns(t->merge);

	frame_times_take(source->frames, call, begin_ns);
	handled_take(source->handled, call);
	if (!is_shown)
		return;
	put_columns(t, source, call, begin_ns);
	note_process(t, source, call);
	put_words(t, source, call);
	t->n_calls++;
}

uint64_t timeline_n_calls(const struct timeline *t)
{
	return t->n_calls;
}

static void put_text(struct pen *out, const char *key, const char *text)
{
	pen_format(out, ",\"%s\":", key);
	json_string(out, fxr_text(text, strlen(text)));
}

static void put_lists(struct timeline *t, struct pen *out)
{
	static const bool none;
	bool is_narrowed = t->n_calls < merge_n_calls(t->merge);
	const bool *own = t->has_calls ? t->has_calls : &none;
	const struct events_shown shown = {.is_shown = is_narrowed ? own : NULL,
					   .n = t->n_has_calls};
	const char *comma = "";
	size_t first_process = 0;
	struct fxr_text text;

	about_put(out, t->merge, t->options->list);
	events_put(out, t->merge, &shown);
	put_texts(&t->errors, "errors", out);
	put_texts(&t->files, "files", out);
	pen_put(out, ",\"chunks\":[");
	text = pen_take(&t->firsts);
	pen_bytes(out, text.bytes, text.n_bytes);
	pen_put(out, "],\"frames\":[");
	for (size_t i = 0; i < merge_n_parts(t->merge); i++) {
		frame_times_put(t->sources[i].frames, first_process, &comma,
				out);
		first_process += t->sources[i].world->n_processes;
	}
	pen_byte(out, ']');
}

static void put_flame(const struct timeline_flame *flame, struct pen *out)
{
	pen_format(out,
		   ",\"flame\":{\"by\":\"%s\",\"width\":\"%s\",\"waits\":%s}",
		   flame->by, flame->is_by_calls ? "calls" : "time",
		   flame->has_waiting ? "true" : "false");
}

static void put_about(struct timeline *t, const char *fault)
{
	struct section *section = section_open();
	uint64_t n_cut = 0;
	struct pen out = {0};
	struct fxr_text text;

	for (size_t i = 0; i < merge_n_parts(t->merge); i++)
		n_cut +=
			fxr_calls_totals(merge_part(t->merge, i)->calls)->n_cut;
	pen_put(&out, "{\"version\":2");
	put_text(&out, "writer", "fxtrace " FXTRACE_VERSION);
	put_text(&out, "title", t->options->title);
	if (t->options->flame)
		put_flame(t->options->flame, &out);
	if (fault)
		put_text(&out, "fault", fault);
	pen_format(&out,
		   ",\"calls\":%" PRIu64 ",\"all_calls\":%" PRIu64
		   ",\"cut_calls\":%" PRIu64 ",\"first_ns\":%" PRIu64
		   ",\"last_ns\":%" PRIu64 ",\"max_bytes\":%" PRIu64
		   ",\"word_bytes\":%" PRIu64 ",\"most_depth\":%" PRIu64
		   ",\"objects\":%" PRIu32,
		   t->n_calls, merge_n_calls(t->merge), n_cut, t->first_ns,
		   t->last_ns, t->words.max_bytes, t->chunk_bytes,
		   t->most_depth, t->n_objects);
	put_lists(t, &out);
	pen_byte(&out, '}');
	text = pen_take(&out);
	section_put(section, text.bytes, text.n_bytes);
	section_write(section, t->out, "about", "about");
	pen_fini(&out);
	section_close(section);
}

void timeline_finish(struct timeline *t, const char *fault)
{
	static const char *const names[] = {
		"number", "begin", "time",  "function", "thread",
		"depth",  "state", "error", "file",	"object"};

	if (t->words.text.n_bytes)
		write_chunk(t);
	for (size_t i = 0; i < N_COLUMNS; i++)
		section_write(t->columns[i], t->out, "column", names[i]);
	put_about(t, fault);
	page_rest(t->out, timeline_page, timeline_page_end);
}

void timeline_close(struct timeline *t)
{
	for (size_t i = 0; i < N_COLUMNS; i++)
		section_close(t->columns[i]);
	section_close(t->chunk);
	for (size_t i = 0; i < merge_n_parts(t->merge); i++) {
		nesting_close(t->sources[i].nesting);
		frame_times_close(t->sources[i].frames);
		handled_close(t->sources[i].handled);
	}
	free(t->sources);
	fxr_free(t->has_calls);
	words_fini(&t->words);
	texts_fini(&t->errors);
	texts_fini(&t->files);
	fxr_map_fini(&t->objects);
	pen_fini(&t->firsts);
	free(t);
}
