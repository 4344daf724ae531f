/* SPDX-License-Identifier: MIT */
/* Values behind "...", of every kind of argument, and what scanf stored. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/app/called.h"
#include "tests/app/expect.h"

static char text[128];

static void registers_and_stack(void)
{
	expect("snprintf(str=\"1 2 3 4 5 0.5 6 7 1.5 2.5\", size=128, "
	       "format=\"%%d %%d %%d %%d %%d %%g %%d %%d %%g %%Lg\", "
	       "...=[1, 2, 3, 4, 5, 0.5, 6, 7, 1.5, 2.5]) = %d",
	       snprintf(text, sizeof(text), "%d %d %d %d %d %g %d %d %g %Lg", 1,
			2, 3, 4, 5, 0.5, 6, 7, 1.5, 2.5L));
}

static void kinds(void)
{
	int n;

	errno = ENOENT;
	expect("sprintf(str=\"  abc|x (nil) No such file or directory\", "
	       "format=\"%%*.*s|%%c%%n %%p %%m\", "
	       "...=[5, 3, \"abc\", 'x', PTR, NULL, ENOENT]) = %d",
	       sprintf(text, "%*.*s|%c%n %p %m", 5, 3, "abcdef", 'x', &n,
		       NULL));
	expect("sprintf(str=\"b 7\", format=\"%%2$s %%1$d\", ...=[7, \"b\"]) = "
	       "%d",
	       sprintf(text, "%2$s %1$d", 7, "b"));
}

static int __attribute__((format(printf, 1, 2))) listed(const char *format, ...)
{
	char *made = NULL;
	va_list ap;
	int n;

	va_start(ap, format);
	n = vasprintf(&made, format, ap);
	va_end(ap);
	free(made);
	return n;
}

static void others(void)
{
	char *made = NULL;

	expect("asprintf(strp=\"1-a\", format=\"%%d-%%s\", ...=[1, \"a\"]) = "
	       "%d",
	       asprintf(&made, "%d-%s", 1, "a"));
	expect("vasprintf(strp=\"2\", format=\"%%d\", ap=PTR, ...=[2]) = %d",
	       listed("%d", 2));
}

static int __attribute__((format(scanf, 2, 3)))
found(const char *s, const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsscanf(s, format, ap);
	va_end(ap);
	return n;
}

static void scanned(void)
{
	FILE *f = fopen("file", "w+");
	char word[16];
	double d;
	int a, b, n;

	expect("%s(s=\"12 word 0x10\", "
	       "format=\"%%d %%15s %%x%%n\", ...=[12, \"word\", 0x10, 12]) = "
	       "%d",
	       called("sscanf"),
	       sscanf("12 word 0x10", "%d %15s %x%n", &a, word, &b, &n));
	expect("%s(s=\"12 word\", format=\"%%d %%d\", ...=[12]) = "
	       "%d",
	       called("sscanf"), sscanf("12 word", "%d %d", &a, &b));
	expect("%s(s=\"\", format=\"%%d\") = %d", called("sscanf"),
	       sscanf("", "%d", &a));
	expect("%s(s=\"2.5 ab\", format=\"%%lf %%c%%c\", ap=PTR, "
	       "...=[2.5, 'a', 'b']) = %d",
	       called("vsscanf"),
	       found("2.5 ab", "%lf %c%c", &d, word, word + 1));
	fputs("key=value", f);
	rewind(f);
	expect("%s(stream=PTR, format=\"%%15[^=]=%%15s\", "
	       "...=[\"key\", \"value\"]) = %d",
	       called("fscanf"), fscanf(f, "%15[^=]=%15s", word, text));
	fclose(f);
}

int main(void)
{
	registers_and_stack();
	kinds();
	others();
	scanned();
	return 0;
}
