/* SPDX-License-Identifier: MIT */
/*
 * speedscope's own format, by its file-format-schema.json: for each thread one
 * profile of frames that open and close, in the order of time. The program's
 * frames are around a call that was recorded with its stack and is in no other.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/base/json.h"
#include "tools/base/version.h"
#include "tools/convert/chains.h"
#include "tools/convert/strips.h"

#define SCHEMA "https://www.speedscope.app/file-format-schema.json"
/* A link of a chain opens or closes. */
struct event {
	uint64_t ns;
	uint32_t what; /* as in struct chain */
	uint32_t is_end;
};

/* A thread's events. */
struct lane {
	uint64_t begin_ns, end_ns;
};

struct scope {
	struct chains chains;
	struct lane *lanes; /* by thread */
	struct strips events;
	uint32_t *path;
	size_t path_space;
	struct pen out;
};

static void add_event(struct scope *s, uint32_t chain, uint64_t ns, bool is_end)
{
	const struct chain *link = &s->chains.items[chain];
	struct lane *lane = &s->lanes[link->thread];

	if (!s->events.threads[link->thread].n)
		lane->begin_ns = ns;
	lane->end_ns = ns;
	strips_add(&s->events, link->thread,
		   &(struct event){ns, link->what, is_end});
}

/* mark: the chain that ends with the call. */
static void end_call(void *context, const struct nested *call)
{
	struct scope *s = context;
	const struct chain *items = s->chains.items;
	uint32_t chain = call->mark;

	do {
		add_event(s, chain, call->end_ns, true);
		chain = items[chain].parent;
	} while (!call->depth && items[chain].parent != FXR_NONE);
}

/* The program's frames. */
static void begin_frames(struct scope *s, uint32_t outer, uint64_t ns)
{
	size_t n;

	s->path = fxr_grow(s->path, &s->path_space, s->chains.n,
			   sizeof(*s->path));
	n = chains_path(&s->chains, outer, s->path);
	while (n)
		add_event(s, s->path[--n], ns, false);
}

static void begin_call(struct scope *s, struct nesting *nesting,
		       const struct fxtrace_call *call)
{
	struct nested *nested = around_take(nesting, call);
	uint32_t outer;
	bool has_stack;

	if (nested->depth) {
		outer = nested[-1].mark;
	} else {
		outer = chains_outside(&s->chains, call, &has_stack);
		begin_frames(s, outer, nested->begin_ns);
	}
	nested->mark = chains_link(&s->chains, outer, call->function->index);
	add_event(s, nested->mark, nested->begin_ns, false);
}

static void put_frame(struct scope *s, struct fxr_text name,
		      struct fxr_text file, uint32_t line)
{
	pen_put(&s->out, "{\"name\":");
	json_string(&s->out, name);
	if (file.n_bytes) {
		pen_put(&s->out, ",\"file\":");
		json_string(&s->out, file);
	}
	if (line)
		pen_format(&s->out, ",\"line\":%u", line);
	pen_byte(&s->out, '}');
}

/* Functions that are called, then frames. */
static void put_frames(struct scope *s)
{
	const struct code_frames *frames = &s->chains.frames;

	for (uint32_t i = 0; i < s->chains.n_functions; i++) {
		pen_put(&s->out, i ? ",\n" : "");
		put_frame(s, chains_name(&s->chains, i), fxr_text("", 0), 0);
	}
	for (size_t i = 0; i < frames->n; i++) {
		pen_put(&s->out, i || s->chains.n_functions ? ",\n" : "");
		put_frame(s, frames->items[i].name, frames->items[i].file,
			  frames->items[i].line);
	}
}

static void put_event(void *context, const void *item, uint64_t number)
{
	struct scope *s = context;
	const struct event *event = item;
	uint64_t frame = event->what & ~CHAIN_IS_FRAME;

	if (event->what & CHAIN_IS_FRAME)
		frame += s->chains.n_functions;
	pen_put(&s->out, number ? ",\n" : "");
	pen_format(&s->out,
		   "{\"type\":\"%c\",\"frame\":%" PRIu64 ",\"at\":%" PRIu64 "}",
		   event->is_end ? 'C' : 'O', frame, event->ns);
}

static void put_profile(struct scope *s, size_t index)
{
	const struct fxtrace_thread *thread =
		fxtrace_thread(s->chains.archive, index);
	const struct lane *lane = &s->lanes[index];
	static struct pen name;

	pen_put(&s->out, "{\"type\":\"evented\",\"name\":");
	pen_put(&name, thread->process->name);
	pen_format(&name, " %" PRIu64 ", ", thread->process->pid);
	pen_put(&name, thread->name);
	pen_format(&name, " %" PRIu64, thread->tid);
	json_string(&s->out, pen_take(&name));
	pen_format(&s->out,
		   ",\"unit\":\"nanoseconds\",\"startValue\":%" PRIu64
		   ",\"endValue\":%" PRIu64 ",\"events\":[\n",
		   lane->begin_ns, lane->end_ns);
	strips_each(&s->events, index, put_event, s);
	pen_put(&s->out, "]}");
}

static void put_all(struct scope *s)
{
	const char *comma = "";

	pen_put(&s->out, "{\"$schema\":\"" SCHEMA
			 "\",\"exporter\":\"fxtrace " FXTRACE_VERSION
			 "\",\"shared\":{\"frames\":[\n");
	put_frames(s);
	pen_put(&s->out, "]},\"profiles\":[");
	for (size_t i = 0; i < s->events.n_threads; i++) {
		if (!s->events.threads[i].n)
			continue;
		pen_put(&s->out, comma);
		put_profile(s, i);
		comma = ",\n";
	}
	pen_put(&s->out, "]}\n");
	pen_flush(&s->out);
}

static void gather(struct scope *s, struct convert_output *output)
{
	struct nesting *nesting = around_open(s->chains.archive, end_call, s);
	struct fxtrace_archive *archive;
	const struct fxtrace_call *call;

	while ((call = rows_next(output, &archive)))
		begin_call(s, nesting, call);
	nesting_close(nesting);
	strips_end(&s->events);
}

static bool write_speedscope(struct convert_output *output)
{
	struct scope s = {.out = {.out = output->out}};
	size_t n_threads = fxtrace_n_threads(rows_archive(output, 0));

	s.lanes = fxr_new(n_threads + 1, sizeof(*s.lanes));
	strips_open(&s.events, n_threads, sizeof(struct event));
	chains_init(&s.chains, output, true);
	gather(&s, output);
	put_all(&s);
	if (s.events.has_failed)
		snprintf(output->error, sizeof(output->error),
			 "no space for a temporary file: set TMPDIR");
	strips_close(&s.events);
	fxr_free(s.lanes);
	fxr_free(s.path);
	pen_fini(&s.out);
	chains_fini(&s.chains);
	return !s.events.has_failed;
}

const struct convert_format convert_speedscope = {
	.name = "speedscope",
	.suffixes = ".speedscope .speedscope.json",
	.purpose = "a profile in the order of time for speedscope",
	.is_packable = true,
	.write_rows = write_speedscope,
	.is_brief = true,
};
