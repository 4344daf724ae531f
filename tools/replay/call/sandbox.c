/* SPDX-License-Identifier: MIT */
/*
 * A seccomp filter for replayed calls, see sandbox.h.
 */
#include "tools/replay/call/sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "tools/elf/arch.h"

/* Required for reading, printing, allocating and ending. */
static const unsigned permitted[] = {
	__NR_read,
	__NR_pread64,
	__NR_lseek,
	__NR_fstat,
	__NR_write,
	__NR_writev,
	__NR_close,
	__NR_munmap,
	__NR_mremap,
	__NR_madvise,
	__NR_brk,
	__NR_futex,
	__NR_exit,
	__NR_exit_group,
	__NR_rt_sigreturn,
	__NR_rt_sigaction,
	__NR_rt_sigprocmask,
	__NR_getpid,
	__NR_gettid,
	__NR_clock_gettime,
	__NR_sigaltstack,
};
/* These only without PROT_EXEC, their third argument. */
static const unsigned not_executable[] = {__NR_mmap, __NR_mprotect};

#define N(array) (sizeof(array) / sizeof(*(array)))
#define DENY (SECCOMP_RET_ERRNO | EPERM)

struct program {
	struct sock_filter code[64];
	unsigned short n;
};

static void put_step(struct program *program, struct sock_filter step)
{
	program->code[program->n++] = step;
}

static void put_load(struct program *program, size_t off)
{
	put_step(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						       (unsigned)off));
}

static void put_return(struct program *program, unsigned value)
{
	put_step(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value));
}

/* Skips n steps unless the loaded word is the value. */
static void put_unless(struct program *program, unsigned value, uint8_t n)
{
	put_step(program, (struct sock_filter)BPF_JUMP(
				  BPF_JMP | BPF_JEQ | BPF_K, value, 0, n));
}

static void fill_program(struct program *program)
{
#ifdef ARCH_AUDIT
	put_load(program, offsetof(struct seccomp_data, arch));
	put_step(program, (struct sock_filter)BPF_JUMP(
				  BPF_JMP | BPF_JEQ | BPF_K, ARCH_AUDIT, 1, 0));
	put_return(program, DENY);
#endif
	put_load(program, offsetof(struct seccomp_data, nr));
	for (size_t i = 0; i < N(permitted); i++) {
		put_unless(program, permitted[i], 1);
		put_return(program, SECCOMP_RET_ALLOW);
	}
	for (size_t i = 0; i < N(not_executable); i++) {
		put_unless(program, not_executable[i], 4);
		/* low half first on both machines */
		put_load(program, offsetof(struct seccomp_data, args[2]));
		put_step(program,
			 (struct sock_filter)BPF_JUMP(
				 BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0));
		put_return(program, SECCOMP_RET_ALLOW);
		put_return(program, DENY);
	}
	put_return(program, DENY);
}

bool sandbox_enter(void)
{
	struct program program = {.n = 0};
	struct sock_fprog filter = {.filter = program.code};

	fill_program(&program);
	filter.len = program.n;
	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}
