/* SPDX-License-Identifier: MIT */
/*
 * Unwind rules: how to compute the registers of a function's caller from its
 * own, at a given place. A rule is one word. It is made once from the module's
 * unwind table (cfi.h) and stored in a cache of fixed size.
 *
 * CFA is the address just above a frame's return address: the caller's rsp.
 *
 * Any thread, any signal handler, but for fxp_rules_start. Nothing allocates,
 * locks or changes errno.
 */
#ifndef PRELOAD_UNWIND_RULE_H
#define PRELOAD_UNWIND_RULE_H

#include <stdbool.h>
#include <stdint.h>

enum fxp_rule_kind {
	FXP_RULE_LOST = 0, /* no rule that we support */
	FXP_RULE_FRAME,	   /* CFA = rbp + 16, the caller's rbp at CFA - 16 */
	FXP_RULE_TABLE,	   /* CFA = rsp or rbp + offset */
	FXP_RULE_OTHER,	   /* CFA by another register, or from memory */
	FXP_RULE_SIGNAL,   /* a signal's frame: rsp is the context's address */
	FXP_RULE_END,	   /* the thread's outermost function */
	FXP_RULE_BARE,	   /* no table has an entry for this place */
};

/* The place of the caller's rbp. */
enum fxp_rule_bp {
	FXP_BP_SAME,
	FXP_BP_AT_CFA, /* in memory, at CFA + offset */
	FXP_BP_AT_BP,  /* in memory, at rbp + offset */
	FXP_BP_LOST,
};

/* Register numbers of the tables. */
#define FXP_RULE_RBP 6u
#define FXP_RULE_RSP 7u

/* An unpacked rule. */
struct fxp_rule {
	int32_t cfa_off; /* behind its register */
	int32_t bp_off;
	uint8_t kind;  /* enum fxp_rule_kind */
	uint8_t reg;   /* 0 to 15 */
	uint8_t is_at; /* the CFA is in memory there, and 8 x more behind it */
	uint8_t more;
	uint8_t bp; /* enum fxp_rule_bp */
};

#define FXP_RULE_BP_OFF_BITS 18

/* The word of a rule, or of FXP_RULE_LOST if it does not fit. */
static inline uint64_t fxp_rule_pack(const struct fxp_rule *rule)
{
	int32_t most = 1 << (FXP_RULE_BP_OFF_BITS - 1);

	if (rule->bp_off >= most || rule->bp_off < -most || rule->more > 15)
		return 0;
	return (uint32_t)rule->cfa_off |
	       (uint64_t)((uint32_t)rule->bp_off & (2 * (uint32_t)most - 1))
		       << 32 |
	       (uint64_t)rule->bp << 50 | (uint64_t)rule->reg << 52 |
	       (uint64_t)rule->is_at << 56 | (uint64_t)rule->more << 57 |
	       (uint64_t)rule->kind << 61;
}

static inline unsigned fxp_rule_kind(uint64_t rule)
{
	return (unsigned)(rule >> 61);
}

static inline unsigned fxp_rule_bp(uint64_t rule)
{
	return rule >> 50 & 3;
}

static inline unsigned fxp_rule_reg(uint64_t rule)
{
	return rule >> 52 & 15;
}

static inline int64_t fxp_rule_cfa_off(uint64_t rule)
{
	return (int32_t)rule;
}

static inline int64_t fxp_rule_bp_off(uint64_t rule)
{
	return (int64_t)(rule << 14) >> (64 - FXP_RULE_BP_OFF_BITS);
}

static inline bool fxp_rule_is_at(uint64_t rule)
{
	return rule >> 56 & 1;
}

static inline int64_t fxp_rule_more(uint64_t rule)
{
	return (int64_t)(rule >> 57 & 15) * 8;
}

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
/* Addresses have 47 bits. */
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
