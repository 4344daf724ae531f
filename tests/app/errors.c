/* SPDX-License-Identifier: MIT */
/*
 * Which results are failures. Some functions return -1, or the same as always,
 * and have failed only if they have set errno. Theirs stays as it was.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "tests/app/expect.h"

/* errno is as it was unless the call has failed. */
static void kept(const char *what, int is_failure)
{
	if ((errno != EDOM) != is_failure)
		expect("errno is %d after %s", errno, what);
	errno = EDOM;
}

static void limits(void)
{
	int was;

	errno = EDOM;
	sysconf(_SC_AIO_MAX);
	kept("sysconf", 0);
	expect("sysconf(name=_SC_AIO_MAX) = -1");
	sysconf(9999);
	kept("sysconf", 1);
	expect("sysconf(name=9999) = -1 EINVAL");
	pathconf("/dev/null/none", _PC_LINK_MAX);
	kept("pathconf", 1);
	expect("pathconf(path=\"/dev/null/none\", name=_PC_LINK_MAX) = -1 "
	       "ENOTDIR");
	was = nice(0);
	kept("nice", 0);
	expect("nice(inc=0) = %d", was);
}

static void numbers(void)
{
	errno = EDOM;
	strtol("12", NULL, 10);
	kept("strtol", 0);
	expect("strtol(nptr=\"12\", endptr=NULL, base=10) = 12");
	strtol("99999999999999999999", NULL, 10);
	kept("strtol", 1);
	expect("strtol(nptr=\"99999999999999999999\", endptr=NULL, base=10) = "
	       "9223372036854775807 ERANGE");
	strtod("1e999", NULL);
	kept("strtod", 1);
	expect("strtod(nptr=\"1e999\", endptr=NULL) = inf ERANGE");
}

static void times(void)
{
	struct tm last = {.tm_year = 69,
			  .tm_mon = 11,
			  .tm_mday = 31,
			  .tm_hour = 23,
			  .tm_min = 59,
			  .tm_sec = 59};
	struct tm never = {.tm_year = 0x7fffffff, .tm_mon = 0x7fffffff};

	errno = EDOM;
	timegm(&last);
	kept("timegm", 0);
	timegm(&never);
	kept("timegm", 1);
}

static void streams(void)
{
	FILE *full = fopen("/dev/full", "w");

	setvbuf(full, NULL, _IONBF, 0);
	putc('x', full);
	expect("putc(c=120, stream=PTR) = -1 ENOSPC");
	fclose(full);
}

static void characters(void)
{
	wchar_t wide[4];

	setlocale(LC_ALL, "C.UTF-8");
	mbstowcs(wide, "\xff", 4);
	expect("mbstowcs(dest=PTR, src=\"\\377\", n=4) = "
	       "18446744073709551615 EILSEQ");
}

/* A constant of value 0 has its name where it is the whole value. */
static void nothing(void)
{
	access("/", F_OK);
	expect("access(pathname=\"/\", mode=F_OK) = 0");
	access("/", R_OK);
	expect("access(pathname=\"/\", mode=R_OK) = 0");
	mprotect(NULL, 0, PROT_NONE);
	expect("mprotect(addr=NULL, len=0, prot=PROT_NONE) = 0");
}

/* A request of a driver that has no name here. */
static void requests(void)
{
	ioctl(-1, _IOC(_IOC_READ, 'x', 3, 4), 0);
	expect("ioctl(fd=-1, request=_IOC(_IOC_READ, 'x', 3, 4), arg=0) = -1 "
	       "EBADF");
	ioctl(-1, 0x89ffUL, 0);
	expect("ioctl(fd=-1, request=0x89ff, arg=0) = -1 EBADF");
	ioctl(-1, 0xc00027ffUL, 0);
	expect("ioctl(fd=-1, request=_IOC(_IOC_READ|_IOC_WRITE, 0x27, 255, 0), "
	       "arg=0) = -1 EBADF");
}

int main(void)
{
	requests();
	limits();
	numbers();
	times();
	streams();
	characters();
	nothing();
	return 0;
}
