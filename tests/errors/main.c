/* SPDX-License-Identifier: MIT */
/*
 * Makes the calls of the table, see try.h. A call of getenv marks each one in
 * the archive. Prints a line for each: its number, function, how the call is
 * meant to go, and the error that the program itself saw. A function that this
 * libc lacks is not called, and its line says so.
 */
#include <gnu/libc-version.h>
#include <netdb.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "tests/errors/try.h"

extern const struct try __start_tries[], __stop_tries[];

void *volatile bad_pointer = (void *)8;
char buffer[65536];
int a_file, a_folder, a_pipe[2], a_socket;

static void set_up(void)
{
	int pair[2];

	a_file = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
	a_folder = open(".", O_RDONLY | O_DIRECTORY);
	if (a_file < 0 || a_folder < 0 || write(a_file, "text\n", 5) != 5 ||
	    pipe2(a_pipe, O_NONBLOCK) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair))
		exit(1);
	a_socket = pair[0];
	signal(SIGPIPE, SIG_IGN);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

/* What errno is or would be. */
static int error_of(long how, long ret, int error)
{
	switch (how) {
	case HOW_RETURNS:
		return (int)ret;
	case HOW_REFUSES:
		return (int)ret == EAI_SYSTEM ? error : 0;
	case HOW_MAY:
		return ret == 0 || ret == -1 ? error : 0;
	default:
		return how == HOW_FAILS ? error : 0;
	}
}

/* Of glibc 2.32 and later. */
extern const char *strerrorname_np(int error) __attribute__((weak));

/* Its name, or its number in a libc that names none. */
static const char *error_name(int error)
{
	static char number[20];

	snprintf(number, sizeof(number), "%d", error);
	return strerrorname_np ? strerrorname_np(error) : number;
}

/* Before glibc 2.34 the recorder does not learn what dlerror will say. */
static const char *complaint(void)
{
	const char *said = dlerror();

	return said && atof(gnu_get_libc_version()) < 2.34 ? "dlerror" : said;
}

int main(void)
{
	static const char *const words[] = {"fails", "returns",	  "refuses",
					    "may",   "complains", "works"};

	set_up();
	for (const struct try *t = __start_tries; t < __stop_tries; t++) {
		char mark[100];
		int error;
		long ret;

		snprintf(mark, sizeof(mark), "@%d %s", (int)(t - __start_tries),
			 t->name);
		if (!dlsym(RTLD_DEFAULT, t->name)) {
			dprintf(1, "%s lacks none\n", mark + 1);
			continue;
		}
		getenv(mark);
		errno = 0;
		ret = t->call();
		error = error_of(t->how, ret, errno);
		dprintf(1, "%s %s %s\n", mark + 1, words[t->how],
			error			  ? error_name(error)
			: t->how == HOW_COMPLAINS ? complaint()
						  : "none");
	}
	return 0;
}
