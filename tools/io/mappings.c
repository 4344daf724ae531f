/* SPDX-License-Identifier: MIT */
/*
 * See mappings.h.
 */
#include "tools/io/mappings.h"

#include <stdlib.h>
#include <sys/mman.h>

#define MAX_MAPPINGS (1u << 16) /* further ones are not tracked */

struct mapping {
	uint64_t pid, address, n_bytes;
	struct io_file *file;
};

struct mappings {
	const struct fxr_world *world;
	struct mapping *items; /* older ones first */
	size_t n, capacity;
};

struct mappings *mappings_open(const struct fxr_world *world)
{
	struct mappings *mappings = fxr_new(1, sizeof(*mappings));

	mappings->world = world;
	return mappings;
}

void mappings_close(struct mappings *mappings)
{
	for (size_t i = 0; i < mappings->n; i++)
		io_file_drop(mappings->items[i].file);
	free(mappings->items);
	free(mappings);
}

static struct mapping *find_mapping(const struct mappings *mappings,
				    uint64_t pid, uint64_t address)
{
	for (size_t i = mappings->n; i--;) {
		struct mapping *item = &mappings->items[i];

		if (item->pid == pid && address >= item->address &&
		    address - item->address < item->n_bytes)
			return item;
	}
	return NULL;
}

/* Removes mappings that are wholly within the range. After a partial unmap, the
 * rest is found at its old address. */
static void remove_range(struct mappings *mappings, uint64_t pid,
			 uint64_t address, uint64_t n_bytes)
{
	size_t n = 0;

	for (size_t i = 0; i < mappings->n; i++) {
		struct mapping *item = &mappings->items[i];

		if (item->pid == pid && item->address >= address &&
		    item->n_bytes <= n_bytes &&
		    item->address - address <= n_bytes - item->n_bytes)
			io_file_drop(item->file);
		else
			mappings->items[n++] = *item;
	}
	mappings->n = n;
}

static void add_mapping(struct mappings *mappings,
			const struct mapping *mapping)
{
	remove_range(mappings, mapping->pid, mapping->address,
		     mapping->n_bytes);
	if (!mapping->file || mappings->n == MAX_MAPPINGS)
		return;
	mappings->items = fxr_grow(mappings->items, &mappings->capacity,
				   mappings->n + 1, sizeof(*mappings->items));
	mappings->items[mappings->n++] = *mapping;
	io_file_hold(mapping->file);
}

void mappings_take(struct mappings *mappings, const struct io_op *op,
		   struct io_file *file)
{
	struct mapping mapping = {.pid = op->call->thread->pid,
				  .address = op->call->ret.as.u64,
				  .n_bytes = op->size,
				  .file = file};
	struct mapping *old;

	if (!op->is_done || op->error)
		return;
	if (op->rule->act == IO_UNMAP) {
		remove_range(mappings, mapping.pid, op->address, op->size);
	} else if (op->rule->act == IO_REMAP) {
		old = find_mapping(mappings, mapping.pid, op->address);
		mapping.file = io_file_hold(old ? old->file : NULL);
		mapping.n_bytes = op->items;
		remove_range(mappings, mapping.pid, op->address, op->size);
		add_mapping(mappings, &mapping);
		io_file_drop(mapping.file);
	} else if (op->rule->act == IO_MAP && op->flags & MAP_SHARED) {
		add_mapping(mappings, &mapping);
	}
}

static uint64_t parent_of(const struct mappings *mappings,
			  const struct fxr_thread *thread, uint64_t pid)
{
	const struct fxr_world *world = mappings->world;
	uint32_t at =
		fxr_map_find(&world->process_map, thread->provider, pid, 0);

	return at == FXR_NONE ? 0 : world->processes[at].ppid;
}

struct io_file *mappings_find(const struct mappings *mappings,
			      const struct io_op *op)
{
	const struct fxr_thread *thread = op->call->thread;
	struct mapping *item = find_mapping(mappings, thread->pid, op->address);
	uint64_t parent = parent_of(mappings, thread, thread->pid);

	if (!item && parent)
		item = find_mapping(mappings, parent, op->address);
	return item ? io_file_hold(item->file) : NULL;
}
