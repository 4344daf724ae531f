/* SPDX-License-Identifier: MIT */
/*
 * Folded stacks, as flamegraph.pl, inferno and speedscope read them. Each chain
 * of nested calls (chains.h) is one line: process;thread;outer;inner, and the
 * nanoseconds spent in the innermost call itself.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "tools/convert/chains.h"
#include "tools/convert/convert.h"

struct folding {
	struct chains chains;
	uint64_t n_bytes; /* of frames, written */
};

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
	const struct fxr_world *world = f->chains.world;
	const struct fxr_thread *thread = &world->threads[index];

	put_frame(out, f, convert_process_name(world, thread));
	fprintf(out, " %" PRIu64 ";", thread->pid);
	put_frame(out, f, convert_thread_name(world, thread));
	fprintf(out, " %" PRIu64, thread->tid);
}

/* The longest chain has as many calls as a thread had open at once. */
static void put_chain(FILE *out, struct folding *f, uint32_t chain,
		      uint32_t *path)
{
	const struct chains *chains = &f->chains;
	size_t n = chains_path(chains, chain, path);

	put_thread(out, f, chains->items[chain].thread);
	while (n) {
		uint32_t what = chains->items[path[--n]].what;

		putc_unlocked(';', out);
		put_frame(out, f,
			  what & CHAIN_IS_FRAME
				  ? chains->frames.items[what & ~CHAIN_IS_FRAME]
					    .name
				  : chains->world->names[what].name);
	}
}

/* False: they would have more than max_bytes. */
static bool put_chains(FILE *out, struct folding *f, uint64_t max_bytes)
{
	uint32_t *path = fxr_new(f->chains.n + 1, sizeof(*path));

	for (uint32_t i = 0;
	     i < f->chains.n && !ferror(out) && f->n_bytes <= max_bytes; i++) {
		if (!f->chains.items[i].self_ns)
			continue;
		put_chain(out, f, i, path);
		fprintf(out, " %" PRIu64 "\n", f->chains.items[i].self_ns);
	}
	free(path);
	return f->n_bytes <= max_bytes;
}

static bool write_folded(struct convert_output *output)
{
	struct folding f = {.n_bytes = 0};
	bool is_done;

	chains_init(&f.chains, output->world, false);
	chains_gather(&f.chains, output);
	is_done = put_chains(output->out, &f, chains_max_bytes(output));
	if (!is_done)
		chains_are_too_large(output);
	chains_fini(&f.chains);
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
