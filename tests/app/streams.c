/* SPDX-License-Identifier: MIT */
/* Streams: of memory, of commands, by lines and by positions; what is printed
 * and read by their other names. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "tests/app/called.h"
#include "tests/app/expect.h"

static void memory(void)
{
	char space[20] = "one\ntwo\n", *text = NULL, *line = NULL;
	size_t n = 0, n_line = 0;
	fpos_t at;
	FILE *f;

	f = fmemopen(space, 8, "r");
	expect("fmemopen(buf=PTR, size=8, mode=\"r\") = PTR");
	fgetpos(f, &at);
	expect("fgetpos(stream=PTR, pos=PTR) = 0");
	getline(&line, &n_line, f);
	expect("__getdelim(lineptr=\"one\\n\", n=120, delim=10, stream=PTR) = "
	       "4");
	getdelim(&line, &n_line, 'w', f);
	expect("getdelim(lineptr=\"tw\", n=120, delim=119, stream=PTR) = 2");
	fsetpos(f, &at);
	expect("fsetpos(stream=PTR, pos=PTR) = 0");
	ftello(f);
	expect("ftello(stream=PTR) = 0");
	fgets_unlocked(space + 10, 4, f);
	expect("fgets_unlocked(s=\"one\", n=4, stream=PTR) = PTR");
	fclose(f);
	f = open_memstream(&text, &n);
	expect("open_memstream(ptr=PTR, sizeloc=PTR) = PTR");
	fputs("abc", f);
	fflush_unlocked(f);
	expect("fflush_unlocked(stream=PTR) = 0");
	fclose(f);
	free(text);
	free(line);
}

static void buffers(void)
{
	char space[BUFSIZ];
	FILE *f;

	f = tmpfile();
	expect("tmpfile() = PTR");
	setvbuf(f, NULL, _IOLBF, 100);
	expect("setvbuf(stream=PTR, buf=NULL, mode=_IOLBF, size=100) = 0");
	errno = 0; /* it sets none */
	setvbuf(f, NULL, 99, 0);
	expect("setvbuf(stream=PTR, buf=NULL, mode=99, size=0) = -1");
	setbuf(f, space);
	expect("setbuf(stream=PTR, buf=PTR) = void");
	setbuffer(f, space, 30);
	expect("setbuffer(stream=PTR, buf=PTR, size=30) = void");
	setlinebuf(f);
	expect("setlinebuf(stream=PTR) = void");
	fclose(f);
	f = tmpfile();
	expect("tmpfile() = PTR");
	f = freopen("no/such", "r", f);
	expect("freopen(pathname=\"no/such\", mode=\"r\", stream=PTR) = NULL "
	       "ENOENT");
	(void)f;
}

static void commands(void)
{
	FILE *f;

	f = popen("exit 3", "r");
	expect("popen(command=\"exit 3\", type=\"r\") = PTR");
	pclose(f);
	expect("pclose(stream=PTR) = exited 3");
}

static int listed(FILE *f, const char *format, ...)
{
	va_list list;
	int n;

	va_start(list, format);
	n = f ? vfscanf(f, format, list) : vdprintf(-1, format, list);
	va_end(list);
	return n;
}

static void formats(void)
{
	char text[20], space[] = "12 ab";
	FILE *f;
	int n;

	f = fmemopen(space, 5, "r");
	expect("fmemopen(buf=PTR, size=5, mode=\"r\") = PTR");
	fscanf(f, "%d", &n);
	expect("%s(stream=PTR, format=\"%%d\", ...=[12]) = 1",
	       called("fscanf"));
	listed(f, "%19s", text);
	expect("%s(stream=PTR, format=\"%%19s\", ap=PTR, "
	       "...=[\"ab\"]) = 1",
	       called("vfscanf"));
	fclose(f);
	sscanf("7", "%i", &n);
	expect("%s(s=\"7\", format=\"%%i\", ...=[7]) = 1", called("sscanf"));
}

static void wide(void)
{
	wchar_t line[10];
	FILE *f;

	f = tmpfile();
	expect("tmpfile() = PTR");
	fwide(f, 1);
	expect("fwide(stream=PTR, mode=1) = 1");
	fputws(L"hi\n", f);
	expect("fputws(ws=\"hi\\n\", stream=PTR) = 1");
	fwprintf(f, L"%d", 5);
	expect("fwprintf(stream=PTR, format=\"%%d\", ...=[5], text=\"5\") = 1");
	rewind(f);
	fgetws(line, 10, f);
	expect("fgetws(ws=\"hi\\n\", n=10, stream=PTR) = PTR");
	fgetws(line, 10, f);
	expect("fgetws(ws=\"5\", n=10, stream=PTR) = PTR");
	fgetws(line, 10, f);
	expect("fgetws(n=10, stream=PTR) = NULL");
	fclose(f);
}

int main(void)
{
	memory();
	buffers();
	commands();
	formats();
	wide();
	return 0;
}
