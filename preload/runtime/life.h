/* SPDX-License-Identifier: MIT */
/*
 * What every floor may ask about the life of the recorder in this process. The
 * process floor decides it.
 *
 * Any thread, any signal handler.
 */
#ifndef PRELOAD_RUNTIME_LIFE_H
#define PRELOAD_RUNTIME_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/thread.h"

/* Who lives in a sandbox, where no system call may be made (sandbox.h). */
enum fxp_sandbox_owner {
	FXP_SANDBOX_PROCESS,
	FXP_SANDBOX_CHILD, /* a vfork child, which borrows our memory */
	FXP_SANDBOX_GONE_CHILD,
};

struct fxp_life {
	bool is_off;  /* for good: the configuration, or FXTRACE_FOLLOW=no */
	bool follows; /* the configuration's: child processes are recorded */
	enum fxp_sandbox_owner sandbox;
};
extern struct fxp_life fxp_life __attribute__((visibility("hidden")));

/* Whether processes that this one starts are recorded, too. */
static inline bool fxp_life_follows(void)
{
	return fxp_life.follows && !fxw_engine.no_system_calls;
}

/* Whether this is a vfork child in a sandbox of its own. */
static inline bool fxp_life_is_sandboxed_child(void)
{
	return fxp_life.sandbox == FXP_SANDBOX_CHILD && fxw_self &&
	       fxw_self->vforked;
}

/* Whether the archive is this process's to complete: not in a forked child
 * that has none yet, nor in a vfork child, which borrows its parent's memory
 * (and maybe its parent never called us before). */
bool fxp_life_owns_archive(void);

/* Whether this process writes to the archive that it has, and may make system
 * calls for it. */
bool fxp_life_is_writing(void);

#endif
