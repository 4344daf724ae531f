/* SPDX-License-Identifier: MIT */
/*
 * Stacks of calls, see stack.h. A stack is walked once for its hash, by which
 * nearly all are known. A new one is walked again, directly into its entry. So
 * no memory is needed for it in between.
 */
#include "preload/unwind/stack.h"

#include <link.h>

#include "preload/arch/frame.h"
#include "preload/config/calls.h"
#include "preload/schema/entry.h"
#include "preload/schema/facts.h"
#include "preload/symbol/peek.h"
#include "preload/unwind/emit.h"
#include "preload/unwind/ids.h"
#include "preload/unwind/own_frames.h"
#include "preload/unwind/python.h"
#include "preload/unwind/python_code.h"
#include "preload/unwind/rule.h"
#include "writer/engine.h"
#include "writer/record.h"

/* Written once, at start. */
static const char *chosen;
static unsigned max_depth;

static struct fxp_ids ids;
/* Objects among which an interpreter was looked for. */
static uint32_t n_looked, is_looking;

bool fxp_stack_use(const char *list, unsigned depth)
{
	struct fxp_stack_module self;

	fxp_stack_modules_start();
	if (!fxp_rules_start() || !fxp_own_start() ||
	    !fxp_stack_module_at((uintptr_t)fxp_stack_use, &self))
		return false;
	fxp_walk_leave_out(self.low, self.end);
	max_depth = depth;
	chosen = list;
	fxp_python_look();
	return true;
}

/* Objects were loaded since: one may be an interpreter. */
static __attribute__((noinline)) void look_again(uint32_t n_modules)
{
	uint32_t none = 0;

	/* acquire: what the last one has stored; pairs with the release */
	if (fxw_engine.no_system_calls ||
	    !__atomic_compare_exchange_n(&is_looking, &none, 1, false,
					 __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return;
	__atomic_store_n(&n_looked, n_modules, __ATOMIC_RELAXED);
	fxp_python_look();
	__atomic_store_n(&is_looking, 0, __ATOMIC_RELEASE);
}

void fxp_stack_decide(struct fxp_api *api, unsigned function)
{
	const struct fxg_table *table = api->table;
	const struct fxp_names names =
		fxp_names_of(table, &table->functions[function]);

	if (chosen && fxp_calls_match(chosen, &names, false))
		/* other threads that see it have decided the same */
		__atomic_fetch_or(&api->slots[function].watch, FXP_STACKED,
				  __ATOMIC_RELEASE);
}

static size_t body_bytes(const struct fxp_stack *stack)
{
	uint32_t n = stack->walked.n;

	return 8 + fxp_varint_bytes(stack->walked.end) + fxp_varint_bytes(n) +
	       8ul * n;
}

/* Whether an address is in a module that is not emitted yet: dlopen has loaded
 * it, and no call has emitted it since. */
static bool leads_to_new(const uint8_t *at, uint32_t n)
{
	struct fxp_stack_module module;

	for (uint32_t i = 0; i < n; i++) {
		uint64_t address;

		fxw_copy(&address, at + 8ul * i, 8);
		address &= ~FXW_STACK_EXACT;
		if (!(address & FXW_STACK_CODE) &&
		    !fxp_facts_has_module(address) &&
		    fxp_stack_module_at(address, &module))
			return true;
	}
	return false;
}

/* Modules that the stack leads to come before it: their place may have been
 * that of others. So its time is the last that is stored. */
static void put_body(uint8_t *at, const struct fxp_stack *stack)
{
	uint32_t n = stack->walked.n;
	struct fxp_walked walked;
	uint8_t *start = at;

	at = fxp_put_varint(at + 8, stack->walked.end);
	at = fxp_put_varint(at, n);
	fxp_walk(stack->thread, &stack->from,
		 stack->has_skip ? &stack->skip : NULL, n, at, &walked);
	/* the same frames; fewer if the kernel can no longer be queried */
	fxw_zero(at + 8ul * walked.n, 8ul * (n - walked.n));
	if (leads_to_new(at, walked.n))
		fxp_facts_modules();
	fxw_store8(start, fxw_ticks());
}

struct emission {
	uint32_t id;
	const struct fxp_stack *stack;
};

static void build_entry(struct fxw_record *r, const void *what)
{
	const struct emission *emission = what;
	uint8_t *at = fxp_put_entry(r, FXW_ENTRY_STACK, emission->id,
				    body_bytes(emission->stack));

	if (at)
		put_body(at, emission->stack);
}

static bool emit_stack(uint32_t id, const void *stack)
{
	struct emission emission = {id, stack};

	return fxp_emit_entry(build_entry, &emission);
}

__attribute__((noinline)) const struct fxp_stack *fxp_stack_take(
	struct fxp_stack *stack, struct fxw_thread *thread,
	const struct fxp_slot *cell)
{
	/* our caller's registers, by our own frame pointer */
	const uintptr_t *frame = __builtin_frame_address(0);
	uint32_t n_modules;

	stack->from = (struct fxp_frame){FXP_PLAIN_CODE(frame[1]),
					 FXP_CALLER_SP(frame), frame[0]};
	stack->thread = thread;
	stack->has_skip = cell->api->runtime != NULL;
	if (__builtin_expect(stack->has_skip, 0))
		stack->has_skip =
			fxp_stack_module_at((uintptr_t)cell, &stack->skip);
	n_modules = fxp_facts_n_modules();
	if (n_modules != __atomic_load_n(&n_looked, __ATOMIC_RELAXED) &&
	    !fxp_python_is_there())
		look_again(n_modules);
	fxp_own_leave(&stack->from, (uintptr_t)cell);
	fxw_cold_depth++;
	fxp_walk(thread, &stack->from, stack->has_skip ? &stack->skip : NULL,
		 max_depth, NULL, &stack->walked);
	stack->id = fxp_id_of(&ids, stack->walked.hash, emit_stack, stack);
	fxw_cold_depth--;
	return stack;
}

void fxp_stack_put(struct fxw_record *r, const struct fxp_source *s,
		   const struct fxp_stack *stack, unsigned n_more)
{
	uint8_t *at;

	if (r->n_args + n_more >= FXT_MAX_ARGS)
		return;
	if (stack->id) {
		fxw_arg_uint32(r, fxp_name(s, FXG_S_STACK), stack->id);
		return;
	}
	at = fxw_arg_blob(r, fxp_name(s, FXG_S_STACK),
			  (uint32_t)body_bytes(stack));
	if (at)
		put_body(at, stack);
}

uintptr_t fxp_stack_unloads(const void *handle)
{
	struct link_map map;

	/* dlclose itself rejects a wrong handle */
	return chosen && !fxw_engine.no_system_calls &&
			       fxp_peek(&map, handle, sizeof(map))
		       ? (uintptr_t)map.l_ld
		       : 0;
}

void fxp_stack_unloaded(uintptr_t place)
{
	struct fxp_stack_module module;

	if (!place || fxp_stack_module_at(place, &module))
		return;
	fxp_rules_forget();
	fxp_facts_modules_gone();
}

void fxp_stack_forget(void)
{
	fxp_ids_forget(&ids);
	fxp_python_codes_forget();
}
