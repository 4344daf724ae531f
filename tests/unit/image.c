/* SPDX-License-Identifier: MIT */
/*
 * What executables say of themselves, and that no bytes can break the reading.
 */
#include "tools/elf/image.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/tap.h"

#define N_DAMAGED 800

static char bytes[1 << 20];
static size_t n_bytes;
static char path[] = "/tmp/fxtrace-image-XXXXXX";

static void write_file(const void *from, size_t n)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CREAT, 0700);

	ok(fd >= 0 && write(fd, from, n) == (ssize_t)n);
	close(fd);
}

static void read_self(void)
{
	int fd = open("/proc/self/exe", O_RDONLY);

	n_bytes = (size_t)read(fd, bytes, sizeof(bytes));
	close(fd);
	close(mkstemp(path));
}

static void own(void)
{
	struct image image;

	image_init(&image, "/proc/self/exe");
	is_u64(image.kind, IMAGE_ELF);
	is_u64(image.class, ELFCLASS64);
	is_u64(image.encoding, ELFDATA2LSB);
	ok(image.type == ET_DYN || image.type == ET_EXEC);
	ok(!image.is_cut && image.has_dynamic && !image.is_go);
	ok(strstr(image.interpreter, "ld-linux") != NULL);
	ok(image_needs(&image, "libc.so."));
	ok(!image_needs(&image, "libnothing"));
	ok(image_has_symbol(&image, "mkstemp"));
	ok(!image_has_symbol(&image, "kstemp"));
	ok(!image_has_symbol(&image, "dlmopen"));
	image_fini(&image);
}

static void script_is(const char *text, const char *interpreter,
		      const char *argument)
{
	struct image image;

	write_file(text, strlen(text));
	image_init(&image, path);
	is_u64(image.kind, IMAGE_SCRIPT);
	is_str(image.interpreter, interpreter);
	is_str(image.argument, argument);
	image_fini(&image);
}

static void scripts(void)
{
	struct image image;

	read_self();
	script_is("#!/bin/sh\nexit\n", "/bin/sh", "");
	script_is("#! /bin/sh -e \r\n", "/bin/sh", "-e ");
	script_is("#!\t/usr/bin/env perl", "/usr/bin/env", "perl");
	script_is("#!", "", "");
	write_file("exit 3\n", 7);
	image_init(&image, path);
	is_u64(image.kind, IMAGE_OTHER);
	write_file("", 0);
	image_init(&image, path);
	is_u64(image.kind, IMAGE_OTHER);
	unlink(path);
	image_init(&image, path);
	is_u64(image.kind, IMAGE_UNREADABLE);
}

/* Bytes of the headers, of tables that they lead to, and the length. */
static void damage(char *copy, size_t *n)
{
	static const unsigned char worst[] = {0, 0xff, 0x7f, 0x80, 1};
	int i;

	memcpy(copy, bytes, n_bytes);
	*n = n_bytes;
	for (i = rand() % 8; i >= 0; i--) {
		size_t limit = rand() % 2 ? 0x400 : n_bytes;

		copy[(size_t)rand() % limit] =
			(char)(rand() % 2 ? worst[rand() % 5] : rand());
	}
	if (rand() % 5 == 0)
		*n = (size_t)rand() % n_bytes;
}

static void any_bytes(void)
{
	static char copy[sizeof(bytes)];
	struct image image;
	size_t n, i, n_good = 0;

	read_self();
	srand(4711);
	for (i = 0; i < N_DAMAGED; i++) {
		int fd = open(path, O_WRONLY | O_TRUNC);

		damage(copy, &n);
		if (write(fd, copy, n) != (ssize_t)n)
			break;
		close(fd);
		image_init(&image, path);
		(void)image_needs(&image, "lib");
		n_good += image_has_symbol(&image, "mkstemp");
		image_fini(&image);
	}
	unlink(path);
	is_u64(i, N_DAMAGED);
	ok(n_good > 0 && n_good < N_DAMAGED);
}

static const struct tap_test tests[] = {
	{"a program has its machine, linker, libraries and symbols", own},
	{"a script says what runs it", scripts},
	{"no bytes can break the reading", any_bytes},
};

TAP_MAIN(tests)
