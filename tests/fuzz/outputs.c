/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as an archive that becomes each of the other formats. What has a
 * reader must be taken by it; a plain archive is one without a fault, whatever
 * was wrong with its original. (apitrace.c does this for apitrace's files.)
 */
#include "tests/fuzz/rows.h"
#include "tests/fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"

static bool is_wanted(void *context, const char *category, const char *name)
{
	(void)context;
	(void)category;
	return name[0] % 2;
}

void archive_progress(void *context, uint64_t done_bytes, uint64_t total_bytes)
{
	(void)context;
	(void)done_bytes;
	(void)total_bytes;
}

static void check_archive(const char *bytes, size_t n_bytes)
{
	struct fxr_reader *reader = fxr_open_memory(bytes, n_bytes);
	static struct fxr_record record;

	while (!fxr_next(reader, &record))
		;
	if (n_bytes && fxr_error(reader))
		abort();
	fxr_close(reader);
}

static void read_again(const struct convert_format *format, char *bytes,
		       size_t n_bytes)
{
	char *archive = NULL;
	size_t n_archive = 0;
	struct convert_input input = {.path = "-",
				      .in = fmemopen(bytes, n_bytes, "r")};

	input.archive = open_memstream(&archive, &n_archive);
	if (!input.in || !input.archive || !format->read(&input))
		abort();
	fclose(input.in);
	fclose(input.archive);
	check_archive(archive, n_archive);
	free(archive);
}

/* Of some of the calls, depending on the number of bytes. */
static void write_rows(const struct convert_format *format,
		       const uint8_t *bytes, size_t n_bytes)
{
	const struct fxtrace_options how = {
		.size = sizeof(how),
		.is_text_only = !format->has_values,
		.has_names = format->has_names,
		.is_for_viewers = format->is_for_viewers,
		.has_sorted_events = format->has_sorted_events,
		.has_whole_flows = format->has_whole_flows && n_bytes % 2,
		.has_records = format->has_records,
		.is_wanted =
			format->has_records && n_bytes % 2 ? is_wanted : NULL,
	};
	struct rows rows = {fxtrace_open_memory(bytes, n_bytes, &how)};
	char *made = NULL, *sidecar = NULL;
	size_t n_made = 0, n_sidecar = 0;
	struct convert_output output = {.path = "output", .rows = &rows};
	bool is_done;

	output.out = open_memstream(&made, &n_made);
	output.sidecar = open_memstream(&sidecar, &n_sidecar);
	is_done = format->write_rows(&output);
	if (!is_done && !output.error[0])
		abort();
	fclose(output.out);
	fclose(output.sidecar);
	if (is_done && format->read)
		read_again(format, made, n_made);
	if (format == &convert_copy || format == &convert_compat)
		check_archive(made, n_made);
	free(made);
	free(sidecar);
	fxtrace_close(rows.archive);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	static const struct convert_format *const formats[] = {
		&convert_json_lines, &convert_csv,	  &convert_folded,
		&convert_pprof,	     &convert_speedscope, &convert_firefox,
		&convert_xray,	     &convert_chrome,	  &convert_copy,
		&convert_compat,
	};

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
		write_rows(formats[i], bytes, n_bytes);
	return 0;
}
