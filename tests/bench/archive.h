/* SPDX-License-Identifier: MIT */
/*
 * The tracer's archive as seen from the traced program itself: for benchmarks
 * that must not pay the kernel for its fresh pages.
 */
#ifndef TESTS_BENCH_ARCHIVE_H
#define TESTS_BENCH_ARCHIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "writer/wire.h"

#define PAGE_BYTES 4096u
#define LINE_BYTES 64u
/* Spans begun but not filled. */
#define SPARE_BYTES (64u << 10)
/* Linux 5.14 */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* The archive in this process; base NULL = none. */
struct archive {
	char *base;
	const struct fxw_header *header;
	const struct fxw_control *control;
};

static struct archive archive;

static inline void fail(const char *why)
{
	fprintf(stderr, "calls: %s\n", why);
	exit(1);
}

/* The archive's header is within its first page or two. */
static inline bool is_archive(char *base)
{
	uint64_t *words = (uint64_t *)base;

	if (words[0] != FXT_MAGIC)
		return false;
	for (unsigned i = 1; i < PAGE_BYTES / 8; i++) {
		if (words[i] != FXW_HEADER_MAGIC)
			continue;
		archive.base = base;
		archive.header = (const void *)&words[i];
		archive.control =
			(const void *)(base + archive.header->control_off);
		return true;
	}
	return false;
}

static inline void find_archive(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512], mode[5];
	unsigned long start, off;

	if (!maps)
		fail("cannot read /proc/self/maps");
	while (fgets(line, sizeof(line), maps))
		if (sscanf(line, "%lx-%*x %4s %lx", &start, mode, &off) == 3 &&
		    off == 0 && strcmp(mode, "rw-s") == 0 &&
		    strstr(line, ".fxt") && is_archive((char *)start))
			break;
	fclose(maps);
}

/* What calls will write must fit and its pages be there. It should be in the
 * cache, where a small buffer that is used again and again would be. */
static inline void make_space(uint64_t bytes)
{
	const volatile char *p;
	uint64_t begin;

	if (!archive.base)
		return;
	begin = (archive.control->alloc & UINT32_MAX) * 8;
	bytes += SPARE_BYTES;
	if (archive.header->rolling_bytes - begin < bytes)
		fail("the archive is full: FXTRACE_BUFFER is too small");
	begin = (begin + archive.header->rolling_off) & -(uint64_t)PAGE_BYTES;
	if (madvise(archive.base + begin, bytes, MADV_POPULATE_WRITE) != 0)
		fail("cannot make the archive's pages present");
	p = archive.base + begin;
	for (uint64_t i = bytes; i >= LINE_BYTES; i -= LINE_BYTES)
		(void)p[i - LINE_BYTES];
}

#endif
