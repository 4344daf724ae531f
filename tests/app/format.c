/* SPDX-License-Identifier: MIT */
/* Streams, and text in memory: limits, ends, forms with a va_list. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/app/expect.h"

static int __attribute__((format(printf, 3, 4)))
listed(char *str, size_t size, const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(str, size, format, ap);
	va_end(ap);
	return n;
}

static int __attribute__((format(printf, 2, 3)))
filed(FILE *f, const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vfprintf(f, format, ap);
	va_end(ap);
	return n;
}

static void memory(void)
{
	char text[8];

	expect("snprintf(str=\"7 seven\", size=8, format=\"%%d %%s\", "
	       "...=[7, \"seven\"]) = %d",
	       snprintf(text, sizeof(text), "%d %s", 7, "seven"));
	expect("snprintf(str=\"12\", size=3, format=\"%%d\", ...=[12345]) = %d",
	       snprintf(text, 3, "%d", 12345));
	expect("snprintf(size=0, format=\"%%d\", ...=[12345], "
	       "text=\"12345\") = %d",
	       snprintf(NULL, 0, "%d", 12345));
	expect("sprintf(str=\"x=1.5\", format=\"x=%%.1f\", ...=[1.5]) = %d",
	       sprintf(text, "x=%.1f", 1.5));
	expect("vsnprintf(str=\"1,2\", size=8, format=\"%%d,%%d\", ap=PTR, "
	       "...=[1, 2]) = %d",
	       listed(text, sizeof(text), "%d,%d", 1, 2));
}

static void streams(void)
{
	FILE *f = fopen("file", "w+");
	char text[16];

	expect("fprintf(stream=PTR, format=\"%%s-%%d\\n\", "
	       "...=[\"line\", 1], text=\"line-1\\n\") = %d",
	       fprintf(f, "%s-%d\n", "line", 1));
	expect("vfprintf(stream=PTR, format=\"%%s\", ap=PTR, "
	       "...=[\"tail\"], text=\"tail\") = %d",
	       filed(f, "%s", "tail"));
	expect("fputs(s=\"end\", stream=PTR) = %d", fputs("end", f));
	expect("fflush(stream=PTR) = %d", fflush(f));
	rewind(f);
	expect("rewind(stream=PTR) = void");
	fgets(text, 4, f);
	expect("fgets(s=\"lin\", size=4, stream=PTR) = PTR");
	fgets(text, 16, f);
	expect("fgets(s=\"e-1\\n\", size=16, stream=PTR) = PTR");
	expect("fread(ptr=\"tailen\", size=3, nmemb=4, stream=PTR) = %zu",
	       fread(text, 3, 4, f));
	fgets(text, 16, f);
	expect("fgets(size=16, stream=PTR) = NULL");
	expect("fread(ptr=\"\", size=0, nmemb=9, stream=PTR) = %zu",
	       fread(text, 0, 9, f));
	expect("fflush(stream=NULL) = %d", fflush(NULL));
	expect("ftell(stream=PTR) = %ld", ftell(f));
	expect("fseek(stream=PTR, offset=-2, whence=SEEK_END) = %d",
	       fseek(f, -2, SEEK_END));
	fseeko(f, -1, SEEK_SET);
	expect("fseeko(stream=PTR, offset=-1, whence=SEEK_SET) = -1 EINVAL");
	fdopen(-1, "r");
	expect("fdopen(fd=-1, mode=\"r\") = NULL EBADF");
}

int main(void)
{
	int expectations = dup(1);

	dup2(open("printed", O_WRONLY | O_CREAT, 0600), 1);
	puts("a line");
	fflush(stdout);
	dup2(expectations, 1);
	expect("puts(s=\"a line\") = 7");
	expect("fflush(stream=PTR) = 0");
	memory();
	streams();
	return 0;
}
