/* SPDX-License-Identifier: MIT */
/*
 * Ids of stacks and other entries, see ids.h.
 *
 * An entry is claimed by its hash, by one compare-and-swap, and gets its id
 * when its archive entry is written. A thread that meets a claimed entry emits
 * it itself, under another id, which does no harm.
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
/* There was no space for it: not tried again. */
#define REFUSED UINT32_MAX

struct fxp_id {
	uint64_t hash;
	uint32_t id; /* 0 = not emitted yet */
	uint32_t reserved;
};

static __attribute__((noinline)) struct fxp_id *make_table(struct fxp_ids *ids)
{
	size_t n_bytes = TABLE_ENTRIES * sizeof(struct fxp_id);
	struct fxp_id *other = NULL, *made;
	int error;

	if (fxw_engine.no_system_calls)
		return NULL;
	/* stays empty in a child, and takes no memory there */
	made = fxw_memory_wiped(n_bytes, &error);
	if (!made)
		return NULL;
	/* release: its memory is mapped; pairs with the load below */
	if (__atomic_compare_exchange_n(&ids->table, &other, made, false,
					__ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
		return made;
	(void)sys_munmap(made, n_bytes);
	return other;
}

static uint32_t emit_again(struct fxp_ids *ids, fxp_id_emit *emit,
			   const void *what)
{
	uint32_t id = __atomic_add_fetch(&ids->n, 1, __ATOMIC_RELAXED);

	return emit(id, what) ? id : REFUSED;
}

/* The entry of the hash, claimed now if there is none; NULL: no place. */
static struct fxp_id *find_entry(struct fxp_id *entries, uint64_t hash)
{
	for (uint32_t i = 0; i < PROBES; i++) {
		struct fxp_id *entry = &entries[(hash + i) % TABLE_ENTRIES];
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

uint32_t fxp_id_of(struct fxp_ids *ids, uint64_t hash, fxp_id_emit *emit,
		   const void *what)
{
	/* acquire: pairs with the release in make_table */
	struct fxp_id *entries = __atomic_load_n(&ids->table, __ATOMIC_ACQUIRE);
	struct fxp_id *entry;
	uint32_t id, none = 0;

	if (!entries)
		entries = make_table(ids);
	entry = entries ? find_entry(entries, hash) : NULL;
	if (!entry)
		return 0;
	/* acquire: pairs with the release below; its record is committed */
	id = __atomic_load_n(&entry->id, __ATOMIC_ACQUIRE);
	if (!id) {
		id = emit_again(ids, emit, what);
		(void)__atomic_compare_exchange_n(&entry->id, &none, id, false,
						  __ATOMIC_RELEASE,
						  __ATOMIC_RELAXED);
	}
	return id == REFUSED ? 0 : id;
}

void fxp_ids_forget(struct fxp_ids *ids)
{
	/* the old table stays: interrupted code may still store there */
	__atomic_store_n(&ids->table, NULL, __ATOMIC_RELAXED);
	__atomic_store_n(&ids->n, 0, __ATOMIC_RELAXED);
}
