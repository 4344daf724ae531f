/* SPDX-License-Identifier: MIT */
/*
 * Ids of stacks, see ids.h.
 *
 * An entry is claimed by its hash, by one compare-and-swap, and gets its id
 * when the stack is in the archive. Who meets a claimed one tells the stack
 * himself, under another id: no harm is done.
 *
 * A handler may fork between any two steps. The child makes a table of its own,
 * and what the interrupted code still stores goes to the old one: it loads the
 * table's address once, before all else.
 */
#include "preload/unwind/ids.h"

#include <sys/mman.h>

#include "writer/engine.h"
#include "writer/sys.h"

/* 2 MiB, memory as far as it is used. */
#define TABLE_ENTRIES 131072u
#define PROBES 8u
/* There was no room for its stack: not tried again. */
#define REFUSED UINT32_MAX

struct entry {
	uint64_t hash;
	uint32_t id; /* 0 = not told yet */
	uint32_t reserved;
};

static struct entry *table;
static uint32_t n_ids;

static __attribute__((noinline)) struct entry *make_table(void)
{
	size_t n_bytes = TABLE_ENTRIES * sizeof(struct entry);
	struct entry *other = NULL, *made;

	if (fxw_engine.no_system_calls)
		return NULL;
	made = sys_mmap(NULL, n_bytes, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!sys_mapped(made))
		return NULL;
	/* a child's stays empty, and takes no memory */
	(void)sys_madvise(made, n_bytes, MADV_WIPEONFORK);
	/* release: its memory is there; pairs with the load below */
	if (__atomic_compare_exchange_n(&table, &other, made, false,
					__ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
		return made;
	(void)sys_munmap(made, n_bytes);
	return other;
}

static uint32_t tell_anew(fxp_stack_emit *tell, const void *stack)
{
	uint32_t id = __atomic_add_fetch(&n_ids, 1, __ATOMIC_RELAXED);

	return tell(id, stack) ? id : REFUSED;
}

/* The entry of the hash, taken now if there is none; NULL: no place. */
static struct entry *find(struct entry *entries, uint64_t hash)
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

uint32_t fxp_stack_id(uint64_t hash, fxp_stack_emit *tell, const void *stack)
{
	/* acquire: pairs with the release in make_table */
	struct entry *entries = __atomic_load_n(&table, __ATOMIC_ACQUIRE);
	struct entry *entry;
	uint32_t id, none = 0;

	if (!entries)
		entries = make_table();
	entry = entries ? find(entries, hash) : NULL;
	if (!entry)
		return 0;
	/* acquire: pairs with the release below; its record is committed */
	id = __atomic_load_n(&entry->id, __ATOMIC_ACQUIRE);
	if (!id) {
		id = tell_anew(tell, stack);
		(void)__atomic_compare_exchange_n(&entry->id, &none, id, false,
						  __ATOMIC_RELEASE,
						  __ATOMIC_RELAXED);
	}
	return id == REFUSED ? 0 : id;
}

void fxp_stack_ids_forget(void)
{
	/* the old one stays: interrupted code may still store there */
	__atomic_store_n(&table, NULL, __ATOMIC_RELAXED);
	__atomic_store_n(&n_ids, 0, __ATOMIC_RELAXED);
}
