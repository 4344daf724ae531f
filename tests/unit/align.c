/* SPDX-License-Identifier: MIT */
/*
 * Two sequences: what is marked on both sides is alike and in order. That is as
 * much as there is in short ones and nearly as much in long ones. The time is
 * bounded in those that are made to take long.
 */
#include "tools/diff/align.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

struct pair {
	struct align align;
	uint64_t *keys[2];
	size_t n[2];
};

static uint64_t random_state = 1;

static uint64_t draw(uint64_t below)
{
	random_state =
		random_state * 6364136223846793005u + 1442695040888963407u;
	return (random_state >> 33) % below;
}

static struct pair pair_of(size_t a, size_t b)
{
	struct pair pair = {.n = {a, b}};

	for (unsigned s = 0; s < 2; s++) {
		pair.keys[s] = calloc(pair.n[s] + 1, sizeof(uint64_t));
		pair.align.wide[s] = pair.keys[s];
		pair.align.marks[s] = calloc(pair.n[s] + 1, 1);
	}
	pair.align.mark = 7;
	return pair;
}

static void release(struct pair *pair)
{
	for (unsigned s = 0; s < 2; s++) {
		free(pair->keys[s]);
		free(pair->align.marks[s]);
	}
}

static void run(struct pair *pair)
{
	align_run(&pair->align,
		  (struct align_range){{0, 0}, {pair->n[0], pair->n[1]}});
}

/* How many are marked; -1: those of both sides are not alike, in order. */
static long count(const struct pair *pair)
{
	size_t a = 0, b = 0;
	long n = 0;

	for (;; a++, b++, n++) {
		while (a < pair->n[0] && !pair->align.marks[0][a])
			a++;
		while (b < pair->n[1] && !pair->align.marks[1][b])
			b++;
		if (a == pair->n[0] || b == pair->n[1])
			return a == pair->n[0] && b == pair->n[1] ? n : -1;
		if (pair->keys[0][a] != pair->keys[1][b])
			return -1;
	}
}

/* The length of the longest common subsequence, by the book. */
static long longest(const struct pair *pair)
{
	long row[64] = {0};

	for (size_t a = 0; a < pair->n[0]; a++) {
		long diagonal = 0;

		for (size_t b = 0; b < pair->n[1]; b++) {
			long above = row[b + 1];

			if (pair->keys[0][a] == pair->keys[1][b])
				row[b + 1] = diagonal + 1;
			else if (row[b] > above)
				row[b + 1] = row[b];
			diagonal = above;
		}
	}
	return row[pair->n[1]];
}

/* Of short sequences of few different keys. */
static bool is_longest(uint64_t n_keys)
{
	struct pair pair = pair_of(draw(60), draw(60));
	bool is_good;

	for (unsigned s = 0; s < 2; s++)
		for (size_t i = 0; i < pair.n[s]; i++)
			pair.keys[s][i] = draw(n_keys);
	run(&pair);
	is_good = count(&pair) == longest(&pair);
	release(&pair);
	return is_good;
}

static bool are_longest(void)
{
	for (unsigned i = 0; i < 20000; i++)
		if (!is_longest(1 + draw(30)))
			return false;
	return true;
}

/* B is A without every 1000th and with others between, of n_keys different
 * keys; returns how many are alike, at least, less those found. */
static long missed(size_t n, uint64_t n_keys, size_t n_sample)
{
	struct pair pair = pair_of(n, n);
	size_t b = 0;
	long n_alike = 0, found;

	pair.align.n_sample = n_sample;
	for (size_t i = 0; i < n; i++)
		pair.keys[0][i] = draw(n_keys);
	for (size_t i = 0; i < n && b < n; i++) {
		if (i % 1000 == 500)
			continue;
		if (i % 1000 == 700)
			pair.keys[1][b++] = n_keys + 1;
		if (b < n) {
			pair.keys[1][b++] = pair.keys[0][i];
			n_alike++;
		}
	}
	pair.n[1] = b;
	run(&pair);
	found = count(&pair);
	release(&pair);
	return found < 0 ? n_alike : n_alike - found;
}

/* All of B is behind much else in A. */
static bool finds_moved(void)
{
	struct pair pair = pair_of(300000, 100000);
	bool is_good;

	for (size_t i = 0; i < pair.n[0]; i++)
		pair.keys[0][i] = i + 1;
	for (size_t i = 0; i < pair.n[1]; i++)
		pair.keys[1][i] = 200000 + i + (i % 100 != 0);
	run(&pair);
	is_good = count(&pair) >= 99000;
	release(&pair);
	return is_good;
}

/* Two keys at random: nothing occurs once, and everything differs a little. */
static bool ends_soon(size_t n)
{
	struct pair pair = pair_of(n, n);
	bool is_good;

	for (unsigned s = 0; s < 2; s++)
		for (size_t i = 0; i < n; i++)
			pair.keys[s][i] = draw(2) + (i % 2 ? s * 2 : 0);
	run(&pair);
	is_good = count(&pair) > (long)(n / 4);
	release(&pair);
	return is_good;
}

static bool marks_narrow(void)
{
	uint32_t a[] = {1, 2, 3, 4}, b[] = {2, 4, 5};
	unsigned char marks[2][4] = {{0}};
	struct align align = {
		.narrow = {a, b}, .marks = {marks[0], marks[1]}, .mark = 9};

	align_run(&align, (struct align_range){{0, 0}, {4, 3}});
	return !memcmp(marks[0], "\0\11\0\11", 4) &&
	       !memcmp(marks[1], "\11\11\0", 3);
}

static void short_ones(void)
{
	ok(are_longest());
}

static void narrow_ones(void)
{
	ok(marks_narrow());
}

static void long_ones(void)
{
	is_i64(missed(200000, UINT32_MAX, 0), 0);
	is_i64(missed(200000, UINT32_MAX, 1000), 0);
}

static void repeated_ones(void)
{
	is_i64(missed(200000, 50, 0), 0);
	is_i64(missed(200000, 1, 0), 0);
}

static void moved_ones(void)
{
	ok(finds_moved());
}

static void hostile_ones(void)
{
	ok(ends_soon(300000));
}

static const struct tap_test tests[] = {
	{"of short sequences as much is found as can be", short_ones},
	{"narrow keys count, and what is alike is marked as requested",
	 narrow_ones},
	{"of long ones nothing is missed, however few keys are remembered",
	 long_ones},
	{"nor is it where no key occurs once", repeated_ones},
	{"what is behind much else is found", moved_ones},
	{"what is made to take long ends, with much of what is alike",
	 hostile_ones},
};
TAP_MAIN(tests)
