/* SPDX-License-Identifier: MIT */
/* BUILD: -fno-omit-frame-pointer */
/*
 * See marker_a.c.
 */
void pass_on(void (*function)(void));

void pass_on(void (*function)(void))
{
	char space[200];

	__asm__ volatile("" : : "r"(space));
	function();
	__asm__ volatile("" : : "r"(space));
}
