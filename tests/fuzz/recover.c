/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as the archive that a process left behind: counted and finished, as
 * `fxtrace recover` does. For libFuzzer and tests/fuzz_driver.c.
 */
#include "tests/fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/archive/finish.h"

static void finish(struct inproc *archive)
{
	struct finish_report counted, written;
	FILE *out = fdopen(memfd_create("out", 0), "w");

	if (!out)
		abort();
	/* what is written is what was counted */
	if (finish_count(archive, &counted) &&
	    finish_put(archive, out, &written) &&
	    counted.n_calls != written.n_calls)
		abort();
	fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	struct inproc archive;
	char path[40];
	int fd = memfd_create("in", 0);

	if (fd < 0 || write(fd, bytes, n_bytes) != (ssize_t)n_bytes)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (inproc_open(&archive, path)) {
		finish(&archive);
		inproc_close(&archive);
	}
	close(fd);
	return 0;
}
