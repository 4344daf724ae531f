/* SPDX-License-Identifier: MIT */
/*
 * Notes which basic blocks ran, for map.sh. Each object that it is linked into
 * shares one file with all processes that load it: COVER/<name of its own>. It
 * has one byte for four bytes of code, 1 if a block's call returned there. So
 * even a process that dies of SIGKILL, or that runs without environment, has
 * its part. Nothing here uses libc: the recorder may be called before libc is.
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define HITS (4u << 20)
#define SHIFT 2

extern const char __ehdr_start[] __attribute__((visibility("hidden")));
static unsigned char hits[HITS] __attribute__((aligned(4096)));

void __sanitizer_cov_trace_pc(void)
	__attribute__((visibility("hidden"), no_sanitize_coverage));

static long call(long number, long a, long b, long c, long d, long e)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = 0;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10),
			   "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

void __sanitizer_cov_trace_pc(void)
{
	uintptr_t at = (uintptr_t)__builtin_return_address(0) -
		       (uintptr_t)__ehdr_start;

	if (at >> SHIFT < HITS)
		hits[at >> SHIFT] = 1;
}

/* Before all other constructors. What ran earlier is kept. */
__attribute__((constructor(101))) static void share(void)
{
	long fd = call(SYS_openat, AT_FDCWD, (long)COVER_FILE,
		       O_RDWR | O_CLOEXEC, 0, 0);
	unsigned char *to;

	if (fd < 0)
		return;
	to = (void *)call(SYS_mmap, 0, HITS, PROT_READ | PROT_WRITE, MAP_SHARED,
			  fd);
	if ((uintptr_t)to < (uintptr_t)-4096) {
		for (size_t i = 0; i < HITS; i++)
			if (hits[i])
				to[i] = 1;
		(void)call(SYS_munmap, (long)to, HITS, 0, 0, 0);
		(void)call(SYS_mmap, (long)hits, HITS, PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_FIXED, fd);
	}
	(void)call(SYS_close, fd, 0, 0, 0, 0);
}
