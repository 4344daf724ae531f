/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_WHERE: how a list is read, what is refused, and how values compare.
 */
#include "writer/where.h"

#include <string.h>

#include "tests/tap.h"

static struct fxw_where wheres[FXW_WHERES];
static unsigned n;

static bool is_text(struct fxw_piece piece, const char *text)
{
	return piece.n == strlen(text) && !memcmp(piece.at, text, piece.n);
}

static void conditions(void)
{
	is_str(fxw_where_read("open*:pathname=/etc/*:x,read:ret>64K", wheres,
			      &n),
	       NULL);
	is_u64(n, 2);
	ok(fxw_where_is_about(&wheres[0], "openat"));
	ok(!fxw_where_is_about(&wheres[0], "fopen"));
	ok(is_text(wheres[0].argument, "pathname"));
	ok(is_text(wheres[0].value, "/etc/*:x"));
	ok(!wheres[0].is_number);
	is_u64(wheres[1].op, FXW_WHERE_GT);
	ok(wheres[1].is_number);
	is_u64((uint64_t)wheres[1].number, 65536);
}

static void operators(void)
{
	static const char list[] = "f:a=1,f:a!=1,f:a<1,f:a<=1,f:a>1,f:a>=1,"
				   "a::b:c&0x10,f:a=-2k";

	is_str(fxw_where_read(list, wheres, &n), NULL);
	is_u64(n, 8);
	for (unsigned i = 0; i < 7; i++) {
		static const uint8_t ops[] = {
			FXW_WHERE_EQ, FXW_WHERE_NE, FXW_WHERE_LT, FXW_WHERE_LE,
			FXW_WHERE_GT, FXW_WHERE_GE, FXW_WHERE_HAS};

		is_u64(wheres[i].op, ops[i]);
	}
	ok(is_text(wheres[6].function, "a::b"));
	is_u64((uint64_t)wheres[6].number, 16);
	ok(wheres[7].number == -2048);
}

static void malformed(void)
{
	static const char *const wrong[] = {
		"",	  "open",    "open:",  "open:a", ":a=1", "open:=1",
		"open=1", "open:a=", "a:b=1,", ",a:b=1", "a:b!1"};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		ok(fxw_where_read(wrong[i], wheres, &n), "%s", wrong[i]);
}

static void many(void)
{
	char list[33 * 7] = "";

	for (unsigned i = 0; i < 32; i++)
		strcat(list, i ? ",a:b=1" : "a:b=1");
	is_str(fxw_where_read(list, wheres, &n), NULL);
	is_u64(n, 32);
	ok(fxw_where_read("a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,"
			  "a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,"
			  "a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,"
			  "a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,a:b=1,"
			  "a:b=1",
			  wheres, &n));
}

static void no_numbers(void)
{
	is_str(fxw_where_read("f:a=9223372036854775808,f:a=1x,f:a=0x,f:a=-,"
			      "f:a=9007199254740992K",
			      wheres, &n),
	       NULL);
	for (unsigned i = 0; i < n; i++)
		ok(!wheres[i].is_number, "condition %u", i);
}

static void values(void)
{
	ok(fxw_where_compare(FXW_WHERE_LT, (uint64_t)-1, 0, true));
	ok(!fxw_where_compare(FXW_WHERE_LT, (uint64_t)-1, 0, false));
	ok(fxw_where_compare(FXW_WHERE_EQ, (uint64_t)-1, -1, false));
	ok(fxw_where_compare(FXW_WHERE_GT, 5, -1, false));
	ok(fxw_where_compare(FXW_WHERE_HAS, 7, 5, false));
	ok(!fxw_where_compare(FXW_WHERE_HAS, 4, 5, false));
	ok(!fxw_where_compare(FXW_WHERE_HAS, 4, 0, false));
}

static void texts(void)
{
	is_str(fxw_where_read("f:a=/etc/*,f:a!=/etc/*", wheres, &n), NULL);
	ok(fxw_where_text_fits(&wheres[0], "/etc/hosts", 10));
	ok(!fxw_where_text_fits(&wheres[0], "/usr", 4));
	ok(!fxw_where_text_fits(&wheres[1], "/etc/hosts", 10));
	ok(fxw_where_text_fits(&wheres[1], "", 0));
}

static void names(void)
{
	struct fxw_piece rest = {"A|BC|", 5}, name;

	ok(fxw_piece_next(&rest, &name) && is_text(name, "A"));
	ok(fxw_piece_next(&rest, &name) && is_text(name, "BC"));
	ok(fxw_piece_next(&rest, &name) && name.n == 0);
	ok(!fxw_piece_next(&rest, &name));
}

static const struct tap_test tests[] = {
	{"a condition has a function, an argument and a value", conditions},
	{"all operators are read, numbers in all forms", operators},
	{"malformed lists are refused", malformed},
	{"and those of more conditions than there is space for", many},
	{"what does not fit a number is none", no_numbers},
	{"numbers compare by the sign of the type", values},
	{"strings are compared with globs", texts},
	{"flags are names between bars", names},
};
TAP_MAIN(tests)
