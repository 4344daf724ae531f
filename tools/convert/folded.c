/* SPDX-License-Identifier: MIT */
/*
 * Folded stacks, as flamegraph.pl, inferno and speedscope read them. Each chain
 * of nested calls (chains.h) is one line: process;thread;outer;inner, and the
 * nanoseconds spent in the innermost call itself.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/convert/chains.h"

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
	const struct fxtrace_thread *thread =
		fxtrace_thread(f->chains.archive, index);
	const struct fxtrace_process *process = thread->process;

	put_frame(out, f, fxr_text(process->name, strlen(process->name)));
	fprintf(out, " %" PRIu64 ";", process->pid);
	put_frame(out, f, fxr_text(thread->name, strlen(thread->name)));
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
		putc_unlocked(';', out);
		put_frame(out, f,
			  chains_name(chains, chains->items[path[--n]].what));
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
	fxr_free(path);
	return f->n_bytes <= max_bytes;
}

static bool write_folded(struct convert_output *output)
{
	struct folding f = {.n_bytes = 0};
	bool is_done;

	chains_init(&f.chains, output, false);
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
	.write_rows = write_folded,
	.is_brief = true,
};
