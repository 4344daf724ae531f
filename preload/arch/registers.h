/* SPDX-License-Identifier: MIT */
/*
 * What unwinding knows of a processor: the numbers of registers in its tables,
 * and how an unwind rule (unwind/rule.h) is packed into a word. And where the
 * kernel keeps the registers of code that a signal has interrupted.
 *
 * BP is the frame pointer: rbp or x29. RA is the return address.
 */
#ifndef PRELOAD_ARCH_REGISTERS_H
#define PRELOAD_ARCH_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

/* An unpacked rule. */
struct fxp_rule {
	int32_t cfa_off; /* behind its register */
	int32_t bp_off;
	uint8_t kind;  /* enum fxp_rule_kind */
	uint8_t reg;   /* a number of the tables */
	uint8_t is_at; /* the CFA is in memory there, and 8 x more behind it */
	uint8_t more;
	uint8_t bp;	/* enum fxp_rule_bp */
	int32_t ra_off; /* from the CFA; 0: it is in its register */
};

#if defined(__x86_64__)

#define FXP_RULE_BP 6u
#define FXP_RULE_SP 7u
#define FXP_RULE_RA 16u
/* As many can be the base of a CFA; the one behind them is the place itself. */
#define FXP_RULE_REGISTERS 16u
#define FXP_RULE_PLACE 16u

/* Below sp a function has memory of its own. */
#define FXP_RED_ZONE_BYTES 128u

/* The kernel's ucontext is at sp when a handler returns. From there: the
 * registers and which of them are sp and the others, in words. A table may have
 * the rule that restores sp. */
#define FXP_CONTEXT_REGISTERS 40
#define FXP_CONTEXT_WORDS 23
#define FXP_CONTEXT_BP 10
#define FXP_CONTEXT_SP 15
#define FXP_CONTEXT_PC 16
#define FXP_SIGNAL_SP_OFF 160

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

/* A call has pushed it. */
static inline int64_t fxp_rule_ra_off(uint64_t rule)
{
	(void)rule;
	return -8;
}

/* The place of a register in the context, from its number in tables. */
static inline unsigned fxp_context_place(unsigned reg)
{
	static const uint8_t places[FXP_RULE_REGISTERS] = {
		13, 12, 14, 11, 9, 8, 10, 15, 0, 1, 2, 3, 4, 5, 6, 7};

	return places[reg];
}

/* A register has it: 0 as there is none. */
#define FXP_CONTEXT_RA 0

/* Whether a handler returns to that code: tables say so. */
static inline bool fxp_is_signal_return(const void *code)
{
	(void)code;
	return false;
}

#define FXP_CALL_BYTES 7

/* Whether the FXP_CALL_BYTES before the place end in a call: E8 and an offset,
 * or FF /2 with any operand. */
static inline bool fxp_ends_in_call(const uint8_t *at)
{
	static const uint8_t lengths[] = {2, 3, 4, 6, 7};

	if (at[-5] == 0xe8)
		return true;
	for (unsigned i = 0; i < sizeof(lengths); i++)
		if (at[-lengths[i]] == 0xff &&
		    (at[1 - lengths[i]] >> 3 & 7) == 2)
			return true;
	return false;
}

#define FXP_RETURN_BYTES 5

/* Of code that ends at once: "add $n, %rsp; ret", or "ret" alone. Python calls
 * its functions through such code, without a frame pointer. Returns what is on
 * the stack before the return address, or -1. */
static inline int fxp_bytes_until_return(const uint8_t *at)
{
	static const uint8_t add[] = {0x48, 0x83, 0xc4};

	if (at[0] == 0xc3)
		return 0;
	return at[0] == add[0] && at[1] == add[1] && at[2] == add[2] &&
			       at[3] < 128 && at[3] % 8 == 0 && at[4] == 0xc3
		       ? at[3]
		       : -1;
}

#elif defined(__aarch64__)

#define FXP_RULE_BP 29u
#define FXP_RULE_SP 31u
#define FXP_RULE_RA 30u
#define FXP_RULE_REGISTERS 32u
#define FXP_RULE_PLACE 255u

#define FXP_RED_ZONE_BYTES 0u

/* sp is at a siginfo when a handler returns, and a ucontext is behind that. */
#define FXP_CONTEXT_REGISTERS (128 + 184)
#define FXP_CONTEXT_WORDS 33
#define FXP_CONTEXT_BP 29
#define FXP_CONTEXT_RA 30
#define FXP_CONTEXT_SP 31
#define FXP_CONTEXT_PC 32
/* The tables of older kernels have a signal's frame, but not the way out. */
#define FXP_SIGNAL_SP_OFF INT32_MAX

/* cfa_off, bp_off / 8, ra_off / 8, bp, whether the register is BP, kind */
#define FXP_RULE_CFA_OFF_BITS 28
#define FXP_RULE_OFF_BITS 15

static inline bool fxp_rule_off_fits(int32_t off)
{
	int32_t most = 8 << (FXP_RULE_OFF_BITS - 1);

	return off < most && off >= -most && !(off & 7);
}

/* The word of a rule, or of FXP_RULE_LOST if it does not fit. */
static inline uint64_t fxp_rule_pack(const struct fxp_rule *rule)
{
	const uint64_t mask = (1u << FXP_RULE_OFF_BITS) - 1;
	int32_t most = 1 << (FXP_RULE_CFA_OFF_BITS - 1);

	if (rule->cfa_off >= most || rule->cfa_off < -most || rule->is_at ||
	    !fxp_rule_off_fits(rule->bp_off) ||
	    !fxp_rule_off_fits(rule->ra_off))
		return 0;
	return ((uint64_t)rule->cfa_off & (2 * (uint64_t)most - 1)) |
	       ((uint64_t)(rule->bp_off / 8) & mask) << 28 |
	       ((uint64_t)(rule->ra_off / 8) & mask) << 43 |
	       (uint64_t)rule->bp << 58 |
	       (uint64_t)(rule->reg == FXP_RULE_BP) << 60 |
	       (uint64_t)rule->kind << 61;
}

static inline unsigned fxp_rule_bp(uint64_t rule)
{
	return rule >> 58 & 3;
}

static inline unsigned fxp_rule_reg(uint64_t rule)
{
	return rule >> 60 & 1 ? FXP_RULE_BP : FXP_RULE_SP;
}

static inline int64_t fxp_rule_cfa_off(uint64_t rule)
{
	return (int64_t)(rule << 36) >> 36;
}

static inline int64_t fxp_rule_bp_off(uint64_t rule)
{
	return ((int64_t)(rule << 21) >> 49) * 8;
}

/* 0: it is in its register. */
static inline int64_t fxp_rule_ra_off(uint64_t rule)
{
	return ((int64_t)(rule << 6) >> 49) * 8;
}

static inline bool fxp_rule_is_at(uint64_t rule)
{
	(void)rule;
	return false;
}

static inline int64_t fxp_rule_more(uint64_t rule)
{
	(void)rule;
	return 0;
}

static inline unsigned fxp_context_place(unsigned reg)
{
	return reg;
}

/* Whether a handler returns to that code: the kernel's newer tables leave it
 * out. "mov x8, #139; svc #0" */
static inline bool fxp_is_signal_return(const void *code)
{
	const uint32_t *at = code;

	return at[0] == 0xd2801168 && at[1] == 0xd4000001;
}

#define FXP_CALL_BYTES 4

/* Whether the instruction before the place is a call: bl, blr, or one that
 * checks a signature first. */
static inline bool fxp_ends_in_call(const uint8_t *at)
{
	uint32_t code = ((const uint32_t *)(const void *)at)[-1];

	return (code & 0xfc000000) == 0x94000000 ||
	       (code & 0xfffffc1f) == 0xd63f0000 ||
	       (code & 0xfefff800) == 0xd63f0800;
}

#define FXP_RETURN_BYTES 4

/* "ret" uses a register, which only a signal's frame shows. */
static inline int fxp_bytes_until_return(const uint8_t *at)
{
	(void)at;
	return -1;
}

#else
#error "registers.h: registers of this processor are not described yet"
#endif

static inline unsigned fxp_rule_kind(uint64_t rule)
{
	return (unsigned)(rule >> 61);
}

#define FXP_CONTEXT_BYTES (FXP_CONTEXT_REGISTERS + FXP_CONTEXT_WORDS * 8)

#endif
