/* SPDX-License-Identifier: MIT */
/* LINK: preload/arch/tail.S */
/*
 * Calls through a tail-jumping trampoline: the hook sees the arguments, and
 * the real function everything as the caller left it.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unwind.h>

#include "tests/tap.h"

/* Argument registers, as probe_call loads and probe_target stores them. */
struct registers {
	uint8_t xmm[8][16];
	uint64_t rdi, rsi, rdx, rcx, r8, r9;
	uint64_t rax, r10;
	/* and the registers that a function must leave alone */
	uint64_t rbx, rbp, r12, r13, r14, r15;
	uint64_t rsp;
	uint64_t return_address;
};
_Static_assert(offsetof(struct registers, rdi) == 128, "used below");
_Static_assert(offsetof(struct registers, rax) == 176, "used below");
_Static_assert(offsetof(struct registers, rbx) == 192, "used below");
_Static_assert(offsetof(struct registers, rsp) == 240, "used below");

extern char fake_api[], fake_slots[], trampoline[], trampoline_end[];
extern char fxp_tail_common[], probe_return[];
int trampoline_setjmp(jmp_buf env) __asm__("trampoline")
	__attribute__((returns_twice));
uint64_t probe_call(struct registers *in);
void probe_target(void);
void *tail_hook(void *api, void *slots, uint32_t function,
		const uint64_t *arguments, void **return_address);
extern struct registers probe_seen;
extern uint64_t probe_rsp;
struct registers probe_seen;
uint64_t probe_rsp; /* before the call */

__asm__(".text\n"
	"trampoline:\n"
	"	.cfi_startproc\n"
	"	endbr64\n"
	"	lea 1f(%rip), %r11\n"
	"	jmp fxp_tail_common\n"
	"	.cfi_endproc\n"
	"trampoline_end:\n"
	"1:	.long 4711\n"
	"	.long tail_hook - .\n"
	"	.long fake_api - .\n"
	"	.long fake_slots - .\n"
	"fake_api: .byte 0\n"
	"fake_slots: .byte 0\n");

#define EACH_XMM(op) op(0) op(1) op(2) op(3) op(4) op(5) op(6) op(7)
#define LOAD_XMM(n) "movups " #n "*16(%rdi), %xmm" #n "\n"
#define STORE_XMM(n) "movups %xmm" #n ", " #n "*16(%r11)\n"

__asm__("probe_call:\n"
	"	push %rbx; push %rbp; push %r12\n"
	"	push %r13; push %r14; push %r15\n"
	"	sub $16, %rsp\n"
	"	push $0x7777\n" /* looks like an argument on the stack */
	EACH_XMM(LOAD_XMM) "	mov 136(%rdi), %rsi; mov 144(%rdi), %rdx\n"
			   "	mov 152(%rdi), %rcx; mov 160(%rdi), %r8\n"
			   "	mov 168(%rdi), %r9;  mov 176(%rdi), %rax\n"
			   "	mov 184(%rdi), %r10; mov 192(%rdi), %rbx\n"
			   "	mov 200(%rdi), %rbp; mov 208(%rdi), %r12\n"
			   "	mov 216(%rdi), %r13; mov 224(%rdi), %r14\n"
			   "	mov 232(%rdi), %r15\n"
			   "	mov 128(%rdi), %rdi\n"
			   "	mov %rsp, probe_rsp(%rip)\n"
			   "	call trampoline\n"
			   "probe_return:\n"
			   "	add $24, %rsp\n"
			   "	pop %r15; pop %r14; pop %r13\n"
			   "	pop %r12; pop %rbp; pop %rbx\n"
			   "	ret\n"
			   "probe_target:\n"
			   "	endbr64\n"
			   "	lea probe_seen(%rip), %r11\n" EACH_XMM(
				   STORE_XMM) "	mov %rdi, 128(%r11); mov %rsi, "
					      "136(%r11)\n"
					      "	mov %rdx, 144(%r11); mov %rcx, "
					      "152(%r11)\n"
					      "	mov %r8, 160(%r11);  mov %r9, "
					      "168(%r11)\n"
					      "	mov %rax, 176(%r11); mov %r10, "
					      "184(%r11)\n"
					      "	mov %rbx, 192(%r11); mov %rbp, "
					      "200(%r11)\n"
					      "	mov %r12, 208(%r11); mov %r13, "
					      "216(%r11)\n"
					      "	mov %r14, 224(%r11); mov %r15, "
					      "232(%r11)\n"
					      "	mov %rsp, 240(%r11)\n"
					      "	mov (%rsp), %rax; mov %rax, "
					      "248(%r11)\n"
					      "	mov $0x1234, %eax\n"
					      "	ret\n");

/* What the hook was given, and what it is to return. */
static struct {
	void *api, *slots;
	uint32_t function;
	uint64_t arguments[6];
	void **return_address;
	void *returns_to;
	uint64_t on_stack; /* behind the return address */
	uintptr_t frame;
	unsigned n_calls;
} hook;
static void *target; /* what the next call is to reach */

/* Leaves nothing in a register that the hook may change. */
static void spoil_registers(void)
{
	__asm__ volatile("mov $-1, %%eax; mov %%eax, %%ecx; mov %%eax, %%edx\n"
			 "mov %%eax, %%esi; mov %%eax, %%edi; mov %%rax, %%r8\n"
			 "mov %%rax, %%r9; mov %%rax, %%r10; mov %%rax, %%r11\n"
			 "pcmpeqd %%xmm0, %%xmm0; movaps %%xmm0, %%xmm1\n"
			 "movaps %%xmm0, %%xmm2; movaps %%xmm0, %%xmm3\n"
			 "movaps %%xmm0, %%xmm4; movaps %%xmm0, %%xmm5\n"
			 "movaps %%xmm0, %%xmm6; movaps %%xmm0, %%xmm7\n" ::
				 : "rax", "rcx", "rdx", "rsi", "rdi", "r8",
				   "r9", "r10", "r11", "xmm0", "xmm1", "xmm2",
				   "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
				   "cc");
}

__attribute__((used)) void *tail_hook(void *api, void *slots, uint32_t function,
				      const uint64_t *arguments,
				      void **return_address)
{
	hook.api = api;
	hook.slots = slots;
	hook.function = function;
	memcpy(hook.arguments, arguments, sizeof(hook.arguments));
	hook.return_address = return_address;
	hook.returns_to = *return_address;
	hook.on_stack = (uint64_t)return_address[1];
	hook.frame = (uintptr_t)__builtin_frame_address(0);
	hook.n_calls++;
	spoil_registers();
	return target;
}

static struct registers some_registers(void)
{
	struct registers in;
	size_t i;

	for (i = 0; i < sizeof(in); i++)
		((uint8_t *)&in)[i] = (uint8_t)(i * 37 + i / 7 + 1);
	return in;
}

static void keeps_registers(void)
{
	struct registers in = some_registers();

	target = (void *)probe_target;
	is_u64(probe_call(&in), 0x1234);
	is_mem(probe_seen.xmm, in.xmm, sizeof(in.xmm));
	is_mem(&probe_seen.rdi, &in.rdi, 6 * 8);
	is_u64(probe_seen.rax, in.rax);
	is_u64(probe_seen.r10, in.r10);
	is_mem(&probe_seen.rbx, &in.rbx, 6 * 8);
}

static void keeps_stack(void)
{
	struct registers in = some_registers();

	target = (void *)probe_target;
	probe_call(&in);
	is_u64(probe_seen.rsp, probe_rsp - 8);
	is_u64(probe_seen.return_address, (uintptr_t)probe_return);
}

static void calls_hook(void)
{
	struct registers in = some_registers();

	target = (void *)probe_target;
	probe_call(&in);
	is_u64(hook.n_calls, 1);
	ok(hook.api == fake_api);
	ok(hook.slots == fake_slots);
	is_u64(hook.function, 4711);
	is_mem(hook.arguments, &in.rdi, sizeof(hook.arguments));
}

static void shows_caller(void)
{
	struct registers in = some_registers();

	target = (void *)probe_target;
	probe_call(&in);
	is_u64((uintptr_t)hook.return_address, probe_rsp - 8);
	ok(hook.returns_to == (void *)probe_return);
	is_u64(hook.on_stack, 0x7777);
}

static void aligns_stack(void)
{
	struct registers in = some_registers();

	target = (void *)probe_target;
	probe_call(&in);
	/* rbp, pushed behind the return address */
	is_u64(hook.frame % 16, 0);
}

static void small_frame(void)
{
	struct registers in = some_registers();

	target = (void *)probe_target;
	probe_call(&in);
	/* from the caller's return address to the hook's frame: 200 bytes, the
	 * hook's return address and its saved rbp */
	is_u64((uintptr_t)hook.return_address - hook.frame, 200 + 16);
}

static void passes_variadics(void)
{
	int (*print)(char *, size_t, const char *, ...) =
		(int (*)(char *, size_t, const char *, ...))trampoline;
	char text[200];

	target = (void *)snprintf;
	print(text, sizeof(text), "%d %g %s %g %g %g %g %g %g %g %g %ld", 1,
	      1.5, "two", 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, -10L);
	is_str(text, "1 1.5 two 2.5 3.5 4.5 5.5 6.5 7.5 8.5 9.5 -10");
}

static int jump_back(jmp_buf env)
{
	longjmp(env, 42);
}

static void returns_twice(void)
{
	static volatile int n_returns;
	jmp_buf env;
	int value;

	target = (void *)_setjmp;
	value = trampoline_setjmp(env);
	if (n_returns++ == 0)
		jump_back(env);
	is_i64(value, 42);
	is_i64(n_returns, 2);
	is_u64(hook.n_calls, 1);
}

/* Unwinding, tried at every instruction by single steps. */
static struct {
	void *caller; /* the function that must be found */
	unsigned n_steps, n_found;
	bool found;
} steps;

static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *context,
					 void *unused)
{
	void *pc = (void *)(_Unwind_GetIP(context) - 1);

	(void)unused;
	if (_Unwind_FindEnclosingFunction(pc) == steps.caller)
		steps.found = true;
	return steps.found ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static bool is_ours(uintptr_t pc)
{
	return (pc >= (uintptr_t)trampoline &&
		pc < (uintptr_t)trampoline_end) ||
	       (pc >= (uintptr_t)fxp_tail_common &&
		pc < (uintptr_t)fxp_tail_common + 1024 &&
		_Unwind_FindEnclosingFunction((void *)pc) == fxp_tail_common);
}

static void on_step(int signal, siginfo_t *info, void *context)
{
	const ucontext_t *at = context;

	(void)signal;
	(void)info;
	if (!is_ours((uintptr_t)at->uc_mcontext.gregs[REG_RIP]))
		return;
	steps.n_steps++;
	steps.found = false;
	_Unwind_Backtrace(look_at_frame, NULL);
	steps.n_found += steps.found;
}

static int add_two(int a, int b)
{
	return a + b;
}

static __attribute__((noinline)) int step_through(void)
{
	int (*call)(int, int) = (int (*)(int, int))trampoline;
	int sum;

	__asm__ volatile("pushfq; orl $0x100, (%%rsp); popfq" ::
				 : "memory", "cc");
	sum = call(20, 22);
	__asm__ volatile("pushfq; andl $~0x100, (%%rsp); popfq" ::
				 : "memory", "cc");
	return sum;
}

static void unwinds(void)
{
	struct sigaction action = {.sa_sigaction = on_step,
				   .sa_flags = SA_SIGINFO};

	sigaction(SIGTRAP, &action, NULL);
	target = (void *)add_two;
	steps.caller = (void *)step_through;
	is_i64(step_through(), 42);
	ok(steps.n_steps > 40, "%u instructions", steps.n_steps);
	is_u64(steps.n_found, steps.n_steps);
}

static const struct tap_test tests[] = {
	{"all registers reach the real function", keeps_registers},
	{"the real function returns to the caller", keeps_stack},
	{"the hook gets the function and its arguments", calls_hook},
	{"the hook is shown the caller and the stack", shows_caller},
	{"the hook finds the stack aligned", aligns_stack},
	{"the frame is 200 bytes", small_frame},
	{"printf's doubles and stack arguments get through", passes_variadics},
	{"a function that returns twice does so", returns_twice},
	{"the caller is found by unwinding from every instruction", unwinds},
};
TAP_MAIN(tests)
