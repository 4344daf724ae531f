/* SPDX-License-Identifier: MIT */
/* How much memory a call of a replay gets to write to. */
#include "tools/replay/call/output_space.h"

#include <stdint.h>
#include <string.h>
#include <sys/resource.h>

#include "gen/gen.h"
#include "tests/tap.h"
#include "tools/replay/call/guarded.h"

enum { A, TO, B }; /* the parameters */

#define NONE UINT64_MAX
#define MOST (1u << 30)

static const struct fxr_types types;
static struct fxr_arena arena;
static struct fxr_type text, number = {.is_known = true, .class = FXG_INT};
static struct fxr_param params[3];
static const struct fxr_function function = {.params = params, .n_params = 3};
static struct fxr_call call;
static struct fxr_arg recorded;
static struct plan planned;
static struct args args;

/* A string that is an output, and two numbers of these names. */
static void begin(const char *a, uint64_t a_value, const char *b,
		  uint64_t b_value)
{
	const char *const names[] = {a, "to", b};

	text = (struct fxr_type){
		.is_known = true, .class = FXG_STR, .dir = FXG_OUT, .size = 1};
	recorded = (struct fxr_arg){.value = {.kind = FXR_VALUE_STRING}};
	call = (struct fxr_call){.state = FXR_CALL_DONE};
	planned = (struct plan){.function = &function, .n = 3};
	args = (struct args){.plan = &planned, .call = &call};
	for (unsigned i = 0; i < 3; i++) {
		params[i].name = fxr_text(names[i], strlen(names[i]));
		planned.params[i].type = i == TO ? &text : &number;
		planned.params[i].as.class =
			i == TO ? INVOKE_POINTER : INVOKE_INT;
		planned.params[i].as.size = 8;
	}
	args.values[A].words[0] = a_value;
	args.values[B].words[0] = b_value;
}

/* So many bytes were recorded, unless NONE. */
static void make(uint64_t n_bytes)
{
	struct args_maker maker = {.types = &types, .arena = &arena};

	recorded.value.true_bytes = n_bytes;
	args.before[TO] = n_bytes == NONE ? NULL : &recorded;
	args_make_space(&maker, &args);
	ok(!args.is_out[A] && !args.is_out[B]);
}

static void is_space(size_t n_bytes)
{
	ok(args.is_out[TO] && args_pointer(&args, TO) && !args.blank);
	is_u64(args.bytes[TO], n_bytes);
	/* the arena ends there */
	memset((char *)args_pointer(&args, TO) + n_bytes, 1, ARGS_SLACK_BYTES);
}

/* Of the recorded size and the numbers the largest counts. */
static void by_name(void)
{
	static const struct {
		uint64_t recorded, a, b, want;
	} cases[] = {
		{5, 100, 7, 100},	 {5, 7, 100, 100},
		{200, 100, 7, 200},	 {100, 100, 7, 100},
		{101, 100, 7, 101},	 {NONE, 100, 7, 100},
		{5, (uint64_t)-1, 7, 7}, {5, MOST, 7, 7},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		begin("bufSize", cases[i].a, "count", cases[i].b);
		make(cases[i].recorded);
		is_space(cases[i].want);
		fxr_arena_fini(&arena);
	}
	begin("bufSize", 10, "count", 20);
	planned.params[B].as.class = INVOKE_FLOAT;
	make(5);
	is_space(10);
	begin("other", 10, "count", 20);
	text.size = 4; /* wide characters */
	make(5);
	is_space(80);
}

/* An expression of the type is more than a name. */
static void by_type(void)
{
	static const char slot_a[] = {FXG_X_SLOT, A};

	begin("other", 50, "count", 100);
	text.cap = fxr_text(slot_a, 2);
	make(5);
	is_space(50);
	begin("other", 50, "count", 100);
	text.count = fxr_text(slot_a, 2);
	text.size = 2;
	make(5);
	is_space(100);
	begin("other", 50, "count", 100);
	text.cap = fxr_text(slot_a, 2);
	make(60);
	is_space(60);
	begin("other", (uint64_t)-1, "count", 100);
	text.cap = fxr_text(slot_a, 2);
	make(5);
	is_space(100);
	begin("other", 50, "count", 100);
	text.class = FXG_PTR; /* to one */
	make(NONE);
	is_space(1);
}

static void unknown(void)
{
	begin("other", 50, "more", 100);
	make(5);
	is_space(5);
	make(0);
	ok(args.is_out[TO] && args_pointer(&args, TO) == guarded_memory(TO, 0));
	is_u64(args.bytes[TO], 0);
	is_u64(args.blank, 0);
	begin("other", 50, "more", 100);
	make(NONE);
	is_u64(args.blank, 1u << TO);
	ok(args.is_out[TO]);
	/* what an unfinished call would have written is not known */
	begin("other", 50, "more", 100);
	call.state = FXR_CALL_UNFINISHED;
	make(5);
	is_u64(args.blank, 1u << TO);
	is_u64(args.bytes[TO], 5);
}

static void no_address_space(void)
{
	struct rlimit was, limit;

	ok(!getrlimit(RLIMIT_AS, &was));
	limit = was;
	limit.rlim_cur = 1 << 20;
	begin("other", 50, "more", 100);
	ok(!setrlimit(RLIMIT_AS, &limit));
	make(0);
	ok(!setrlimit(RLIMIT_AS, &was));
	is_u64(args.blank, 1u << TO);
	ok(!args.is_out[TO]);
}

static void both_ways(void)
{
	char before[] = "before";

	begin("size", 100, "more", 0);
	text.dir = FXG_INOUT;
	args_set_pointer(&args, TO, before);
	args.bytes[TO] = 6;
	make(6);
	is_mem(args_pointer(&args, TO), "before", 6);
	is_space(100);
	/* its new value may be shorter */
	begin("other", 100, "more", 0);
	text.dir = FXG_INOUT;
	args_set_pointer(&args, TO, before);
	args.bytes[TO] = 6;
	args.after[TO] = &recorded;
	make(4);
	is_mem(args_pointer(&args, TO), "befo", 4);
	is_space(4);
}

static void not_written_to(void)
{
	begin("size", 100, "more", 0);
	recorded.value.kind = FXR_VALUE_NULL;
	make(5);
	ok(!args.is_out[TO]);
	begin("size", 100, "more", 0);
	args.raw = 1u << TO;
	make(5);
	ok(!args.is_out[TO]);
	begin("size", 100, "more", 0);
	text.dir = FXG_IN;
	make(5);
	ok(!args.is_out[TO]);
}

static void recorded_bytes(void)
{
	struct fxr_arg arg = {.value = {.kind = FXR_VALUE_ARRAY}};

	begin("size", 0, "more", 0);
	text.size = 4;
	arg.value.as.list.n = 3;
	is_u64(args_recorded_bytes(&types, &text, &arg), 12);
	arg.has_size = true;
	arg.true_size = 2;
	is_u64(args_recorded_bytes(&types, &text, &arg), 12);
	arg.true_size = 10;
	is_u64(args_recorded_bytes(&types, &text, &arg), 40);
	arg.true_size = UINT64_MAX;
	is_u64(args_recorded_bytes(&types, &text, &arg), MOST);
	arg.true_size = MOST / 4 - 1;
	is_u64(args_recorded_bytes(&types, &text, &arg), MOST - 4);
	arg = (struct fxr_arg){.value = {.kind = FXR_VALUE_INT}};
	is_u64(args_recorded_bytes(&types, &text, &arg), 4);
	arg.value.kind = FXR_VALUE_BYTES;
	arg.value.true_bytes = 7;
	arg.true_size = 9; /* no such size, as has_size says */
	is_u64(args_recorded_bytes(&types, &text, &arg), 7);
	arg.has_size = true;
	is_u64(args_recorded_bytes(&types, &text, &arg), 9);
	arg.true_size = UINT64_MAX;
	is_u64(args_recorded_bytes(&types, &text, &arg), MOST);
}

static const struct tap_test tests[] = {
	{"another parameter's name says the size, if it is larger", by_name},
	{"what the type says counts more", by_type},
	{"output of unknown size is guarded, or blank", unknown},
	{"it is blank if there is no address space for a guard",
	 no_address_space},
	{"what is read and written begins as it was", both_ways},
	{"what the call does not write to has no space", not_written_to},
	{"a recorded size is in bytes, and at most 1 GiB", recorded_bytes},
};
TAP_MAIN(tests)
