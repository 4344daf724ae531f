/* SPDX-License-Identifier: MIT */
/*
 * Folded stacks, as flamegraph.pl, inferno and speedscope read them. Each chain
 * of nested calls is one line: process;thread;outer;inner, and the nanoseconds
 * spent in the innermost call itself. A call that was recorded with its stack
 * is preceded by the program's frames. A call without an end lasts until the
 * end of the call around it, or of the recording.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "tools/print/backtrace.h"
#include "tools/convert/convert.h"
#include "tools/convert/nesting.h"

/* In a chain's `what`: a frame of the program, by its label. */
#define IS_LABEL (1u << 31)

/* Each line has a whole chain. So calls that are nested deeply make a text
 * whose size is the square of the archive's: more than this is an error. */
#define FREE_BYTES (16ull << 20)
#define TIMES 100u

/* A chain of calls: the last one, and the chain before it. */
struct chain {
	uint32_t parent; /* FXR_NONE = it begins with a thread */
	uint32_t what;	 /* thread, function or label by its index */
	uint64_t self_ns;
};

struct folding {
	const struct fxr_world *world;
	struct backtraces *stacks;
	struct chain *chains;
	size_t n_chains, space;
	struct fxr_map map, label_map;
	struct fxr_arena arena;
	struct fxr_text *labels;
	size_t n_labels, labels_capacity;
	uint64_t n_bytes; /* of frames, written */
};

static uint32_t chain_of(struct folding *f, uint32_t parent, uint32_t what)
{
	uint32_t chain = fxr_map_find(&f->map, parent, what, 0);

	if (chain != FXR_NONE)
		return chain;
	chain = (uint32_t)f->n_chains++;
	f->chains =
		fxr_grow(f->chains, &f->space, f->n_chains, sizeof(*f->chains));
	f->chains[chain] = (struct chain){parent, what, 0};
	fxr_map_put(&f->map, parent, what, 0, chain);
	return chain;
}

/* mark: the chain that ends with the call. */
static void add_self(void *context, const struct nested *call)
{
	struct folding *f = context;
	uint64_t ns = call->end_ns - call->begin_ns;

	f->chains[call->mark].self_ns +=
		ns > call->inner_ns ? ns - call->inner_ns : 0;
}

/* The number of a label, the same for the same text. */
static uint32_t label_of(struct folding *f, struct fxr_text text)
{
	uint64_t key = fxr_hash(text.bytes, text.n_bytes);
	uint32_t n_same = 0, at;

	while ((at = fxr_map_find(&f->label_map, key, text.n_bytes, n_same)) !=
		       FXR_NONE &&
	       !fxr_is_same(f->labels[at], text))
		n_same++;
	if (at != FXR_NONE)
		return at;
	at = (uint32_t)f->n_labels;
	f->labels = fxr_grow(f->labels, &f->labels_capacity, f->n_labels + 1,
			     sizeof(*f->labels));
	f->labels[f->n_labels++] = fxr_arena_text(&f->arena, text);
	fxr_map_put(&f->label_map, key, text.n_bytes, n_same, at);
	return at;
}

/* The chain that the call is made from: the frames of its stack if it has one,
 * else the call around it. */
static uint32_t outer_of(struct folding *f, const struct nested *nested,
			 const struct fxr_call *call)
{
	const struct backtrace *stack = backtrace_of(f->stacks, call);
	uint32_t thread = (uint32_t)(call->thread - f->world->threads), chain;
	static struct pen text;

	if (!stack && nested->depth)
		return nested[-1].mark;
	chain = chain_of(f, FXR_NONE, thread);
	for (size_t i = stack ? stack->n : 0; i--;) {
		backtrace_put_name(&text, &stack->frames[i]);
		chain = chain_of(f, chain,
				 IS_LABEL | label_of(f, pen_take(&text)));
	}
	return chain;
}

static void add_call(struct folding *f, struct nesting *nesting,
		     const struct fxr_call *call)
{
	struct nested *nested = nesting_take(nesting, call);
	uint32_t name = (uint32_t)(call->name - f->world->names);

	nested->mark = chain_of(f, outer_of(f, nested, call), name);
}

/* Characters that would end a frame or the line. */
static void put_frame(FILE *out, struct folding *f, struct fxr_text text)
{
	f->n_bytes += text.n_bytes + 1;
	for (size_t i = 0; i < text.n_bytes; i++) {
		unsigned char c = (unsigned char)text.bytes[i];

		putc_unlocked(c == ';' || c < ' ' || c == 0x7f ? '_' : c, out);
	}
}

static void put_thread(FILE *out, struct folding *f, uint32_t index)
{
	const struct fxr_thread *thread = &f->world->threads[index];

	put_frame(out, f, convert_process_name(f->world, thread));
	fprintf(out, " %" PRIu64 ";", thread->pid);
	put_frame(out, f, convert_thread_name(f->world, thread));
	fprintf(out, " %" PRIu64, thread->tid);
}

/* The longest chain has as many calls as a thread had open at once. */
static void put_chain(FILE *out, struct folding *f, uint32_t chain,
		      uint32_t *path)
{
	size_t n = 0;

	for (; f->chains[chain].parent != FXR_NONE;
	     chain = f->chains[chain].parent)
		path[n++] = chain;
	put_thread(out, f, f->chains[chain].what);
	while (n) {
		const struct chain *c = &f->chains[path[--n]];

		putc_unlocked(';', out);
		put_frame(out, f,
			  c->what & IS_LABEL ? f->labels[c->what & ~IS_LABEL]
					     : f->world->names[c->what].name);
	}
}

/* False: they would have more than max_bytes. */
static bool put_chains(FILE *out, struct folding *f, uint64_t max_bytes)
{
	uint32_t *path = fxr_new(f->n_chains + 1, sizeof(*path));

	for (uint32_t i = 0;
	     i < f->n_chains && !ferror(out) && f->n_bytes <= max_bytes; i++) {
		if (!f->chains[i].self_ns)
			continue;
		put_chain(out, f, i, path);
		fprintf(out, " %" PRIu64 "\n", f->chains[i].self_ns);
	}
	free(path);
	return f->n_bytes <= max_bytes;
}

static bool write_folded(struct convert_output *output)
{
	struct folding f = {.world = output->world,
			    .stacks = backtrace_open(output->world, NULL)};
	struct nesting *nesting = nesting_open(
		output->world, convert_last_ns(output->calls), add_self, &f);
	static struct fxr_call call;
	uint64_t max_bytes;
	bool is_done;

	while (convert_next(output->calls, &call))
		add_call(&f, nesting, &call);
	nesting_close(nesting);
	max_bytes = FREE_BYTES + TIMES * convert_n_bytes(output->calls);
	is_done = put_chains(output->out, &f, max_bytes);
	if (!is_done)
		snprintf(output->error, sizeof(output->error),
			 "the calls are nested so deeply that their stacks "
			 "would take more than %" PRIu64
			 " MB; choose fewer with --calls",
			 max_bytes >> 20);
	backtrace_close(f.stacks);
	free(f.chains);
	free(f.labels);
	fxr_map_fini(&f.map);
	fxr_map_fini(&f.label_map);
	fxr_arena_fini(&f.arena);
	return is_done;
}

const struct convert_format convert_folded = {
	.name = "folded",
	.suffixes = ".folded",
	.purpose = "stacks of nested calls and the ns in each, for flame "
		   "graphs",
	.is_packable = true,
	.write = write_folded,
};
