/* SPDX-License-Identifier: MIT */
/*
 * JSON lines: each line is one call, the object that `fxtrace dump --json`
 * prints and documents. Programs that read newline-delimited JSON load each
 * call as one row.
 */
#include <stdlib.h>

#include "tools/print/backtrace.h"
#include "tools/convert/convert.h"

/* How calls of one archive are printed. */
struct source {
	struct print_names names;
	struct heads_of_calls heads;
	struct backtraces *stacks;
	struct print print;
};

static void source_open(struct source *source, struct fxr_world *world,
			struct pen *out)
{
	source->names.descriptors = descriptors_open(world);
	source->names.labels = labels_open();
	source->stacks = backtrace_open(world, NULL);
	source->print = (struct print){.out = out,
				       .world = world,
				       .names = &source->names,
				       .heads = &source->heads,
				       .put_more = backtrace_print_json,
				       .more = source->stacks};
}

static void source_close(struct source *source)
{
	heads_fini(&source->heads);
	backtrace_close(source->stacks);
	descriptors_close(source->names.descriptors);
	labels_close(source->names.labels);
}

static bool write_lines(struct convert_output *output)
{
	size_t n = convert_n_parts(output), part;
	struct source *sources = fxr_new(n, sizeof(*sources));
	struct pen out = {.out = output->out};
	const struct fxr_call *call;

	for (size_t i = 0; i < n; i++)
		source_open(&sources[i], convert_world(output, i), &out);
	while (!ferror(output->out) && (call = convert_row(output, &part))) {
		struct source *source = &sources[part];

		descriptors_take(source->names.descriptors, call);
		print_call_json(&source->print, call);
		labels_take(source->names.labels, call);
	}
	pen_flush(&out);
	pen_fini(&out);
	for (size_t i = 0; i < n; i++)
		source_close(&sources[i]);
	free(sources);
	return true;
}

const struct convert_format convert_json_lines = {
	.name = "jsonl",
	.suffixes = ".jsonl .ndjson",
	.purpose = "JSON lines, one call a line, as dump --json prints them",
	.is_packable = true,
	.takes_several = true,
	.write = write_lines,
};
