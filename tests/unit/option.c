/* SPDX-License-Identifier: MIT */
/*
 * The option parser, on a small table with one option of each kind.
 */
#include "tools/base/option.h"

#include <string.h>

#include "tests/tap.h"

static struct {
	bool raw;
	const char *follow;
	const char *output;
	uint64_t limit;
	uint64_t buffer;
	struct option_list calls;
} got;

static const char *no_colon(const char *text)
{
	return strchr(text, ':') ? "holds a colon" : NULL;
}

static const struct option options[] = {
	{.name = "raw", .letter = 'r', .kind = OPTION_FLAG, .value = &got.raw},
	{.name = "follow", .kind = OPTION_SWITCH, .value = &got.follow},
	{.name = "output",
	 .letter = 'o',
	 .kind = OPTION_STRING,
	 .value = &got.output,
	 .arg = "FILE",
	 .check = no_colon},
	{.name = "limit",
	 .letter = 'n',
	 .kind = OPTION_NUMBER,
	 .value = &got.limit,
	 .arg = "N"},
	{.name = "buffer-size",
	 .kind = OPTION_SIZE,
	 .value = &got.buffer,
	 .arg = "SIZE"},
	{.name = "calls",
	 .letter = 'c',
	 .kind = OPTION_LIST,
	 .value = &got.calls,
	 .arg = "LIST"},
	{0},
};

static struct cmd cmd = {.name = "try", .options = options};

/* What the last parse left. */
static char *words_left[16];
static char error[128];

/* Parses words up to a NULL. */
static int parse(char *const *words)
{
	int argc = 0;

	while (words[argc]) {
		words_left[argc] = words[argc];
		argc++;
	}
	words_left[argc] = NULL;
	return option_parse(&cmd, argc, words_left, error, sizeof(error));
}

#define PARSE(...) parse((char *[]){__VA_ARGS__, NULL})

static void is_wrong(int n, const char *want)
{
	is_i64(n, OPTION_WRONG);
	is_str(error, want);
}

static void long_forms(void)
{
	is_i64(PARSE("--output=a", "--limit", "7", "--raw"), 0);
	is_str(got.output, "a");
	is_u64(got.limit, 7);
	ok(got.raw);
	is_i64(PARSE("--output="), 0);
	is_str(got.output, "");
}

static void short_forms(void)
{
	is_i64(PARSE("-ofile", "-n", "7"), 0);
	is_str(got.output, "file");
	is_u64(got.limit, 7);
	is_i64(PARSE("-rn8"), 0);
	ok(got.raw);
	is_u64(got.limit, 8);
}

static void negations(void)
{
	got.raw = true;
	is_i64(PARSE("--no-raw", "--no-follow"), 0);
	ok(!got.raw);
	is_str(got.follow, "0");
	is_i64(PARSE("--follow"), 0);
	is_str(got.follow, "1");
	is_wrong(PARSE("--no-output"),
		 "try: unknown option --no-output, did you mean --output?");
}

static void absent_options(void)
{
	got.limit = 5;
	is_i64(PARSE("x"), 1);
	is_str(got.follow, NULL);
	is_u64(got.limit, 5);
}

static void operands_move_to_the_front(void)
{
	is_i64(PARSE("a", "--raw", "b", "-n", "3", "-"), 3);
	is_str(words_left[0], "a");
	is_str(words_left[1], "b");
	is_str(words_left[2], "-");
	is_str(words_left[3], NULL);
	ok(got.raw);
}

static void dashes_end_options(void)
{
	is_i64(PARSE("a", "--", "--raw", "--"), 3);
	is_str(words_left[1], "--raw");
	is_str(words_left[2], "--");
	ok(!got.raw);
}

static void first_operand_stops(void)
{
	cmd.stops_at_operand = true;
	is_i64(PARSE("-n3", "ls", "--raw", "-n4", "--"), 4);
	is_str(words_left[0], "ls");
	is_str(words_left[3], "--");
	ok(!got.raw);
	is_u64(got.limit, 3);
	is_i64(PARSE("--", "--raw"), 1);
	is_str(words_left[0], "--raw");
}

static void lists_grow(void)
{
	is_i64(PARSE("-c", "a", "--calls=b", "-cc"), 0);
	is_u64(got.calls.n, 3);
	is_str(got.calls.items[0], "a");
	is_str(got.calls.items[2], "c");
}

static void lists_end(void)
{
	got.calls.n = OPTION_LIST_MAX;
	is_wrong(PARSE("-c", "a"), "--calls: given more than 64 times");
}

static void help_is_recognised(void)
{
	is_i64(PARSE("x", "--help"), OPTION_HELP);
	is_i64(PARSE("-h"), OPTION_HELP);
	is_i64(PARSE("--", "--help"), 1);
}

static void mistakes(void)
{
	is_wrong(PARSE("--nonsense=3"), "try: unknown option --nonsense");
	is_wrong(PARSE("--outpu", "a"),
		 "try: unknown option --outpu, did you mean --output?");
	is_wrong(PARSE("-rx"), "try: unknown option -x");
	is_wrong(PARSE("--output"), "--output: FILE is missing");
	is_wrong(PARSE("-n"), "-n: N is missing");
	is_wrong(PARSE("--raw=1"), "--raw takes no argument");
	is_wrong(PARSE("--output", "a:b"), "--output a:b: holds a colon");
	is_wrong(PARSE("-n", "3x"), "--limit 3x: not a number");
	is_wrong(PARSE("--buffer-size=x"),
		 "--buffer-size x: not a size (10, 64K, 4M)");
}

static void numbers(void)
{
	static const char *const bad[] = {"",	"-1", " 1", "+1",
					  "0x", "1 ", "x",  "1.5"};
	uint64_t n = 0;

	ok(option_number("0", &n) && n == 0);
	ok(option_number("0x1F", &n) && n == 31);
	ok(option_number("010", &n) && n == 10);
	ok(option_number("18446744073709551615", &n) && n == UINT64_MAX);
	ok(!option_number("18446744073709551616", &n));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ok(!option_number(bad[i], &n), "%s", bad[i]);
}

static void sizes(void)
{
	uint64_t n = 0;

	ok(option_size("10", &n) && n == 10);
	ok(option_size("64K", &n) && n == 65536);
	ok(option_size("64k", &n) && n == 65536);
	ok(option_size("3M", &n) && n == 3145728);
	ok(option_size("2G", &n) && n == 2147483648);
	ok(!option_size("K", &n));
	ok(!option_size("1KB", &n));
	ok(!option_size("17179869184G", &n));
	ok(!option_size("111111111111111111111111111111", &n));
}

static void variables(void)
{
	struct option option = {.name = "string-max"};
	char name[64];

	option_variable(&option, name, sizeof(name));
	is_str(name, "FXTRACE_STRING_MAX");
}

static const struct tap_test tests[] = {
	{"a long option takes its argument behind = or as the next word",
	 long_forms},
	{"short options are combined and take what follows", short_forms},
	{"--no-NAME turns booleans off, and only those", negations},
	{"an option that is not given leaves its value alone", absent_options},
	{"operands are gathered in front", operands_move_to_the_front},
	{"-- ends options once", dashes_end_options},
	{"a command may stop at its first operand", first_operand_stops},
	{"a list gathers the arguments of all its options", lists_grow},
	{"a list that is full refuses more", lists_end},
	{"--help is recognised", help_is_recognised},
	{"a mistake is reported in words", mistakes},
	{"a number is digits only and fits 64 bits", numbers},
	{"a size may end in K, M or G and fits 64 bits", sizes},
	{"an option's variable is its name in upper case", variables},
};
TAP_MAIN(tests)
