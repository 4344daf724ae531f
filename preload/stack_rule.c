/* SPDX-License-Identifier: MIT */
/*
 * The cache of unwind rules, see stack_rule.h.
 *
 * An entry is two words that any thread may store and read at any time without
 * a lock: the rule, and its place and generation, mixed with the rule. Two
 * halves of different entries do not fit each other, and are taken for none.
 */
#include "preload/stack_rule.h"

#include <stddef.h>
#include <sys/mman.h>

#include "preload/stack_cfi.h"
#include "preload/stack_module.h"
#include "writer/sys.h"

/* 256 KiB, memory as far as it is used. */
#define ENTRY_BITS 14
#define MIX 0x9e3779b97f4a7c15ull
/* Addresses have 47 bits. */
#define PLACE_BITS 48

struct entry {
	uint64_t check;
	uint64_t rule;
};

static struct entry *cache;
static uint32_t generation;

bool fxp_rules_start(void)
{
	size_t n_bytes = sizeof(struct entry) << ENTRY_BITS;
	void *memory = sys_mmap(NULL, n_bytes, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (!sys_mapped(memory))
		return false;
	cache = memory;
	return true;
}

void fxp_rules_forget(void)
{
	__atomic_fetch_add(&generation, 1, __ATOMIC_SEQ_CST);
}

uint32_t fxp_rules_generation(void)
{
	return __atomic_load_n(&generation, __ATOMIC_RELAXED);
}

static inline uint64_t check_of(uint64_t key, uint64_t rule)
{
	return key ^ rule * MIX;
}

/* Whether the entry is in use, by the generation. */
static bool is_of(const struct entry *entry, uint64_t now)
{
	uint64_t check = __atomic_load_n(&entry->check, __ATOMIC_RELAXED);
	uint64_t key = check ^ check_of(0, entry->rule);

	return check && (uint16_t)(key >> PLACE_BITS) == (uint16_t)now;
}

/* Not in the cache. */
static __attribute__((noinline)) uint64_t find(uintptr_t place)
{
	struct fxp_rule rule = {.kind = FXP_RULE_BARE};
	struct fxp_stack_module module;

	if (fxp_stack_module_at(place, &module))
		fxp_cfi_rule(&module, place, &rule);
	return fxp_rule_pack(&rule);
}

static __attribute__((noinline)) uint64_t fill(struct entry *entry,
					       uint64_t key, uintptr_t place)
{
	uint64_t rule = find(place);

	/* Places without tables may get one: they are not kept. A generation
	 * that has begun meanwhile has another key. */
	if (fxp_rule_kind(rule) == FXP_RULE_BARE)
		return rule;
	__atomic_store_n(&entry->check, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&entry->rule, rule, __ATOMIC_RELAXED);
	__atomic_store_n(&entry->check, check_of(key, rule), __ATOMIC_RELAXED);
	return rule;
}

uint64_t fxp_rule_of(uintptr_t place)
{
	uint64_t now = fxp_rules_generation();
	uint64_t key = place ^ now << PLACE_BITS;
	struct entry *first = &cache[place * MIX >> (64 - ENTRY_BITS)];
	struct entry *second =
		(struct entry *)((uintptr_t)first ^ sizeof(struct entry));
	uint64_t rule = __atomic_load_n(&first->rule, __ATOMIC_RELAXED);

	if (__builtin_expect(__atomic_load_n(&first->check, __ATOMIC_RELAXED) ==
				     check_of(key, rule),
			     1))
		return rule;
	rule = __atomic_load_n(&second->rule, __ATOMIC_RELAXED);
	if (__atomic_load_n(&second->check, __ATOMIC_RELAXED) ==
	    check_of(key, rule))
		return rule;
	/* of two places in use that meet, the newer one yields */
	return fill(is_of(first, now) ? second : first, key, place);
}
