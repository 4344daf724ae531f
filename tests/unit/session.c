/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_SESSION: what one process hands to the next.
 */
#include "preload/config/session.h"

#include <stdio.h>
#include <string.h>

#include "tests/tap.h"
#include "writer/clock.h"

static void absent(void)
{
	struct fxp_session s = {.is_joined = true};

	ok(fxp_session_read(&s, NULL));
	ok(!s.is_joined);
}

static void off(void)
{
	struct fxp_session s;

	ok(!fxp_session_read(&s, "off"));
}

static void joined(void)
{
	struct fxp_session s;

	ok(fxp_session_read(&s, "1,1,1f2e3d4c5b6a7988,/tmp/a,b"));
	ok(s.is_joined);
	is_u64(s.clock, FXW_CLOCK_TSC);
	is_u64(s.epoch, 0x1f2e3d4c5b6a7988);
	is_str(s.base, "/tmp/a,b");
}

#define SECRET "123456789012345678901234567890123456789"

static void managed(void)
{
	struct fxp_session s, back;
	char *array[] = {NULL};
	char **environment = array;

	ok(fxp_session_read(&s, "3,1,5,fxtrace-a," SECRET ",/tmp/a,b"));
	ok(s.is_joined);
	is_str(s.socket, "fxtrace-a");
	is_str(s.secret, SECRET);
	is_str(s.base, "/tmp/a,b");
	fxp_session_export(&s, &environment, true);
	ok(fxp_session_read(&back, strchr(environment[0], '=') + 1));
	is_str(back.socket, "fxtrace-a");
	is_str(back.secret, SECRET);
	is_str(back.base, "/tmp/a,b");
}

static void malformed(void)
{
	static const char *const bad[] = {
		"3,1,5,fxtrace-a,/tmp/a",
		"3,1,5,fxtrace-a,12345678901234567890123456789012345678,/a",
		"3,1,5,fxtrace-a,1" SECRET ",/a",
		"3,1,5,fxtrace-a,1234567890123456789012345678901234567x9,/a",
		"3,1,5,fxtrace-a," SECRET ",a",
		"2,1,5,fxtrace-a,/tmp/a",
		"",
		"1",
		"1,1,5",
		"1,1,5,relative",
		"2,1,5,/a",
		"1,,5,/a",
		"1,1,,/a",
		"1,7,5,/a",
		"1,1,xyz,/a",
		"1,1,5/a",
		"0x1,1,5,/a",
	};
	struct fxp_session s;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		ok(fxp_session_read(&s, bad[i]));
		ok(!s.is_joined && !s.socket[0], "\"%s\"", bad[i]);
	}
}

/* The FXTRACE_SESSION entry of an environment, or NULL. */
static const char *exported(char **environment, int *n)
{
	const char *found = NULL;

	for (*n = 0; environment[*n]; (*n)++)
		if (!strncmp(environment[*n], "FXTRACE_SESSION=", 16))
			found = environment[*n] + 16;
	return found;
}

static void round_trip(void)
{
	char a[] = "A=1", old[] = "FXTRACE_SESSION=1,0,1,/old", b[] = "B=2";
	char *array[] = {a, old, b, NULL};
	char **environment = array;
	struct fxp_session s = {0}, back;
	int n;

	fxw_clock_join(FXW_CLOCK_TSC, 0xabcdef, NULL);
	fxp_session_found(&s, "/tmp/first.fxt");
	fxp_session_export(&s, &environment, true);
	ok(environment != array);
	is_str(exported(environment, &n), "1,1,abcdef,/tmp/first");
	is_i64(n, 3);
	is_str(environment[0], "A=1");
	is_str(environment[1], "B=2");
	ok(fxp_session_read(&back, exported(environment, &n)));
	is_str(back.base, "/tmp/first");
	is_u64(back.epoch, 0xabcdef);
}

static void not_followed(void)
{
	char *array[] = {NULL};
	char **environment = array;
	struct fxp_session s = {0};
	int n;

	fxp_session_found(&s, "/tmp/first.fxt");
	fxp_session_export(&s, &environment, false);
	is_str(exported(environment, &n), "off");
}

static void flow(void)
{
	char text[FXP_SESSION_FLOW_BYTES];
	char *environment[] = {"A=1", text, "FXTRACE_FLOWS=2", NULL};
	uint32_t parent = 0;
	uint64_t id = 0;

	fxp_session_put_flow(text, 0xfedcba98, UINT64_MAX - 1);
	ok(strlen(text) < sizeof(text));
	ok(fxp_session_take_flow(environment, &parent, &id));
	is_u64(parent, 0xfedcba98);
	is_u64(id, UINT64_MAX - 1);
	is_str(environment[0], "A=1");
	is_str(environment[1], "FXTRACE_FLOWS=2");
	ok(!environment[2]);
	ok(!fxp_session_take_flow(environment, &parent, &id));
	ok(!fxp_session_take_flow(NULL, &parent, &id));
}

static void malformed_flow(void)
{
	static const char *const bad[] = {"",	 "1",	"1,",	"1,2",
					  ",2,", "1,,", "1,x,", "1,2,3"};
	uint32_t parent;
	uint64_t id;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		char text[64] = "FXTRACE_FLOW=";
		char *environment[] = {text, NULL};

		strcat(text, bad[i]);
		ok(!fxp_session_take_flow(environment, &parent, &id), "\"%s\"",
		   bad[i]);
		ok(!environment[0]);
	}
}

static const struct tap_test tests[] = {
	{"without the variable a process is the first", absent},
	{"off keeps a process from recording", off},
	{"a process joins with the clock, epoch and name it is given", joined},
	{"one of a managed session has its socket and secret, too", managed},
	{"a malformed value counts as none", malformed},
	{"what is exported is read back, and replaces an older one",
	 round_trip},
	{"children that are not to be followed have it off", not_followed},
	{"a flow goes through the environment, and out of it", flow},
	{"a malformed one is taken out as well", malformed_flow},
};
TAP_MAIN(tests)
