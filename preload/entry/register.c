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
	/* filled in at run time, member by member: -Os copies what it
	 * initialises from a constant, for the linker to relocate */
	static struct fxp_runtime runtime;

	if (!fxp_first_call_start() || fxp_sign_register(api) != 0)
		return -1;
	runtime.cold = cold_shim;
	runtime.begin = fxp_begin_step;
	runtime.end = fxp_end;
	runtime.leaf_begin = fxp_leaf_begin_step;
	runtime.leaf_end = fxp_leaf_end;
	runtime.tail = fxp_tail;
	runtime.decide = fxp_decide;
	runtime.generation = &fxw_session.generation;
	runtime.find = fxp_real_find_behind;
	fxp_facts_table(api);
	/* release: the bases are set before any thread uses an entry */
	__atomic_store_n(&api->runtime, &runtime, __ATOMIC_RELEASE);
	return 0;
}
