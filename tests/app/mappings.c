/* SPDX-License-Identifier: MIT */
/* Memory that is mapped, moved, locked and given back. */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/app/expect.h"

/* A length that the kernel refuses, and the compiler does not know. */
static volatile size_t huge = -4096;

static char *map(void)
{
	char *pages;

	pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	expect("mmap(addr=NULL, length=8192, prot=PROT_READ|PROT_WRITE, "
	       "flags=MAP_PRIVATE|MAP_ANONYMOUS, fd=-1, offset=0) = PTR");
	return pages;
}

static void advice(char *pages)
{
	unsigned char in_core[2];

	pages[0] = 1;
	madvise(pages, 4096, MADV_SEQUENTIAL);
	expect("madvise(addr=PTR, length=4096, advice=MADV_SEQUENTIAL) = 0");
	madvise(pages, 8192, MADV_DONTNEED);
	expect("madvise(addr=PTR, length=8192, advice=MADV_DONTNEED) = 0");
	posix_madvise(pages, 4096, POSIX_MADV_WILLNEED);
	expect("posix_madvise(addr=PTR, len=4096, advice=POSIX_MADV_WILLNEED) "
	       "= 0");
	posix_madvise(pages + 1, 4096, POSIX_MADV_NORMAL);
	expect("posix_madvise(addr=PTR, len=4096, advice=POSIX_MADV_NORMAL) = "
	       "22 EINVAL");
	pages[0] = 1;
	mincore(pages, 4096, in_core);
	expect("mincore(addr=PTR, length=4096, vec=\"\\001\") = 0");
	msync(pages, 4096, MS_SYNC | MS_INVALIDATE);
	expect("msync(addr=PTR, length=4096, flags=MS_INVALIDATE|MS_SYNC) = 0");
	msync(pages, 4096, MS_SYNC | MS_ASYNC);
	expect("msync(addr=PTR, length=4096, flags=MS_ASYNC|MS_SYNC) = -1 "
	       "EINVAL");
	remap_file_pages(pages, 4096, 0, 0, MAP_NONBLOCK);
	expect("remap_file_pages(addr=PTR, size=4096, prot=PROT_NONE, pgoff=0, "
	       "flags=MAP_NONBLOCK) = -1 EINVAL");
}

static void locks(char *pages)
{
	mlock(pages, huge);
	expect("mlock(addr=PTR, len=18446744073709547520) = -1 EINVAL");
	mlock2(pages, huge, MLOCK_ONFAULT);
	expect("mlock2(addr=PTR, len=18446744073709547520, "
	       "flags=MLOCK_ONFAULT) = -1 EINVAL");
	munlock(pages, 4096);
	expect("munlock(addr=PTR, len=4096) = 0");
	mlockall(MCL_ONFAULT);
	expect("mlockall(flags=MCL_ONFAULT) = -1 EINVAL");
	munlockall();
	expect("munlockall() = 0");
}

static void moves(char *pages)
{
	char *more;

	mprotect(pages, 4096, PROT_READ | PROT_EXEC);
	expect("mprotect(addr=PTR, len=4096, prot=PROT_READ|PROT_EXEC) = 0");
	pkey_mprotect(pages, 4096, PROT_NONE, -1);
	expect("pkey_mprotect(addr=PTR, len=4096, prot=PROT_NONE, pkey=-1) = "
	       "0");
	mprotect(pages, 4096, PROT_READ | PROT_WRITE);
	expect("mprotect(addr=PTR, len=4096, prot=PROT_READ|PROT_WRITE) = 0");
	more = mremap(pages, 4096, 16384, MREMAP_MAYMOVE);
	expect("mremap(old_address=PTR, old_size=4096, new_size=16384, "
	       "flags=MREMAP_MAYMOVE) = PTR");
	mremap(more, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, more + 1);
	expect("mremap(old_address=PTR, old_size=4096, new_size=4096, "
	       "flags=MREMAP_MAYMOVE|MREMAP_FIXED, new_address=PTR) = -1 "
	       "EINVAL");
	munmap(more, 16384);
	expect("munmap(addr=PTR, length=16384) = 0");
	munmap(pages + 1, 4096);
	expect("munmap(addr=PTR, length=4096) = -1 EINVAL");
}

static void shared(void)
{
	shm_open("/fxtrace-app", O_RDWR, 0600);
	expect("shm_open(name=\"/fxtrace-app\", oflag=O_RDWR, mode=0600) = -1 "
	       "ENOENT");
	shm_unlink("/fxtrace/app");
	expect("shm_unlink(name=\"/fxtrace/app\") = -1 ENOENT");
#if __GLIBC_PREREQ(2, 36)
	process_mrelease(-1, 0);
	expect("process_mrelease(pidfd=-1, flags=0) = -1 EBADF");
	process_madvise(-1, NULL, 0, MADV_COLD, 0);
	expect("process_madvise(pid_fd=-1, iov=NULL, count=0, "
	       "advice=MADV_COLD, flags=0) = -1 EBADF");
#endif
	pkey_alloc(1, PKEY_DISABLE_WRITE);
	expect("pkey_alloc(flags=0x1, access_rights=PKEY_DISABLE_WRITE) = -1 "
	       "EINVAL");
	pkey_free(99);
	expect("pkey_free(pkey=99) = -1 EINVAL");
}

int main(void)
{
	char *pages = map();

	advice(pages);
	locks(pages);
	moves(pages);
	shared();
	brk(NULL);
	expect("brk(addr=NULL) = 0");
	sbrk(0);
	expect("sbrk(increment=0) = PTR");
	return 0;
}
