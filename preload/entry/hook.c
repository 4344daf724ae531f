/* SPDX-License-Identifier: MIT */
/*
 * Hooks of tail-jumped functions: called by tail.S before it jumps to the real
 * one. They record the call and do what its name asks of the recorder.
 */
#include "preload/entry/tail.h"

#include <asm/unistd.h>
#include <dlfcn.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>

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

#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1u << 31)
#endif

void *fxp_tail(struct fxp_api *api, struct fxp_slot *slots, uint32_t function,
	       const uint64_t *arguments, void *const *return_address)
{
	void *real = fxp_real(api, slots, function);

	if (fxp_is_on(slots, function))
		fxp_call_tail(api, function, arguments,
			      (uintptr_t)return_address, false);
	return real;
}

/* The thread's state; made now if need be: in a child that shares our memory it
 * would get the child's name. */
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
	/* in a sandbox nobody may ask who runs: it keeps the parent's ids */
	if (t && !fxw_engine.no_system_calls)
		fxw_thread_vfork(t);
	return real;
}

/* A child that has our memory and, if it gets none of its own, the storage of
 * this thread: like vfork's if we wait for it, else it runs beside us. */
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

/* What a program found by handle is ours if ours leads to nothing else. So it
 * is the same function by any way, as it is without us. An interposer that lies
 * behind us and asks for the next one gets that: ours would lead back to it. */
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

/* In place of dlsym and dlvsym, where the caller's place does not matter. */
static void *look_up(void *handle, const char *name)
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

/* Whether dlsym would find our wrapper and, without us, nothing: the program
 * has no libm, or an older libc. */
static bool is_only_ours(const uint64_t *arguments)
{
	const void *handle = (const void *)(uintptr_t)arguments[0];
	const char *name = (const char *)(uintptr_t)arguments[1];

	/* in the scope of any other handle we are not */
	if (!name || (handle != RTLD_DEFAULT && handle != RTLD_NEXT &&
		      handle != fxp_real_objects()))
		return false;
	return fxp_real_own(name, fxp_symbol_hash(name)) &&
	       !fxp_real_find_other(name);
}

/* The same of GL: a library that the program has loaded for itself alone is in
 * no scope that the program looks a name up in. From here on the scope of all
 * is asked, behind us. */
static bool is_loaded_apart(const uint64_t *arguments, void *real,
			    uintptr_t caller)
{
	void *(*look)(void *, const char *) =
		(void *(*)(void *, const char *))real;
	const void *handle = (const void *)(uintptr_t)arguments[0];
	const char *name = (const char *)(uintptr_t)arguments[1];

	return name && (handle == RTLD_DEFAULT || handle == RTLD_NEXT) &&
	       fxp_gl_function(name) >= 0 &&
	       !fxp_real_find_staying(name, fxp_symbol_hash(name)) &&
	       fxp_real_in_program(caller) && !look(RTLD_NEXT, name);
}

/* The one look-up that looks at its caller and passes us by is that of a
 * version, which none of our names has. NULL: there is none. */
static void *nowhere(const uint64_t *arguments)
{
	static const char version[] = "NONE";
	void *by_version = fxp_real_find("dlvsym", fxp_symbol_hash("dlvsym"));

	/* the registers as tail.S will load them */
	if (by_version)
		((uint64_t *)(uintptr_t)arguments)[2] = (uintptr_t)version;
	return by_version;
}

/* Of these the caller's place decides: it must be seen. */
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
	     is_loaded_apart(arguments, real, (uintptr_t)*return_address))) {
		by_version = nowhere(arguments);
		return by_version ? by_version : real;
	}
	return is_by_place(arguments[0]) ? real : (void *)(uintptr_t)look_up;
}

void *fxp_tail_dlvsym(struct fxp_api *api, struct fxp_slot *slots,
		      uint32_t function, const uint64_t *arguments,
		      void *const *return_address)
{
	void *real = fxp_tail(api, slots, function, arguments, return_address);

	return is_by_place(arguments[0]) ? real
					 : (void *)(uintptr_t)look_up_version;
}

/* The system calls behind which nothing of us may run. */
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
	/* Before the call, whose success nobody will tell us of. */
	if (is_strict || is_filter) {
		fxp_sandbox_comes();
		fxp_sandbox_is_there();
	}
	if (is_strict)
		fxp_process_no_clock();
}

/* Whether the system call makes a process with memory of its own that goes on
 * from here. */
static bool is_fork(const uint64_t *arguments)
{
	return arguments[0] == __NR_fork ||
	       (arguments[0] == __NR_clone && !(arguments[1] & CLONE_VM) &&
		arguments[2] == 0);
}

/* In place of libc's syscall(): a child of a handler that interrupts a record
 * needs our hand before it returns. */
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
	/* the last one stands on the stack, behind the return address */
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

void *fxp_tail_sigaltstack(struct fxp_api *api, struct fxp_slot *slots,
			   uint32_t function, const uint64_t *arguments,
			   void *const *return_address)
{
	void *real = fxp_tail(api, slots, function, arguments, return_address);
	const void *wanted = (const void *)(uintptr_t)arguments[0];
	stack_t stack;

	/* the kernel will say what it thinks of the pointer */
	if (fxp_real_relocated() && wanted && !fxw_engine.no_system_calls &&
	    fxp_peek(&stack, wanted, sizeof(stack)) &&
	    (stack.ss_flags & SS_AUTODISARM))
		fxw_stacks_are_hidden();
	return real;
}
