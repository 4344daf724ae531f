/* SPDX-License-Identifier: MIT */
/*
 * Unwind rules: how to compute the registers of a function's caller from its
 * own, at a given place. A rule is one word. It is made once from the module's
 * unwind table (cfi.h) and stored in a cache of fixed size.
 *
 * CFA is the end of a frame: the caller's stack pointer. On x86 the return
 * address is just below it.
 *
 * Any thread, any signal handler, but for fxp_rules_start. Nothing allocates,
 * locks or changes errno.
 */
#ifndef PRELOAD_UNWIND_RULE_H
#define PRELOAD_UNWIND_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/arch/registers.h"

enum fxp_rule_kind {
	FXP_RULE_LOST = 0, /* no rule that we support */
	FXP_RULE_FRAME,	   /* CFA = BP + 16, the caller's BP at CFA - 16 */
	FXP_RULE_TABLE,	   /* CFA = SP or BP + offset */
	FXP_RULE_OTHER,	   /* CFA by another register, or from memory */
	FXP_RULE_SIGNAL,   /* a signal's frame: SP leads to its context */
	FXP_RULE_END,	   /* the thread's outermost function */
	FXP_RULE_BARE,	   /* no table has an entry for this place */
};

/* The place of the caller's BP. */
enum fxp_rule_bp {
	FXP_BP_SAME,
	FXP_BP_AT_CFA, /* in memory, at CFA + offset */
	FXP_BP_AT_BP,  /* in memory, at BP + offset */
	FXP_BP_LOST,
};

/* Maps the memory of the cache. False: there is none. Once, at start. */
bool fxp_rules_start(void);

/* Modules were unloaded: invalidates the rules of their places. */
void fxp_rules_forget(void);

/* An entry of the cache: the rule, and its place and generation, mixed with
 * the rule. */
struct fxp_rule_entry {
	uint64_t check;
	uint64_t rule;
};

/* 256 KiB; untouched pages take no memory. */
#define FXP_RULE_CACHE_BITS 14
#define FXP_RULE_MIX 0x9e3779b97f4a7c15ull
/* Addresses have 47 or 48 bits. */
#define FXP_RULE_PLACE_BITS 48

extern struct fxp_rule_entry *fxp_rule_cache
	__attribute__((visibility("hidden")));
extern uint32_t fxp_rule_generation __attribute__((visibility("hidden")));

/* How often modules were unloaded. */
static inline uint32_t fxp_rules_generation(void)
{
	return __atomic_load_n(&fxp_rule_generation, __ATOMIC_RELAXED);
}

/* Identifies a place among all others, of this generation and older ones. */
static inline uint64_t fxp_rule_key(uintptr_t place, uint64_t generation)
{
	return place ^ generation << FXP_RULE_PLACE_BITS;
}

static inline struct fxp_rule_entry *fxp_rule_entry(
	struct fxp_rule_entry *cache, uintptr_t place)
{
	return &cache[place * FXP_RULE_MIX >> (64 - FXP_RULE_CACHE_BITS)];
}

static inline uint64_t fxp_rule_check(uint64_t key, uint64_t rule)
{
	return key ^ rule * FXP_RULE_MIX;
}

/* The rule of a place in a function: the address of an instruction, or of a
 * byte of a call instruction. */
uint64_t fxp_rule_of(uintptr_t place);

#endif
