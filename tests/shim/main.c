/* SPDX-License-Identifier: MIT */
/*
 * A program that uses the library of tests/shim/point.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/shim/point.h"

/* Two stops, of which the second has bad pointers and leads to `last`. */
static int route(struct stop *last, int n)
{
	static const int notes[] = {7, 8};
	struct stop second = {NULL, (char *)8, {20, 0}, 9, (int *)16};
	struct stop first = {&second, "first", {1, 0}, 2, notes};

	second.next = last;
	if (last == (void *)1)
		second.next = &first;
	return route_sum(&first, n);
}

int main(void)
{
	struct point p = {1, 2};
	int first = point_move(&p, 10, -20);
	wchar_t label[16];
	int error;

	errno = 0;
	(void)point_move(NULL, 1, 1);
	error = errno;
	(void)getenv("BETWEEN");
	printf("%d %d %d %d %s", first, p.x, p.y, error == EINVAL,
	       point_quarter(&p));
	printf(" %g", point_scale(&p, 0.5));
	printf(" %d\n", point_label(L"h\u00f6he \U0001d11e", label, 16));
	printf("%d", route(NULL, 9));
	printf(" %d", route((void *)1, 5));
	printf(" %d\n", route((void *)24, 2));
	return p.x;
}
