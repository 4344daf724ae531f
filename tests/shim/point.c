/* SPDX-License-Identifier: MIT */
/*
 * The library that tests/shim.t traces.
 */
#include "tests/shim/point.h"

#include <errno.h>
#include <stddef.h>

static int n_moves;

int point_move(struct point *p, int dx, int dy)
{
	if (!p) {
		errno = EINVAL;
		return -1;
	}
	p->x += dx;
	p->y += dy;
	return ++n_moves;
}

const char *point_quarter(const struct point *p)
{
	return p->y < 0 ? "south" : "north";
}

double point_scale(struct point *p, double by)
{
	p->x = (int)(p->x * by);
	p->y = (int)(p->y * by);
	return by / 2;
}

int route_sum(const struct stop *first, int n)
{
	int sum = 0;

	for (; first && n; first = first->next, n--)
		sum += first->at.x;
	return sum;
}

int point_label(const wchar_t *label, wchar_t *back, int n)
{
	int i;

	for (i = 0; i < n - 1 && label[i]; i++)
		back[i] = label[i];
	back[i] = 0;
	return i;
}
