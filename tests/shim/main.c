/* SPDX-License-Identifier: MIT */
/*
 * A program that uses the library of tests/shim/point.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/shim/point.h"

int main(void)
{
	struct point p = {1, 2};
	int first = point_move(&p, 10, -20);
	int error;

	errno = 0;
	(void)point_move(NULL, 1, 1);
	error = errno;
	(void)getenv("BETWEEN");
	printf("%d %d %d %d %s", first, p.x, p.y, error == EINVAL,
	       point_quarter(&p));
	printf(" %g\n", point_scale(&p, 0.5));
	return p.x;
}
