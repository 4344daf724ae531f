/* SPDX-License-Identifier: MIT */
/*
 * Shuts itself in: from then on the kernel kills it for any system call but
 * write and exit. The argument says how; then come calls that were made before
 * and calls that were not.
 */
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define IS(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1)

static struct sock_filter rules[] = {
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	IS(SYS_write),
	ALLOW,
	IS(SYS_exit_group),
	ALLOW,
	IS(SYS_exit),
	ALLOW,
	IS(SYS_rt_sigreturn),
	ALLOW,
	IS(SYS_execve),
	ALLOW,
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
};

static struct sock_fprog filter = {sizeof(rules) / sizeof(*rules), rules};

static int resident_mib(void)
{
	long pages[2] = {0, 0};
	FILE *file = fopen("/proc/self/statm", "r");

	if (!file)
		return 0;
	if (fscanf(file, "%ld %ld", &pages[0], &pages[1]) != 2)
		pages[1] = 0;
	fclose(file);
	return (int)(pages[1] >> 8);
}

/* Requests a filter in vain, again and again. */
static int refused(void)
{
	for (int i = 0; i < 30; i++)
		if (!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 8))
			return -1;
	printf("%s memory\n", resident_mib() < 100 ? "little" : "much");
	return 0;
}

/* In a child that has our memory. how: what becomes of it then */
static int shut_child(const char *how)
{
	int status = 0;
	pid_t pid = vfork();

	if (pid < 0)
		return -1;
	if (!pid) {
		if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
		    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
			_exit(1);
		for (int i = 0; i < 500; i++)
			getenv("CHILD");
		if (!strcmp(how, "vfork_exec"))
			execl("/no/such/program", "program", (char *)NULL);
		getenv("CHILD");
		_exit(7);
	}
	waitpid(pid, &status, 0);
	printf("the child: %x\n", (unsigned)status);
	return 0;
}

static int shut(const char *how)
{
	if (!strcmp(how, "strict"))
		return prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
	if (!strcmp(how, "refused"))
		return refused();
	if (!strncmp(how, "vfork", 5))
		return shut_child(how);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	if (!strcmp(how, "prctl"))
		return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
	if (!strcmp(how, "prctl_by_syscall"))
		return (int)syscall(SYS_prctl, PR_SET_SECCOMP,
				    SECCOMP_MODE_FILTER, &filter, 0, 0);
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "strict";
	int n_calls = argc > 2 ? atoi(argv[2]) : 100;
	char text[32];

	for (int i = 0; i < 10; i++)
		getenv("BEFORE");
	if (shut(how))
		return 77;
	for (int i = 0; i < n_calls; i++)
		getenv("BEHIND");
	/* never called until now */
	snprintf(text, sizeof(text), "%d calls, %d\n", n_calls,
		 unsetenv("NO_SUCH_VARIABLE"));
	if (write(1, text, strlen(text)) < 0)
		return 1;
	if (!strcmp(how, "strict"))
		syscall(SYS_exit, 5);
	return 5;
}
