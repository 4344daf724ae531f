/* SPDX-License-Identifier: MIT */
/*
 * The rate of a log's clock, see rate.h: a least-squares fit of all moments.
 */
#include "tools/convert/xray/rate.h"

#include <math.h>

#define US_PER_SECOND 1e6
#define NS_PER_SECOND 1000000000u
/* The most that one clock's rate may vary: it is slewed. */
#define MAX_SLEW 1e-3
/* A moment's time is read after its ticks: at once, or after an allocation or a
 * reschedule. */
#define ERROR_US 500.0
/* A clock that is slower or faster is not plausible. */
#define MIN_RATE 1e3
#define MAX_RATE 1e11

/* Ticks per second; 0: the moments do not determine it. error: the
 * uncertainty. */
static double fit(const struct xray_moment *moments, size_t n, double *error)
{
	double mean_x = 0, mean_y = 0, xx = 0, xy = 0, min = 0, max = 0;

	for (size_t i = 0; i < n; i++) {
		double x = (double)(int64_t)(moments[i].us - moments[0].us);

		mean_x += x / (double)n;
		mean_y +=
			(double)(int64_t)(moments[i].ticks - moments[0].ticks) /
			(double)n;
		min = x < min ? x : min;
		max = x > max ? x : max;
	}
	for (size_t i = 0; i < n; i++) {
		double x = (double)(int64_t)(moments[i].us - moments[0].us) -
			   mean_x;
		double y =
			(double)(int64_t)(moments[i].ticks - moments[0].ticks) -
			mean_y;

		xx += x * x;
		xy += x * y;
	}
	if (!(max - min > 0) || !(xx > 0))
		return 0;
	*error = MAX_SLEW + ERROR_US / (max - min);
	return xy / xx * US_PER_SECOND;
}

uint64_t xray_rate(uint64_t said, const struct xray_moment *moments, size_t n,
		   bool *is_fitted)
{
	double error = 0, rate = fit(moments, n, &error);
	bool is_said = (double)said >= MIN_RATE && (double)said <= MAX_RATE;

	*is_fitted = false;
	if (!(rate >= MIN_RATE && rate <= MAX_RATE) || error > 0.5)
		return is_said ? said : NS_PER_SECOND;
	if (is_said && fabs(rate - (double)said) <= error * rate)
		return said;
	*is_fitted = true;
	return (uint64_t)(rate + 0.5);
}
