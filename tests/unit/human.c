/* SPDX-License-Identifier: MIT */
/*
 * Numbers for people, and how many of a thing.
 */
#include "tools/base/human.h"

#include "tests/tap.h"

static void digits_are_grouped_for_people(void)
{
	is_str(human_count(0).text, "0");
	is_str(human_count(999).text, "999");
	is_str(human_count(1000).text, "1,000");
	is_str(human_count(UINT64_MAX).text, "18,446,744,073,709,551,615");
	is_str(human_things(12345, "call").text, "12,345 calls");
}

static void one_thing_has_no_s(void)
{
	is_str(human_things(1, "call").text, "1 call");
	is_str(human_things(0, "call").text, "0 calls");
	is_str(human_plain(1, "call").text, "1 call");
	is_str(human_plain(2, "call").text, "2 calls");
	is_str(human_plain(1, "process").text, "1 process");
	is_str(human_plain(2, "process").text, "2 processes");
	is_str(human_plain(2, "switch").text, "2 switches");
	is_str(human_plain(2, "path").text, "2 paths");
}

static void data_has_plain_digits(void)
{
	is_str(human_plain(12345, "call").text, "12345 calls");
	is_str(human_plain(UINT64_MAX, "call").text,
	       "18446744073709551615 calls");
}

static void bytes_have_a_unit(void)
{
	is_str(human_bytes(1).text, "1 byte");
	is_str(human_bytes(1023).text, "1,023 bytes");
	is_str(human_bytes(1536).text, "1.5 KiB");
	is_str(human_bytes(64u << 20).text, "64 MiB");
}

static const struct tap_test tests[] = {
	{"digits are in groups of three for people",
	 digits_are_grouped_for_people},
	{"one thing has no s, and several may have es", one_thing_has_no_s},
	{"data has plain digits", data_has_plain_digits},
	{"bytes have a unit that fits", bytes_have_a_unit},
};
TAP_MAIN(tests)
