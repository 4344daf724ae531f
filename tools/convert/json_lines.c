/* SPDX-License-Identifier: MIT */
/*
 * JSON lines: each line is one call, the object that `fxtrace dump --json`
 * prints and documents. Programs that read newline-delimited JSON load each
 * call as one row.
 */
#include "tools/print/backtrace.h"
#include "tools/convert/convert.h"

static bool write_lines(struct convert_output *output)
{
	struct print_names names = {
		.descriptors = descriptors_open(output->world),
		.labels = labels_open(),
	};
	struct pen out = {.out = output->out};
	struct heads_of_calls heads = {0};
	struct backtraces *stacks = backtrace_open(output->world, NULL);
	struct print print = {.out = &out,
			      .world = output->world,
			      .names = &names,
			      .heads = &heads,
			      .put_more = backtrace_print_json,
			      .more = stacks};
	static struct fxr_call call;

	while (!ferror(output->out) && convert_next(output->calls, &call)) {
		descriptors_take(names.descriptors, &call);
		print_call_json(&print, &call);
		labels_take(names.labels, &call);
	}
	pen_flush(&out);
	pen_fini(&out);
	heads_fini(&heads);
	backtrace_close(stacks);
	descriptors_close(names.descriptors);
	labels_close(names.labels);
	return true;
}

const struct convert_format convert_json_lines = {
	.name = "jsonl",
	.suffixes = ".jsonl .ndjson",
	.purpose = "JSON lines, one call a line, as dump --json prints them",
	.is_packable = true,
	.write = write_lines,
};
