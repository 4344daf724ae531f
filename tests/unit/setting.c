/* SPDX-License-Identifier: MIT */
/*
 * Files of settings: what a line says, and which line is refused.
 */
#include "writer/setting.h"

#include <stdio.h>
#include <string.h>

#include "tests/tap.h"

/* What the text says, "KEY=VALUE;...", and where it is refused. */
static const char *said(const char *text, unsigned *wrong_line)
{
	static char out[512];
	char copy[256];
	struct fxw_settings settings = {.next = copy};
	struct fxw_setting setting;
	size_t n = 0;

	snprintf(copy, sizeof(copy), "%s", text);
	out[0] = '\0';
	while (fxw_settings_next(&settings, &setting))
		n += (size_t)snprintf(out + n, sizeof(out) - n, "%s=%s;",
				      setting.key, setting.value);
	*wrong_line = settings.wrong ? settings.line : 0;
	return out;
}

static void is_said(const char *text, const char *want)
{
	unsigned line;

	is_str(said(text, &line), want);
	is_u64(line, 0);
}

static void is_wrong(const char *text, unsigned want)
{
	unsigned line;

	(void)said(text, &line);
	is_u64(line, want);
}

static void lines(void)
{
	is_said("", "");
	is_said("\n \n\t\r\n# calls = x\n  #\n", "");
	is_said("calls=a", "CALLS=a;");
	is_said("calls=a\nmode = b\n", "CALLS=a;MODE=b;");
	is_said(" string-max\t= 7 \r\nSTRING_MAX=8",
		"STRING_MAX=7;STRING_MAX=8;");
}

static void values(void)
{
	is_said("a = b c # d", "A=b c # d;");
	is_said("a = b = c", "A=b = c;");
	is_said("a =", "A=;");
	is_said("a = \"\"", "A=;");
	is_said("a = \" b \" \n", "A= b ;");
	is_said("a = \"\"b\"\"", "A=\"b\";");
	is_said("a = b\"", "A=b\";");
	is_said("a = \"\\n\"", "A=\\n;");
}

static void refused(void)
{
	is_wrong("calls\n", 1);
	is_wrong("\na = b\nc d = e", 3);
	is_wrong("= b", 1);
	is_wrong("a.b = c", 1);
	is_wrong("a = \"", 1);
	is_wrong("a = \"b\" c", 1);
}

static const struct tap_test tests[] = {
	{"a line is a setting, a comment or empty", lines},
	{"a value goes on to the end of its line", values},
	{"what is no setting is refused by its line", refused},
};
TAP_MAIN(tests)
