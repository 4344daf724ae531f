/* SPDX-License-Identifier: MIT */
/*
 * What a word says of an unwind rule is what was packed. And what is known of
 * the processor, against what the system's headers and assemblers say.
 */
#include "preload/unwind/rule.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "tests/tap.h"

#if defined(__aarch64__)
#define MOST_CFA_OFF ((1 << 27) - 1)
#define LEAST_CFA_OFF (-(1 << 27))
#define MOST_OFF (8 * ((1 << 14) - 1))
#define LEAST_OFF (-8 * (1 << 14))
#define MOST_MORE 0
static const uint8_t registers[] = {FXP_RULE_BP, FXP_RULE_SP};
#else
#define MOST_CFA_OFF INT32_MAX
#define LEAST_CFA_OFF INT32_MIN
#define MOST_OFF ((1 << 17) - 1)
#define LEAST_OFF (-(1 << 17))
#define MOST_MORE 15
static const uint8_t registers[] = {0, 1, 2,  3,  4,  5,  6,  7,
				    8, 9, 10, 11, 12, 13, 14, 15};
#endif

static const struct fxp_rule plain = {.cfa_off = 16,
				      .bp_off = -16,
				      .kind = FXP_RULE_TABLE,
				      .reg = FXP_RULE_SP,
				      .bp = FXP_BP_AT_CFA};

static void is_kept(const struct fxp_rule *rule)
{
	uint64_t word = fxp_rule_pack(rule);

	is_u64(fxp_rule_kind(word), rule->kind);
	is_i64(fxp_rule_cfa_off(word), rule->cfa_off);
	is_i64(fxp_rule_bp_off(word), rule->bp_off);
	is_u64(fxp_rule_bp(word), rule->bp);
	is_u64(fxp_rule_reg(word), rule->reg);
	is_u64(fxp_rule_is_at(word), rule->is_at);
	is_i64(fxp_rule_more(word), rule->more * 8);
#if defined(__aarch64__)
	is_i64(fxp_rule_ra_off(word), rule->ra_off);
#else
	is_i64(fxp_rule_ra_off(word), -8);
#endif
}

static void offsets(void)
{
	static const int32_t cfa[] = {LEAST_CFA_OFF, -8, 0, 8, MOST_CFA_OFF};
	static const int32_t off[] = {LEAST_OFF, -8, 0, 8, MOST_OFF};

	for (unsigned i = 0; i < 25; i++) {
		struct fxp_rule rule = plain;

		rule.cfa_off = cfa[i / 5];
		rule.bp_off = off[i % 5];
		rule.ra_off = off[i / 5];
		is_kept(&rule);
	}
}

static void small_fields(void)
{
	for (unsigned i = 0; i < sizeof(registers); i++)
		for (uint8_t kind = FXP_RULE_FRAME; kind <= FXP_RULE_BARE;
		     kind++)
			for (uint8_t bp = FXP_BP_SAME; bp <= FXP_BP_LOST;
			     bp++) {
				struct fxp_rule rule = plain;

				rule.reg = registers[i];
				rule.kind = kind;
				rule.bp = bp;
				is_kept(&rule);
			}
}

/* A CFA that is in memory. */
static void in_memory(void)
{
	for (uint8_t more = 0; more <= MOST_MORE; more++) {
		struct fxp_rule rule = plain;

		rule.more = more;
		rule.is_at = MOST_MORE > 0;
		is_kept(&rule);
	}
}

static void too_large(void)
{
	struct fxp_rule rule = plain;

	rule.bp_off = MOST_OFF + 8;
	is_u64(fxp_rule_pack(&rule), 0);
	rule.bp_off = LEAST_OFF - 8;
	is_u64(fxp_rule_pack(&rule), 0);
	rule = plain;
#if defined(__aarch64__)
	rule.cfa_off = MOST_CFA_OFF + 1;
	is_u64(fxp_rule_pack(&rule), 0);
	rule.cfa_off = LEAST_CFA_OFF - 1;
	is_u64(fxp_rule_pack(&rule), 0);
	rule = plain;
	rule.is_at = 1;
	is_u64(fxp_rule_pack(&rule), 0);
	rule = plain;
	rule.ra_off = MOST_OFF + 8;
	is_u64(fxp_rule_pack(&rule), 0);
	rule.ra_off = 4;
#else
	rule.more = MOST_MORE + 1;
#endif
	is_u64(fxp_rule_pack(&rule), 0);
}

/* The numbers are those of the ABI's table of DWARF registers. */
static void places(void)
{
#if defined(__x86_64__)
	static const int at[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI,
				 REG_RDI, REG_RBP, REG_RSP, REG_R8,  REG_R9,
				 REG_R10, REG_R11, REG_R12, REG_R13, REG_R14,
				 REG_R15, REG_RIP};

	for (unsigned i = 0; i < FXP_RULE_REGISTERS; i++)
		is_u64(fxp_context_place(i), (uint64_t)at[i]);
	is_u64(FXP_CONTEXT_BP, REG_RBP);
	is_u64(FXP_CONTEXT_SP, REG_RSP);
	is_u64(FXP_CONTEXT_PC, REG_RIP);
	is_u64(FXP_CONTEXT_REGISTERS, offsetof(ucontext_t, uc_mcontext.gregs));
	is_u64(FXP_SIGNAL_SP_OFF,
	       offsetof(ucontext_t, uc_mcontext.gregs[REG_RSP]));
#else
	for (unsigned i = 0; i < FXP_RULE_REGISTERS; i++)
		is_u64(fxp_context_place(i), i);
	is_u64(FXP_CONTEXT_REGISTERS,
	       sizeof(siginfo_t) + offsetof(ucontext_t, uc_mcontext.regs));
	is_u64(FXP_CONTEXT_REGISTERS + FXP_CONTEXT_SP * 8,
	       sizeof(siginfo_t) + offsetof(ucontext_t, uc_mcontext.sp));
	is_u64(FXP_CONTEXT_REGISTERS + FXP_CONTEXT_PC * 8,
	       sizeof(siginfo_t) + offsetof(ucontext_t, uc_mcontext.pc));
#endif
}

struct code {
	const char *bytes; /* the last ones before the place */
	unsigned n;
};

static bool is_call(const struct code *code)
{
	uint8_t bytes[8] __attribute__((aligned(4)));

	memset(bytes, 0, sizeof(bytes));
	memcpy(bytes + FXP_CALL_BYTES - code->n, code->bytes, code->n);
	return fxp_ends_in_call(bytes + FXP_CALL_BYTES);
}

static void calls(void)
{
#if defined(__x86_64__)
	static const struct code yes[] = {
		{"\xe8\x10\x20\x30\x40", 5},	     /* call near */
		{"\xff\xd0", 2},		     /* call *%rax */
		{"\x41\xff\xd4", 3},		     /* call *%r12 */
		{"\xff\x50\x18", 3},		     /* call *24(%rax) */
		{"\xff\x54\x24\x08", 4},	     /* call *8(%rsp) */
		{"\xff\x15\x10\x20\x30\x40", 6},     /* call *n(%rip) */
		{"\xff\x14\xc5\x10\x20\x30\x40", 7}, /* call *n(,%rax,8) */
	};
	static const struct code no[] = {
		{"\xff\xe0", 2},		 /* jmp *%rax */
		{"\xff\x60\x18", 3},		 /* jmp *24(%rax) */
		{"\xff\x25\x10\x20\x30\x40", 6}, /* jmp *n(%rip) */
		{"\xe9\x10\x20\x30\x40", 5},	 /* jmp near */
		{"\x48\x89\xe5", 3},		 /* mov %rsp, %rbp */
	};
#else
	static const struct code yes[] = {
		{"\x04\x00\x00\x94", 4}, /* bl 16 */
		{"\xfc\xff\xff\x97", 4}, /* bl -16 */
		{"\x60\x02\x3f\xd6", 4}, /* blr x19 */
		{"\x61\x0a\x3f\xd7", 4}, /* blraa x19, x1 */
		{"\x7f\x0a\x3f\xd6", 4}, /* blraaz x19 */
	};
	static const struct code no[] = {
		{"\x04\x00\x00\x14", 4}, /* b 16 */
		{"\x60\x02\x1f\xd6", 4}, /* br x19 */
		{"\xc0\x03\x5f\xd6", 4}, /* ret */
	};
#endif

	for (unsigned i = 0; i < sizeof(yes) / sizeof(*yes); i++)
		ok(is_call(&yes[i]), "%u", i);
	for (unsigned i = 0; i < sizeof(no) / sizeof(*no); i++)
		ok(!is_call(&no[i]), "%u", i);
}

static int until_return(const char *bytes)
{
	return fxp_bytes_until_return((const uint8_t *)bytes);
}

static void returns(void)
{
#if defined(__x86_64__)
	is_i64(until_return("\xc3\x00\x00\x00\x00"), 0);
	is_i64(until_return("\x48\x83\xc4\x08\xc3"), 8);
	is_i64(until_return("\x48\x83\xc4\x78\xc3"), 120);
	/* down, not in words, or no end */
	is_i64(until_return("\x48\x83\xc4\x80\xc3"), -1);
	is_i64(until_return("\x48\x83\xc4\x0c\xc3"), -1);
	is_i64(until_return("\x48\x83\xc4\x08\x90"), -1);
	is_i64(until_return("\x48\x83\xec\x08\xc3"), -1);
	is_i64(until_return("\x48\x81\xc4\x08\xc3"), -1);
	is_i64(until_return("\x4c\x83\xc4\x08\xc3"), -1);
#else
	is_i64(until_return("\xc0\x03\x5f\xd6"), -1); /* ret */
#endif
}

static bool is_cached(uintptr_t place)
{
	uint64_t key = fxp_rule_key(place, fxp_rules_generation());

	for (size_t i = 0; i < (size_t)1 << FXP_RULE_CACHE_BITS; i++) {
		const struct fxp_rule_entry *e = &fxp_rule_cache[i];

		if (e->check && e->check == fxp_rule_check(key, e->rule))
			return true;
	}
	return false;
}

static void cached(void)
{
	void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uintptr_t place = (uintptr_t)cached + 4, bare = (uintptr_t)memory + 64;
	uint64_t rule;

	ok(fxp_rules_start());
	rule = fxp_rule_of(place);
	ok(fxp_rule_kind(rule) != FXP_RULE_BARE &&
	   fxp_rule_kind(rule) != FXP_RULE_LOST);
	ok(is_cached(place));
	is_u64(fxp_rule_of(place), rule);
	is_u64(fxp_rule_kind(fxp_rule_of(bare)), FXP_RULE_BARE);
	ok(!is_cached(bare));
	fxp_rules_forget();
	ok(!is_cached(place));
	is_u64(fxp_rule_of(place), rule);
}

static const struct tap_test tests[] = {
	{"the offsets of a rule are kept to their limits", offsets},
	{"registers and kinds are kept", small_fields},
	{"a CFA in memory is kept", in_memory},
	{"what does not fit is no rule", too_large},
	{"registers are where the kernel saves them", places},
	{"rules are cached, but not that there is none yet", cached},
	{"a call is distinguished from a jump", calls},
	{"a function's end is distinguished from its middle", returns},
};
TAP_MAIN(tests)
