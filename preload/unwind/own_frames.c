/* SPDX-License-Identifier: MIT */
/*
 * Our own frames, see own_frames.h.
 *
 * An entry has the places of the return addresses of some of our frames, above
 * the stack pointer, and their values. It is written once, by the thread that
 * claims it, and never changes. It is valid if all its addresses are found:
 * they alone determine the layout of the frames.
 */
#include "preload/unwind/own_frames.h"

#include <stddef.h>
#include <sys/mman.h>

#include "preload/arch/frame.h"
#include "preload/unwind/rule.h"
#include "writer/sys.h"

#define ENTRY_BITS 10
#define MIX 0x9e3779b97f4a7c15ull
/* Return addresses into our own code, at most. */
#define MAX_FRAMES 4u
#define SAME UINT32_MAX

struct entry {
	uint64_t key; /* 0 = free */
	uint32_t is_ready;
	uint32_t n;
	uint32_t bytes;	 /* from sp to that of the caller */
	uint32_t ra_off; /* the place of the return address there, from sp */
	uint32_t bp_off; /* the place of the caller's BP, from sp; or SAME */
	uint32_t off[MAX_FRAMES];
	uint32_t pc[MAX_FRAMES]; /* from the first frame's */
} __attribute__((aligned(64)));

static struct entry *entries;

bool fxp_own_start(void)
{
	void *memory = sys_mmap(NULL, sizeof(struct entry) << ENTRY_BITS,
				PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (!sys_mapped(memory))
		return false;
	entries = memory;
	return true;
}

static inline uintptr_t load_word(uintptr_t at)
{
	typedef uintptr_t __attribute__((may_alias)) word;

	return *(const word *)at;
}

/* Walks our frames. All of them are at places that their tables know. */
static bool walk_own(struct entry *entry, const struct fxp_frame *from)
{
	uintptr_t pc = from->pc, sp = from->sp;
	uint64_t rule;
	int64_t ra_off;
	uintptr_t at;

	entry->bp_off = SAME;
	for (entry->n = 0;; entry->n++) {
		rule = fxp_rule_of(pc - 1);
		if (fxp_rule_kind(rule) != FXP_RULE_TABLE ||
		    fxp_rule_reg(rule) != FXP_RULE_SP ||
		    fxp_rule_bp(rule) > FXP_BP_AT_CFA)
			return false;
		sp += (uintptr_t)fxp_rule_cfa_off(rule);
		if (fxp_rule_bp(rule) == FXP_BP_AT_CFA)
			entry->bp_off =
				(uint32_t)(sp - from->sp +
					   (uintptr_t)fxp_rule_bp_off(rule));
		ra_off = fxp_rule_ra_off(rule);
		if (!ra_off)
			return false;
		at = sp + (uintptr_t)ra_off;
		pc = FXP_PLAIN_CODE(load_word(at));
		entry->bytes = (uint32_t)(sp - from->sp);
		entry->ra_off = (uint32_t)(at - from->sp);
		if (!fxp_walk_is_own(pc))
			return true;
		if (entry->n == MAX_FRAMES)
			return false;
		entry->off[entry->n] = entry->ra_off;
		entry->pc[entry->n] = (uint32_t)(pc - from->pc);
	}
}

static __attribute__((noinline)) void claim_entry(struct entry *entry,
						  const struct fxp_frame *from,
						  uint64_t key)
{
	uint64_t none = 0;

	if (__atomic_compare_exchange_n(&entry->key, &none, key, false,
					__ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
	    walk_own(entry, from))
		/* release: the rest; pairs with the load in leave */
		__atomic_store_n(&entry->is_ready, 1, __ATOMIC_RELEASE);
}

void fxp_own_leave(struct fxp_frame *frame, uint64_t key)
{
	uint64_t whole = key + frame->pc * MIX;
	struct entry *entry = &entries[whole * MIX >> (64 - ENTRY_BITS)];
	uintptr_t pc;

	if (__atomic_load_n(&entry->key, __ATOMIC_RELAXED) != whole) {
		if (!entry->key)
			claim_entry(entry, frame, whole);
		return;
	}
	/* acquire: pairs with the release in claim */
	if (!__atomic_load_n(&entry->is_ready, __ATOMIC_ACQUIRE))
		return;
	for (uint32_t i = 0; i < entry->n; i++)
		if ((uint32_t)(load_word(frame->sp + entry->off[i]) -
			       frame->pc) != entry->pc[i])
			return;
	pc = FXP_PLAIN_CODE(load_word(frame->sp + entry->ra_off));
	if (fxp_walk_is_own(pc))
		return;
	frame->pc = pc;
	if (entry->bp_off != SAME)
		frame->bp = load_word(frame->sp + entry->bp_off);
	frame->sp += entry->bytes;
}
