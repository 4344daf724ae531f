/* SPDX-License-Identifier: MIT */
/*
 * A function's first call, and tables that are registered at run time. Cold.
 */
#include "preload/call/call.h"

#include <errno.h>

#include "preload/symbol/error.h"
#include "preload/call/fast.h"
#include "preload/schema/facts.h"
#include "preload/call/filter.h"
#include "preload/gl/driver/api.h"
#include "preload/process/process.h"
#include "preload/symbol/real.h"
#include "preload/value/secret.h"
#include "preload/schema/sign.h"
#include "preload/unwind/stack.h"
#include "preload/shadow/stream.h"
#include "preload/call/trigger.h"

/* For a wrapped name that nobody behind us defines: fails by its rule. */
static long absent(void)
{
	*fxp_error_address() = ENOSYS;
	return -1;
}

static long absent_null(void)
{
	*fxp_error_address() = ENOSYS;
	return 0;
}

static long absent_error(void)
{
	return ENOSYS;
}

static void *stub(const struct fxg_function *f)
{
	if (f->error_rule == FXG_E_RET)
		return (void *)(uintptr_t)absent_error;
	if (f->error_rule == FXG_E_NULL || f->error_rule == FXG_E_NONE)
		return (void *)(uintptr_t)absent_null;
	return (void *)(uintptr_t)absent;
}

/* Whether a definition was ever taken from a library that may go again. */
static bool has_passing;

/* The state of a function by the choice that holds. */
static uint32_t choose(const struct fxp_api *api, unsigned function)
{
	for (;;) {
		uint32_t generation = fxw_generation();
		bool is_on = fxp_process_records(api, function, generation);

		/* its text is not written over before the choice after the
		 * next: asked behind the reading of it */
		fxw_fence();
		if (fxw_generation() == generation)
			return generation + (is_on ? FXP_ON : FXP_OFF);
	}
}

/* Its names are told first. Returns whether its calls are to be looked at: it
 * is recorded, or triggers are about it. */
static bool set_state(struct fxp_api *api, unsigned function)
{
	struct fxp_slot *slot = &api->slots[function];
	uint32_t state = choose(api, function);
	bool is_on = state % FXW_CHOICE_STEP == FXP_ON;

	slot->api = api;
	if (is_on) {
		fxp_secret_decide(api, function);
		fxp_filter_decide(api, function);
		fxp_stack_decide(api, function);
		fxp_stream_decide(api, function);
	}
	if (fxp_triggers_concern(api, function)) {
		__atomic_store_n(&slot->watch,
				 (slot->watch & ~FXP_UNRECORDED) | FXP_WATCHED |
					 (is_on ? 0 : FXP_UNRECORDED),
				 __ATOMIC_RELAXED);
		fxp_plan_withdraw(slot);
		state += is_on ? 0 : FXP_ON - FXP_OFF;
	}
	/* acquire: pairs with the release in fxp_sign_function */
	if (is_on &&
	    __atomic_load_n(&slot->claim, __ATOMIC_ACQUIRE) == FXP_UNCLAIMED)
		fxp_sign_function(api, function);
	/* release: the api; pairs with the load in fxp_decide */
	__atomic_store_n(&slot->state, state, __ATOMIC_RELEASE);
	return state % FXW_CHOICE_STEP == FXP_ON;
}

bool fxp_decide(struct fxp_slot *slot)
{
	/* acquire: pairs with the release in set_state */
	uint32_t state = __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);

	if (state == FXP_COLD || !fxp_process_start())
		return false;
	return set_state(slot->api, (unsigned)(slot - slot->api->slots));
}

/* From here on the wrapper knows what to call and whether to record it. */
static void adopt(struct fxp_api *api, unsigned function, void *real)
{
	/* first: who knows the state relies on it, see fxp_known */
	__atomic_store_n(&api->slots[function].real, real, __ATOMIC_RELAXED);
	(void)set_state(api, function);
}

void fxp_fake(struct fxp_api *api, uint32_t function, const uint64_t *arguments)
{
	struct fxp_slot *slot = &api->slots[function];

	if (__atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) == FXP_COLD &&
	    fxp_process_start())
		adopt(api, function, (void *)(uintptr_t)absent_null);
	if (fxp_is_on(api->slots, function))
		fxp_call_fake(api, function, arguments);
}

static void cold_shim(struct fxp_api *api, unsigned function, void *real)
{
	if (fxp_process_start())
		adopt(api, function, real);
}

static void *cold(struct fxp_api *api, unsigned function)
{
	bool relocated = fxp_real_relocated();
	const struct fxg_table *table =
		fxp_real_pointer((void *const *)&api->table);
	const struct fxg_function *functions =
		fxp_real_pointer((void *const *)&table->functions);
	const char *text = fxp_real_pointer((void *const *)&table->text);
	const uint32_t *strings =
		fxp_real_pointer((void *const *)&table->strings);
	const struct fxg_function *f = &functions[function];
	const char *name = text + strings[f->name];
	void *real = fxp_real_find_staying(name, f->symbol_hash);
	bool stays = real != NULL;

	if (!stays)
		real = fxp_real_find(name, f->symbol_hash);
	if (!real) /* a library loaded later may define it: ask again */
		return stub(f);
	if (!relocated || !fxp_process_start())
		return real; /* too early: asked again next time */
	if (!stays)	     /* before it is kept: see fxp_cold_unloaded */
		__atomic_store_n(&has_passing, true, __ATOMIC_SEQ_CST);
	adopt(api, function, real);
	return real;
}

/* The real definition of a GL function; what passes as the others' do. */
static void *cold_gl(unsigned function)
{
	bool stays;
	void *real = fxp_gl_real(function, &stays);

	if (!real)
		return stub(&fxp_gl.table->functions[function]);
	if (!fxp_real_relocated() || !fxp_process_start())
		return real;
	if (!stays)
		__atomic_store_n(&has_passing, true, __ATOMIC_SEQ_CST);
	fxp_gl_register();
	adopt(&fxp_gl, function, real);
	return real;
}

void *fxp_cold(struct fxp_api *api, unsigned function)
{
	if (api == &fxp_gl) {
		fxp_gl_fill_in();
		return cold_gl(function);
	}
	return cold(api, function);
}

/* Whoever is in such a function now, or calls it while its library goes, has
 * itself to blame; another library's definition is found at the next call. */
static void forget_passing(struct fxp_api *api)
{
	const struct fxg_table *table = api->table;

	for (uint32_t i = 0; i < table->n_functions; i++) {
		const struct fxg_function *f = &table->functions[i];

		if (!__atomic_load_n(&api->slots[i].state, __ATOMIC_RELAXED) ||
		    fxp_real_find_staying(table->text + table->strings[f->name],
					  f->symbol_hash))
			continue;
		/* real stays: who has just seen the old state may jump to it */
		__atomic_store_n(&api->slots[i].state, FXP_COLD,
				 __ATOMIC_RELAXED);
	}
}

/* What a shim has found may be gone: it looks again. */
static void forget_shims(void)
{
	for (struct fxp_api *api = fxp_apis; api; api = api->next) {
		if (!api->runtime)
			continue;
		for (uint32_t i = 0; i < api->table->n_functions; i++)
			__atomic_store_n(&api->slots[i].state, FXP_COLD,
					 __ATOMIC_RELAXED);
	}
}

void fxp_cold_unloaded(struct fxp_api *api)
{
	forget_shims();
	if (!__atomic_load_n(&has_passing, __ATOMIC_SEQ_CST))
		return;
	forget_passing(api);
	if (fxp_gl.string_base) {
		fxp_gl_unloaded();
		forget_passing(&fxp_gl);
	}
}

int fxtrace_register(struct fxp_api *api)
{
	/* filled in here: nothing for the linker to relocate */
	static struct fxp_runtime runtime;

	if (!fxp_process_start() || fxp_sign_register(api) != 0)
		return -1;
	runtime = (struct fxp_runtime){
		.cold = cold_shim,
		.begin = fxp_begin_step,
		.end = fxp_end,
		.leaf_begin = fxp_leaf_begin_step,
		.leaf_end = fxp_leaf_end,
		.tail = fxp_tail,
		.decide = fxp_decide,
		.generation = &fxw_session.generation,
		.find = fxp_real_find_behind,
	};
	fxp_facts_table(api);
	/* release: the bases are set before anybody uses an entry */
	__atomic_store_n(&api->runtime, &runtime, __ATOMIC_RELEASE);
	return 0;
}
