/* SPDX-License-Identifier: MIT */
/*
 * The index that browse makes: calls by number and by thread, what is inside
 * which, and sums.
 */
#include "tools/browse/indexed.h"

#include <string.h>

#include "tests/build_archive.h"
#include "tests/tap.h"

static struct build b;
static struct indexed *indexed;

static bool is_act(struct fxr_text category, struct fxr_text name)
{
	(void)category;
	return fxr_is(name, "r") || fxr_is(name, "read");
}

static void opened(void)
{
	indexed = indexed_open(fxr_open_memory(b.words, build_bytes(&b)),
			       &(struct indexed_how){.is_act = is_act});
}

static void closed(void)
{
	indexed_close(indexed);
	build_free(&b);
}

static const char *name_of(uint64_t number)
{
	static char name[64];
	struct fxr_text text =
		indexed->world->names[indexed_at(indexed, number)->name].name;

	memcpy(name, text.bytes, text.n_bytes);
	name[text.n_bytes] = '\0';
	return name;
}

static void is_call(uint64_t number, const char *name, uint32_t depth,
		    uint32_t n_inner, uint64_t around)
{
	is_str(name_of(number), name);
	is_u64(indexed_at(indexed, number)->depth, depth);
	is_u64(indexed_at(indexed, number)->n_inner, n_inner);
	is_u64(indexed_around(indexed, number), around);
}

/* Two threads: a(b(c) d) e, and f(g) between them. */
static void put_nested(void)
{
	build_begin(&b);
	build_begin_call(&b, 10, "a");
	build_begin_call(&b, 20, "b");
	b.tid++;
	build_begin_call(&b, 25, "f");
	build_begin_call(&b, 26, "g");
	b.tid--;
	build_begin_call(&b, 30, "c");
	build_end_call(&b, 40, "c");
	build_end_call(&b, 50, "b");
	b.tid++;
	build_end_call(&b, 55, "g");
	build_end_call(&b, 58, "f");
	b.tid--;
	build_begin_call(&b, 60, "d");
	build_end_call(&b, 70, "d");
	build_end_call(&b, 80, "a");
	build_begin_call(&b, 90, "e");
	build_end_call(&b, 95, "e");
	opened();
}

static void nested(void)
{
	put_nested();
	is_u64(indexed->all.n, 7);
	is_call(0, "a", 0, 3, UINT64_MAX);
	is_call(1, "b", 1, 1, 0);
	is_call(2, "f", 0, 1, UINT64_MAX);
	is_call(3, "g", 1, 0, 2);
	is_call(4, "c", 2, 0, 1);
	is_call(5, "d", 1, 0, 0);
	is_call(6, "e", 0, 0, UINT64_MAX);
	closed();
}

static void by_thread(void)
{
	static const uint64_t want[] = {0, 1, 4, 5, 6, 2, 3};

	put_nested();
	is_u64(indexed->world->n_threads, 2);
	is_u64(indexed->first[1], 5);
	is_u64(indexed->first[2], 7);
	for (uint64_t i = 0; i < 7; i++) {
		is_u64(indexed_number(indexed, i), want[i]);
		is_u64(indexed_at(indexed, want[i])->place, i);
	}
	closed();
}

static void sums(void)
{
	const struct indexed_sum *sum;

	put_nested();
	sum = &indexed->sums[BY_THREADS][0];
	is_u64(sum->n_calls, 5);
	is_u64(sum->total_ns, 75);
	sum = &indexed->sums[BY_PROCESSES][0];
	is_u64(sum->n_calls, 7);
	is_u64(sum->total_ns, 75 + 33);
	closed();
}

static void acts(void)
{
	build_begin(&b);
	build_begin_call(&b, 10, "open");
	build_begin_call(&b, 20, "read");
	build_end_call(&b, 30, "read");
	build_end_call(&b, 40, "open");
	build_begin_call(&b, 45, "open");
	build_end_call(&b, 46, "open");
	build_begin_call(&b, 50, "r");
	build_end_call(&b, 60, "r");
	opened();
	is_u64(indexed->acts.n, 3);
	is_u64(indexed_act(indexed, 0), 0); /* the first of its process */
	is_u64(indexed_act(indexed, 1), 1);
	is_u64(indexed_act(indexed, 2), 3);
	closed();
}

static void unfinished(void)
{
	build_begin(&b);
	build_begin_call(&b, 10, "open");
	build_begin_call(&b, 20, "read");
	arg_string(&b, "errno", "EIO");
	build_end_call(&b, 30, "read");
	opened();
	ok(!indexed_at(indexed, 0)->is_timed);
	ok(indexed_at(indexed, 1)->is_timed);
	ok(indexed_at(indexed, 1)->is_failed);
	is_call(0, "open", 0, 1, UINT64_MAX);
	is_u64(indexed->sums[BY_THREADS][0].n_calls, 2);
	is_u64(indexed->sums[BY_THREADS][0].total_ns, 0);
	is_u64(indexed->sums[BY_THREADS][0].n_failed, 1);
	closed();
}

static void filled(void)
{
	struct fxr_call call;

	put_nested();
	for (uint64_t i = 7; i--;) {
		ok(indexed_fill(indexed, i, &call));
		is_u64(call.number, i);
		ok(fxr_is(call.name->name, name_of(i)));
	}
	closed();
}

/* The same archive, of which more was written. */
static void again(void)
{
	struct indexed *former;
	size_t n_words;

	put_nested();
	former = indexed;
	n_words = b.n_words;
	b.tid++;
	build_begin_call(&b, 15, "early");
	build_end_call(&b, 16, "early");
	ok(b.n_words > n_words);
	opened();
	is_u64(indexed_again(indexed, indexed_at(former, 0)), 0);
	is_u64(indexed_again(indexed, indexed_at(former, 6)), 7);
	indexed_close(former);
	closed();
}

static void empty(void)
{
	struct indexed_call nothing = {.begin_ns = 5};

	build_begin(&b);
	opened();
	is_u64(indexed->all.n, 0);
	is_u64(indexed_again(indexed, &nothing), 0);
	closed();
}

static const struct tap_test tests[] = {
	{"each call knows what is around and inside it", nested},
	{"threads have their calls in order", by_thread},
	{"sums count the time of inner calls once", sums},
	{"calls of chosen functions have a list of their own", acts},
	{"a call without an end counts, but in no time", unfinished},
	{"each call is read from its place", filled},
	{"a call is found in a newer index", again},
	{"an empty archive has an index", empty},
};
TAP_MAIN(tests)
