/* SPDX-License-Identifier: MIT */
/*
 * The cache of unwind rules, see rule.h.
 *
 * An entry is two words: the rule, and its place and generation, mixed with the
 * rule. Any thread may store and read them at any time without a lock. Halves
 * of different entries do not match and count as no entry.
 */
#include "preload/unwind/rule.h"

#include <stddef.h>
#include <sys/mman.h>

#include "preload/unwind/cfi.h"
#include "preload/symbol/stack_module.h"
#include "writer/sys.h"

struct fxp_rule_entry *fxp_rule_cache;
uint32_t fxp_rule_generation;

bool fxp_rules_start(void)
{
	size_t n_bytes = sizeof(struct fxp_rule_entry) << FXP_RULE_CACHE_BITS;
	void *memory = sys_mmap(NULL, n_bytes, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (!sys_mapped(memory))
		return false;
	fxp_rule_cache = memory;
	return true;
}

void fxp_rules_forget(void)
{
	__atomic_fetch_add(&fxp_rule_generation, 1, __ATOMIC_SEQ_CST);
}

/* Whether the entry is in use, by the generation. */
static bool is_of(const struct fxp_rule_entry *entry, uint64_t now)
{
	uint64_t check = __atomic_load_n(&entry->check, __ATOMIC_RELAXED);
	uint64_t key = check ^ fxp_rule_check(0, entry->rule);

	return check && (uint16_t)(key >> FXP_RULE_PLACE_BITS) == (uint16_t)now;
}

/* Finds a rule that is not in the cache. */
static __attribute__((noinline)) uint64_t find_rule(uintptr_t place)
{
	struct fxp_rule rule = {.kind = FXP_RULE_BARE};
	struct fxp_stack_module module;

	if (fxp_stack_module_at(place, &module))
		fxp_cfi_rule(&module, place, &rule);
	return fxp_rule_pack(&rule);
}

static __attribute__((noinline)) uint64_t fill_entry(
	struct fxp_rule_entry *entry, uint64_t key, uintptr_t place)
{
	uint64_t rule = find_rule(place);

	/* Places without tables are not cached, because they may get one. A
	 * generation that has begun meanwhile has another key. */
	if (fxp_rule_kind(rule) == FXP_RULE_BARE)
		return rule;
	__atomic_store_n(&entry->check, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&entry->rule, rule, __ATOMIC_RELAXED);
	__atomic_store_n(&entry->check, fxp_rule_check(key, rule),
			 __ATOMIC_RELAXED);
	return rule;
}

uint64_t fxp_rule_of(uintptr_t place)
{
	uint64_t now = fxp_rules_generation();
	uint64_t key = fxp_rule_key(place, now);
	struct fxp_rule_entry *first = fxp_rule_entry(fxp_rule_cache, place);
	struct fxp_rule_entry *second =
		(struct fxp_rule_entry *)((uintptr_t)first ^ sizeof(*first));
	uint64_t rule = __atomic_load_n(&first->rule, __ATOMIC_RELAXED);

	if (__builtin_expect(__atomic_load_n(&first->check, __ATOMIC_RELAXED) ==
				     fxp_rule_check(key, rule),
			     1))
		return rule;
	rule = __atomic_load_n(&second->rule, __ATOMIC_RELAXED);
	if (__atomic_load_n(&second->check, __ATOMIC_RELAXED) ==
	    fxp_rule_check(key, rule))
		return rule;
	/* if both entries are in use, the newer one is replaced */
	return fill_entry(is_of(first, now) ? second : first, key, place);
}
