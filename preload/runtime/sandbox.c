/* SPDX-License-Identifier: MIT */
/*
 * The effect of a sandbox on the recorder, see sandbox.h.
 */
#include "preload/runtime/sandbox.h"

#include "preload/runtime/life.h"
#include "preload/symbol/real.h"
#include "writer/engine.h"

static void forbid_calls(bool is_forbidden)
{
	fxw_engine.no_system_calls = is_forbidden;
	fxw_clock.no_system_calls = is_forbidden;
	fxp_real_quiet(is_forbidden);
}

/* Only while system calls are allowed. */
static bool is_vfork_child(void)
{
	struct fxw_thread *t = fxw_self;

	if (t && t->slot && t->vforked)
		fxw_thread_settle(t);
	return t && t->slot && t->vforked;
}

void fxp_sandbox_comes(void)
{
	if (fxw_engine.no_system_calls)
		return;
	fxp_life.sandbox =
		is_vfork_child() ? FXP_SANDBOX_CHILD : FXP_SANDBOX_PROCESS;
	if (fxp_life.sandbox ==
	    FXP_SANDBOX_CHILD) /* or another thread of its parent */
		fxw_engine_reserve();
	else if (fxp_life_is_writing())
		fxw_engine_quiet();
}

void fxp_sandbox_refused(void)
{
	if (fxw_engine.no_system_calls)
		return;
	fxp_life.sandbox = FXP_SANDBOX_PROCESS;
	if (fxp_life_is_writing())
		fxw_engine_unquiet();
}

void fxp_sandbox_is_there(void)
{
	bool is_known = fxw_engine.no_system_calls;

	forbid_calls(true);
	if (!is_known && fxw_engine.control &&
	    fxp_life.sandbox == FXP_SANDBOX_PROCESS)
		(void)fxw_durable_notice(
			"system calls are filtered from here on: the recorder "
			"makes none, and records that find no space in its "
			"memory are lost");
}

void fxp_sandbox_leave(void)
{
	if (!fxp_life_is_sandboxed_child())
		return;
	fxp_life.sandbox = FXP_SANDBOX_GONE_CHILD;
	forbid_calls(false);
}

void fxp_sandbox_stay(void)
{
	if (fxp_life.sandbox != FXP_SANDBOX_GONE_CHILD || !fxw_self ||
	    !fxw_self->vforked)
		return;
	fxp_life.sandbox = FXP_SANDBOX_CHILD;
	forbid_calls(true);
}
