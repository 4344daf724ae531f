/* SPDX-License-Identifier: MIT */
/*
 * Folded stacks, as flamegraph.pl, inferno and speedscope read them: a line for
 * each chain of nested calls, process;thread;outer;inner, and the nanoseconds
 * that passed in the innermost one itself. A call without an end counts up to
 * the end of the one around it, or of the recording.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "tools/convert/convert.h"
#include "tools/convert/nesting.h"

/* A chain of calls: the last one, and the chain before it. */
struct chain {
	uint32_t parent; /* FXR_NONE = it begins with a thread */
	uint32_t what;	 /* index of the thread, or of the function's name */
	uint64_t self_ns;
};

struct folding {
	const struct fxr_world *world;
	struct chain *chains;
	size_t n_chains, room;
	struct fxr_map map;
};

static uint32_t chain_of(struct folding *f, uint32_t parent, uint32_t what)
{
	uint32_t chain = fxr_map_find(&f->map, parent, what, 0);

	if (chain != FXR_NONE)
		return chain;
	chain = (uint32_t)f->n_chains++;
	f->chains =
		fxr_grow(f->chains, &f->room, f->n_chains, sizeof(*f->chains));
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

static void add(struct folding *f, struct nesting *nesting,
		const struct fxr_call *call)
{
	struct nested *nested = nesting_take(nesting, call);
	uint32_t thread = (uint32_t)(call->thread - f->world->threads);
	uint32_t name = (uint32_t)(call->name - f->world->names);
	uint32_t outer =
		nested->depth ? nested[-1].mark : chain_of(f, FXR_NONE, thread);

	nested->mark = chain_of(f, outer, name);
}

/* What would end a frame or the line. */
static void put_frame(FILE *out, struct fxr_text text)
{
	for (size_t i = 0; i < text.n_bytes; i++) {
		unsigned char c = (unsigned char)text.bytes[i];

		putc_unlocked(c == ';' || c < ' ' || c == 0x7f ? '_' : c, out);
	}
}

static void put_thread(FILE *out, const struct folding *f, uint32_t index)
{
	const struct fxr_thread *thread = &f->world->threads[index];

	put_frame(out, convert_process_name(f->world, thread));
	fprintf(out, " %" PRIu64 ";", thread->pid);
	put_frame(out, convert_thread_name(f->world, thread));
	fprintf(out, " %" PRIu64, thread->tid);
}

/* The longest chains have as many calls as a thread had open at once. */
static void put_chain(FILE *out, const struct folding *f, uint32_t chain,
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
		put_frame(out, f->world->names[c->what].name);
	}
}

static void put_chains(FILE *out, struct folding *f)
{
	uint32_t *path = fxr_new(f->n_chains + 1, sizeof(*path));

	for (uint32_t i = 0; i < f->n_chains && !ferror(out); i++) {
		if (!f->chains[i].self_ns)
			continue;
		put_chain(out, f, i, path);
		fprintf(out, " %" PRIu64 "\n", f->chains[i].self_ns);
	}
	free(path);
}

static bool write_folded(struct convert_output *output)
{
	struct folding f = {.world = output->world};
	struct nesting *nesting = nesting_open(
		output->world, convert_last_ns(output->calls), add_self, &f);
	static struct fxr_call call;

	while (convert_next(output->calls, &call))
		add(&f, nesting, &call);
	nesting_close(nesting);
	put_chains(output->out, &f);
	free(f.chains);
	fxr_map_fini(&f.map);
	return true;
}

const struct convert_format convert_folded = {
	.name = "folded",
	.suffixes = ".folded",
	.purpose = "stacks of nested calls and the ns in each, for flame "
		   "graphs",
	.write = write_folded,
};
