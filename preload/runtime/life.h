/* SPDX-License-Identifier: MIT */
/*
 * The life of the recorder in this process, for every floor. The process floor
 * sets it.
 *
 * Any thread, any signal handler.
 */
#ifndef PRELOAD_RUNTIME_LIFE_H
#define PRELOAD_RUNTIME_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/thread.h"

/* The owner of a sandbox, where no system call may be made (sandbox.h). */
enum fxp_sandbox_owner {
	FXP_SANDBOX_PROCESS,
	FXP_SANDBOX_CHILD, /* a vfork child, which borrows our memory */
	FXP_SANDBOX_GONE_CHILD,
};

struct fxp_life {
	bool is_off;  /* permanently: the configuration, or FXTRACE_FOLLOW=no */
	bool follows; /* the configuration's: child processes are recorded */
	enum fxp_sandbox_owner sandbox;
};
extern struct fxp_life fxp_life __attribute__((visibility("hidden")));

/* Whether processes that this one starts are recorded, too. */
static inline bool fxp_life_follows(void)
{
	return fxp_life.follows && !fxw_engine.no_system_calls;
}

/* Whether this is a vfork child in its own sandbox. */
static inline bool fxp_life_is_sandboxed_child(void)
{
	return fxp_life.sandbox == FXP_SANDBOX_CHILD && fxw_self &&
	       fxw_self->vforked;
}

/* Whether this process has to complete the archive. Not a forked child without
 * an archive yet, nor a vfork child, which borrows its parent's memory. Perhaps
 * that parent never called us before. */
bool fxp_life_owns_archive(void);

/* Whether this process writes to its archive, and may make system calls for it.
 */
bool fxp_life_is_writing(void);

#endif
