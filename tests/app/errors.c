/* SPDX-License-Identifier: MIT */
/*
 * Which results are failures. Some functions return -1, or the same as always,
 * and have failed only if they have set errno. Theirs stays as it was.
 */
#include <errno.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <iconv.h>
#include <locale.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "tests/app/called.h"
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
	expect("%s(nptr=\"12\", endptr=NULL, base=10) = 12", called("strtol"));
	strtol("99999999999999999999", NULL, 10);
	kept("strtol", 1);
	expect("%s(nptr=\"99999999999999999999\", endptr=NULL, base=10) = "
	       "9223372036854775807 ERANGE",
	       called("strtol"));
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
	fwrite("ab", 1, 2, full);
	expect("fwrite(ptr=\"ab\", size=1, nmemb=2, stream=PTR) = 0 ENOSPC");
	fwrite("ab", 0, 2, full);
	expect("fwrite(ptr=\"\", size=0, nmemb=2, stream=PTR) = 0");
	fputwc(L'x', full);
	expect("fputwc(wc=120, stream=PTR) = 4294967295 ENOSPC");
	fclose(full);
}

/* The end of a stream is none, though its functions return the same. */
static void ends(void)
{
	FILE *empty = fopen("/dev/null", "r"), *folder = fopen("/", "r");
	char text[8];

	errno = EDOM;
	fread(text, 1, sizeof(text), empty);
	kept("fread", 0);
	expect("fread(ptr=\"\", size=1, nmemb=8, stream=PTR) = 0");
	fgetc(empty);
	expect("fgetc(stream=PTR) = -1");
	fgets(text, sizeof(text), empty);
	expect("fgets(size=8, stream=PTR) = NULL");
	fread(text, 1, sizeof(text), folder);
	expect("fread(ptr=\"\", size=1, nmemb=8, stream=PTR) = 0 EISDIR");
	fgetc(folder);
	expect("fgetc(stream=PTR) = -1 EISDIR");
	fgets(text, sizeof(text), folder);
	expect("fgets(size=8, stream=PTR) = NULL EISDIR");
	fclose(folder);
	fclose(empty);
}

/* errno where the result says that it has the error. */
static void hosts(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
				      .sin_addr = {htonl(0x01020304)}};
	struct rlimit all, none;
	char host[3];

	getnameinfo((struct sockaddr *)&address, sizeof(address), host,
		    sizeof(host), NULL, 0, NI_NUMERICHOST);
	expect("getnameinfo(addr={AF_INET 1.2.3.4:0}, addrlen=16, hostlen=3, "
	       "servlen=0, flags=NI_NUMERICHOST) = EAI_OVERFLOW");
	getrlimit(RLIMIT_NOFILE, &all);
	none = (struct rlimit){0, all.rlim_max};
	setrlimit(RLIMIT_NOFILE, &none);
	getnameinfo((struct sockaddr *)&address, sizeof(address), host,
		    sizeof(host), NULL, 0, NI_NAMEREQD);
	setrlimit(RLIMIT_NOFILE, &all);
	expect("getnameinfo(addr={AF_INET 1.2.3.4:0}, addrlen=16, hostlen=3, "
	       "servlen=0, flags=NI_NAMEREQD) = EAI_SYSTEM EMFILE");
}

/* How many values there are, only the kernel knows. */
static void semaphores(void)
{
	unsigned short values[] = {1, 2, 3};
	int set = semget(IPC_PRIVATE, 3, 0600);

	semctl(set, 0, SETALL, values);
	expect("semctl(semid=%d, semnum=0, cmd=SETALL, arg=[1, 2, 3]) = 0",
	       set);
	semctl(set, 1, SETVAL, 9);
	expect("semctl(semid=%d, semnum=1, cmd=SETVAL, arg=9) = 0", set);
	semctl(set, 0, GETALL, values);
	expect("semctl(semid=%d, semnum=0, cmd=GETALL, arg=[1, 9, 3]) = 0",
	       set);
	semctl(set, 0, IPC_RMID);
	expect("semctl(semid=%d, semnum=0, cmd=IPC_RMID) = 0", set);
	semctl(set, 0, GETALL, values);
	expect("semctl(semid=%d, semnum=0, cmd=GETALL) = -1 EINVAL", set);
}

/* What the pointers lead to, which it moves on. */
static void character_sets(void)
{
	iconv_t set = iconv_open("UTF-16LE", "UTF-8");
	char text[] = "ab\xff", space[16];
	char *in = text, *out = space;
	size_t n_in = 3, n_out = sizeof(space);

	iconv(set, &in, &n_in, &out, &n_out);
	expect("iconv(cd=PTR, inbuf=\"ab\\377\", inbytesleft=3 => 1, "
	       "outbuf=\"a\\000b\\000\", outbytesleft=16 => 12) = "
	       "18446744073709551615 EILSEQ");
	iconv(set, NULL, NULL, NULL, NULL);
	expect("iconv(cd=PTR, inbuf=NULL, inbytesleft=NULL => NULL, "
	       "outbuf=NULL, outbytesleft=NULL => NULL) = 0");
	iconv_close(set);
}

static void scopes(void)
{
	dlsym(RTLD_DEFAULT, "no such symbol");
	expect("dlsym(handle=RTLD_DEFAULT, symbol=\"no such symbol\") = NULL "
	       "dlerror \"%s\"",
	       dlerror());
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
	fcntl(0, F_GETFL);
	expect("fcntl(fd=0, cmd=F_GETFL) = O_RDONLY|O_LARGEFILE");
	mprotect(NULL, 0, PROT_NONE);
	expect("mprotect(addr=NULL, len=0, prot=PROT_NONE) = 0");
}

/* A request of a driver that has no name here. */
static void requests(void)
{
	ioctl(-1, _IOC(_IOC_READ, 'x', 3, 4), 0);
	expect("ioctl(fd=-1, request=_IOC(_IOC_READ, 'x', 0x3, 0x4), arg=0) = "
	       "-1 "
	       "EBADF");
	ioctl(-1, 0x89ffUL, 0);
	expect("ioctl(fd=-1, request=_IOC(_IOC_NONE, 0x89, 0xff, 0), arg=0) = "
	       "-1 EBADF");
	ioctl(-1, 0xc00027ffUL, 0);
	expect("ioctl(fd=-1, request=_IOC(_IOC_READ|_IOC_WRITE, 0x27, 0xff, "
	       "0), "
	       "arg=0) = -1 EBADF");
}

int main(void)
{
	requests();
	limits();
	numbers();
	times();
	streams();
	ends();
	hosts();
	semaphores();
	character_sets();
	scopes();
	characters();
	nothing();
	return 0;
}
