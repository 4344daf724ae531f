/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a jitdump file: names and lines of compiled code. For libFuzzer
 * and tests/fuzz_driver.c.
 */
#include "tests/fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/elf/jit_dump.h"

/* The process of the file, so that it is read. */
static uint64_t pid_of(const uint8_t *bytes, size_t n_bytes)
{
	uint32_t pid = 0;

	if (n_bytes >= 24)
		memcpy(&pid, bytes + 20, sizeof(pid));
	if (n_bytes && *bytes == 0x4a) /* the other order of bytes */
		pid = __builtin_bswap32(pid);
	return pid;
}

static void look_up(struct jit_dump *dump, uint64_t address, uint64_t time)
{
	struct jit_span span = {0, UINT64_MAX};
	struct perf_name name;

	if (jit_dump_find(dump, address, time, &name, &span) !=
	    (name.function.n_bytes > 0))
		abort();
	if (time != JIT_LATEST && (time < span.from || time >= span.until))
		abort();
}

/* Any 8 bytes of the file may be an address or a time. */
static void look_up_all(struct jit_dump *dump, const uint8_t *bytes,
			size_t n_bytes)
{
	uint64_t last = 0;

	for (size_t at = 0; at + 8 <= n_bytes && at < 4096; at++) {
		uint64_t word;

		memcpy(&word, bytes + at, sizeof(word));
		look_up(dump, word, JIT_LATEST);
		look_up(dump, word, last);
		look_up(dump, word + 5, word);
		last = word;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	int fd = memfd_create("in", 0);
	struct jit_dump *dump;
	char path[40];

	if (fd < 0 || write(fd, bytes, n_bytes) != (ssize_t)n_bytes)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	dump = jit_dump_open(path, 0, pid_of(bytes, n_bytes));
	if (dump) {
		look_up_all(dump, bytes, n_bytes);
		if (jit_dump_trouble(dump) && !*jit_dump_trouble(dump))
			abort();
		jit_dump_close(dump);
	}
	close(fd);
	return 0;
}
