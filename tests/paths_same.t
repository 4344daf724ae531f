#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls are recorded by plan, in the fast path, or else in the general way. A
# limit that no function reaches has all of them recorded in the general way:
# the values are the same.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
plan 5
cat >values.c <<'EOT2'
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define PAGE 4096
static char *pages;
static volatile int found;

/* A text of n bytes that ends at `end`. */
static char *text(char *end, size_t n, const char *unit)
{
	char *p = end - n - 1;
	for (size_t i = 0; i < n; i++)
		p[i] = unit[i % strlen(unit)];
	p[n] = 0;
	return p;
}

static void texts(const char *unit)
{
	static const int ends[] = {2000, PAGE, PAGE + 1, PAGE + 40, 2 * PAGE};

	for (unsigned e = 0; e < sizeof(ends) / sizeof(*ends); e++)
		for (size_t n = 0; n < 600; n += n < 70 ? 1 : 37) {
			char *p = text(pages + ends[e], n, unit);

			getenv(p);
			access(p, F_OK);
			found += strncmp(p, p, n);
			found += strncmp(p, "x", 300);
		}
}

static void buffers(void)
{
	int zero = open("/dev/zero", O_RDONLY), null = open("null", O_WRONLY);
	FILE *to = fopen("null", "w");

	for (size_t n = 0; n < 5000; n += n < 40 ? 1 : 129) {
		memset(pages, 'a' + (int)(n % 26), n);
		memmove(pages + 3000, pages, n);
		read(zero, pages + 100, n);
		write(null, pages + 200, n);
		fwrite(pages + 300, n % 7 + 1, n / 7, to);
		write(null, pages + 2 * PAGE - n, n);
	}
	fclose(to);
	close(zero);
	close(null);
}

static void files(void)
{
	int folder = open("folder", O_RDONLY | O_DIRECTORY);
	struct dirent *entry;
	struct stat *st = (struct stat *)pages;
	DIR *all = fdopendir(dup(folder));

	close(openat(folder, "a", O_RDONLY));
	close(openat(folder, "made", O_WRONLY | O_CREAT, 0600));
	close(open("folder/made", O_RDWR | O_TRUNC));
	openat(folder, "none", O_RDONLY);
	fstatat(folder, "a", st, 0);
	fstatat(AT_FDCWD, "folder/a", st, AT_SYMLINK_NOFOLLOW);
	fstatat(-7, "a", st, 0);
	stat("folder/none", st);
	lstat("folder/a", st);
	while ((entry = readdir(all)))
		;
	closedir(all);
}

int main(void)
{
	pages = mmap((void *)0x10000000000, 3 * PAGE, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	munmap(pages + 2 * PAGE, PAGE);
	texts("abcdefghij");
	texts("\xc3\xbcx");
	texts("a\xff");
	buffers();
	files();
	return 0;
}
EOT2
${CC:-cc} -O0 -w -fno-builtin -o values values.c || exit 1
mkdir folder
touch folder/a folder/b folder/made
ln -s /dev/null null

# record NAME COMMAND...: dump in NAME.dump
record() {
	"$fxtrace" record -q --overwrite -c '+*' -b 64M -o "$1.fxt" ./values &&
		"$fxtrace" dump --stable "$1.fxt" >"$1.dump"
}
record fast
FXTRACE_LIMIT=1000000 record slow
for what in getenv access strncmp 'memmove|read|write|fwrite|memset' \
	'open|openat|fstatat|stat|lstat|readdir'; do
	for name in fast slow; do
		grep -E " ($what)\(" $name.dump >$name.part
	done
	n=$(wc -l <fast.part)
	[ "$n" -gt 10 ] && out=$(diff fast.part slow.part)
	ok $? "the same of $n calls: ${what//|/, }" || head -n 6 <<<"$out" | cut -c1-300 | note
done
