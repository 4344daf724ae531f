/* SPDX-License-Identifier: MIT */
/*
 * Opens an archive with less memory than it needs, from none up, and reads what
 * it can. Prints how often that failed and succeeded, and what was not freed.
 * With a number before the path it adds calls up, by that, or copies records.
 */
#include <fxtrace/reader.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Records are copied, behind the numbers of enum fxtrace_by. */
#define COPIES 9

static size_t in_use(void)
{
#if __GLIBC_PREREQ(2, 33)
	return mallinfo2().uordblks + mallinfo2().hblkhd;
#else
	return (size_t)(unsigned)mallinfo().uordblks +
	       (size_t)(unsigned)mallinfo().hblkhd;
#endif
}

/* The types of a call, and what they are made of. */
static void read_types(struct fxtrace_archive *archive,
		       const struct fxtrace_call *call)
{
	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxtrace_type *type =
			fxtrace_type_of(archive, call->args[i]->value);

		fxtrace_type_base(archive, type);
		fxtrace_type_of_member(archive, type, 0);
		fxtrace_type_of_parameter(archive, (int32_t)i);
	}
}

/* Whether all of it was read. */
static int read_it(const char *path, enum fxtrace_by by, uint64_t max_bytes)
{
	struct fxtrace_options options = {.size = sizeof(options),
					  .has_names = true,
					  .by = by < COPIES ? by : 0,
					  .has_records = by == COPIES,
					  .has_sorted_events = true,
					  .has_whole_flows = true,
					  .calls = "-nanosleep",
					  .max_memory_bytes = max_bytes};
	struct fxtrace_archive *archive = fxtrace_open(path, &options);
	const struct fxtrace_call *call;
	int status;
	size_t n;

	while ((call = fxtrace_next(archive))) {
		read_types(archive, call);
		fxtrace_call_json(archive, NULL);
		fxtrace_stack(archive, &n, NULL);
	}
	while (fxtrace_next_event(archive))
		;
	while (fxtrace_next_bytes(archive))
		;
	for (size_t i = 0; i < fxtrace_n_rows(archive); i++)
		fxtrace_row(archive, i);
	status = fxtrace_error(archive)->status;
	if (status && status != FXTRACE_ERROR_MEMORY) {
		printf("another error: %s\n", fxtrace_error(archive)->text);
		exit(1);
	}
	fxtrace_close(archive);
	return !status;
}

/* From almost none up, until it was enough three times: how often it was not.
 */
static int sweep(const char *path, enum fxtrace_by by, unsigned part)
{
	int n_failed = 0, n_whole = 0;

	for (uint64_t bytes = 1; n_whole < 3; bytes += bytes / part + 1)
		read_it(path, by, bytes) ? n_whole++ : n_failed++;
	return n_failed;
}

int main(int argc, char **argv)
{
	const char *path = argv[argc - 1];
	enum fxtrace_by by = argc > 2 ? (enum fxtrace_by)atoi(argv[1]) : 0;
	int n_failed, fd = dup(0);
	size_t before;

	close(fd);
	sweep(path, by, 40); /* libc and libdw keep something for ever */
	before = in_use();
	n_failed = sweep(path, by, 150);
	printf("%s, then enough\n",
	       n_failed > 50 ? "often too little" : "rarely");
	/* libdw's caches are not of the same size each time */
	printf("%s\n", in_use() < before + 32768 ? "all is freed" : "a leak");
	printf("%s\n", dup(0) == fd ? "no descriptor is left" : "a descriptor");
	fprintf(stderr, "%d failed, %zd bytes more\n", n_failed,
		(ssize_t)(in_use() - before));
	return 0;
}
