/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as an apitrace file, and as what is packed in one. What is taken
 * must make an archive without a fault, and that a file which is taken again.
 * Bytes that begin as an archive does are one that becomes a file.
 */
#include "tests/fuzz/rows.h"
#include "tests/fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/apitrace/in.h"
#include "tools/convert/apitrace/out.h"
#include <snappy-c.h>

/* Reads the file; the archive is at *bytes. */
static bool read_trace(const void *data, size_t n, char **bytes,
		       size_t *n_bytes)
{
	static struct convert_input input;
	bool is_done;

	input = (struct convert_input){
		.path = "input",
		.in = fmemopen((void *)(uintptr_t)data, n, "r"),
		.archive = open_memstream(bytes, n_bytes)};
	is_done = apitrace_read(&input);
	fclose(input.in);
	fclose(input.archive);
	if (!is_done && !input.error[0])
		abort();
	return is_done;
}

static void write_trace(const char *bytes, size_t n_bytes, bool is_ours,
			FILE *out)
{
	static const struct fxtrace_options options = {
		.size = sizeof(options), .max_memory_bytes = UINT64_MAX};
	struct rows rows = {fxtrace_open_memory(bytes, n_bytes, &options)};
	struct convert_output output = {
		.path = "output", .out = out, .rows = &rows};

	if (!rows.archive || !apitrace_write(&output) ||
	    (is_ours && fxtrace_error(rows.archive)->status))
		abort();
	fxtrace_close(rows.archive);
}

/* What it becomes has to be taken. */
static void try_again(const char *bytes, size_t n_bytes, bool is_ours)
{
	char *again = NULL, *trace = NULL;
	size_t n_again = 0, n_trace = 0;
	FILE *out = open_memstream(&trace, &n_trace);

	write_trace(bytes, n_bytes, is_ours, out);
	fclose(out);
	if (!read_trace(trace, n_trace, &again, &n_again))
		abort();
	free(again);
	free(trace);
}

static void try(const void *data, size_t n)
{
	char *archive = NULL;
	size_t n_archive = 0;

	if (n && read_trace(data, n, &archive, &n_archive))
		try_again(archive, n_archive, true);
	free(archive);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	unsigned char *packed;
	size_t n_packed;

	if (n >= 8 && memcmp(data, "\x10\0\x04\x46\x78\x54\x16", 8) == 0) {
		try_again((const char *)data, n, false);
		return 0;
	}
	try(data, n);
	if (n > 1u << 20)
		return 0;
	n_packed = snappy_max_compressed_length(n);
	packed = malloc(6 + n_packed);
	if (snappy_compress((const char *)data, n, (char *)packed + 6,
			    &n_packed) != SNAPPY_OK)
		abort();
	memcpy(packed, "at", 2);
	for (unsigned i = 0; i < 4; i++)
		packed[2 + i] = (unsigned char)(n_packed >> 8 * i);
	try(packed, n_packed + 6);
	free(packed);
	return 0;
}
