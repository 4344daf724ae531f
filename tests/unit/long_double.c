/* SPDX-License-Identifier: MIT */
/* Long doubles of both processors, read on this one. */
#include "tools/reader/long_double.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/tap.h"

/* The text of a number whose words are low and high. */
static const char *text(uint64_t high, uint64_t low, bool is_quad)
{
	static char text[64];
	uint64_t words[2] = {low, high};

	snprintf(text, sizeof(text), "%.21Lg",
		 fxr_long_double(fxr_text((const char *)words, 16), is_quad));
	return text;
}

static void of_80_bits(void)
{
	is_str(text(0, 0, false), "0");
	is_str(text(0x8000, 0, false), "-0");
	is_str(text(0x3fff, 0xc000000000000000, false), "1.5");
	is_str(text(0xbffe, 0x8000000000000000, false), "-0.5");
	/* the padding counts for nothing */
	is_str(text(0x123456789abc3fff, 0xc000000000000000, false), "1.5");
	is_str(text(0x3ffd, 0xaaaaaaaaaaaaaaab, false),
	       "0.333333333333333333342");
	is_str(text(0, 1, false), "3.64519953188247460253e-4951");
	is_str(text(0x7fff, 0x8000000000000000, false), "inf");
	is_str(text(0xffff, 0x8000000000000000, false), "-inf");
	ok(strstr(text(0x7fff, 0xc000000000000000, false), "nan"));
}

static void of_128_bits(void)
{
	is_str(text(0, 0, true), "0");
	is_str(text(0x8000000000000000, 0, true), "-0");
	is_str(text(0x3fff800000000000, 0, true), "1.5");
	is_str(text(0xbffe000000000000, 0, true), "-0.5");
	is_str(text(0x4000921fb54442d1, 0x8469898cc51701b8, true),
	       LDBL_MANT_DIG == 64 ? "3.14159265358979323851"
				   : "3.14159265358979323846");
	is_str(text(0x7fff000000000000, 0, true), "inf");
	is_str(text(0xffff000000000000, 0, true), "-inf");
	ok(strstr(text(0x7fff800000000000, 0, true), "nan"));
}

/* What this machine's compiler makes of a number. */
static void own(void)
{
	long double number = -1234.0625L;
	char bytes[16] = {0};

	memcpy(bytes, &number, sizeof(number));
	ok(fxr_long_double(fxr_text(bytes, 16),
			   fxr_has_quads(&(struct fxr_world){0})) == number);
}

static void processors(void)
{
	struct fxr_process processes[2] = {{.provider = 1}};
	struct fxr_world world = {.processes = processes, .n_processes = 2};

	processes[1].arch = fxr_text("aarch64", 7);
	ok(fxr_has_quads(&world));
	processes[1].arch = fxr_text("x86_64", 6);
	ok(!fxr_has_quads(&world));
}

static const struct tap_test tests[] = {
	{"those of 80 bits are read", of_80_bits},
	{"those of 128 bits are read", of_128_bits},
	{"this machine's are read in an archive that names none", own},
	{"the archive says which it has", processors},
};

TAP_MAIN(tests)
