/* SPDX-License-Identifier: MIT */
/*
 * Strings that are not in memory. What libc does not read is left alone. Where
 * it faults, libc faults itself, at the program's address. In a loop next to
 * these calls another thread takes pages away and brings them back.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <wchar.h>

#include "tests/arch.h"

#define PAGE 4096
#define TURNS 20000

static char *const bad = (char *)16;
static wchar_t *const bad_wide = (wchar_t *)16;
static char *volatile empty = "";
static sigjmp_buf back;

static const char *object_of(const void *address)
{
	Dl_info info;
	const char *name;

	if (!dladdr(address, &info) || !info.dli_fname)
		return "nowhere";
	name = strrchr(info.dli_fname, '/');
	return name ? name + 1 : info.dli_fname;
}

static void fault(int signo, siginfo_t *info, void *context)
{
	const ucontext_t *at = context;

	printf("signal %d, code %d, address %p, in %s\n", signo, info->si_code,
	       info->si_addr, object_of((void *)CONTEXT_PC(at)));
	siglongjmp(back, 1);
}

/* Each of these faults. */
static long faulty(int i, char *s, wchar_t *wide)
{
	char to[8] = "";

	switch (i) {
	case 0:
		return strcmp(s, "a");
	case 1:
		return strcmp("a", s);
	case 2:
		return strncmp(s, "ab", 2);
	case 3:
		return (long)strchr(s, 'a');
	case 4:
		return (long)strstr(s, "a");
	case 5:
		return (long)strstr("a", s);
	case 6:
		return strcasecmp(s, "a");
	case 7:
		return (long)strnlen(s, 3);
	case 8:
		return (long)strncpy(to, s, 3);
	case 9:
		return strtol(s, NULL, 10);
	case 10:
		return (long)strspn(s, "a");
	case 11:
		return wcscmp(wide, L"a");
	case 12:
		return wcsncmp(wide, L"a", 1);
	default:
		return (long)wcsnlen(wide, 1);
	}
}

static void unlooked_at(void)
{
	char *rest = NULL;

	printf("%d %d %d\n", strverscmp(bad, bad), strncmp(bad, bad, 0),
	       strncasecmp(bad, empty, 0));
	printf("%p %p\n", (void *)strstr(bad, empty),
	       (void *)strcasestr(bad, empty));
	printf("%zu %p %zu\n", strspn(bad, empty), (void *)strpbrk(bad, empty),
	       strnlen(bad, 0));
	errno = 0;
	printf("%ld", strtol(bad, NULL, 1));
	printf(" %d\n", errno);
	printf("%p %s\n", (void *)strsep(&rest, bad), strndup(bad, 0));
	printf("%d %d %zu\n", wcscasecmp(bad_wide, bad_wide),
	       wcsncmp(bad_wide, bad_wide, 0), wcsnlen(bad_wide, 0));
	printf("%p\n", (void *)strtok(empty, bad));
}

/* What lies behind the string comes and goes, and no call needs it. */
static void *take_away(void *page)
{
	for (int i = 0; i < TURNS; i++) {
		munmap(page, PAGE);
		mmap(page, PAGE, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	}
	return NULL;
}

static void unsteady(void)
{
	char *page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long n = 0;
	pthread_t thread;

	memset(page, 'x', PAGE);
	if (pthread_create(&thread, NULL, take_away, page + PAGE))
		return;
	for (int i = 0; i < TURNS; i++)
		n += strncmp(page + PAGE - 5, "xxxxx", 5) +
		     !strchr(page + PAGE - 5, 'x') +
		     !strcmp(page + PAGE - 5, "y");
	pthread_join(thread, NULL);
	printf("%ld\n", n);
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_sigaction = fault,
				   .sa_flags = SA_SIGINFO | SA_NODEFER};

	if (argc > 1 && !strcmp(argv[1], "unsteady")) {
		unsteady();
		return 0;
	}
	unlooked_at();
	sigaction(SIGSEGV, &action, NULL);
	for (volatile int i = 0; i < 14; i++)
		if (!sigsetjmp(back, 1))
			printf("no fault: %ld\n", faulty(i, bad, bad_wide));
	return 0;
}
