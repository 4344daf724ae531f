/* SPDX-License-Identifier: MIT */
/*
 * Tables that are registered at run time: those of shims. Cold.
 */
#include "preload/call/call.h"
#include "preload/entry/tail.h"
#include "preload/process/first_call.h"
#include "preload/schema/facts.h"
#include "preload/schema/sign.h"
#include "preload/symbol/real.h"

static void cold_shim(struct fxp_api *api, unsigned function, void *real)
{
	if (fxp_first_call_start())
		fxp_first_call_adopt(api, function, real);
}

int fxtrace_register(struct fxp_api *api)
{
	/* filled in at run time: nothing for the linker to relocate */
	static struct fxp_runtime runtime;

	if (!fxp_first_call_start() || fxp_sign_register(api) != 0)
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
	/* release: the bases are set before any thread uses an entry */
	__atomic_store_n(&api->runtime, &runtime, __ATOMIC_RELEASE);
	return 0;
}
