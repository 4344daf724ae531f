/* SPDX-License-Identifier: MIT */
/*
 * Runs a program under a library as on a kernel that knows no
 * MADV_POPULATE_WRITE (before 5.14), no membarrier, or no pidfd_open. LIBRARY
 * may be empty.
 *	old_kernel populate|membarrier|pidfd LIBRARY PROGRAM [ARGUMENT...]
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define POPULATE_WRITE 23
#define LOAD(field)                                                            \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SKIP_UNLESS(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, n)
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)

int main(int argc, char **argv)
{
	struct sock_filter populate[] = {
		LOAD(nr),
		SKIP_UNLESS(SYS_madvise, 3),
		LOAD(args[2]),
		SKIP_UNLESS(POPULATE_WRITE, 1),
		RETURN(SECCOMP_RET_ERRNO | EINVAL),
		RETURN(SECCOMP_RET_ALLOW),
	};
	struct sock_filter membarrier[] = {
		LOAD(nr),
		SKIP_UNLESS(SYS_membarrier, 1),
		RETURN(SECCOMP_RET_ERRNO | ENOSYS),
		RETURN(SECCOMP_RET_ALLOW),
	};
	struct sock_filter pidfd[] = {
		LOAD(nr),
		SKIP_UNLESS(SYS_pidfd_open, 1),
		RETURN(SECCOMP_RET_ERRNO | ENOSYS),
		RETURN(SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = {sizeof(populate) / sizeof(*populate),
				    populate};

	if (argc < 4)
		return 2;
	if (strcmp(argv[1], "membarrier") == 0)
		filter = (struct sock_fprog){
			sizeof(membarrier) / sizeof(*membarrier), membarrier};
	if (strcmp(argv[1], "pidfd") == 0)
		filter = (struct sock_fprog){sizeof(pidfd) / sizeof(*pidfd),
					     pidfd};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		return 77;
	if (*argv[2])
		setenv("LD_PRELOAD", argv[2], 1);
	execv(argv[3], argv + 3);
	return 3;
}
