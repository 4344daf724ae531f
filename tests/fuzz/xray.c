/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a log of XRay, and as the file that names its functions. What a
 * log becomes is an archive that the reader takes. For libFuzzer and
 * tests/fuzz_driver.c.
 */
#include "tests/fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/convert/xray/convert.h"
#include "tools/convert/xray/names.h"
#include "tools/reader/reader.h"

static void check_archive(const char *bytes, size_t n_bytes)
{
	static struct fxr_record record;
	struct fxr_reader *reader = fxr_open_memory(bytes, n_bytes);

	while (!fxr_next(reader, &record))
		;
	if (fxr_error(reader))
		abort();
	fxr_close(reader);
}

static void read_log(FILE *in)
{
	char *bytes = NULL;
	size_t n_bytes = 0;
	struct convert_input input = {.path = "-", .in = in};

	input.archive = open_memstream(&bytes, &n_bytes);
	if (!input.archive)
		abort();
	if (!xray_read(&input) && !input.error[0])
		abort();
	fclose(input.archive);
	if (!input.error[0])
		check_archive(bytes, n_bytes);
	free(bytes);
}

static void read_names(const char *path)
{
	char error[CONVERT_ERROR_BYTES] = "", space[XRAY_NAME_BYTES];
	struct xray_names *names = xray_names_open(path, error, sizeof(error));

	if (!names && !error[0])
		abort();
	for (uint32_t i = 0; names && i < 4; i++)
		if (!xray_names_find(names, i, space).n_bytes)
			abort();
	if (names)
		xray_names_close(names);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	char path[40];
	int fd = memfd_create("in", 0);
	FILE *in;

	if (fd < 0 || write(fd, bytes, n_bytes) != (ssize_t)n_bytes)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	in = fopen(path, "r");
	if (!in)
		abort();
	read_log(in);
	fclose(in);
	read_names(path);
	close(fd);
	return 0;
}
