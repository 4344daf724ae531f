/* SPDX-License-Identifier: MIT */
/*
 * Open items in an array, found by their keys; an item that is opened again has
 * its old place. Mappings are also sorted, since an unmapped range may be a
 * part of one, or of several. See held.h.
 */
#include "tools/leaks/held.h"

#include <stdlib.h>

static uint64_t kind_key(enum leak_kind kind, uint64_t space)
{
	return (space * 31 + 7) * LEAK_N_KINDS + kind;
}

/* The item's place, allocated if it had none. */
static uint32_t place_of(struct held_table *table, const struct held *item)
{
	uint64_t kind = kind_key(item->kind, item->space);
	uint32_t at = fxr_map_find(&table->map, item->process, kind, item->key);

	if (at != FXR_NONE)
		return at;
	at = (uint32_t)table->n;
	table->items = fxr_grow(table->items, &table->space, table->n + 1,
				sizeof(*table->items));
	table->n++;
	fxr_map_put(&table->map, item->process, kind, item->key, at);
	return at;
}

/* The index of a mapping with that place, or where it would be. */
static size_t mapping_at(const struct held_table *table, uint32_t process,
			 uint64_t address)
{
	size_t low = 0, high = table->n_mappings;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct held *item =
			&table->items[table->mappings[middle]];

		if (item->process < process ||
		    (item->process == process && item->key < address))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void add_mapping(struct held_table *table, uint32_t item)
{
	size_t at = mapping_at(table, table->items[item].process,
			       table->items[item].key);

	table->mappings =
		fxr_grow(table->mappings, &table->mappings_capacity,
			 table->n_mappings + 1, sizeof(*table->mappings));
	memmove(table->mappings + at + 1, table->mappings + at,
		(table->n_mappings++ - at) * sizeof(*table->mappings));
	table->mappings[at] = item;
}

static void drop_mapping(struct held_table *table, size_t at)
{
	table->items[table->mappings[at]].is_open = false;
	memmove(table->mappings + at, table->mappings + at + 1,
		(--table->n_mappings - at) * sizeof(*table->mappings));
}

static void put_item(struct held_table *table, const struct held *item)
{
	uint32_t at = place_of(table, item);

	table->items[at] = *item;
	table->items[at].is_open = true;
	if (item->kind == LEAK_MAPPING)
		add_mapping(table, at);
}

void held_put(struct held_table *table, const struct held *item)
{
	if (item->kind == LEAK_MAPPING)
		held_unmap(table, item->process, item->key, item->n_bytes);
	put_item(table, item);
}

struct held *held_find(const struct held_table *table, uint32_t process,
		       enum leak_kind kind, uint64_t key, uint64_t space)
{
	uint32_t at =
		fxr_map_find(&table->map, process, kind_key(kind, space), key);

	return at != FXR_NONE && table->items[at].is_open ? &table->items[at]
							  : NULL;
}

void held_close(struct held_table *table, uint32_t process, enum leak_kind kind,
		uint64_t key, uint64_t space)
{
	struct held *item = held_find(table, process, kind, key, space);

	if (item)
		item->is_open = false;
}

void held_close_range(struct held_table *table, uint32_t process,
		      uint64_t first, uint64_t last)
{
	for (size_t i = 0; i < table->n; i++) {
		struct held *item = &table->items[i];

		if (item->kind == LEAK_DESCRIPTOR && item->process == process &&
		    item->key >= first && item->key <= last)
			item->is_open = false;
	}
}

/* Removes a part; the rest on both sides stays. */
static void cut_mapping(struct held_table *table, size_t at, uint64_t from,
			uint64_t to)
{
	struct held old = table->items[table->mappings[at]], rest = old;
	uint64_t end = old.key + old.n_bytes;

	drop_mapping(table, at);
	if (old.key < from) {
		rest.n_bytes = from - old.key;
		put_item(table, &rest);
	}
	if (end > to) {
		rest.key = to;
		rest.n_bytes = end - to;
		put_item(table, &rest);
	}
}

void held_unmap(struct held_table *table, uint32_t process, uint64_t address,
		uint64_t n_bytes)
{
	uint64_t end = address + n_bytes;
	size_t at = mapping_at(table, process, address);

	if (end < address)
		return;
	/* the one below may reach up to here */
	if (at)
		at--;
	while (at < table->n_mappings) {
		const struct held *item = &table->items[table->mappings[at]];

		if (item->process > process ||
		    (item->process == process && item->key >= end))
			break;
		if (item->process == process &&
		    item->key + item->n_bytes > address && n_bytes) {
			cut_mapping(table, at, address, end);
			at = mapping_at(table, process, address);
		} else {
			at++;
		}
	}
}

void held_close_space(struct held_table *table, uint32_t process,
		      uint64_t space)
{
	for (size_t i = 0; i < table->n; i++)
		if (table->items[i].process == process &&
		    table->items[i].space == space)
			table->items[i].is_open = false;
}

void held_fini(struct held_table *table)
{
	fxr_map_fini(&table->map);
	free(table->items);
	free(table->mappings);
}
