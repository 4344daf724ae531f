/* SPDX-License-Identifier: MIT */
/*
 * Runs a program as in a sandbox, or on an old kernel, that refuses it some
 * system calls with ENOSYS:
 *	denied NAME[,NAME...] PROGRAM [ARGUMENT...]
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#define ANY (-1)
#define MAX_RULES 64
#define FIELD(field)                                                           \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SKIP_UNLESS(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, n)

static const struct {
	const char *name;
	int number;
	int advice; /* its third argument */
} known[] = {
	{"memfd_create", SYS_memfd_create, ANY},
	{"eventfd2", SYS_eventfd2, ANY},
	{"socket", SYS_socket, ANY},
	{"accept4", SYS_accept4, ANY},
	{"recvmsg", SYS_recvmsg, ANY},
	{"close_range", SYS_close_range, ANY},
	{"process_vm_readv", SYS_process_vm_readv, ANY},
	{"wipeonfork", SYS_madvise, MADV_WIPEONFORK},
	{"dontfork", SYS_madvise, MADV_DONTFORK},
};
static struct sock_filter rules[MAX_RULES];
static unsigned short n_rules;

static void add(struct sock_filter rule)
{
	rules[n_rules++] = rule;
}

static int refuse(const char *name)
{
	const struct sock_filter error =
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (strcmp(known[i].name, name))
			continue;
		add((struct sock_filter)FIELD(nr));
		if (known[i].advice == ANY) {
			add((struct sock_filter)SKIP_UNLESS(
				(unsigned)known[i].number, 1));
		} else {
			add((struct sock_filter)SKIP_UNLESS(
				(unsigned)known[i].number, 3));
			add((struct sock_filter)FIELD(args[2]));
			add((struct sock_filter)SKIP_UNLESS(
				(unsigned)known[i].advice, 1));
		}
		add(error);
		return 0;
	}
	return -1;
}

int main(int argc, char **argv)
{
	struct sock_fprog filter = {0, rules};

	if (argc < 3)
		return 2;
	for (char *name = strtok(argv[1], ","); name; name = strtok(NULL, ","))
		if (n_rules + 6 > MAX_RULES || refuse(name))
			return 2;
	add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
	filter.len = n_rules;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		return 77;
	execvp(argv[2], argv + 2);
	return 3;
}
