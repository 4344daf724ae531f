/* SPDX-License-Identifier: MIT */
/*
 * A function's first call, and tables that are registered at run time. Cold.
 */
#include "preload/call.h"

#include <errno.h>

#include "preload/error.h"
#include "preload/facts.h"
#include "preload/process.h"
#include "preload/real.h"
#include "preload/sign.h"

/* A wrapped name that nobody behind us defines. */
static long absent(void)
{
	*fxp_error_address() = ENOSYS;
	return -1;
}

/* From here on the wrapper knows what to call and whether to record it. */
static void adopt(struct fxp_api *api, unsigned function, void *real)
{
	struct fxp_slot *slot = &api->slots[function];

	if (fxp_process_records(api, function)) {
		fxp_sign_function(api, function);
		__atomic_store_n(&slot->state, FXP_ON, __ATOMIC_RELAXED);
	} else {
		__atomic_store_n(&slot->state, FXP_OFF, __ATOMIC_RELAXED);
	}
	__atomic_store_n(&slot->real, real, __ATOMIC_RELAXED);
}

static void cold_shim(struct fxp_api *api, unsigned function, void *real)
{
	if (fxp_process_start())
		adopt(api, function, real);
}

void *fxp_cold(struct fxp_api *api, unsigned function)
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
	void *real = fxp_real_find(text + strings[f->name], f->symbol_hash);

	if (!real) /* a library loaded later may define it: ask again */
		return (void *)(uintptr_t)absent;
	if (!relocated || !fxp_process_start())
		return real; /* too early: asked again next time */
	adopt(api, function, real);
	return real;
}

int fxtrace_register(struct fxp_api *api)
{
	static const struct fxp_runtime runtime = {
		.cold = cold_shim,
		.begin = fxp_begin,
		.end = fxp_end,
		.leaf_begin = fxp_leaf_begin,
		.leaf_end = fxp_leaf_end,
		.tail = fxp_tail,
	};

	if (!fxp_process_start() || fxp_sign_register(api) != 0)
		return -1;
	fxp_facts_table(api);
	/* release: the bases are set before anybody uses an entry */
	__atomic_store_n(&api->runtime, &runtime, __ATOMIC_RELEASE);
	return 0;
}
