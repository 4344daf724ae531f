/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as trace event JSON: what is taken must make an archive without a
 * fault.
 */
#include "tests/fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/convert/chrome.h"

static void read_archive(const char *bytes, size_t n_bytes)
{
	static const struct fxr_calls_options options;
	struct fxr_reader *reader = fxr_open_memory(bytes, n_bytes);
	struct fxr_calls *calls = fxr_calls_open(reader, &options);
	static struct fxr_call call;

	while (fxr_calls_next(calls, &call))
		;
	if (fxr_error(reader) || fxr_calls_trouble(calls))
		abort();
	fxr_calls_close(calls);
	fxr_close(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *bytes = NULL;
	size_t n_bytes = 0;
	struct convert_input input = {.path = "input"};
	bool is_done;

	if (!n)
		return 0;
	input.in = fmemopen((void *)(uintptr_t)data, n, "r");
	input.archive = open_memstream(&bytes, &n_bytes);
	is_done = chrome_read(&input);
	fclose(input.in);
	fclose(input.archive);
	if (!is_done && !input.error[0])
		abort();
	read_archive(bytes, n_bytes);
	free(bytes);
	return 0;
}
