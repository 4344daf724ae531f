/* SPDX-License-Identifier: MIT */
/*
 * Values behind "...": what is recorded of them, and the text that is made of
 * that again, which must be libc's own.
 */
#include "preload/value/varargs.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <wchar.h>

#include "tests/round.h"
#include "tests/tap.h"

/* The values of a call, as a line shows them. */
static const char *values(const char *format, ...)
{
	const struct fxr_call *call;
	va_list ap;

	va_start(ap, format);
	call = round_print(format, ap);
	va_end(ap);
	return round_values(call);
}

/* The text; what is not whole ends in "<cut>". */
static const char *text(const char *format, ...)
{
	static char shown[1 << 17];
	const char *made;
	bool is_whole;
	va_list ap;

	va_start(ap, format);
	made = round_text(round_print(format, ap), &is_whole);
	va_end(ap);
	if (!made)
		return NULL;
	snprintf(shown, sizeof(shown), "%s%s", made, is_whole ? "" : "<cut>");
	return shown;
}

/* Records first, so that nothing of the library's may have been touched. */
static void same(const char *format, ...)
{
	static char want[1 << 16];
	const char *made;
	bool is_whole = false;
	va_list ap, again;
	int n;

	va_start(ap, format);
	va_copy(again, ap);
	made = round_text(round_print(format, ap), &is_whole);
	n = vsnprintf(want, sizeof(want), format, again);
	va_end(again);
	va_end(ap);
	ok(is_whole, "%s is cut", format);
	is_str(made, want);
	ok(n >= 0, "%s", format);
}

static void integers(void)
{
	same("%d|%i|%u|%o|%x|%X", -1, INT32_MIN, UINT32_MAX, 8, 255, 255);
	same("%hhd|%hhu|%hd|%hu|%hhx|%ho", 300, 300, 70000, 70000, -1, -1);
	same("%ld|%lu|%lx|%lld|%llu", INT64_MIN, UINT64_MAX, -1l, INT64_MIN,
	     UINT64_MAX);
	same("%jd|%ju|%zd|%zu|%td|%Ld|%qd", INTMAX_MIN, UINTMAX_MAX,
	     (ssize_t)-3, SIZE_MAX, (ptrdiff_t)-7, -8ll, -9ll);
	same("%5d|%-5d|%05d|%+d|% d|%#x|%#o|%.3d|%8.3d|%-8.3d|%.0d", 1, 2, 3, 4,
	     5, 6, 7, 8, 9, 10, 0);
	is_str(values("%d %u %hhd %hx %lo", -1, -1, 300, -1, 8l),
	       "[-1, 4294967295, 44, 0xffff, 010]");
}

static void characters(void)
{
	same("%c|%5c|%-5c|%c", 'a', 'b', 'c', 0xe9);
	is_str(values("%c%c", 'a', '\n'), "['a', '\\n']");
}

static void strings(void)
{
	same("%s|%10s|%-10s|%.2s|%10.2s|%.0s|%.s", "abc", "abc", "abc", "abc",
	     "abc", "abc", "abc");
	same("%s %d", (char *)NULL, 7);
	same("%.3s|%.6s|%10s", (char *)NULL, (char *)NULL, (char *)NULL);
	is_str(values("%s %.2s", "a\"b", "abc"), "[\"a\\\"b\", \"ab\"]");
}

static void floats(void)
{
	same("%f|%e|%g|%a|%F|%E|%G|%A", 1.5, 1e10, 1e-5, 0.1, 1e300, -0.0, 3.0,
	     1.0);
	same("%.0f|%#.0f|%10.3f|%-10.2e|%+g|%lf", 2.5, 2.5, 3.14159, 1e5, 7.0,
	     0.5);
	same("%f %f %f", INFINITY, -INFINITY, NAN);
	same("%Lf|%Lg|%.20Le|%La", 1.5L, 1e4000L, 1.0L / 3, 0.1L);
	is_str(values("%f %Lf", 0.1, 0.5L), "[0.1, 0.5]");
}

static void measures(void)
{
	same("%*d|%-*d|%*d|%.*f|%*.*s", 5, 1, 6, 2, -7, 3, 2, 1.55, 8, 2,
	     "abc");
	same("%.*s|%.*d", -1, "abc", -5, 6);
	is_str(values("%*.*f", 8, 2, 1.5), "[8, 2, 1.5]");
}

static void positions(void)
{
	same("%2$s %1$d", 3, "x");
	same("%3$*1$.*2$f|%3$f", 10, 2, 1.5);
	same("%1$d %1$x %1$d", 77);
	same("%3$s %1$d %2$ld", 1, 1l << 40, "c");
	same("%2$Lf %1$d %3$s", 1, 2.5L, "end");
	is_str(values("%2$s %1$d", 3, "x"), "[3, \"x\"]");
	is_str(values("%3$s", 1, 2, "x"), "[1, 2, \"x\"]");
}

static void others(void)
{
	int n;

	same("%p %p|%20p|%-20p", &n, NULL, &n, NULL);
	same("100%% %d%%", 5);
	same("a%nb%d", &n, 5);
	errno = ENOENT;
	same("%s: %m", "f");
	errno = EACCES;
	same("%m %d", 1);
	is_str(values("%p", NULL), "[NULL]");
}

static void many(void)
{
	same("%d%d%d%d%d%d%d%d%d%f%f%f%f%f%f%f%f%f%f%s%Lf%d", 1, 2, 3, 4, 5, 6,
	     7, 8, 9, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, "s",
	     11.0L, 12);
}

static void wide(void)
{
	is_str(values("%ls %lc %S %C", L"w\u00e9", L'x', L"y", L'z'),
	       "[\"w\xc3\xa9\", 'x', \"y\", 'z']");
	is_str(text("%ls|%5ls|%.2ls", L"w\u00e9", L"ab", L"\u00e9\u00e9"),
	       "w\xc3\xa9|   ab|\xc3\xa9");
}

static void nothing_taken(void)
{
	is_str(values("plain"), "none");
	is_str(values("100%%"), "none");
	is_str(values(""), "none");
	is_str(text("plain"), NULL);
}

static void unknown(void)
{
	is_str(values("%d %y %s", 1, (char *)1), "[1]");
	is_str(text("%d %y %s", 1, (char *)1), "1 <cut>");
	is_str(values("%d %", 1), "[1]");
	is_str(values("%y"), "none");
	is_str(values("%Ls", (char *)1), "none");
	is_str(values("%99999999999d %s", 1, (char *)1), "none");
	is_str(values("%65$d", 1), "none");
	is_str(values("%d %1$s", 1), "[1]");
}

/* The last bytes of a page, behind which there is no memory. */
static char *before_nothing(size_t n)
{
	char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(pages + 4096, 4096);
	return pages + 4096 - n;
}

static void not_ended(void)
{
	char *p = before_nothing(3);

	memcpy(p, "abc", 3);
	same("%.3s|%.*s", p, 2, p);
	same("%2$.*1$s", 3, p);
	is_str(values("%.0s", before_nothing(0)), "[\"\"]");
}

static void long_strings(void)
{
	fxp_limits.string_bytes = 4;
	is_str(values("%s %d", "abcdefgh", 7), "[\"abcd\"...[8], 7]");
	is_str(text("<%s> %d", "abcdefgh", 7), "<abcd<cut>");
	is_str(text("<%.3s> %d", "abcdefgh", 7), "<abc> 7");
	is_str(values("%ls", L"abcdefgh"), "[\"ab\"...[8]]");
	fxp_limits.string_bytes = 1 << 20;
}

static void too_much(void)
{
	static char large[20000];
	const char *shown;

	fxp_limits.string_bytes = 1 << 20;
	memset(large, 'x', sizeof(large) - 1);
	shown = values("%d %s %s %d", 1, large, large, 2);
	ok(strstr(shown, "...[19999]") != NULL);
	ok(strlen(shown) < 17000);
}

static void wide_text(void)
{
	is_str(text("%100000d", 1), "<cut>");
	is_str(text("a%4097s", ""), "a<cut>");
}

static const char *scanned(int ret, const char *format, ...)
{
	const struct fxr_call *call;
	va_list ap;

	va_start(ap, format);
	call = round_scan(ret, format, ap);
	va_end(ap);
	return round_values(call);
}

static void stored(void)
{
	int number = -5;
	unsigned short small = 65535;
	float f = 1.5f;
	double d = 2.5;
	long double large = 3.5L;
	char word[] = "word", *made = word;
	void *p = NULL;
	long long wide_number = -1;

	is_str(scanned(3, "%d %hu %lld", &number, &small, &wide_number),
	       "[-5, 65535, -1]");
	is_str(scanned(3, "%f %lf %Lf", &f, &d, &large), "[1.5, 2.5, 3.5]");
	is_str(scanned(4, "%s %[a-z] %ms %p", word, word, &made, &p),
	       "[\"word\", \"word\", \"word\", NULL]");
	is_str(scanned(2, "%c%3c", word, word), "['w', \"wor\"]");
	is_str(scanned(1, "%x", &number), "[0xfffffffb]");
	is_str(scanned(2, "%2$d %1$s", word, &number), "[-5, \"word\"]");
	is_str(scanned(1, "%ls", L"w"), "[\"w\"]");
}

static void not_stored(void)
{
	int a = 1, b = 2, n = 3;

	is_str(scanned(1, "%d %d", &a, &b), "[1]");
	is_str(scanned(0, "%d", &a), "none");
	is_str(scanned(-1, "%n%d", &n, &a), "none");
	is_str(scanned(1, "%*d %d", &b), "[2]");
	is_str(scanned(1, "%d%n", &a, &n), "[1, 3]");
	is_str(scanned(1, "%d %n", &a, &n), "[1, 3]");
	is_str(scanned(1, "%d,%n", &a, &n), "[1]");
	is_str(scanned(1, "%d%%%n", &a, &n), "[1]");
	is_str(scanned(2, "%d%n%d", &a, &n, &b), "[1, 3, 2]");
	is_str(scanned(1, "%d%n%d", &a, &n, &b), "[1, 3]");
}

static const char *wide_values(const wchar_t *format, ...)
{
	const struct fxr_call *call;
	va_list ap;

	va_start(ap, format);
	call = round_print_wide(format, ap);
	va_end(ap);
	return round_values(call);
}

static void wide_formats(void)
{
	is_str(wide_values(L"\u00e9%d %s %ls", 7, "a", L"b"),
	       "[7, \"a\", \"b\"]");
}

static const struct tap_test tests[] = {
	{"integers of every width and form come back", integers},
	{"characters come back", characters},
	{"strings come back, NULL too, as far as the precision goes", strings},
	{"floating-point numbers come back, long ones too", floats},
	{"widths and precisions from the arguments are values", measures},
	{"arguments may have positions", positions},
	{"pointers, percents, counts and errno come back", others},
	{"arguments in registers and on the stack are distinguished", many},
	{"wide strings come back as UTF-8", wide},
	{"a format without conversions has no values", nothing_taken},
	{"a conversion that is not known ends the values", unknown},
	{"no byte behind a precision is read", not_ended},
	{"a long string and the text are cut", long_strings},
	{"what fills a record is cut", too_much},
	{"widths that are not printed are not made", wide_text},
	{"what scanf stored is read by its format", stored},
	{"what scanf may not have stored is not read", not_stored},
	{"formats may be wide", wide_formats},
};
TAP_MAIN(tests)
