/* SPDX-License-Identifier: MIT */
/*
 * Hooks of tail-jumped functions that change the stack of a thread: its frames
 * and stacks show which open calls it has left (writer/stacks.h). They do so
 * also while the function itself is not recorded.
 */
#include "preload/entry/tail.h"

#include <signal.h>
#include <ucontext.h>

#include "preload/arch/jump.h"
#include "preload/call/abandon.h"
#include "preload/entry/custom.h"
#include "preload/symbol/peek.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"

/* The thread's state, unless nothing can depend on it. */
static struct fxw_thread *own_state(void)
{
	struct fxw_thread *t = fxw_self;

	return fxp_real_relocated() && t && t->slot && !t->vforked ? t : NULL;
}

/* Whether the thread has something that it could leave. */
static bool has_open(const struct fxw_thread *t)
{
	return t && (t->depth || t->level[0].owner);
}

static uintptr_t frame_of(void *const *return_address)
{
	return (uintptr_t)return_address;
}

static void jump(struct fxw_thread *t, uintptr_t from, uintptr_t to)
{
	struct fxw_left left;

	fxw_stack_jump(t, from, to, &left);
	fxp_abandon_left(t, &left);
}

/* A stack that the program describes. False: it cannot be one. */
static bool range_of(const stack_t *stack, struct fxw_range *range)
{
	uintptr_t low = (uintptr_t)stack->ss_sp;

	*range = (struct fxw_range){low, low + stack->ss_size};
	return range->end > range->low;
}

/* The thread's handlers will run there. */
static void register_stack(const void *wanted, uintptr_t frame)
{
	struct fxw_thread *t = own_state();
	struct fxw_range range = {0, 0};
	struct fxw_left left;
	stack_t stack;

	/* if the pointer is bad, the kernel will report it */
	if (!t || !wanted || fxw_engine.no_system_calls ||
	    !fxp_peek(&stack, wanted, sizeof(stack)) ||
	    (!(stack.ss_flags & SS_DISABLE) &&
	     (!range_of(&stack, &range) || stack.ss_size < 2048)))
		return;
	fxw_stack_register(t, &range, frame,
			   (uint32_t)stack.ss_flags & FXW_SS_AUTODISARM, &left);
	fxp_abandon_left(t, &left);
}

static int record_sigaltstack(const stack_t *stack, stack_t *old)
{
	int (*real)(const stack_t *, stack_t *) =
		fxp_custom_real(FXP_FN_libc_sigaltstack);
	uint64_t slot[3] = {FXP_WORD(stack), FXP_WORD(old)};
	struct fxp_call call;
	int result;

	fxp_custom_begin(&call, FXP_FN_libc_sigaltstack, slot);
	result = real(stack, old);
	slot[2] = FXP_WORD(result);
	fxp_end(&call, slot);
	return result;
}

void *fxp_tail_sigaltstack(struct fxp_api *api, struct fxp_slot *slots,
			   uint32_t function, const uint64_t *arguments,
			   void *const *return_address)
{
	void *real = fxp_real(api, slots, function);
	bool is_recorded = fxp_real_relocated() && fxp_is_on(slots, function);

	register_stack((const void *)(uintptr_t)arguments[0],
		       frame_of(return_address));
	return is_recorded ? (void *)(uintptr_t)record_sigaltstack : real;
}

void *fxp_tail_setjmp(struct fxp_api *api, struct fxp_slot *slots,
		      uint32_t function, const uint64_t *arguments,
		      void *const *return_address)
{
	struct fxw_thread *t = own_state();

	if (t)
		t->saved_frame = frame_of(return_address);
	return fxp_tail(api, slots, function, arguments, return_address);
}

/* libc's own, where a jmp_buf cannot be understood without it. */
static int (*real_setjmp(void))(void *)
{
#if FXP_JUMP_NEEDS_SETJMP
	static const char name[] = "_setjmp";

	return (int (*)(void *))fxp_real_find(name, fxp_symbol_hash(name));
#else
	return NULL;
#endif
}

void *fxp_tail_longjmp(struct fxp_api *api, struct fxp_slot *slots,
		       uint32_t function, const uint64_t *arguments,
		       void *const *return_address)
{
	void *real = fxp_tail(api, slots, function, arguments, return_address);
	const uintptr_t *saved = (const uintptr_t *)(uintptr_t)arguments[0];
	struct fxw_thread *t = own_state();
	uintptr_t sp;

	if (has_open(t) && !fxw_engine.no_system_calls &&
	    fxp_peek(&sp, saved + FXP_JUMP_SP, sizeof(sp)))
		jump(t, frame_of(return_address),
		     fxp_jump_sp(sp, real_setjmp()));
	return real;
}

void *fxp_tail_makecontext(struct fxp_api *api, struct fxp_slot *slots,
			   uint32_t function, const uint64_t *arguments,
			   void *const *return_address)
{
	void *real = fxp_tail(api, slots, function, arguments, return_address);
	const ucontext_t *context = (const ucontext_t *)(uintptr_t)arguments[0];
	struct fxw_thread *t = own_state();
	struct fxw_range range;
	struct fxw_left left;

	/* it is read by the call, too */
	if (fxp_real_relocated() && range_of(&context->uc_stack, &range)) {
		fxw_stack_make(t, &range, &left);
		if (has_open(t))
			fxp_abandon_left(t, &left);
	}
	return real;
}

void *fxp_tail_setcontext(struct fxp_api *api, struct fxp_slot *slots,
			  uint32_t function, const uint64_t *arguments,
			  void *const *return_address)
{
	void *real = fxp_tail(api, slots, function, arguments, return_address);
	const ucontext_t *context = (const ucontext_t *)(uintptr_t)arguments[0];
	struct fxw_thread *t = own_state();

	if (has_open(t))
		jump(t, frame_of(return_address), FXP_CONTEXT_STACK(context));
	return real;
}
