/* SPDX-License-Identifier: MIT */
/*
 * A function's first call, see first_call.h. Cold.
 */
#include "preload/process/first_call.h"

#include <errno.h>

#include "preload/symbol/error.h"
#include "preload/call/fast.h"
#include "preload/schema/facts.h"
#include "preload/call/filter.h"
#include "preload/gl/driver/api.h"
#include "preload/gl/driver/library.h"
#include "preload/gl/driver/several.h"
#include "preload/process/process.h"
#include "preload/process/upcalls.h"
#include "preload/symbol/real.h"
#include "preload/value/secret.h"
#include "preload/schema/sign.h"
#include "preload/unwind/stack.h"
#include "preload/shadow/stream.h"
#include "preload/call/trigger.h"

/* For a wrapped name without a definition behind us: fails by its rule. */
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

static void *stub_of(const struct fxg_function *f)
{
	if (f->error_rule == FXG_E_RET)
		return (void *)(uintptr_t)absent_error;
	if (f->error_rule == FXG_E_NULL || f->error_rule == FXG_E_NONE ||
	    f->error_rule == FXG_E_NULL_FERROR ||
	    f->error_rule == FXG_E_NULL_ERRNO || f->error_rule == FXG_E_SHORT)
		return (void *)(uintptr_t)absent_null;
	return (void *)(uintptr_t)absent;
}

bool fxp_first_call_start(void)
{
	fxp_upcalls_fill();
	return fxp_process_start();
}

/* Whether a definition was ever found in a library that may be unloaded. */
static bool has_temporary;

/* The state of a function by the current selection. */
static uint32_t state_of(const struct fxp_api *api, unsigned function)
{
	for (;;) {
		uint32_t generation = fxw_generation();
		bool is_on = fxp_process_records(api, function, generation);

		/* its text stays until the second next selection: so this
		 * check comes after reading it */
		fxw_fence();
		if (fxw_generation() == generation)
			return generation + (is_on ? FXP_ON : FXP_OFF);
	}
}

/* First emits its names. Returns whether its calls take the recording path: the
 * function is recorded, or has triggers. */
static inline __attribute__((always_inline)) bool set_state(struct fxp_api *api,
							    unsigned function)
{
	struct fxp_slot *slot = &api->slots[function];
	uint32_t state = state_of(api, function);
	bool is_on = state % FXW_CHOICE_STEP == FXP_ON;

	slot->api = api;
	if (is_on) {
		fxp_secret_decide(api, function);
		fxp_filter_decide(api, function);
		fxp_stack_decide(api, function);
		fxp_stream_decide(api, function);
	}
	if (fxp_triggers_concern(api, function)) {
		/* the record of a cause has the call's values, too */
		fxp_secret_decide(api, function);
		__atomic_store_n(&slot->watch,
				 (slot->watch & ~FXP_NOT_RECORDED) |
					 FXP_WATCHED |
					 (is_on ? 0 : FXP_NOT_RECORDED),
				 __ATOMIC_RELAXED);
		fxp_slot_withdraw_plan(slot);
		state += is_on ? 0 : FXP_ON - FXP_OFF;
	}
	/* acquire: pairs with the release in fxp_sign_function */
	if (is_on &&
	    __atomic_load_n(&slot->claim, __ATOMIC_ACQUIRE) == FXP_UNCLAIMED)
		fxp_plan_sign(api, function);
	/* release: the api; pairs with the load in fxp_decide */
	__atomic_store_n(&slot->state, state, __ATOMIC_RELEASE);
	return state % FXW_CHOICE_STEP == FXP_ON;
}

bool fxp_decide(struct fxp_slot *slot)
{
	/* acquire: pairs with the release in set_state */
	uint32_t state = __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);

	if (state == FXP_COLD || !fxp_first_call_start())
		return false;
	return set_state(slot->api, (unsigned)(slot - slot->api->slots));
}

/* Inlined into a first call, which may come on a signal stack that is as small
 * as the kernel allows. */
static inline __attribute__((always_inline)) void adopt(struct fxp_api *api,
							unsigned function,
							void *real)
{
	/* first: code that sees the state relies on it, see fxp_known */
	__atomic_store_n(&api->slots[function].real, real, __ATOMIC_RELAXED);
	(void)set_state(api, function);
}

void fxp_first_call_adopt(struct fxp_api *api, unsigned function, void *real)
{
	adopt(api, function, real);
}

void fxp_first_call_fake(struct fxp_api *api, unsigned function)
{
	if (fxp_first_call_start())
		adopt(api, function, (void *)(uintptr_t)absent_null);
}

static void *first_call(struct fxp_api *api, unsigned function)
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
	const char *version = text + f->symver;
	void *real = fxp_real_find_version(name, f->symbol_hash, version, true);
	bool stays = real != NULL;

	if (!stays)
		real = fxp_real_find_version(name, f->symbol_hash, version,
					     false);
	if (!real) /* a library loaded later may define it: look again */
		return stub_of(f);
	if (!relocated || !fxp_first_call_start())
		return real; /* too early: decided next time */
	if (!stays)	     /* before it is stored: see fxp_cold_unloaded */
		__atomic_store_n(&has_temporary, true, __ATOMIC_SEQ_CST);
	adopt(api, function, real);
	return real;
}

/* The real definition of a GL function. It may be unloaded as others may. */
static void *cold_gl(unsigned function)
{
	bool stays;
	void *real = fxp_gl_real(function, &stays);

	if (!real) /* only a further library has it */
		real = fxp_gl_several_noted(function);
	if (real)
		real = fxp_gl_several_real(function, real);
	else
		return stub_of(&fxp_gl.table->functions[function]);
	if (!fxp_real_relocated() || !fxp_first_call_start())
		return real;
	if (!stays)
		__atomic_store_n(&has_temporary, true, __ATOMIC_SEQ_CST);
	fxp_gl_register();
	adopt(&fxp_gl, function, real);
	/* another thread may have made the switch since */
	if (fxp_gl_several_real(function, real) != real)
		__atomic_store_n(&fxp_gl.slots[function].real,
				 fxp_gl_several_real(function, real),
				 __ATOMIC_RELAXED);
	return real;
}

void *fxp_cold(struct fxp_api *api, unsigned function)
{
	if (api == &fxp_gl) {
		fxp_gl_fill_in();
		return cold_gl(function);
	}
	return first_call(api, function);
}

/* A thread that is in such a function, or calls it while its library is being
 * unloaded, is the program's own bug. The next call finds another library's
 * definition. */
static void forget_temporary(struct fxp_api *api)
{
	const struct fxg_table *table = api->table;

	for (uint32_t i = 0; i < table->n_functions; i++) {
		const struct fxg_function *f = &table->functions[i];

		if (!__atomic_load_n(&api->slots[i].state, __ATOMIC_RELAXED) ||
		    fxp_real_find_staying(table->text + table->strings[f->name],
					  f->symbol_hash))
			continue;
		/* real stays: a thread that saw the old state may jump to it */
		__atomic_store_n(&api->slots[i].state, FXP_COLD,
				 __ATOMIC_RELAXED);
	}
}

/* A shim's definitions may be gone: it looks them up again. */
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
	if (!__atomic_load_n(&has_temporary, __ATOMIC_SEQ_CST))
		return;
	forget_temporary(api);
	if (fxp_gl.string_base) {
		fxp_gl_unloaded();
		forget_temporary(&fxp_gl);
	}
}
