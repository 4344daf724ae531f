/* SPDX-License-Identifier: MIT */
/*
 * A small library of somebody else's, to be traced by a shim.
 */
#ifndef TESTS_SHIM_POINT_H
#define TESTS_SHIM_POINT_H

#include <wchar.h>

struct point {
	int x, y;
};

/* Moves the point; returns how often it has been done, -1 without a point. */
int point_move(struct point *p, int dx, int dy);

/* A name for the point's quarter of the plane. */
const char *point_quarter(const struct point *p);

double point_scale(struct point *p, double by);

/* Places one behind the other; the last one may lead back to the first. */
struct stop {
	struct stop *next;
	const char *name;
	struct point at;
	unsigned n_notes;
	const int *notes;
};

/* The sum of all x of at most n stops. */
int route_sum(const struct stop *first, int n);

/* Copies the label; returns its length. */
int point_label(const wchar_t *label, wchar_t *back, int n);

#endif
