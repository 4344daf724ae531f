/* SPDX-License-Identifier: MIT */
/*
 * Programs that tidy up: they close what they do not know, change their root,
 * give up their rights. The argument chooses one; "READY" and the calls behind
 * it must be recorded none the less.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void first_free(void)
{
	int fd = open("/dev/null", O_RDONLY);

	printf("first free descriptor: %d\n", fd);
	printf("next: %d\n", dup(fd));
}

static void close_all(void)
{
#if __GLIBC_PREREQ(2, 34)
	closefrom(3);
#endif
	for (int fd = 3; fd < 1024; fd++)
		close(fd);
	printf("open after that: %d\n", open("/dev/null", O_RDONLY));
}

static void close_output(void)
{
	printf("last words\n");
	fflush(stdout);
	close(0);
	close(1);
	close(2);
	getenv("WITHOUT_DESCRIPTORS");
}

static void take_numbers(void)
{
	int fd = open("/dev/null", O_RDWR);
	int n_good = 0;

	for (int to = 3; to < 1000; to++)
		n_good += dup2(fd, to) == to;
	printf("numbers taken: %d\n", n_good);
}

static void change_root(void)
{
	printf("chroot: %d\n", chroot("/proc/self/fdinfo"));
	printf("passwd: %d\n", open("/etc/passwd", O_RDONLY));
}

static void drop_rights(void)
{
	printf("setgid: %d, ", setgid(65534));
	printf("setuid: %d\n", setuid(65534));
}

static void limit_descriptors(void)
{
	struct rlimit none = {3, 3};

	printf("setrlimit: %d\n", setrlimit(RLIMIT_NOFILE, &none));
	printf("open: %d\n", open("/dev/null", O_RDONLY));
}

static const struct {
	const char *name;
	void (*tidy)(void);
} ways[] = {
	{"first_free", first_free},
	{"close_all", close_all},
	{"close_output", close_output},
	{"take_numbers", take_numbers},
	{"change_root", change_root},
	{"drop_rights", drop_rights},
	{"limit_descriptors", limit_descriptors},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		if (argc < 2 || strcmp(argv[1], ways[i].name))
			continue;
		ways[i].tidy();
		for (int k = 0; k < 10; k++)
			getenv("READY");
		/* cold until now */
		setenv("READY", "yes", 1);
		return 0;
	}
	return 2;
}
