/* SPDX-License-Identifier: MIT */
/*
 * Texts in less space than they need.
 */
#include "tools/base/shorten.h"

#include <string.h>

#include "tests/tap.h"

static void is_shortened(const char *text, size_t columns, const char *want)
{
	struct pen pen = {0};
	struct fxr_text got;

	shorten_put(&pen, fxr_text(text, strlen(text)), columns);
	got = pen_take(&pen);
	is_u64(got.n_bytes, strlen(want));
	is_mem(got.bytes, want, strlen(want));
	pen_fini(&pen);
}

static void fits(void)
{
	is_shortened("/etc/hosts", 10, "/etc/hosts");
	is_shortened("/etc/hosts", 100, "/etc/hosts");
	is_shortened("x", 1, "x");
}

static void middle(void)
{
	is_shortened("/usr/share/doc/names", 15, "/usr...oc/names");
	is_shortened("/usr/share/doc/names", 4, "...s");
}

static void end_only(void)
{
	is_shortened("/usr/share/doc/names", 3, "mes");
	is_shortened("/usr/share/doc/names", 0, "");
}

static void characters(void)
{
	is_u64(shorten_width(fxr_text("gr\xc3\xbc\xc3\x9f", 6)), 4);
	is_u64(shorten_width(fxr_text("\xff\xc3", 2)), 2);
	is_shortened("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc"
		     "\xc3\xa4\xc3\xb6",
		     6, "\xc3\xa4...\xc3\xa4\xc3\xb6");
}

static void is_put(struct pen *pen, const char *want)
{
	struct fxr_text got = pen_take(pen);

	ok(fxr_is(got, want));
	pen_fini(pen);
}

static void lines(void)
{
	const char *line = "12 open(/usr/share/doc/names) = 3";
	struct fxr_text text = fxr_text(line, strlen(line));
	struct pen pen = {0};

	shorten_put_line(&pen, text, 8, 100);
	is_put(&pen, line);
	shorten_put_line(&pen, text, 8, 23);
	is_put(&pen, "12 open(/usr...mes) = 3");
	shorten_put_line(&pen, text, 8, 10);
	is_put(&pen, "12...) = 3");
}

static void wrapped(void)
{
	const char *line = "a, bcd, efghijkl, m";
	struct fxr_text text = fxr_text(line, strlen(line));
	struct pen pen = {0};

	shorten_wrap(&pen, text, 2, 100);
	is_put(&pen, line);
	shorten_wrap(&pen, text, 2, 7);
	is_put(&pen, "a, bcd,\n  efghijkl,\n  m");
	shorten_wrap(&pen, text, 2, 1);
	is_put(&pen, "a,\n  bcd,\n  efghijkl,\n  m");
	shorten_wrap(&pen, fxr_text("", 0), 2, 1);
	is_put(&pen, "");
}

static const struct tap_test tests[] = {
	{"what fits stays whole", fits},
	{"else the middle is left out, and most of the end stays", middle},
	{"without space for the gap there is the end", end_only},
	{"characters count, not bytes", characters},
	{"the beginning of a line stays", lines},
	{"a list goes on in the next line behind a comma", wrapped},
};
TAP_MAIN(tests)
