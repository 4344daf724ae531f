/* SPDX-License-Identifier: MIT */
/*
 * Old programs bind old versions of a symbol, which may do something else:
 * the old memcpy copies overlapping memory as memmove does.
 */
#include <stdio.h>
#include <string.h>

#ifdef __x86_64__
void *old_memcpy(void *dest, const void *src, size_t n);
__asm__(".symver old_memcpy, memcpy@GLIBC_2.2.5");
#else
#define old_memcpy memmove
#endif

int main(void)
{
	char text[4096], other[8] = "";

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char)('a' + i % 26);
	old_memcpy(text + 1, text, 4000);
	old_memcpy(text, text + 9, 4000);
	memcpy(other, "new", 4);
	puts(other);
	fwrite(text, 1, sizeof(text), stdout);
	return 0;
}
