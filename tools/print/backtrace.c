/* SPDX-License-Identifier: MIT */
/*
 * Frames of calls, see backtrace.h.
 */
#include "tools/print/backtrace.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/json.h"
#include "tools/elf/symbols.h"
#include "tools/print/code_names.h"
#include "tools/print/module_map.h"

/* The recorder's own limit is lower; archives may hold anything. */
#define MAX_FRAMES 256u
#define FIELDS 5u
/* Frames of cached stacks; stacks beyond are built each time. */
#define MAX_CACHED (1u << 20)

/* A decoded stack. */
struct cached_stack {
	size_t first;
	uint32_t n;
	enum backtrace_end end;
	uint32_t edition;     /* how often it was decoded again */
	struct jit_span span; /* times at which its frames have these names */
};

struct backtraces {
	const struct fxr_world *world;
	struct fxr_arena arena;
	struct symbols *symbols;
	struct module_map modules;
	struct backtrace_frame *frames; /* of all cached stacks */
	size_t n_frames, space;
	/* Cached stacks by provider and id. */
	struct fxr_map map;
	struct cached_stack *cached;
	size_t n_cached, cached_capacity;
	struct code_names *codes;
	struct backtrace stack;
	uint64_t ns;	      /* of the call */
	struct jit_span span; /* of the stack */
	bool has_spans;	      /* cached stacks have some */
};

static const struct jit_span always = {0, UINT64_MAX};

/* The path of a module. A relative one is relative to the folder in which the
 * process began. */
static struct fxr_text whole_path(struct backtraces *s,
				  const struct fxr_module *module)
{
	const struct fxr_world *world = s->world;
	struct fxr_text path = module->path, cwd = {0};
	char *whole;

	if (!path.n_bytes || path.bytes[0] == '/' ||
	    !memchr(path.bytes, '/', path.n_bytes))
		return path;
	for (size_t i = 0; i < world->n_processes; i++)
		if (world->processes[i].provider == module->provider)
			cwd = world->processes[i].cwd;
	if (!cwd.n_bytes)
		return path;
	if (path.n_bytes > 2 && !memcmp(path.bytes, "./", 2))
		path = fxr_text(path.bytes + 2, path.n_bytes - 2);
	whole = fxr_arena_alloc(&s->arena, cwd.n_bytes + 1 + path.n_bytes);
	memcpy(whole, cwd.bytes, cwd.n_bytes);
	whole[cwd.n_bytes] = '/';
	memcpy(whole + cwd.n_bytes + 1, path.bytes, path.n_bytes);
	return fxr_text(whole, cwd.n_bytes + 1 + path.n_bytes);
}

struct backtraces *backtrace_open(const struct fxr_world *world,
				  const char *debug_path)
{
	const struct fxr_types *types = &world->types;
	struct backtraces *s = fxr_new(1, sizeof(*s));
	struct fxr_module *modules =
		fxr_new(types->n_modules + 1, sizeof(*modules));

	s->world = world;
	s->symbols = symbols_open(debug_path);
	s->codes = code_names_open(world, debug_path);
	for (size_t i = 0; i < types->n_modules; i++) {
		modules[i] = types->modules[i];
		modules[i].path = whole_path(s, &types->modules[i]);
	}
	module_map_init(&s->modules, modules, types->n_modules, s->symbols);
	return s;
}

void backtrace_warn_to(struct backtraces *s, code_names_warn *warn,
		       void *context)
{
	code_names_warn_to(s->codes, warn, context);
}

void backtrace_close(struct backtraces *s)
{
	if (!s)
		return;
	module_map_fini(&s->modules);
	symbols_close(s->symbols);
	code_names_close(s->codes);
	fxr_free(s->frames);
	fxr_free(s->cached);
	fxr_map_fini(&s->map);
	fxr_arena_fini(&s->arena);
	fxr_free(s);
}

static struct backtrace_frame *new_frame(struct backtraces *s)
{
	struct backtrace_frame *frame;

	s->frames = fxr_grow(s->frames, &s->space, s->n_frames + s->stack.n + 1,
			     sizeof(*s->frames));
	frame = &s->frames[s->n_frames + s->stack.n++];
	*frame = (struct backtrace_frame){0};
	return frame;
}

/* Code in no file: a runtime may have said what it has compiled. */
static void name_code(struct backtraces *s, uint32_t provider, uint64_t inside,
		      struct symbol *symbol)
{
	uint64_t time = code_names_time(s->codes, provider, s->ns);
	struct perf_name name;

	if (!code_names_find(s->codes, provider, inside, time, &name, &s->span))
		return;
	*symbol = (struct symbol){.function = name.function,
				  .file = name.file,
				  .line = name.line};
}

/* A place in a function that an interpreter runs. */
static void add_code(struct backtraces *s, uint32_t provider, uint64_t word)
{
	const struct fxr_code *code =
		fxr_codes_find(&s->world->types.codes, provider, word);
	struct backtrace_frame *frame = new_frame(s);

	if (!code)
		return;
	frame->function = code->name;
	frame->file = code->file;
	frame->language = code->language;
	frame->line = fxr_code_line(code, word);
}

/* All functions at one address of the stack. */
static void add_address(struct backtraces *s, uint32_t provider, uint64_t word,
			uint64_t ticks)
{
	uint64_t address = word & ~FXW_STACK_EXACT;
	/* a call that does not return may be its function's last instruction */
	uint64_t inside = address - !(word & FXW_STACK_EXACT);
	const struct fxr_module *module =
		module_map_find(&s->modules, provider, inside, ticks);
	struct symbol code = {0};
	const struct symbol *symbols = &code;
	size_t n = 1;

	if (!module)
		name_code(s, provider, inside, &code);
	else
		symbols =
			symbols_find(s->symbols, module->path, module->build_id,
				     inside - module->base, &n);
	for (size_t i = 0; i < n; i++) {
		struct backtrace_frame *frame = new_frame(s);

		frame->address = address;
		frame->function = symbols[i].function;
		frame->file = symbols[i].file;
		frame->line = symbols[i].line;
		frame->is_inlined = symbols[i].is_inlined;
		frame->is_interrupted = word & FXW_STACK_EXACT;
		if (!module)
			continue;
		frame->module = module->path;
		frame->off = address - module->base;
	}
}

static void add_place(struct backtraces *s, uint32_t provider, uint64_t word,
		      uint64_t ticks)
{
	if (word & FXW_STACK_CODE && !(word & FXW_STACK_EXACT))
		add_code(s, provider, word);
	else
		add_address(s, provider, word, ticks);
}

/* Decodes an entry's body. False: it is something else. */
static bool take_addresses(struct backtraces *s, uint32_t provider,
			   struct fxr_text body)
{
	struct fxr_stack recorded;

	if (!fxr_stack_parse(body, &recorded))
		return false;
	s->stack.end = (enum backtrace_end)recorded.end;
	for (size_t i = 0; i < recorded.n && s->stack.n < MAX_FRAMES; i++)
		add_place(s, provider, fxr_stack_address(&recorded, i),
			  recorded.ticks);
	return true;
}

static uint64_t number_of(struct fxr_text text)
{
	char digits[24];
	size_t n = text.n_bytes < sizeof(digits) - 1 ? text.n_bytes
						     : sizeof(digits) - 1;

	memcpy(digits, text.bytes, n);
	digits[n] = 0;
	return strtoull(digits, NULL, 10);
}

/* The text up to a separator, which is removed, too. */
static struct fxr_text cut_off(struct fxr_text *from, char separator)
{
	const char *end =
		from->n_bytes ? memchr(from->bytes, separator, from->n_bytes)
			      : NULL;
	size_t n = end ? (size_t)(end - from->bytes) : from->n_bytes;
	struct fxr_text piece = fxr_text(from->bytes, n);

	n += end != NULL;
	*from = fxr_text(from->bytes + n, from->n_bytes - n);
	return piece;
}

/* Lines of apitrace's backtrace: module, function, file, line, offset. */
static void take_lines(struct backtraces *s, struct fxr_text lines)
{
	s->stack.lines = lines;
	while (lines.n_bytes && s->stack.n < MAX_FRAMES) {
		struct fxr_text line = cut_off(&lines, '\n');
		struct backtrace_frame *frame = new_frame(s);
		struct fxr_text field[FIELDS];

		for (size_t i = 0; i < FIELDS; i++)
			field[i] = cut_off(&line, '\t');
		frame->module = field[0];
		frame->function = field[1];
		frame->file = field[2];
		frame->line = (uint32_t)number_of(field[3]);
		frame->off = number_of(field[4]);
	}
}

static struct cached_stack *find_cached(struct backtraces *s, uint32_t provider,
					uint64_t id)
{
	uint32_t at = fxr_map_find(&s->map, provider, id, 0);

	return at == FXR_NONE ? NULL : &s->cached[at];
}

static bool has_span(const struct jit_span *span)
{
	return span->from != always.from || span->until != always.until;
}

/* Whether its frames have the same names at the time of a call. */
static bool is_current(struct backtraces *s, const struct cached_stack *cached,
		       uint32_t provider, uint64_t ns)
{
	uint64_t time;

	if (!has_span(&cached->span))
		return true;
	time = code_names_time(s->codes, provider, ns);
	return time >= cached->span.from && time < cached->span.until;
}

/* Keeps the stack that was decoded, in place of an older edition of it. */
static void put_cached(struct backtraces *s, uint32_t provider, uint64_t id,
		       struct cached_stack *cached)
{
	uint32_t edition = cached ? cached->edition + 1 : 0;

	if (s->n_frames > MAX_CACHED)
		return;
	if (!cached) {
		s->cached = fxr_grow(s->cached, &s->cached_capacity,
				     s->n_cached + 1, sizeof(*s->cached));
		fxr_map_put(&s->map, provider, id, 0, (uint32_t)s->n_cached);
		cached = &s->cached[s->n_cached++];
	}
	*cached = (struct cached_stack){s->n_frames, (uint32_t)s->stack.n,
					s->stack.end, edition, s->span};
	s->has_spans |= has_span(&s->span);
	s->n_frames += s->stack.n;
}

/* A stack that was recorded by its id, usually not for the first time. */
static void take_known(struct backtraces *s, uint32_t provider, uint64_t id)
{
	struct cached_stack *cached = find_cached(s, provider, id);

	if (cached && is_current(s, cached, provider, s->ns)) {
		s->stack =
			(struct backtrace){.frames = s->frames + cached->first,
					   .n = cached->n,
					   .end = cached->end};
		return;
	}
	if (id >= FXR_NONE ||
	    !take_addresses(s, provider,
			    fxr_stacks_find(&s->world->types.stacks, provider,
					    (uint32_t)id)))
		return;
	s->stack.frames = s->frames + s->n_frames;
	put_cached(s, provider, id, cached);
}

uint32_t backtrace_edition(struct backtraces *s, const struct fxr_call *call)
{
	uint32_t provider = call->thread->provider;
	const struct cached_stack *cached;

	if (!s->has_spans || call->stack.kind != FXR_VALUE_UINT)
		return 0;
	cached = find_cached(s, provider, call->stack.as.u64);
	if (!cached)
		return 0;
	return cached->edition +
	       !is_current(s, cached, provider, call->begin_ns);
}

const struct backtrace *backtrace_of(struct backtraces *s,
				     const struct fxr_call *call)
{
	const struct fxr_value *recorded = &call->stack;
	uint32_t provider = call->thread->provider;

	s->stack = (struct backtrace){0};
	s->ns = call->begin_ns;
	s->span = always;
	if (recorded->kind == FXR_VALUE_UINT)
		take_known(s, provider, recorded->as.u64);
	else if (recorded->kind == FXR_VALUE_STRING ||
		 (recorded->kind == FXR_VALUE_BYTES &&
		  !take_addresses(s, provider, recorded->as.text)))
		/* memory, too: lines may have any length */
		take_lines(s, recorded->as.text);
	if (!s->stack.frames)
		s->stack.frames = s->frames + s->n_frames;
	return s->stack.n ? &s->stack : NULL;
}

/* A path's last name. */
static struct fxr_text last_name(struct fxr_text path)
{
	size_t at = path.n_bytes;

	while (at && path.bytes[at - 1] != '/')
		at--;
	return fxr_text(path.bytes + at, path.n_bytes - at);
}

static void put_place(struct pen *out, const struct backtrace_frame *frame,
		      bool is_stable)
{
	if (!frame->module.n_bytes) {
		if (is_stable)
			pen_put(out, "PTR");
		else
			pen_hex(out, frame->address);
		return;
	}
	print_name(out, is_stable ? last_name(frame->module) : frame->module);
	if (is_stable)
		return;
	pen_byte(out, '+');
	pen_hex(out, frame->off);
}

void backtrace_put(struct pen *out, const struct backtrace_frame *frame,
		   bool is_stable)
{
	if (frame->function.n_bytes)
		print_name(out, frame->function);
	else
		pen_put(out, "??");
	if (frame->file.n_bytes) {
		pen_put(out, " at ");
		print_name(out,
			   is_stable ? last_name(frame->file) : frame->file);
		if (frame->line)
			pen_byte(out, ':');
		if (frame->line)
			pen_uint(out, frame->line);
	}
	if (frame->is_inlined)
		pen_put(out, " inlined");
	if (frame->is_interrupted)
		pen_put(out, " interrupted");
	if (frame->language.n_bytes) {
		pen_put(out, " (");
		print_name(out, frame->language);
		pen_byte(out, ')');
	}
	if (!frame->module.n_bytes && !frame->address)
		return;
	pen_put(out, " (");
	put_place(out, frame, is_stable);
	pen_byte(out, ')');
}

void backtrace_put_name(struct pen *out, const struct backtrace_frame *frame)
{
	if (frame->function.n_bytes)
		print_name(out, frame->function);
	else
		put_place(out, frame, false);
}

void backtrace_print(struct backtraces *s, const struct print *print,
		     const struct fxr_call *call)
{
	static const char *const ends[] = {NULL, "more, not requested",
					   "more, not known"};
	const struct backtrace *stack = backtrace_of(s, call);

	for (size_t i = 0; stack && i < stack->n; i++) {
		pen_format(print->out, "    #%zu ", i);
		backtrace_put(print->out, &stack->frames[i], print->is_stable);
		pen_byte(print->out, '\n');
	}
	if (stack && ends[stack->end])
		pen_format(print->out, "    (%s)\n", ends[stack->end]);
}

static void put_key(struct pen *out, const char *key, struct fxr_text text)
{
	if (!text.n_bytes)
		return;
	pen_format(out, "\"%s\":", key);
	json_string(out, text);
	pen_byte(out, ',');
}

static void put_frame_json(struct pen *out, const struct backtrace_frame *frame,
			   bool is_stable)
{
	pen_byte(out, '{');
	put_key(out, "function", frame->function);
	put_key(out, "file", frame->file);
	if (frame->line)
		pen_format(out, "\"line\":%u,", frame->line);
	put_key(out, "language", frame->language);
	put_key(out, "module",
		is_stable ? last_name(frame->module) : frame->module);
	if (frame->module.n_bytes && !is_stable)
		pen_format(out, "\"offset\":%" PRIu64 ",", frame->off);
	if (frame->address && !is_stable)
		pen_format(out, "\"address\":\"0x%" PRIx64 "\",",
			   frame->address);
	if (frame->is_interrupted)
		pen_put(out, "\"interrupted\":true,");
	pen_format(out, "\"inlined\":%s}",
		   frame->is_inlined ? "true" : "false");
}

void backtrace_print_json(const struct print *print,
			  const struct fxr_call *call)
{
	const struct backtrace *stack = backtrace_of(print->more, call);
	struct pen *out = print->out;

	if (!stack)
		return;
	pen_put(out, ",\"stack\":[");
	for (size_t i = 0; i < stack->n; i++) {
		if (i)
			pen_byte(out, ',');
		put_frame_json(out, &stack->frames[i], print->is_stable);
	}
	pen_byte(out, ']');
	if (stack->end != BACKTRACE_WHOLE)
		pen_format(out, ",\"stack_end\":\"%s\"",
			   stack->end == BACKTRACE_CUT ? "cut" : "lost");
}
