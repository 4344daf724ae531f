/* SPDX-License-Identifier: MIT */
/*
 * Hooks of tail-jumped functions: tail.S calls them before it jumps to the real
 * function. They record the call and prepare the recorder for its effects.
 */
#include "preload/entry/tail.h"

#include <asm/unistd.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>

#include "preload/call/call.h"
#include "preload/entry/custom.h"
#include "preload/symbol/error.h"
#include "preload/entry/system_call.h"
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
			      (uintptr_t)return_address, FXP_TAIL_ONCE);
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
			      (uintptr_t)return_address, FXP_TAIL_PROCESS);
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
		if (number == __NR_prctl && mode == PR_SET_TSC &&
		    arguments[2] == PR_TSC_SIGSEGV)
			fxp_process_no_clock();
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
#ifdef __NR_fork
	if (arguments[0] == __NR_fork)
		return true;
#endif
	return arguments[0] == __NR_clone && !(arguments[1] & CLONE_VM) &&
	       arguments[2] == 0;
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

/* Whether it returns twice into one frame, never returns here, or leaves a
 * thread in which our code cannot record its end. */
static bool is_jump(const uint64_t *arguments)
{
	switch (arguments[0]) {
	case __NR_clone:
	case __NR_clone3:
#ifdef __NR_fork
	case __NR_fork:
	case __NR_vfork:
#endif
	case __NR_rt_sigreturn:
	case __NR_execve:
	case __NR_execveat:
	case __NR_exit:
	case __NR_exit_group:
	case __NR_seccomp:
#ifdef __NR_arch_prctl
	case __NR_arch_prctl: /* may change %fs */
#endif
		return true;
	case __NR_prctl:
		return arguments[1] == PR_SET_SECCOMP ||
		       arguments[1] == PR_SET_TSC;
	}
	return false;
}

void *fxp_tail_syscall(struct fxp_api *api, struct fxp_slot *slots,
		       uint32_t function, const uint64_t *arguments,
		       void *const *return_address)
{
	const uint64_t all[7] = {
		arguments[0],
		arguments[1],
		arguments[2],
		arguments[3],
		arguments[4],
		arguments[5],
		fxp_tail_argument(arguments, return_address, 6),
	};
	void *real = fxp_real(api, slots, function);
	void *recorder = NULL;

	if (fxp_real_relocated() && !is_jump(arguments))
		recorder = fxp_system_call_recorder(arguments[0]);
	if (recorder)
		return recorder;
	if (fxp_is_on(slots, function))
		fxp_call_tail(api, function, all, (uintptr_t)return_address,
			      FXP_TAIL_UNSEEN);
	if (!fxp_real_relocated())
		return real;
	watch_syscall(arguments);
	if (arguments[0] == __NR_clone)
		expect_clone(arguments[1]);
	return is_fork(arguments) ? (void *)(uintptr_t)raw_fork : real;
}
