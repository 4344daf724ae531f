/* SPDX-License-Identifier: MIT */
/* Memory and strings; some end where memory does. */
#include <string.h>
#include <sys/mman.h>

#include "tests/app/expect.h"

void *__memcpy_chk(void *dest, const void *src, size_t n, size_t destlen);
void *__memmove_chk(void *dest, const void *src, size_t n, size_t destlen);
void *__memset_chk(void *s, int c, size_t n, size_t slen);

static char *volatile null, *volatile found;

int main(void)
{
	char *end = (char *)mmap(NULL, 8192, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) +
		    4096;
	char *volatile text = end - 3;
	char bytes[8] = "abcdef";

	mprotect(end, 4096, PROT_NONE);
	memcpy(text, "xyz", 3);
	expect("memcpy(dest=\"xyz\", src=PTR, n=3) = PTR");
	memmove(bytes + 1, bytes, 4);
	expect("memmove(dest=\"abcd\", src=PTR, n=4) = PTR");
	memset(bytes, 'q', 2);
	expect("memset(s=PTR, c=113, n=2) = PTR");
	memcpy(null, null, 0);
	expect("memcpy(dest=NULL, src=NULL, n=0) = NULL");
	expect("strlen(s=\"qqbcdf\") = %zu", strlen(bytes));
	expect("strcmp(s1=\"qqbcdf\", s2=\"qq\") = %d", strcmp(bytes, "qq"));
	expect("strcmp(s1=\"xyz\", s2=\"xA\") = %d", strcmp(text, "xA"));
	found = strchr(text, 'y');
	expect("strchr(s=\"xyz\", c='y') = PTR");
	found = strchr(bytes, 'z');
	expect("strchr(s=\"qqbcdf\", c='z') = NULL");
	found = strrchr(bytes, 'b');
	expect("strrchr(s=\"qqbcdf\", c='b') = PTR");
	found = strstr(bytes, "bc");
	expect("strstr(haystack=\"qqbcdf\", needle=\"bc\") = PTR");
	expect("strncmp(s1=\"xyz\", s2=\"xyA\", n=3) = %d",
	       strncmp(text, "xyABC", 3));
	expect("memcmp(s1=PTR, s2=PTR, n=3) = %d", memcmp(text, "xyz", 3));
	strcpy(bytes, "copy");
	expect("strcpy(dest=PTR, src=\"copy\") = PTR");
	found = strdup(bytes);
	expect("strdup(s=\"copy\") = PTR");
	__memcpy_chk(bytes, "12", 2, 8);
	expect("__memcpy_chk(dest=\"12\", src=PTR, n=2, destlen=8) = PTR");
	__memmove_chk(bytes, "34", 2, 8);
	expect("__memmove_chk(dest=\"34\", src=PTR, n=2, destlen=8) = PTR");
	__memset_chk(bytes, 0, 2, 8);
	expect("__memset_chk(s=PTR, c=0, n=2, slen=8) = PTR");
	return 0;
}
