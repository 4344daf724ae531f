/* SPDX-License-Identifier: MIT */
/* Formats of messages and of wide characters. */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <syslog.h>
#include <unistd.h>
#include <wchar.h>

#include "tests/app/called.h"
#include "tests/app/expect.h"

static void listed(int priority, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsyslog(priority, format, ap);
	va_end(ap);
}

static void messages(void)
{
	dup2(open("messages", O_WRONLY | O_CREAT, 0600), 2);
	errno = ENOENT;
	warn("cannot %s %d", "do", 3);
	expect("warn(fmt=\"cannot %%s %%d\", ...=[\"do\", 3], text=\"cannot do "
	       "3\") = void");
	warnx("%c", 'x');
	expect("warnx(fmt=\"%%c\", ...=['x'], text=\"x\") = void");
	errno = EACCES;
	syslog(LOG_DEBUG, "%s: %m", "who");
	expect("syslog(priority=LOG_DEBUG, format=\"%%s: %%m\", ...=[\"who\", "
	       "EACCES], "
	       "text=\"who: Permission denied\") = void");
	listed(LOG_DEBUG, "%x", 255);
	expect("vsyslog(priority=LOG_DEBUG, format=\"%%x\", ap=PTR, "
	       "...=[0xff], "
	       "text=\"ff\") = void");
}

static void wide(void)
{
	wchar_t text[16];
	int number;

	expect("swprintf(wcs=PTR, maxlen=16, format=\"%%d %%ls %%s\", ...=[3, "
	       "\"w\u00f6\", \"n\"], text=\"3 w\u00f6 n\") = %d",
	       swprintf(text, 16, L"%d %ls %s", 3, L"w\u00f6", "n"));
	expect("%s(s=\"12 ab\", format=\"%%d %%ls\", ...=[12, "
	       "\"ab\"]) = %d",
	       called("swscanf"), swscanf(L"12 ab", L"%d %ls", &number, text));
}

int main(void)
{
	messages();
	wide();
	expect("err(eval=0, fmt=\"end of %%s\", ...=[\"it\"], text=\"end of "
	       "it\") = ? <no return>");
	err(0, "end of %s", "it");
}
