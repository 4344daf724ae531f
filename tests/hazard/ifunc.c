/* SPDX-License-Identifier: MIT */
/* BUILD: '-Wl,-rpath,$ORIGIN/lib' -lifunc */
/*
 * Calls a function that its library chose while the program was still being
 * put together; see lib/ifunc.c.
 */
#include <stdio.h>
#include <stdlib.h>

int ifunc_answer(void);
const char *ifunc_report(void);

int main(void)
{
	getenv("IN_MAIN");
	printf("%s %d\n", ifunc_report(), ifunc_answer());
	return ifunc_answer() == 42 ? 0 : 1;
}
