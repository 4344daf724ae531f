/* SPDX-License-Identifier: MIT */
/*
 * The memory of a ledger, its journal, and its providers' words; see ledger.h.
 */
#include "tools/manager/ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE_BYTES 4096u
#define PAGE_WORDS (PAGE_BYTES / 8)
/* Of address space; memory comes page by page, as it is used. */
#define SPACE_BYTES (2ull << 30)
#define JOURNAL_PAGE 1u
#define SHOTS_PAGE                                                             \
	(JOURNAL_PAGE +                                                        \
	 LEDGER_STORES * sizeof(struct ledger_store) / PAGE_BYTES)
#define KOIDS_PAGE                                                             \
	(SHOTS_PAGE + LEDGER_SHOTS * sizeof(struct ledger_shot) / PAGE_BYTES)
#define FIRST_PAGE (KOIDS_PAGE + LEDGER_KOIDS * 8ull / PAGE_BYTES)
_Static_assert(sizeof(struct ledger_head) <= PAGE_BYTES, "it has one page");
#define NO_JOURNAL UINT64_MAX

static int map_space(struct ledger *ledger, int fd)
{
	void *map = mmap(NULL, SPACE_BYTES, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_NORESERVE, fd, 0);

	if (map == MAP_FAILED)
		return errno;
	ledger->fd = fd;
	ledger->head = map;
	ledger->words = map;
	return 0;
}

/* Memory for pages up to there. */
static bool extend(struct ledger *ledger, uint64_t n_pages)
{
	if (n_pages <= ledger->n_pages)
		return true;
	if (n_pages > SPACE_BYTES / PAGE_BYTES ||
	    ftruncate(ledger->fd, (off_t)(n_pages * PAGE_BYTES)))
		return false;
	ledger->n_pages = n_pages;
	return true;
}

int ledger_open(struct ledger *ledger)
{
	int fd = memfd_create("fxtrace-ledger", MFD_CLOEXEC);
	int error;

	*ledger = (struct ledger){.fd = -1};
	if (fd < 0)
		return errno;
	error = map_space(ledger, fd);
	if (!error && !extend(ledger, FIRST_PAGE))
		error = ENOMEM;
	if (error) {
		ledger_close(ledger);
		return error;
	}
	ledger->head->journal_end = NO_JOURNAL;
	ledger->head->magic = LEDGER_MAGIC;
	return 0;
}

int ledger_adopt(struct ledger *ledger, int fd)
{
	off_t n_bytes = lseek(fd, 0, SEEK_END);
	int error;

	*ledger = (struct ledger){.fd = -1};
	error = n_bytes < (off_t)(FIRST_PAGE * PAGE_BYTES)
			? EINVAL
			: map_space(ledger, fd);
	if (error) {
		close(fd);
		return error;
	}
	ledger->n_pages = FIRST_PAGE;
	return ledger->head->magic == LEDGER_MAGIC ? 0 : EINVAL;
}

void ledger_close(struct ledger *ledger)
{
	if (ledger->head)
		munmap(ledger->head, SPACE_BYTES);
	if (ledger->fd >= 0)
		close(ledger->fd);
	free(ledger->free);
	*ledger = (struct ledger){.fd = -1};
}

static uint64_t pages_of(const struct ledger_part *part)
{
	uint64_t n_words = LEDGER_SPANS + 2 * (uint64_t)part->n_units +
			   part->durable_words / 64 + 1;

	return (n_words + PAGE_WORDS - 1) / PAGE_WORDS;
}

/* Pages that others have left. 0: none. */
static uint64_t reuse(struct ledger *ledger, uint64_t n_pages)
{
	for (size_t i = 0; i < ledger->n_free; i++) {
		struct ledger_range *range = &ledger->free[i];
		uint64_t page = range->page;

		if (range->n_pages < n_pages)
			continue;
		range->page += n_pages;
		range->n_pages -= n_pages;
		if (!range->n_pages)
			*range = ledger->free[--ledger->n_free];
		return page;
	}
	return 0;
}

bool ledger_add(struct ledger *ledger, struct ledger_part *part,
		uint32_t rolling_words, uint32_t durable_words)
{
	uint64_t n_pages, page;

	*part = (struct ledger_part){.n_units = rolling_words / 128,
				     .durable_words = durable_words};
	if (ledger->fd < 0)
		return false;
	n_pages = pages_of(part);
	page = reuse(ledger, n_pages);
	if (!page) {
		page = ledger->n_pages;
		if (!extend(ledger, page + n_pages))
			return false;
	}
	part->at = page * PAGE_WORDS;
	return true;
}

static void add_free(struct ledger *ledger, struct ledger_range range)
{
	struct ledger_range *more = ledger->free;

	if (ledger->n_free == ledger->free_capacity) {
		ledger->free_capacity += ledger->free_capacity / 2 + 64;
		more = realloc(more, ledger->free_capacity * sizeof(*more));
	}
	if (!more) { /* they stay unused */
		ledger->free_capacity = ledger->n_free;
		return;
	}
	ledger->free = more;
	ledger->free[ledger->n_free++] = range;
}

void ledger_remove(struct ledger *ledger, const struct ledger_part *part)
{
	struct ledger_range range = {part->at / PAGE_WORDS, pages_of(part)};

	/* as they were: zero, without memory */
	if (ledger->fd >= 0 && part->at &&
	    fallocate(ledger->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
		      (off_t)(range.page * PAGE_BYTES),
		      (off_t)(range.n_pages * PAGE_BYTES)) == 0)
		add_free(ledger, range);
}

void ledger_keep(struct ledger *ledger, const struct ledger_part *part)
{
	uint64_t end = part->at / PAGE_WORDS + pages_of(part);

	if (ledger->n_pages < end)
		ledger->n_pages = end;
}

uint64_t ledger_get(const struct ledger *ledger, uint64_t at)
{
	return ledger->fd < 0 ? 0 : ledger->words[at];
}

void ledger_set(struct ledger *ledger, uint64_t at, uint64_t value)
{
	if (ledger->fd >= 0 && at)
		__atomic_store_n(&ledger->words[at], value, __ATOMIC_RELEASE);
}

/* A kill comes between any two stores; whoever takes over sees them in this
 * order. */
static void store(uint64_t *to, uint64_t value)
{
	__atomic_store_n(to, value, __ATOMIC_RELEASE);
}

static struct ledger_store *journal(const struct ledger *ledger)
{
	return (struct ledger_store *)(ledger->words +
				       JOURNAL_PAGE * PAGE_WORDS);
}

struct ledger_shot *ledger_shots(const struct ledger *ledger)
{
	return (struct ledger_shot *)(ledger->words + SHOTS_PAGE * PAGE_WORDS);
}

uint64_t ledger_koid_at(uint32_t provider_id)
{
	return provider_id < LEDGER_KOIDS
		       ? KOIDS_PAGE * PAGE_WORDS + provider_id
		       : 0;
}

void ledger_begin(struct ledger *ledger)
{
	if (ledger->fd < 0)
		return;
	ledger->n_stores = 0;
	store(&ledger->head->is_writing, 1);
}

void ledger_note(struct ledger *ledger, const struct ledger_store *stores,
		 size_t n)
{
	if (ledger->fd < 0)
		return;
	for (size_t i = 0; i < n && ledger->n_stores < LEDGER_STORES; i++)
		journal(ledger)[ledger->n_stores++] = stores[i];
}

static void apply(struct ledger *ledger, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		store(&ledger->words[journal(ledger)[i].at],
		      journal(ledger)[i].value);
	/* a later owner of these words is not ours to change */
	store(&ledger->head->journal_end, NO_JOURNAL);
	store(&ledger->head->is_writing, 0);
}

void ledger_commit(struct ledger *ledger, uint64_t n_bytes)
{
	if (ledger->fd < 0)
		return;
	store(&ledger->head->n_stores, ledger->n_stores);
	store(&ledger->head->journal_end, n_bytes);
	store(&ledger->head->n_bytes, n_bytes);
	apply(ledger, ledger->n_stores);
	ledger->n_stores = 0;
}

void ledger_redo(struct ledger *ledger)
{
	const struct ledger_head *head = ledger->head;

	if (ledger->fd >= 0 && head->journal_end == head->n_bytes &&
	    head->n_stores <= LEDGER_STORES)
		apply(ledger, head->n_stores);
}
