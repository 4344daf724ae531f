/* SPDX-License-Identifier: MIT */
/*
 * Forbids itself nothing by a seccomp filter, so that a recorder must make no
 * more system calls. Then the processor's trap flag stops it after each
 * instruction of some calls. The handler of some forks a child, which returns
 * into the call and ends. Prints how many children were killed.
 *	shut_forks fork|raw STRIDE
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/ucontext.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRAP_FLAG 0x100
#define N_CALLS 4

static long step, stride = 1;
static int is_raw, is_child, n_killed, n_children;

static void set_trap(void *context, int on)
{
	greg_t *flags = &((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL];

	*flags = on ? *flags | TRAP_FLAG : *flags & ~TRAP_FLAG;
}

static void handle(int signo, siginfo_t *info, void *context)
{
	int status = 0;
	pid_t pid;

	(void)signo;
	(void)info;
	if (step++ % stride)
		return;
	pid = is_raw ? (pid_t)syscall(SYS_fork) : fork();
	if (pid == 0) {
		is_child = 1;
		set_trap(context, 0);
		return;
	}
	n_children++;
	waitpid(pid, &status, 0);
	n_killed += WIFSIGNALED(status);
}

static void start_stepping(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp\n\t"
			 "pushf\n\t"
			 "orl $0x100, (%%rsp)\n\t"
			 "popf\n\t"
			 "lea 128(%%rsp), %%rsp" ::
				 : "memory", "cc");
}

static void stop_stepping(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp\n\t"
			 "pushf\n\t"
			 "andl $~0x100, (%%rsp)\n\t"
			 "popf\n\t"
			 "lea 128(%%rsp), %%rsp" ::
				 : "memory", "cc");
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_sigaction = handle,
				   .sa_flags = SA_SIGINFO};
	struct sock_filter rules[] = {
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
	struct sock_fprog filter = {1, rules};

	if (argc < 3)
		return 2;
	is_raw = !strcmp(argv[1], "raw");
	stride = atol(argv[2]);
	for (int i = 0; i < 20; i++)
		lseek(-1, i, SEEK_SET);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		return 77;
	sigaction(SIGTRAP, &action, NULL);
	for (int i = 0; i < N_CALLS; i++) {
		step = i;
		start_stepping();
		lseek(-1, i, SEEK_SET);
		getenv("NO_SUCH_VARIABLE");
		stop_stepping();
		if (is_child)
			_exit(0);
	}
	printf("%s children, %d killed\n", n_children > 4 ? "some" : "no",
	       n_killed);
	return 0;
}
