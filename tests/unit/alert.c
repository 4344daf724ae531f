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
	{"what is no list is refused", mistakes},
};
TAP_MAIN(tests)
