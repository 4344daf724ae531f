/* SPDX-License-Identifier: MIT */
/* The heap. What is expected is written at once: expect() allocates. */
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

static const char expected[] =
	"0 malloc(size=10) = PTR\n"
	"1 realloc(ptr=PTR, size=20) = PTR\n"
	"2 free(ptr=PTR) = void\n"
	"3 free(ptr=NULL) = void\n"
	"4 calloc(nmemb=3, size=5) = PTR\n"
	"5 realloc(ptr=PTR, size=0) = NULL\n"
	"6 malloc(size=18446744073709551615) = NULL ENOMEM\n"
	"7 posix_memalign(memptr=PTR, alignment=64, size=9) = 0\n"
	"8 posix_memalign(alignment=3, size=9) = 22 EINVAL\n"
	"9 aligned_alloc(alignment=32, size=64) = PTR\n"
	"10 memalign(alignment=32, size=7) = PTR\n";

static volatile size_t huge = -1;
static void *volatile p;

int main(void)
{
	void *aligned;

	write(1, expected, sizeof(expected) - 1);
	p = malloc(10);
	p = realloc(p, 20);
	free(p);
	free(NULL);
	p = calloc(3, 5);
	p = realloc(p, 0);
	p = malloc(huge);
	(void)posix_memalign(&aligned, 64, 9);
	(void)posix_memalign(&aligned, 3, 9);
	p = aligned_alloc(32, 64);
	p = memalign(32, 7);
	return 0;
}
