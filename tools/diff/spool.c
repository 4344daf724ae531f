/* SPDX-License-Identifier: MIT */
/*
 * Pages of spool.h: each item is in one page, never in two.
 */
#include "tools/diff/spool.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/reader/memory.h"
#include "tools/reader/temporary.h"

#define PAGE_BYTES (32u << 10)
#define N_PAGES 64u

struct spool_page {
	uint64_t number; /* + 1, 0: the entry is empty */
	unsigned char *bytes;
};

void spool_init(struct spool *spool, size_t item_bytes)
{
	*spool = (struct spool){.item_bytes = item_bytes,
				.n_in_page = PAGE_BYTES / item_bytes,
				.fd = -1,
				.last = fxr_new(1, PAGE_BYTES)};
}

void spool_fini(struct spool *spool)
{
	for (size_t i = 0; spool->pages && i < N_PAGES; i++)
		free(spool->pages[i].bytes);
	free(spool->pages);
	free(spool->last);
	if (spool->last && spool->fd >= 0)
		close(spool->fd);
	*spool = (struct spool){.fd = -1};
}

static bool write_all(int fd, const unsigned char *bytes, uint64_t off)
{
	size_t done = 0;

	while (done < PAGE_BYTES) {
		ssize_t n = pwrite(fd, bytes + done, PAGE_BYTES - done,
				   (off_t)(off + done));

		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

static void write_last(struct spool *spool)
{
	if (spool->fd < 0)
		spool->fd = fxr_temporary();
	if (spool->fd < 0 ||
	    !write_all(spool->fd, spool->last, spool->last_page * PAGE_BYTES))
		spool->has_failed = true;
	spool->last_page++;
}

void spool_put(struct spool *spool, const void *item)
{
	if (spool->has_failed)
		return;
	if (spool->n == (spool->last_page + 1) * spool->n_in_page)
		write_last(spool);
	memcpy(spool->last + spool->n++ % spool->n_in_page * spool->item_bytes,
	       item, spool->item_bytes);
}

static bool read_all(int fd, unsigned char *bytes, uint64_t off)
{
	size_t done = 0;

	while (done < PAGE_BYTES) {
		ssize_t n = pread(fd, bytes + done, PAGE_BYTES - done,
				  (off_t)(off + done));

		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

static const unsigned char *page_of(struct spool *spool, uint64_t number)
{
	struct spool_page *page;

	if (number == spool->last_page)
		return spool->last;
	if (!spool->pages)
		spool->pages = fxr_new(N_PAGES, sizeof(*spool->pages));
	page = &spool->pages[number % N_PAGES];
	if (page->number == number + 1)
		return page->bytes;
	if (!page->bytes)
		page->bytes = fxr_new(1, PAGE_BYTES);
	page->number = number + 1;
	if (!read_all(spool->fd, page->bytes, number * PAGE_BYTES)) {
		spool->has_failed = true;
		memset(page->bytes, 0, PAGE_BYTES);
	}
	return page->bytes;
}

const void *spool_get(struct spool *spool, uint64_t index)
{
	return page_of(spool, index / spool->n_in_page) +
	       index % spool->n_in_page * spool->item_bytes;
}
