/* SPDX-License-Identifier: MIT */
/*
 * Walks up the stack, see walk.h.
 *
 * A frame must be above the one that it has called, and in memory that is known
 * to be mapped. That is the walk's current stack, [low, high). High grows page
 * by page as far as the kernel reports memory. Each thread remembers two such
 * stacks (most have one), each in one word. So a handler that stores one in
 * between does no harm.
 *
 * A place without a table is JIT code, or assembler. It is stepped by what it
 * does next, if it returns at once, or by its frame pointer, if that is
 * plausible. From there on earlier verified memory is not
 * trusted, because the way may be wrong.
 */
#include "preload/unwind/walk.h"

#include "preload/arch/frame.h"
#include "preload/symbol/stack_module.h"
#include "preload/unwind/python.h"
#include "preload/unwind/rule.h"
#include "preload/runtime/readable.h"

#define PAGE_BYTES 4096u
#define PAGE_BITS 12
/* A stack that is remembered: its first page and how many. */
#define RANGE_LOW_BITS 36
/* How much a stack may have grown since it was last seen. */
#define MAX_GROWTH_BYTES (8ul << 20)
#define MAX_FRAME_BYTES (64ul << 20)
/* The largest frame between two frame pointers. */
#define MAX_BARE_BYTES (256ul << 10)
#define MIX 0xd6e8feb86659fd93ull
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

struct walk {
	uintptr_t pc, sp, bp;
	uintptr_t low, high; /* the stack */
	uintptr_t context;   /* is_exact: of its registers, or 0 */
	struct fxp_python python;
	uint64_t *range; /* where the stack is remembered, or NULL */
	struct fxw_thread *thread;
	uint8_t is_exact;   /* pc is no return address */
	uint8_t is_guessed; /* the way has come by a frame pointer alone */
};

/* The result of a step. */
enum step { STEP_ON, STEP_END, STEP_LOST };

uintptr_t fxp_walk_own_low, fxp_walk_own_bytes;

void fxp_walk_leave_out(uintptr_t low, uintptr_t end)
{
	fxp_walk_own_low = low;
	fxp_walk_own_bytes = end - low;
}

static inline uintptr_t load_word(uintptr_t at)
{
	typedef uintptr_t __attribute__((may_alias)) word;

	return *(const word *)at;
}

static inline uintptr_t page_of(uintptr_t at)
{
	return at & ~(uintptr_t)(PAGE_BYTES - 1);
}

static uintptr_t low_of(uint64_t range)
{
	return (range & ((1ull << RANGE_LOW_BITS) - 1)) << PAGE_BITS;
}

static uintptr_t high_of(uint64_t range)
{
	return low_of(range) + (range >> RANGE_LOW_BITS << PAGE_BITS);
}

static void remember_stack(struct walk *w)
{
	if (w->range)
		__atomic_store_n(w->range,
				 (w->high - w->low) >>
						 PAGE_BITS << RANGE_LOW_BITS |
					 w->low >> PAGE_BITS,
				 __ATOMIC_RELAXED);
}

/* Memory was unmapped: it may have been a stack. */
static void forget_unmapped(struct fxw_thread *t)
{
	uint32_t n_unmaps =
		__atomic_load_n(&fxw_engine.n_unmaps, __ATOMIC_RELAXED);

	if (likely(t->stacks_unmaps == n_unmaps))
		return;
	for (unsigned i = 0; i < FXW_STACKS; i++)
		__atomic_store_n(&t->stacks[i], 0, __ATOMIC_RELAXED);
	t->stacks_unmaps = n_unmaps;
}

/* Makes the stack that contains sp the current one. False: sp is not mapped.
 * is_known  sp is known to be mapped */
static __attribute__((noinline)) bool find_stack(struct walk *w, bool is_known)
{
	struct fxw_thread *t = w->thread;
	uintptr_t page = page_of(w->sp);

	w->range =
		w->is_guessed ? NULL : &t->stacks[t->next_stack++ % FXW_STACKS];
	for (unsigned i = 0; i < FXW_STACKS && w->range; i++) {
		uint64_t range =
			__atomic_load_n(&t->stacks[i], __ATOMIC_RELAXED);
		uintptr_t low = low_of(range);

		if (page >= low || low - page > MAX_GROWTH_BYTES ||
		    !fxp_query_range((const void *)page, low - page))
			continue;
		w->range = &t->stacks[i];
		w->low = page;
		w->high = high_of(range);
		remember_stack(w);
		return true;
	}
	if (!is_known && !fxp_query_range((const void *)page, PAGE_BYTES))
		return false;
	w->low = page;
	w->high = page + PAGE_BYTES;
	remember_stack(w);
	return true;
}

static inline bool enter_stack(struct walk *w, bool is_known)
{
	struct fxw_thread *t = w->thread;

	forget_unmapped(t);
	for (unsigned i = 0; i < FXW_STACKS && !w->is_guessed; i++) {
		uint64_t range =
			__atomic_load_n(&t->stacks[i], __ATOMIC_RELAXED);

		w->low = low_of(range);
		w->high = high_of(range);
		w->range = &t->stacks[i];
		if (w->sp >= w->low && w->sp < w->high)
			return true;
	}
	return find_stack(w, is_known);
}

/* Whether the stack reaches up to `end`. */
static __attribute__((noinline)) bool reach_up_to(struct walk *w, uintptr_t end)
{
	uintptr_t high = page_of(end - 1) + PAGE_BYTES;

	if (end < w->high || end - w->sp > MAX_FRAME_BYTES ||
	    !fxp_query_range((const void *)w->high, high - w->high))
		return false;
	w->high = high;
	remember_stack(w);
	return true;
}

/* Whether [at, at + n) is in the stack, at or above sp. */
static inline bool is_stack(struct walk *w, uintptr_t at, size_t n)
{
	if (unlikely(at < w->sp || at & 7))
		return false;
	return likely(at + n <= w->high && at + n >= at) ||
	       reach_up_to(w, at + n);
}

/* Whether it is just below sp of an interrupted function. While a function pops
 * its saved registers, its table still has their old places.
 */
static __attribute__((noinline)) bool is_red(const struct walk *w, uintptr_t at)
{
	return w->is_exact && w->sp - at <= FXP_RED_ZONE_BYTES && !(at & 7) &&
	       (at >= w->low ||
		fxp_query_range((const void *)page_of(at), PAGE_BYTES));
}

static inline enum step step_frame(struct walk *w)
{
	if (unlikely(!is_stack(w, w->bp, 16)))
		return STEP_LOST;
	w->sp = w->bp + 16;
	w->pc = FXP_PLAIN_CODE(load_word(w->bp + 8));
	w->bp = load_word(w->bp);
	return STEP_ON;
}

/* Restores BP. The CFA is known and in the stack. */
static inline bool restore_bp(struct walk *w, uint64_t rule, uintptr_t cfa)
{
	unsigned bp = fxp_rule_bp(rule);
	uintptr_t at = (bp == FXP_BP_AT_CFA ? cfa : w->bp) +
		       (uintptr_t)fxp_rule_bp_off(rule);

	if (bp == FXP_BP_SAME)
		return true;
	if (bp == FXP_BP_LOST) {
		w->bp = 0;
		return true;
	}
	if (unlikely(at < w->sp ? !is_red(w, at) : !is_stack(w, at, 8)))
		return false;
	w->bp = load_word(at);
	return true;
}

/* The function has its return address in a register still: a signal's context
 * shows it. */
static __attribute__((noinline)) enum step step_leaf(struct walk *w,
						     uint64_t rule,
						     uintptr_t cfa)
{
	if (!w->is_exact || !w->context || cfa < w->sp ||
	    (cfa > w->sp && !is_stack(w, cfa - 8, 8)) ||
	    !restore_bp(w, rule, cfa))
		return STEP_LOST;
	w->pc = FXP_PLAIN_CODE(load_word(w->context + FXP_CONTEXT_REGISTERS +
					 8ul * FXP_CONTEXT_RA));
	w->sp = cfa;
	return STEP_ON;
}

static inline enum step step_to(struct walk *w, uint64_t rule, uintptr_t cfa)
{
	int64_t ra_off = fxp_rule_ra_off(rule);
	uintptr_t at = cfa + (uintptr_t)ra_off;

	if (unlikely(!ra_off))
		return step_leaf(w, rule, cfa);
	if (unlikely(cfa <= w->sp || !is_stack(w, cfa - 8, 8) ||
		     (ra_off != -8 && !is_stack(w, at, 8)) ||
		     !restore_bp(w, rule, cfa)))
		return STEP_LOST;
	w->pc = FXP_PLAIN_CODE(load_word(at));
	w->sp = cfa;
	return STEP_ON;
}

static inline enum step step_table(struct walk *w, uint64_t rule)
{
	uintptr_t base = fxp_rule_reg(rule) == FXP_RULE_BP ? w->bp : w->sp;

	return step_to(w, rule, base + (uintptr_t)fxp_rule_cfa_off(rule));
}

/* A register of the frame. All are known only in a signal's frame, where the
 * kernel has saved them. */
static bool get_register(const struct walk *w, unsigned reg, uintptr_t *value)
{
	*value = reg == FXP_RULE_BP ? w->bp : w->sp;
	if (reg == FXP_RULE_BP || reg == FXP_RULE_SP)
		return true;
	if (!w->is_exact || !w->context)
		return false;
	*value = load_word(w->context + FXP_CONTEXT_REGISTERS +
			   8ul * fxp_context_place(reg));
	return true;
}

static enum step step_other(struct walk *w, uint64_t rule)
{
	uintptr_t cfa;

	if (!get_register(w, fxp_rule_reg(rule), &cfa))
		return STEP_LOST;
	cfa += (uintptr_t)fxp_rule_cfa_off(rule);
	if (!fxp_rule_is_at(rule))
		return step_to(w, rule, cfa);
	if (!is_stack(w, cfa, 8))
		return STEP_LOST;
	return step_to(w, rule,
		       load_word(cfa) + (uintptr_t)fxp_rule_more(rule));
}

/* Returns to the code that the signal has interrupted, on any stack. */
static enum step step_signal(struct walk *w)
{
	uintptr_t registers = w->sp + FXP_CONTEXT_REGISTERS;

	if (!is_stack(w, w->sp, FXP_CONTEXT_BYTES))
		return STEP_LOST;
	w->context = w->sp;
	w->pc = load_word(registers + 8 * FXP_CONTEXT_PC);
	w->bp = load_word(registers + 8 * FXP_CONTEXT_BP);
	w->sp = load_word(registers + 8 * FXP_CONTEXT_SP);
	w->is_exact = 1;
	if (w->sp >= w->low && w->sp < w->high)
		return STEP_ON;
	return enter_stack(w, false) ? STEP_ON : STEP_LOST;
}

static bool is_behind_call(uintptr_t pc)
{
	const uint8_t *at = (const uint8_t *)pc;

	return fxp_query_range(at - FXP_CALL_BYTES, FXP_CALL_BYTES) &&
	       fxp_ends_in_call(at);
}

/* What is on the stack before the return address, or -1. */
static int frame_bytes(uintptr_t pc)
{
	const uint8_t *at = (const uint8_t *)pc;

	return fxp_query_range(at, FXP_RETURN_BYTES)
		       ? fxp_bytes_until_return(at)
		       : -1;
}

static enum step step_short(struct walk *w, unsigned n_bytes)
{
	uintptr_t at = w->sp + n_bytes;

	if (!is_stack(w, at, 8))
		return STEP_LOST;
	w->pc = load_word(at);
	w->sp = at + 8;
	return STEP_ON;
}

/* Whether it may be a return address. It is not in the first pages, nor on the
 * stack. In a module it is in a function, or behind a call: runtimes have
 * assembler without tables. */
static bool may_return_to(const struct walk *w, uintptr_t pc)
{
	struct fxp_stack_module module;

	if (pc < 16 * PAGE_BYTES || pc >> FXP_ADDRESS_BITS ||
	    (pc >= w->low && pc < w->high))
		return false;
	return !fxp_stack_module_at(pc, &module) ||
	       fxp_rule_kind(fxp_rule_of(pc - 1)) != FXP_RULE_BARE ||
	       is_behind_call(pc);
}

/* Steps without a table: by what the code does next, or else by the frame
 * pointer. */
static enum step step_bare(struct walk *w)
{
	int n_bytes = w->is_exact ? -1 : frame_bytes(w->pc);
	enum step step;

	if (!w->is_guessed) {
		w->is_guessed = 1;
		w->range = NULL;
		w->high = page_of(w->sp) + PAGE_BYTES;
	}
	if (n_bytes >= 0)
		step = step_short(w, (unsigned)n_bytes);
	else
		step = w->bp - w->sp > MAX_BARE_BYTES ? STEP_LOST
						      : step_frame(w);
	if (step != STEP_ON)
		return STEP_LOST;
	if (!w->pc)
		return STEP_END;
	return may_return_to(w, w->pc) ? STEP_ON : STEP_LOST;
}

/* Whether a handler would return to the place. */
static __attribute__((unused)) bool returns_from_signal(const struct walk *w)
{
	return !w->is_exact && !(w->pc & 3) &&
	       fxp_query_range((const void *)w->pc, 8) &&
	       fxp_is_signal_return((const void *)w->pc);
}

static __attribute__((noinline)) enum step step_rare(struct walk *w,
						     uint64_t rule)
{
	enum step step;

	switch (fxp_rule_kind(rule)) {
	case FXP_RULE_OTHER:
		step = step_other(w, rule);
		break;
	case FXP_RULE_SIGNAL:
		return step_signal(w);
	case FXP_RULE_BARE:
		if (!FXP_RETURN_IS_PUSHED && returns_from_signal(w))
			return step_signal(w);
		step = step_bare(w);
		break;
	case FXP_RULE_END:
		return STEP_END;
	default:
		return STEP_LOST;
	}
	w->is_exact = 0;
	return step;
}

static inline enum step step_on(struct walk *w)
{
	uint64_t rule = fxp_rule_of(w->pc - 1 + w->is_exact);
	unsigned kind = fxp_rule_kind(rule);
	enum step step;

	if (likely(kind == FXP_RULE_FRAME))
		step = step_frame(w);
	else if (likely(kind == FXP_RULE_TABLE))
		step = step_table(w, rule);
	else
		return step_rare(w, rule);
	w->is_exact = 0;
	return w->pc ? step : STEP_END;
}

/* Adds a frame unless it is left out. */
static inline void add_frame(struct fxp_walked *walked, uint64_t address,
			     uint8_t *to)
{
	uint64_t hash = (walked->hash ^ address) * MIX;

	if (to)
		fxw_store8(to + 8ul * walked->n, address);
	walked->hash = hash ^ hash >> 32;
	walked->n++;
}

/* Whether memory from sp on, up to a later one, has the mark of an interpreter.
 */
static inline bool has_mark(uintptr_t mark, uintptr_t sp, uintptr_t later)
{
	return mark - sp < later - sp && later > sp;
}

/* The frames of Python that a function runs whose frame is from sp on. False:
 * it runs none. */
static __attribute__((noinline)) bool add_python(struct fxp_walked *walked,
						 struct walk *w, uintptr_t sp,
						 unsigned depth, uint8_t *to)
{
	uint32_t n = walked->n;
	uint64_t address;

	/* those of functions that were left out */
	while (w->python.mark < sp && w->python.mark >= w->low)
		fxp_python_skip(&w->python);
	if (w->is_exact || !has_mark(w->python.mark, sp, w->sp))
		return false;
	while (walked->n < depth && fxp_python_take(&w->python, &address))
		if (address)
			add_frame(walked, address, to);
	return walked->n > n;
}

/* The rule of nearly all frames that have a frame pointer. */
static uint64_t frame_rule(void)
{
	const struct fxp_rule rule = {.kind = FXP_RULE_FRAME,
				      .reg = FXP_RULE_BP,
				      .cfa_off = 16,
				      .bp = FXP_BP_AT_CFA,
				      .bp_off = -16};

	return fxp_rule_pack(&rule);
}

/* The registers that a fast step changes. */
struct regs {
	uintptr_t pc, sp, bp;
};

static inline bool fits_stack(const struct walk *w, const struct regs *r,
			      uintptr_t at, size_t n)
{
	return at >= r->sp && at <= w->high - n && !(at & 7);
}

static inline bool fast_frame(const struct walk *w, struct regs *r)
{
	if (unlikely(!fits_stack(w, r, r->bp, 16)))
		return false;
	r->sp = r->bp + 16;
	r->pc = FXP_PLAIN_CODE(load_word(r->bp + 8));
	r->bp = load_word(r->bp);
	return true;
}

static inline bool fast_table(const struct walk *w, struct regs *r,
			      uint64_t rule)
{
	uintptr_t base = fxp_rule_reg(rule) == FXP_RULE_BP ? r->bp : r->sp;
	uintptr_t cfa = base + (uintptr_t)fxp_rule_cfa_off(rule);
	uintptr_t at = cfa + (uintptr_t)fxp_rule_bp_off(rule);
	int64_t ra_off = fxp_rule_ra_off(rule);
	uintptr_t ra_at = cfa + (uintptr_t)ra_off;

	if (unlikely(fxp_rule_kind(rule) != FXP_RULE_TABLE || !ra_off ||
		     !fits_stack(w, r, cfa - 8, 8) ||
		     (ra_off != -8 && !fits_stack(w, r, ra_at, 8))))
		return false;
	if (fxp_rule_bp(rule) == FXP_BP_AT_CFA) {
		if (unlikely(!fits_stack(w, r, at, 8)))
			return false;
		r->bp = load_word(at);
	} else if (unlikely(fxp_rule_bp(rule) != FXP_BP_SAME)) {
		return false;
	}
	r->pc = FXP_PLAIN_CODE(load_word(ra_at));
	r->sp = cfa;
	return true;
}

/* Walks all in registers, as long as there are only return addresses, cached
 * rules and known memory. */
static void walk_fast(struct walk *w, unsigned depth, uint8_t *to,
		      struct fxp_walked *walked)
{
	struct fxp_rule_entry *cache = fxp_rule_cache;
	uint64_t generation = fxp_rules_generation();
	uint64_t framed = frame_rule() * FXP_RULE_MIX;
	uintptr_t mark = w->python.mark;
	struct regs r = {w->pc, w->sp, w->bp}, next;
	uint64_t hash = walked->hash;
	unsigned n = walked->n;

	while (n < depth && !fxp_walk_is_own(r.pc)) {
		const struct fxp_rule_entry *entry =
			fxp_rule_entry(cache, r.pc - 1);
		uint64_t key = fxp_rule_key(r.pc - 1, generation);
		uint64_t check =
			__atomic_load_n(&entry->check, __ATOMIC_RELAXED);
		uint64_t rule;

		next = r;
		if (likely(check == (key ^ framed))) {
			if (unlikely(!fast_frame(w, &next)))
				break;
		} else {
			rule = __atomic_load_n(&entry->rule, __ATOMIC_RELAXED);
			if (unlikely(check != fxp_rule_check(key, rule) ||
				     !fast_table(w, &next, rule)))
				break;
		}
		if (unlikely(!next.pc || next.sp > mark))
			break;
		if (to)
			fxw_store8(to + 8ul * n, r.pc);
		hash = (hash ^ r.pc) * MIX;
		hash ^= hash >> 32;
		n++;
		r = next;
	}
	w->pc = r.pc;
	w->sp = r.sp;
	w->bp = r.bp;
	walked->hash = hash;
	walked->n = n;
}

void fxp_walk(struct fxw_thread *thread, const struct fxp_frame *from,
	      const struct fxp_stack_module *skip, unsigned depth, uint8_t *to,
	      struct fxp_walked *walked)
{
	struct walk w = {.pc = from->pc,
			 .sp = from->sp,
			 .bp = from->bp,
			 .thread = thread};
	enum step step = enter_stack(&w, true) ? STEP_ON : STEP_LOST;
	uint64_t address;
	uintptr_t sp;

	w.python.mark = FXP_PYTHON_NONE;
	if (fxp_python_is_there())
		fxp_python_begin(&w.python);
	*walked = (struct fxp_walked){.hash = fxp_rules_generation()};
	while (step == STEP_ON) {
		if (!skip && !w.is_exact)
			walk_fast(&w, depth, to, walked);
		if (fxp_walk_is_own(w.pc) ||
		    (skip && !walked->n &&
		     w.pc - skip->low < skip->end - skip->low)) {
			step = step_on(&w);
			continue;
		}
		if (walked->n == depth)
			break;
		sp = w.sp;
		address = w.pc | (w.is_exact ? FXW_STACK_EXACT : (uint64_t)0);
		step = step_on(&w);
		if (likely(w.sp <= w.python.mark) ||
		    !add_python(walked, &w, sp, depth, to))
			add_frame(walked, address, to);
	}
	walked->end = step == STEP_ON	 ? FXW_STACK_DEEP
		      : step == STEP_END ? FXW_STACK_WHOLE
					 : FXW_STACK_LOST;
	walked->hash = (walked->hash ^ walked->end ^ MIX) * MIX;
	if (!walked->hash)
		walked->hash = 1;
}
