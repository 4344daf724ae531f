/* SPDX-License-Identifier: MIT */
/*
 * See mapped.h. Space is allocated before it is mapped: a full disk is an error
 * here, and no signal later.
 */
#include "tools/browse/mapped.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/reader/temporary.h"

#define FIRST_BYTES ((uint64_t)64 << 10)

void mapped_open(struct mapped *mapped, size_t item_bytes)
{
	*mapped = (struct mapped){.fd = fxr_temporary(),
				  .item_bytes = item_bytes};
	if (mapped->fd < 0)
		die("no temporary file: %s; TMPDIR names a folder for it",
		    strerror(errno));
}

static void grow(struct mapped *mapped, uint64_t n)
{
	uint64_t from = mapped->n_mapped;
	uint64_t to = from ? from : FIRST_BYTES;
	void *items;
	int error;

	while (to / mapped->item_bytes < n)
		to *= 2;
	error = posix_fallocate(mapped->fd, (off_t)from, (off_t)(to - from));
	if (error)
		die("the index does not fit the folder for temporary files "
		    "(TMPDIR): %s",
		    strerror(error));
	items = mapped->items ? mremap(mapped->items, from, to, MREMAP_MAYMOVE)
			      : mmap(NULL, to, PROT_READ | PROT_WRITE,
				     MAP_SHARED, mapped->fd, 0);
	if (items == MAP_FAILED)
		die("out of memory");
	mapped->items = items;
	mapped->n_mapped = to;
	mapped->capacity = to / mapped->item_bytes;
}

void *mapped_put(struct mapped *mapped, uint64_t n)
{
	unsigned char *item;

	if (n > mapped->capacity - mapped->n)
		grow(mapped, mapped->n + n);
	item = mapped_at(mapped, mapped->n);
	mapped->n += n;
	memset(item, 0, n * mapped->item_bytes);
	return item;
}

void mapped_clear(struct mapped *mapped)
{
	mapped->n = 0;
}

void mapped_close(struct mapped *mapped)
{
	if (!mapped->item_bytes)
		return;
	if (mapped->items)
		munmap(mapped->items, mapped->n_mapped);
	close(mapped->fd);
	*mapped = (struct mapped){.fd = -1};
}
