/* SPDX-License-Identifier: MIT */
/*
 * What clang, and gcc for arm64, call to copy or clear a struct, whatever the
 * flags say of builtins. In the traced process these names are the program's,
 * and recorded. So the build renames the calls in each object of the library to
 * ours (Makefile).
 */
#include <stddef.h>

#if defined(__clang__) || !defined(__x86_64__)

void *fxw_own_memcpy(void *dst, const void *src, size_t n);
void *fxw_own_memset(void *dst, int byte, size_t n);

void *fxw_own_memcpy(void *dst, const void *src, size_t n)
{
	char *to = dst;
	const char *from = src;

	while (n--) {
		*to++ = *from++;
		__asm__ volatile(""); /* no loop that is known as memcpy */
	}
	return dst;
}

void *fxw_own_memset(void *dst, int byte, size_t n)
{
	char *to = dst;

	while (n--) {
		*to++ = (char)byte;
		__asm__ volatile("");
	}
	return dst;
}

#endif
