/* SPDX-License-Identifier: MIT */
/*
 * JSON lines: each line is one call, the object that `fxtrace dump --json`
 * prints and documents. Programs that read newline-delimited JSON load each
 * call as one row.
 */
#include "tools/convert/rows.h"

static bool write_lines(struct convert_output *output)
{
	struct fxtrace_archive *archive;

	while (rows_next(output, &archive)) {
		size_t n_bytes;
		const char *text = fxtrace_call_json(archive, &n_bytes);

		if (!text)
			break; /* the archive's error says why */
		fwrite(text, 1, n_bytes, output->out);
		putc('\n', output->out);
	}
	return true;
}

const struct convert_format convert_json_lines = {
	.name = "jsonl",
	.suffixes = ".jsonl .ndjson",
	.purpose = "JSON lines, one call a line, as dump --json prints them",
	.is_packable = true,
	.takes_several = true,
	.write_rows = write_lines,
	.has_names = true,
};
