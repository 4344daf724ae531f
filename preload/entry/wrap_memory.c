/* SPDX-License-Identifier: MIT */
/*
 * Wrappers of functions that unmap memory or unload a library. What we remember
 * about both is then checked again. Also wrappers of functions that map files,
 * or make written pages visible in them.
 */
#include "preload/call/preload.h"

#include <stdarg.h>
#include <sys/mman.h>
#include <sys/types.h>

#include "preload/call/call.h"
#include "preload/entry/custom.h"
#include "preload/process/first_call.h"
#include "preload/shadow/mapped.h"
#include "preload/unwind/stack.h"
#include "writer/engine.h"

void *fxp_w_mmap(void *addr, size_t length, int prot, int flags, int fd,
		 off_t offset) FXP_EXPORT("mmap");
void *fxp_w_mmap64(void *addr, size_t length, int prot, int flags, int fd,
		   off_t offset) FXP_EXPORT("mmap64");
int fxp_w_munmap(void *addr, size_t length) FXP_EXPORT("munmap");
int fxp_w_msync(void *addr, size_t length, int flags) FXP_EXPORT("msync");
int fxp_w_mprotect(void *addr, size_t len, int prot) FXP_EXPORT("mprotect");
void *fxp_w_mremap(void *old_address, size_t old_size, size_t new_size,
		   int flags, ...) FXP_EXPORT("mremap");
int fxp_w_pkey_mprotect(void *addr, size_t len, int prot, int pkey)
	FXP_EXPORT("pkey_mprotect");
int fxp_w_shmdt(const void *shmaddr) FXP_EXPORT("shmdt");
int fxp_w_brk(void *addr) FXP_EXPORT("brk");
void *fxp_w_sbrk(intptr_t increment) FXP_EXPORT("sbrk");
int fxp_w_dlclose(void *handle) FXP_EXPORT("dlclose");

/* Pages may no longer be readable: capture.c queries the kernel again. */
static void forget_readable(void)
{
	__atomic_fetch_add(&fxw_engine.n_unmaps, 1, __ATOMIC_RELAXED);
}

static void *map_by(unsigned function, uint64_t *slot)
{
	void *(*real)(void *, size_t, int, int, int, off_t) =
		fxp_custom_real(function);
	struct fxp_call call;
	void *ret;

	/* a bare address is only a hint */
	if (slot[3] & MAP_FIXED)
		fxp_mapped_emit(slot[0], slot[1]);
	fxp_custom_begin(&call, function, slot);
	ret = real((void *)slot[0], slot[1], (int)slot[2], (int)slot[3],
		   (int)slot[4], (off_t)slot[5]);
	if (slot[3] & MAP_FIXED)
		forget_readable();
	slot[6] = FXP_WORD(ret);
	fxp_end(&call, slot);
	if (ret == MAP_FAILED)
		return ret;
	fxp_mapped_gone(slot[6], slot[1]);
	fxp_mapped_new(slot);
	return ret;
}

void *fxp_w_mmap(void *addr, size_t length, int prot, int flags, int fd,
		 off_t offset)
{
	uint64_t slot[7] = {FXP_WORD(addr), FXP_WORD(length),
			    FXP_WORD(prot), FXP_WORD(flags),
			    FXP_WORD(fd),   FXP_WORD(offset)};

	return map_by(FXP_FN_libc_mmap, slot);
}

void *fxp_w_mmap64(void *addr, size_t length, int prot, int flags, int fd,
		   off_t offset)
{
	uint64_t slot[7] = {FXP_WORD(addr), FXP_WORD(length),
			    FXP_WORD(prot), FXP_WORD(flags),
			    FXP_WORD(fd),   FXP_WORD(offset)};

	return map_by(FXP_FN_libc_mmap64, slot);
}

int fxp_w_munmap(void *addr, size_t length)
{
	int (*real)(void *, size_t) = fxp_custom_real(FXP_FN_libc_munmap);
	struct fxp_call call;
	uint64_t slot[3] = {FXP_WORD(addr), FXP_WORD(length)};
	int ret;

	fxp_mapped_emit(slot[0], length);
	fxp_custom_begin(&call, FXP_FN_libc_munmap, slot);
	ret = real(addr, length);
	forget_readable();
	slot[2] = FXP_WORD(ret);
	fxp_end(&call, slot);
	if (ret == 0)
		fxp_mapped_gone(slot[0], length);
	return ret;
}

int fxp_w_msync(void *addr, size_t length, int flags)
{
	int (*real)(void *, size_t, int) = fxp_custom_real(FXP_FN_libc_msync);
	struct fxp_call call;
	uint64_t slot[4] = {FXP_WORD(addr), FXP_WORD(length), FXP_WORD(flags)};
	int ret;

	fxp_mapped_emit(slot[0], length);
	fxp_custom_begin(&call, FXP_FN_libc_msync, slot);
	ret = real(addr, length, flags);
	slot[3] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

int fxp_w_mprotect(void *addr, size_t len, int prot)
{
	int (*real)(void *, size_t, int) =
		fxp_custom_real(FXP_FN_libc_mprotect);
	struct fxp_call call;
	uint64_t slot[4] = {FXP_WORD(addr), FXP_WORD(len), FXP_WORD(prot)};
	int ret;

	fxp_mapped_protect_before(slot[0], len, prot);
	fxp_custom_begin(&call, FXP_FN_libc_mprotect, slot);
	ret = real(addr, len, prot);
	forget_readable();
	slot[3] = FXP_WORD(ret);
	fxp_end(&call, slot);
	if (ret == 0)
		fxp_mapped_protected(slot[0], len, prot);
	return ret;
}

/* Always passes a fifth word: without MREMAP_FIXED it is never read. */
void *fxp_w_mremap(void *old_address, size_t old_size, size_t new_size,
		   int flags, ...)
{
	void *(*real)(void *, size_t, size_t, int, ...) =
		fxp_custom_real(FXP_FN_libc_mremap);
	struct fxp_call call;
	uint64_t slot[6] = {FXP_WORD(old_address), FXP_WORD(old_size),
			    FXP_WORD(new_size), FXP_WORD(flags)};
	void *new_address, *ret;
	va_list list;

	va_start(list, flags);
	new_address = va_arg(list, void *);
	va_end(list);
	slot[4] = FXP_WORD(new_address);
	fxp_mapped_emit(slot[0], old_size);
	if (flags & MREMAP_FIXED)
		fxp_mapped_emit(slot[4], new_size);
	fxp_custom_begin(&call, FXP_FN_libc_mremap, slot);
	ret = real(old_address, old_size, new_size, flags, new_address);
	forget_readable();
	slot[5] = FXP_WORD(ret);
	fxp_end(&call, slot);
	if (ret != MAP_FAILED)
		fxp_mapped_moved(slot);
	return ret;
}

int fxp_w_pkey_mprotect(void *addr, size_t len, int prot, int pkey)
{
	int (*real)(void *, size_t, int, int) =
		fxp_custom_real(FXP_FN_libc_pkey_mprotect);
	struct fxp_call call;
	uint64_t slot[5] = {FXP_WORD(addr), FXP_WORD(len), FXP_WORD(prot),
			    FXP_WORD(pkey)};
	int ret;

	fxp_mapped_protect_before(slot[0], len, prot);
	fxp_custom_begin(&call, FXP_FN_libc_pkey_mprotect, slot);
	ret = real(addr, len, prot, pkey);
	forget_readable();
	slot[4] = FXP_WORD(ret);
	fxp_end(&call, slot);
	if (ret == 0)
		fxp_mapped_protected(slot[0], len, prot);
	return ret;
}

int fxp_w_shmdt(const void *shmaddr)
{
	int (*real)(const void *) = fxp_custom_real(FXP_FN_libc_shmdt);
	struct fxp_call call;
	uint64_t slot[2] = {FXP_WORD(shmaddr)};
	int ret;

	fxp_custom_begin(&call, FXP_FN_libc_shmdt, slot);
	ret = real(shmaddr);
	forget_readable();
	slot[1] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

int fxp_w_brk(void *addr)
{
	int (*real)(void *) = fxp_custom_real(FXP_FN_libc_brk);
	struct fxp_call call;
	uint64_t slot[2] = {FXP_WORD(addr)};
	int ret;

	fxp_custom_begin(&call, FXP_FN_libc_brk, slot);
	ret = real(addr);
	forget_readable();
	slot[1] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

void *fxp_w_sbrk(intptr_t increment)
{
	void *(*real)(intptr_t) = fxp_custom_real(FXP_FN_libc_sbrk);
	struct fxp_call call;
	uint64_t slot[2] = {FXP_WORD(increment)};
	void *ret;

	fxp_custom_begin(&call, FXP_FN_libc_sbrk, slot);
	ret = real(increment);
	if (increment < 0)
		forget_readable();
	slot[1] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

int fxp_w_dlclose(void *handle)
{
	int (*real)(void *) = fxp_custom_real(FXP_FN_libc_dlclose);
	struct fxp_call call;
	uint64_t slot[2] = {FXP_WORD(handle)};
	uintptr_t place;
	int ret;

	fxp_custom_begin(&call, FXP_FN_libc_dlclose, slot);
	place = fxp_stack_unloads(handle);
	ret = real(handle);
	forget_readable();
	fxp_stack_unloaded(place);
	fxp_cold_unloaded(&fxp_libc);
	slot[1] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}
