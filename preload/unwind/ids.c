/* SPDX-License-Identifier: MIT */
/*
 * Ids of stacks, see ids.h.
 *
 * An entry is claimed by its hash, by one compare-and-swap, and gets its id
 * when the stack is in the archive. A thread that meets a claimed entry emits
 * the stack itself, under another id, which does no harm.
 *
 * A handler may fork between any two steps. The child makes its own table.
 * Later stores of the interrupted code go to the old one, because that code
 * loads the table's address once, at its start.
 */
#include "preload/unwind/ids.h"

#include "writer/engine.h"
#include "writer/memory.h"
#include "writer/sys.h"

/* 2 MiB; untouched pages take no memory. */
#define TABLE_ENTRIES 131072u
#define PROBES 8u
/* There was no space for its stack: not tried again. */
#define REFUSED UINT32_MAX

struct entry {
	uint64_t hash;
	uint32_t id; /* 0 = not emitted yet */
	uint32_t reserved;
};

static struct entry *table;
static uint32_t n_ids;

static __attribute__((noinline)) struct entry *make_table(void)
{
	size_t n_bytes = TABLE_ENTRIES * sizeof(struct entry);
	struct entry *other = NULL, *made;
	int error;

	if (fxw_engine.no_system_calls)
		return NULL;
	/* stays empty in a child, and takes no memory there */
	made = fxw_memory_wiped(n_bytes, &error);
	if (!made)
		return NULL;
	/* release: its memory is mapped; pairs with the load below */
	if (__atomic_compare_exchange_n(&table, &other, made, false,
					__ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
		return made;
	(void)sys_munmap(made, n_bytes);
	return other;
}

static uint32_t emit_again(fxp_stack_emit *emit, const void *stack)
{
	uint32_t id = __atomic_add_fetch(&n_ids, 1, __ATOMIC_RELAXED);

	return emit(id, stack) ? id : REFUSED;
}

/* The entry of the hash, claimed now if there is none; NULL: no place. */
static struct entry *find_entry(struct entry *entries, uint64_t hash)
{
	for (uint32_t i = 0; i < PROBES; i++) {
		struct entry *entry = &entries[(hash + i) % TABLE_ENTRIES];
		uint64_t found =
			__atomic_load_n(&entry->hash, __ATOMIC_RELAXED);

		if (found == hash ||
		    (!found && __atomic_compare_exchange_n(
				       &entry->hash, &found, hash, false,
				       __ATOMIC_RELAXED, __ATOMIC_RELAXED)) ||
		    found == hash)
			return entry;
	}
	return NULL;
}

uint32_t fxp_stack_id(uint64_t hash, fxp_stack_emit *emit, const void *stack)
{
	/* acquire: pairs with the release in make_table */
	struct entry *entries = __atomic_load_n(&table, __ATOMIC_ACQUIRE);
	struct entry *entry;
	uint32_t id, none = 0;

	if (!entries)
		entries = make_table();
	entry = entries ? find_entry(entries, hash) : NULL;
	if (!entry)
		return 0;
	/* acquire: pairs with the release below; its record is committed */
	id = __atomic_load_n(&entry->id, __ATOMIC_ACQUIRE);
	if (!id) {
		id = emit_again(emit, stack);
		(void)__atomic_compare_exchange_n(&entry->id, &none, id, false,
						  __ATOMIC_RELEASE,
						  __ATOMIC_RELAXED);
	}
	return id == REFUSED ? 0 : id;
}

void fxp_stack_ids_forget(void)
{
	/* the old table stays: interrupted code may still store there */
	__atomic_store_n(&table, NULL, __ATOMIC_RELAXED);
	__atomic_store_n(&n_ids, 0, __ATOMIC_RELAXED);
}
