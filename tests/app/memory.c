/* SPDX-License-Identifier: MIT */
/* Flag sets with a number among the bits, and an error that is no NULL. */
#include <sys/mman.h>

#include "tests/app/expect.h"

int main(void)
{
	mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
	     -1, 0);
	expect("mmap(addr=NULL, length=8192, prot=PROT_READ|PROT_WRITE, "
	       "flags=MAP_PRIVATE|MAP_ANONYMOUS, fd=-1, offset=0) = PTR");
	mmap(NULL, 4096, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS | 0x40000000, -1,
	     0);
	expect("mmap(addr=NULL, length=4096, prot=PROT_NONE, "
	       "flags=MAP_SHARED|MAP_ANONYMOUS|0x40000000, fd=-1, offset=0) = "
	       "PTR");
	mmap(NULL, 0, PROT_READ, MAP_PRIVATE, -1, 4096);
	expect("mmap(addr=NULL, length=0, prot=PROT_READ, flags=MAP_PRIVATE, "
	       "fd=-1, offset=4096) = -1 EBADF");
	return 0;
}
