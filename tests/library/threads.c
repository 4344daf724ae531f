/* SPDX-License-Identifier: MIT */
/*
 * Reads one archive in several threads at the same time, each by a handle of
 * its own, and says whether all have read the same.
 */
#include <fxtrace/reader.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 5 };

static const char *path;

/* A sum of all lines, in both forms. */
static uint64_t sum_of(const char *text, uint64_t sum)
{
	for (; *text; text++)
		sum = (sum ^ (unsigned char)*text) * 0x100000001b3;
	return sum;
}

static void *read_it(void *result)
{
	struct fxtrace_options options = {.size = sizeof(options),
					  .has_names = true};
	uint64_t sum = 0xcbf29ce484222325;

	for (int i = 0; i < ROUNDS; i++) {
		struct fxtrace_archive *archive = fxtrace_open(path, &options);

		while (fxtrace_next(archive)) {
			size_t n;

			sum = sum_of(fxtrace_call_text(archive, NULL), sum);
			sum = sum_of(fxtrace_call_json(archive, NULL), sum);
			fxtrace_stack(archive, &n, NULL);
			sum += n;
		}
		sum += fxtrace_error(archive)->status;
		fxtrace_close(archive);
	}
	*(uint64_t *)result = sum;
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];
	uint64_t alone, sums[THREADS];
	int n_different = 0;

	path = argv[argc - 1];
	read_it(&alone);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, read_it, &sums[i]);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		n_different += sums[i] != alone;
	}
	printf("%d of %d threads read something else\n", n_different, THREADS);
	return n_different > 0;
}
