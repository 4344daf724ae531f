/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * modules LIBRARY N KEEP: loads N copies of the library one by one, and has
 * each make a call that names its file. The last KEEP of them stay loaded,
 * those before are unloaded: so the next one comes to their place. Its exit
 * status is 5.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char image[256 << 10]; /* arm64 aligns segments to 64 KiB */
static ssize_t n_image;

static void fail(const char *what)
{
	fprintf(stderr, "%s failed\n", what);
	exit(1);
}

static void read_image(const char *library)
{
	int fd = open(library, O_RDONLY);

	n_image = fd < 0 ? 0 : read(fd, image, sizeof(image));
	if (n_image <= 0 || n_image == sizeof(image))
		fail("reading the library");
	close(fd);
}

static void *load_copy(int i)
{
	char path[32];
	int fd;
	int (*enter)(const char *);
	void *handle;

	snprintf(path, sizeof(path), "./copy%05d.so", i);
	fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0755);
	if (fd < 0 || write(fd, image, (size_t)n_image) != n_image)
		fail("writing a copy");
	close(fd);
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		fail("dlopen");
	enter = (int (*)(const char *))dlsym(handle, "enter");
	if (!enter || enter(path) != -1)
		fail("enter");
	unlink(path);
	return handle;
}

int main(int argc, char **argv)
{
	int n = argc == 4 ? atoi(argv[2]) : 0;
	int keep = argc == 4 ? atoi(argv[3]) : 0;
	void **handles = calloc((size_t)n + 1, sizeof(*handles));

	if (n <= 0 || keep <= 0 || !handles)
		fail("reading the command line");
	read_image(argv[1]);
	for (int i = 0; i < n; i++) {
		handles[i] = load_copy(i);
		if (i >= keep && dlclose(handles[i - keep]))
			fail("dlclose");
	}
	return 5;
}
