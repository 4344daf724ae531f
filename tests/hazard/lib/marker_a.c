/* SPDX-License-Identifier: MIT */
/*
 * A library that calls back. marker_b.c is another one whose code lies in the
 * same place and whose frames are not the same.
 */

void pass_on(void (*function)(void));

void pass_on(void (*function)(void))
{
	function();
	__asm__ volatile("");
}
