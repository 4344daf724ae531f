/* SPDX-License-Identifier: MIT */
/*
 * Events unpacked by the reader, compared with what the format's own functions
 * make of them. There are two ways through, and they must agree.
 */
#include "tools/reader/unpack.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

static uint64_t words[256];
static struct fxr_record record, wanted;

static unsigned below(unsigned n)
{
	return (unsigned)rand() % n;
}

static uint64_t any_word(void)
{
	return (uint64_t)rand() << 42 ^ (uint64_t)rand() << 21 ^
	       (uint64_t)rand();
}

static struct fxt_string any_string(void)
{
	static const char text[40] = "some text that may be inline";

	return below(3) ? fxt_indexed_string((uint16_t)(1 + below(5)))
			: fxt_inline_string(text, below(30));
}

static struct fxt_arg any_arg(void)
{
	struct fxt_arg arg = {.type = below(11)};

	arg.name = below(20) ? fxt_indexed_string((uint16_t)(1 + below(5)))
			     : any_string();
	if (arg.type == FXT_ARG_STRING) {
		arg.value.string = any_string();
	} else if (arg.type == FXT_ARG_BLOB) {
		arg.value.blob.bytes = "what a blob holds ....";
		arg.value.blob.n_bytes = below(20);
	} else if (arg.type == FXT_ARG_BOOL) {
		arg.value.boolean = below(2);
	} else {
		arg.value.u64 = any_word();
	}
	return arg;
}

/* Puts an event into `words`; returns how many it has. */
static size_t put_event(void)
{
	static uint64_t args[200];
	struct fxt_event event = {.type = below(8) ? 2 + below(3) : below(11)};
	size_t n_words = 0;

	event.args.words = args;
	event.args.n = below(6);
	for (unsigned i = 0; i < event.args.n; i++) {
		struct fxt_arg arg = any_arg();

		n_words += fxt_pack_arg(args + n_words, 200 - n_words, &arg);
	}
	event.args.n_words = n_words;
	event.ticks = any_word();
	event.thread.ref = below(10) != 0;
	event.category = fxt_indexed_string(3);
	event.name = below(10) ? fxt_indexed_string(4) : any_string();
	event.tail = any_word();
	event.has_tail = event.type != 2 && event.type != 3;
	return fxt_pack_event(words, 256, &event);
}

/* By the format's functions alone. */
static enum fxt_status unpack_plainly(size_t n_words)
{
	struct fxt_args args;
	enum fxt_status status =
		fxt_unpack_event(words, n_words, &wanted.as.event, NULL);

	wanted.n_args = 0;
	wanted.is_known = fxt_is_usable(status);
	args = wanted.as.event.args;
	while (wanted.is_known && args.n) {
		status = fxt_next_arg(&args, &wanted.args[wanted.n_args], NULL);
		if (!fxt_is_usable(status))
			return status;
		wanted.n_args++;
	}
	return wanted.is_known ? FXT_OK : status;
}

static bool is_same_string(const struct fxt_string *a,
			   const struct fxt_string *b)
{
	return a->ref == b->ref && a->n_bytes == b->n_bytes &&
	       a->bytes == b->bytes;
}

static bool is_same_value(const struct fxt_arg *a, const struct fxt_arg *b)
{
	if (a->type == FXT_ARG_STRING)
		return is_same_string(&a->value.string, &b->value.string);
	if (a->type == FXT_ARG_BLOB)
		return a->value.blob.bytes == b->value.blob.bytes &&
		       a->value.blob.n_bytes == b->value.blob.n_bytes;
	return a->type > FXT_ARG_BLOB || a->value.u64 == b->value.u64;
}

static bool is_same_event(const struct fxt_event *a, const struct fxt_event *b)
{
	return a->type == b->type && a->ticks == b->ticks &&
	       a->thread.ref == b->thread.ref &&
	       a->thread.process == b->thread.process &&
	       a->thread.thread == b->thread.thread &&
	       is_same_string(&a->category, &b->category) &&
	       is_same_string(&a->name, &b->name) &&
	       a->args.words == b->args.words &&
	       a->args.n_words == b->args.n_words && a->args.n == b->args.n &&
	       a->args.word_off == b->args.word_off &&
	       a->has_tail == b->has_tail && a->tail == b->tail;
}

/* Whether both ways come to the same. */
static bool agrees(size_t n_words)
{
	enum fxt_status status = unpack_plainly(n_words);
	size_t fault_word;
	bool is_same;

	record.type = FXT_RECORD_EVENT;
	record.words = words;
	record.n_words = n_words;
	if (fxr_unpack(&record, &fault_word) != status ||
	    record.is_known != wanted.is_known ||
	    record.n_args != wanted.n_args)
		return false;
	if (!record.is_known)
		return true;
	is_same = is_same_event(&record.as.event, &wanted.as.event);
	for (unsigned i = 0; i < record.n_args; i++) {
		const struct fxt_arg *a = &record.args[i];
		const struct fxt_arg *b = &wanted.args[i];

		is_same = is_same && a->type == b->type &&
			  a->words == b->words && a->n_words == b->n_words &&
			  is_same_string(&a->name, &b->name) &&
			  is_same_value(a, b);
	}
	return is_same;
}

static void sound_events(void)
{
	unsigned n_agreed = 0, n_args = 0;

	srand(1);
	for (unsigned i = 0; i < 50000; i++) {
		n_agreed += agrees(put_event());
		n_args += record.n_args;
	}
	is_u64(n_agreed, 50000);
	ok(n_args > 100000);
}

static void damaged_events(void)
{
	unsigned n_agreed = 0;

	srand(2);
	for (unsigned i = 0; i < 100000; i++) {
		size_t n_words = put_event();

		for (unsigned k = 1 + below(2); k--;)
			words[below((unsigned)n_words)] ^= 1ull << below(64);
		/* as the reader would find it */
		words[0] = fxt_header(FXT_RECORD_EVENT, n_words,
				      words[0] & ~0xffffull);
		n_agreed += agrees(n_words);
	}
	is_u64(n_agreed, 100000);
}

/* One word more or less than it says. */
static void sizes(void)
{
	unsigned n_agreed = 0;

	srand(3);
	for (unsigned i = 0; i < 20000; i++) {
		size_t n_words = put_event();

		words[n_words] = any_word();
		n_words += below(2) ? 1 : -(size_t)(n_words > 2);
		words[0] = fxt_header(FXT_RECORD_EVENT, n_words,
				      words[0] & ~0xffffull);
		n_agreed += agrees(n_words);
	}
	is_u64(n_agreed, 20000);
}

static const struct tap_test tests[] = {
	{"sound events are unpacked as the format says", sound_events},
	{"damaged events are judged as the format does", damaged_events},
	{"events with too many or too few words are judged so too", sizes},
};
TAP_MAIN(tests)
