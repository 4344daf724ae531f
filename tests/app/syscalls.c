/* SPDX-License-Identifier: MIT */
/* System calls by number, and prctl: as many arguments as each takes. */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/app/expect.h"

int main(void)
{
	char name[16];

	syscall(SYS_getpid, 7, 7);
	expect("syscall(number=SYS_getpid) = ?");
	syscall(SYS_close, -1L);
	expect("syscall(number=SYS_close, a=0xffffffffffffffff) = ?");
	syscall(SYS_lseek, -1L, 0x20L, 3L);
	expect("syscall(number=SYS_lseek, a=0xffffffffffffffff, b=0x20, "
	       "c=0x3) = ?");
	syscall(SYS_mmap, 0L, 0L, PROT_READ, MAP_PRIVATE, -1L, 0x3000);
	expect("syscall(number=SYS_mmap, a=0, b=0, c=0x1, d=0x2, "
	       "e=0xffffffffffffffff, f=0x3000) = ?");
	syscall(SYS_openat2, -1L, 0L, 0L, 0L);
	expect("syscall(number=SYS_openat2, a=0xffffffffffffffff, b=0, c=0, "
	       "d=0) = ?");
	syscall(1999, 1, 2, 3, 4, 5, 6);
	expect("syscall(number=1999, a=0x1, b=0x2, c=0x3, d=0x4, e=0x5, "
	       "f=0x6) = ?");
	expect("prctl(option=PR_GET_DUMPABLE) = %d",
	       prctl(PR_GET_DUMPABLE, 9, 9, 9, 9));
	expect("prctl(option=PR_SET_NAME, arg2=\"counted\") = %d",
	       prctl(PR_SET_NAME, "counted"));
	prctl(PR_GET_NAME, name);
	expect("prctl(option=PR_GET_NAME, arg2=\"%s\") = 0", name);
	expect("prctl(option=PR_SET_TIMERSLACK, arg2=0x7) = %d",
	       prctl(PR_SET_TIMERSLACK, 7L));
	prctl(PR_SET_MM, 77, 1L, 2L, 0L);
	expect("prctl(option=PR_SET_MM, arg2=0x4d, arg3=0x1, arg4=0x2) = -1 "
	       "%s",
	       geteuid() ? "EPERM" : "EINVAL");
	return 0;
}
