/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target without libFuzzer, so that any compiler will do:
 *
 *	driver [-n N] [-s SEED] FILE...
 *
 * each file as it is, then N damaged copies of each; the same SEED does the
 * same. Linked with one tests/fuzz/NAME.c. A failing input is in FILE
 * "fuzz-last" if the target does not come back.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/damage.h"
#include "tests/fuzz/target.h"

static unsigned char *read_file(const char *path, size_t *n_bytes)
{
	FILE *in = fopen(path, "rb");
	unsigned char *bytes = malloc(1);
	size_t n;

	*n_bytes = 0;
	while (in && bytes) {
		bytes = realloc(bytes, *n_bytes + 65536);
		n = bytes ? fread(bytes + *n_bytes, 1, 65536, in) : 0;
		*n_bytes += n;
		if (!n)
			break;
	}
	if (!in || !bytes) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		exit(2);
	}
	fclose(in);
	return bytes;
}

static void keep_input(const unsigned char *bytes, size_t n_bytes)
{
	FILE *out = fopen("fuzz-last", "wb");

	if (!out || fwrite(bytes, 1, n_bytes, out) != n_bytes || fclose(out)) {
		perror("fuzz-last");
		exit(2);
	}
}

int main(int argc, char **argv)
{
	uint64_t n_copies = 0, seed = 1, k;
	int letter;

	while ((letter = getopt(argc, argv, "n:s:")) > 0) {
		if (letter == 'n')
			n_copies = strtoull(optarg, NULL, 0);
		else if (letter == 's')
			seed = strtoull(optarg, NULL, 0);
		else
			return 2;
	}
	for (; optind < argc; optind++) {
		size_t n_bytes;
		unsigned char *bytes = read_file(argv[optind], &n_bytes);
		unsigned char *copy = malloc(n_bytes + 1);

		LLVMFuzzerTestOneInput(bytes, n_bytes);
		for (k = 0; copy && k < n_copies; k++) {
			size_t n;

			memcpy(copy, bytes, n_bytes);
			n = damage(copy, n_bytes, &seed);
			keep_input(copy, n);
			LLVMFuzzerTestOneInput(copy, n);
		}
		free(bytes);
		free(copy);
	}
	unlink("fuzz-last");
	return 0;
}
