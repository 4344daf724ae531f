/* SPDX-License-Identifier: MIT */
/*
 * Hooks of tail-jumped functions: tail.S calls them before it jumps to the real
 * function. They record the call and prepare the recorder for its effects.
 */
#include "preload/entry/tail.h"

#include <asm/unistd.h>
#include <dlfcn.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>

#include "preload/symbol/caller.h"
#include "preload/call/call.h"
#include "preload/entry/custom.h"
#include "preload/symbol/error.h"
#include "preload/gl/driver/api.h"
#include "preload/shadow/mapped.h"
#include "preload/symbol/peek.h"
#include "preload/process/process.h"
#include "preload/runtime/thread.h"
#include "preload/symbol/real.h"
#include "preload/runtime/sandbox.h"
#include "preload/shadow/stream.h"
#include "preload/symbol/symbol.h"

void *fxp_tail(struct fxp_api *api, struct fxp_slot *slots, uint32_t function,
	       const uint64_t *arguments, void *const *return_address)
{
	void *real = fxp_real(api, slots, function);

	if (fxp_is_on(slots, function))
		fxp_call_tail(api, function, arguments,
			      (uintptr_t)return_address, false);
	return real;
}

/* The thread's state. It is created now, because a child that shares our memory
 * would give it the child's name. */
static struct fxw_thread *own_thread(void)
{
	if (!fxp_real_relocated())
		return NULL;
	return fxw_self && fxw_self->slot ? fxw_self : fxp_thread();
}

void *fxp_tail_vfork(struct fxp_api *api, struct fxp_slot *slots,
		     uint32_t function, const uint64_t *arguments,
		     void *const *return_address)
{
	void *real = fxp_real(api, slots, function);
	struct fxw_thread *t;

	if (fxp_is_on(slots, function))
		fxp_call_tail(api, function, arguments,
			      (uintptr_t)return_address, true);
	t = own_thread();
	/* a sandbox forbids gettid: the child then has the parent's ids */
	if (t && !fxw_engine.no_system_calls)
		fxw_thread_vfork(t);
	return real;
}

/* A child with our memory and without thread-local storage of its own uses this
 * thread's. It is like vfork's if we wait for it, else it runs concurrently. */
static void expect_clone(uint64_t flags)
{
	struct fxw_thread *t;

	if (!(flags & CLONE_VM) || (flags & CLONE_SETTLS))
		return;
	t = own_thread();
	if (t && (flags & CLONE_VFORK) && !fxw_engine.no_system_calls)
		fxw_thread_vfork(t);
	else if (t)
		fxw_thread_share(t);
}

void *fxp_tail_clone(struct fxp_api *api, struct fxp_slot *slots,
		     uint32_t function, const uint64_t *arguments,
		     void *const *return_address)
{
	void *real = fxp_tail(api, slots, function, arguments, return_address);

	expect_clone(arguments[2]);
	return real;
}

void *fxp_tail_exit_now(struct fxp_api *api, struct fxp_slot *slots,
			uint32_t function, const uint64_t *arguments,
			void *const *return_address)
{
	void *real;

	if (fxp_real_relocated()) {
		fxp_mapped_emit_all();
		fxp_streams_drop();
	}
	real = fxp_tail(api, slots, function, arguments, return_address);
	if (fxp_real_relocated())
		fxp_process_exit((int)arguments[0]);
	return real;
}

void *fxp_tail_dlopen(struct fxp_api *api, struct fxp_slot *slots,
		      uint32_t function, const uint64_t *arguments,
		      void *const *return_address)
{
	void *real = fxp_tail(api, slots, function, arguments, return_address);

	fxp_callers_changed();
	if (fxp_real_relocated() && fxw_self && fxw_self->slot) {
		fxw_self->dlopen_frame = (uintptr_t)return_address;
		fxw_self->modules_dirty = 1;
		fxw_thread_refresh(fxw_self);
	}
	return real;
}

/* Turns a definition that was found by handle into our wrapper if the wrapper
 * calls the same definition. Then a lookup by any way finds the same function,
 * as it does without us. An interposer behind us that looks up the next
 * definition gets that one: our wrapper would call back into it. */
static void *ours_of(void *found, const char *name)
{
	uint32_t hash;
	void *own;

	if (!found || fxp_gl_function(name) >= 0)
		return fxp_gl_ours(found, name, false);
	hash = fxp_symbol_hash(name);
	own = fxp_real_own(name, hash);
	return own && fxp_real_find(name, hash) == found ? own : found;
}

/* Replaces dlsym and dlvsym if the result does not depend on the caller. */
static void *look_up_name(void *handle, const char *name)
{
	void *(*real)(void *, const char *) =
		fxp_custom_real(FXP_FN_libc_dlsym);

	return ours_of(real(handle, name), name);
}

static void *look_up_version(void *handle, const char *name,
			     const char *version)
{
	void *(*real)(void *, const char *, const char *) =
		fxp_custom_real(FXP_FN_libc_dlvsym);

	return ours_of(real(handle, name, version), name);
}

/* Whether dlsym finds only our wrapper, because the program has no libm, or an
 * older libc. Without us it would find nothing. */
static bool is_only_ours(const uint64_t *arguments)
{
	const void *handle = (const void *)(uintptr_t)arguments[0];
	const char *name = (const char *)(uintptr_t)arguments[1];

	/* we are not in the scope of any other handle */
	if (!name || (handle != RTLD_DEFAULT && handle != RTLD_NEXT &&
		      handle != fxp_real_objects()))
		return false;
	return fxp_real_own(name, fxp_symbol_hash(name)) &&
	       !fxp_real_find_other(name);
}

/* The same for GL. A library that the program has loaded with RTLD_LOCAL is in
 * no scope that the program's lookups search. This looks up the name behind us
 * in the global scope. */
static bool is_loaded_locally(const uint64_t *arguments, void *real,
			      uintptr_t caller)
{
	void *(*lookup)(void *, const char *) =
		(void *(*)(void *, const char *))real;
	const void *handle = (const void *)(uintptr_t)arguments[0];
	const char *name = (const char *)(uintptr_t)arguments[1];

	return name && (handle == RTLD_DEFAULT || handle == RTLD_NEXT) &&
	       fxp_gl_function(name) >= 0 &&
	       !fxp_real_find_staying(name, fxp_symbol_hash(name)) &&
	       fxp_real_in_program(caller) && !lookup(RTLD_NEXT, name);
}

/* Returns a lookup that fails: dlvsym with a version that no name has. Like
 * dlsym it depends on its caller, and it never finds our wrappers. NULL: there
 * is no dlvsym. */
static void *failing_lookup(const uint64_t *arguments)
{
	static const char version[] = "NONE";
	void *by_version = fxp_real_find("dlvsym", fxp_symbol_hash("dlvsym"));

	/* the registers as tail.S will load them */
	if (by_version)
		((uint64_t *)(uintptr_t)arguments)[2] = (uintptr_t)version;
	return by_version;
}

/* Whether the result depends on the caller's place, which must be visible. */
static bool is_by_place(uint64_t handle)
{
	return handle == (uintptr_t)RTLD_DEFAULT ||
	       handle == (uintptr_t)RTLD_NEXT || !fxp_real_relocated();
}

void *fxp_tail_dlsym(struct fxp_api *api, struct fxp_slot *slots,
		     uint32_t function, const uint64_t *arguments,
		     void *const *return_address)
{
	void *real = fxp_tail(api, slots, function, arguments, return_address);
	void *by_version;

	if (fxp_real_relocated() &&
	    (is_only_ours(arguments) ||
	     is_loaded_locally(arguments, real, (uintptr_t)*return_address))) {
		by_version = failing_lookup(arguments);
		return by_version ? by_version : real;
	}
	return is_by_place(arguments[0]) ? real
					 : (void *)(uintptr_t)look_up_name;
}

void *fxp_tail_dlvsym(struct fxp_api *api, struct fxp_slot *slots,
		      uint32_t function, const uint64_t *arguments,
		      void *const *return_address)
{
	void *real = fxp_tail(api, slots, function, arguments, return_address);

	return is_by_place(arguments[0]) ? real
					 : (void *)(uintptr_t)look_up_version;
}

/* System calls after which our code may make no others. */
static void watch_syscall(const uint64_t *arguments)
{
	uint64_t number = arguments[0], mode = arguments[1];
	bool is_strict, is_filter;

	if (number == __NR_seccomp) {
		is_strict = mode == SECCOMP_SET_MODE_STRICT;
		is_filter = mode == SECCOMP_SET_MODE_FILTER && arguments[3];
	} else if (number == __NR_prctl && mode == PR_SET_SECCOMP) {
		is_strict = arguments[2] == SECCOMP_MODE_STRICT;
		is_filter = arguments[2] == SECCOMP_MODE_FILTER && arguments[3];
	} else {
		return;
	}
	/* Before the call, because its success is not reported to us. */
	if (is_strict || is_filter) {
		fxp_sandbox_comes();
		fxp_sandbox_is_there();
	}
	if (is_strict)
		fxp_process_no_clock();
}

/* Whether the system call makes a process with its own memory that returns
 * here. */
static bool is_fork(const uint64_t *arguments)
{
	return arguments[0] == __NR_fork ||
	       (arguments[0] == __NR_clone && !(arguments[1] & CLONE_VM) &&
		arguments[2] == 0);
}

/* Replaces libc's syscall(). If it forks in a handler that interrupts a record,
 * the child must be repaired before it returns. */
static long raw_fork(long number, long a, long b, long c, long d, long e)
{
	bool was_inside = fxp_process_is_inside();
	long result = sys_call6(number, a, b, c, d, e, 0);

	if (result == 0)
		fxp_process_child(was_inside);
	if (!sys_failed(result))
		return result;
	*fxp_error_address() = (int)-result;
	return -1;
}

void *fxp_tail_syscall(struct fxp_api *api, struct fxp_slot *slots,
		       uint32_t function, const uint64_t *arguments,
		       void *const *return_address)
{
	/* the last one is on the stack, behind the return address */
	const uint64_t all[7] = {arguments[0],
				 arguments[1],
				 arguments[2],
				 arguments[3],
				 arguments[4],
				 arguments[5],
				 ((const uint64_t *)return_address)[1]};
	void *real = fxp_tail(api, slots, function, all, return_address);

	if (!fxp_real_relocated())
		return real;
	watch_syscall(arguments);
	if (arguments[0] == __NR_clone)
		expect_clone(arguments[1]);
	return is_fork(arguments) ? (void *)(uintptr_t)raw_fork : real;
}
