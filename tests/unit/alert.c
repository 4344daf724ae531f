/* SPDX-License-Identifier: MIT */
#include "writer/alert.h"

#include <string.h>

#include "tests/tap.h"

static struct fxw_trigger triggers[FXW_TRIGGERS];
static unsigned n;

/* Whether the list is one of `want` items. */
static bool reads(const char *list, unsigned want)
{
	return !fxw_triggers_read(list, triggers, &n) && n == want;
}

/* Whether it is refused with those words in the reason. */
static bool refuses(const char *list, const char *words)
{
	const char *wrong = fxw_triggers_read(list, triggers, &n);

	return wrong && strstr(wrong, words);
}

static bool is_named(unsigned i, const char *name)
{
	return strncmp(triggers[i].name, name, FXW_ALERT_BYTES) == 0;
}

static void conditions(void)
{
	ok(reads("stop:open*", 1));
	ok(triggers[0].action == FXW_STOP &&
	   triggers[0].condition == FXW_ON_CALL);
	is_str(triggers[0].what, "open*");
	ok(reads("snapshot:fsync>10ms", 1));
	ok(triggers[0].action == FXW_SNAPSHOT &&
	   triggers[0].condition == FXW_ON_SLOW);
	is_u64(triggers[0].least_ns, 10000000);
	is_str(triggers[0].what, "fsync");
	ok(reads("start:%libc:fs=ENOENT", 1));
	ok(triggers[0].action == FXW_START &&
	   triggers[0].condition == FXW_ON_ERROR);
	is_str(triggers[0].what, "%libc:fs");
	is_str(triggers[0].error, "ENOENT");
	ok(reads("stop:SIGUSR1", 1));
	ok(triggers[0].condition == FXW_ON_SIGNAL);
	is_str(triggers[0].what, "SIGUSR1");
	ok(reads("stop:SIG_x", 1));
	ok(triggers[0].condition == FXW_ON_CALL);
}

static void times(void)
{
	static const struct {
		const char *list;
		uint64_t ns;
	} rows[] = {
		{"stop:a>1ns", 1},
		{"stop:a>20us", 20000},
		{"stop:a>0ms", 0},
		{"stop:a>3s", 3000000000},
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		ok(reads(rows[i].list, 1));
		is_u64(triggers[0].least_ns, rows[i].ns);
	}
}

static void names(void)
{
	ok(reads("stop:open,snapshot:pthread_create>100ms", 2));
	ok(is_named(0, "open"));
	ok(is_named(1, "pthread_create"));
	ok(reads("stop:open,stop:open", 2));
	ok(refuses("stop:open,start:open", "same 14 letters"));
	ok(refuses("stop:pthread_create>1s,start:pthread_create>2s",
		   "same 14 letters"));
}

static void options(void)
{
	ok(reads("snapshot:%libc:io>50ms", 1));
	is_u64(triggers[0].every_ns, 10000000000);
	is_u64(triggers[0].max, 0);
	ok(!triggers[0].has_wait);
	ok(reads("snapshot:%io>50ms;every=2s;wait;max=7,stop:read>1s;wait", 2));
	is_str(triggers[0].what, "%io");
	is_u64(triggers[0].least_ns, 50000000);
	is_u64(triggers[0].every_ns, 2000000000);
	is_u64(triggers[0].max, 7);
	ok(triggers[0].has_wait && triggers[1].has_wait);
	ok(is_named(0, "%io>50ms"));
	ok(reads("snapshot:SIGUSR1;max=9999", 1));
	is_str(triggers[0].what, "SIGUSR1");
	ok(reads("snapshot:open=ENOENT;every=0ns", 1));
	is_str(triggers[0].error, "ENOENT");
	is_u64(triggers[0].every_ns, 0);
	ok(refuses("snapshot:a;max=1,snapshot:a;max=2", "different limits"));
}

static void exact_names(void)
{
	static const char *const lists[] = {
		"stop:%io>1s",
		"stop:rea*>1s",
		"stop:rea?>1s",
		"stop:rea[d]>1s",
	};

	ok(reads("stop:read>1s,stop:+read>1s", 2));
	ok(triggers[0].is_exact && triggers[1].is_exact);
	for (unsigned i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		ok(reads(lists[i], 1) && !triggers[0].is_exact);
}

static void mistakes(void)
{
	static const char *const lists[][2] = {
		{"", "expected snapshot:"},
		{"open", "expected snapshot:"},
		{"stop:", "expected a function"},
		{"stop:,start:a", "expected a function"},
		{"stop:a,", "expected snapshot:"},
		{"stop:a>", "a time"},
		{"stop:a>ms", "a time"},
		{"stop:a>5", "a time"},
		{"stop:a>5min", "a time"},
		{"stop:a>99999999999s", "a time"},
		{"stop:>5ms", "expected a function"},
		{"stop:a=", "an error"},
		{"stop:a=enoent", "an error"},
		{"stop:a=SIGINT", "an error"},
		{"stop:a=ENAMETOOLONGINDEED", "an error"},
		{"snapshot:a;", "expected every="},
		{"snapshot:a;often", "expected every="},
		{"snapshot:a>1s;waits", "expected every="},
		{"snapshot:a;wait", "conditions on time"},
		{"stop:a;every=1s", "for snapshots"},
		{"snapshot:a;every=1", "a time behind every="},
		{"snapshot:a;max=", "behind max="},
		{"snapshot:a;max=0", "behind max="},
		{"snapshot:a;max=10000", "behind max="},
		{"snapshot:a;max=99999999999999999999", "behind max="},
		{"snapshot:a;max=1k", "behind max="},
		{"stop:a,stop:b,stop:c,stop:d,stop:e,stop:f,stop:g,stop:h,"
		 "stop:i",
		 "eight"},
	};
	char list[200] = "stop:";

	for (unsigned i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		ok(refuses(lists[i][0], lists[i][1]));
	memset(list + 5, 'a', 100);
	ok(refuses(list, "expected a function"));
}

static const struct tap_test tests[] = {
	{"conditions are calls, slow ones, failures and signals", conditions},
	{"times have units", times},
	{"a trigger is called as its condition begins", names},
	{"behind a condition are limits, and whether waiting counts", options},
	{"a pattern or category is no name", exact_names},
	{"what is no list is refused", mistakes},
};
TAP_MAIN(tests)
