/* SPDX-License-Identifier: MIT */
/* BUILD: -fno-omit-frame-pointer */
/*
 * See marker_a.c.
 */
void pass_on(void (*function)(void));

void pass_on(void (*function)(void))
{
	char room[200];

	__asm__ volatile("" : : "r"(room));
	function();
	__asm__ volatile("" : : "r"(room));
}
