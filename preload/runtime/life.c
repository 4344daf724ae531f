/* SPDX-License-Identifier: MIT */
#include "preload/runtime/life.h"

#include "writer/sys.h"

struct fxp_life fxp_life;

bool fxp_life_owns_archive(void)
{
	return !fxp_life.is_off && !fxw_engine_is_forked() &&
	       !fxp_life_is_sandboxed_child() &&
	       (fxw_engine.no_system_calls ||
		(uint32_t)sys_getpid() == fxw_engine.pid);
}

bool fxp_life_is_writing(void)
{
	return fxp_life_owns_archive() && !fxw_engine.no_system_calls &&
	       __atomic_load_n(&fxw_engine.state, __ATOMIC_ACQUIRE) ==
		       FXW_ENGINE_ON;
}
