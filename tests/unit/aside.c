/* SPDX-License-Identifier: MIT */
/*
 * Archives that have another name until a program records into a new one.
 */
#include "tools/manager/aside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tap.h"

static struct aside aside;
static char folder[] = "/tmp/aside-XXXXXX";

static void put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	ok(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
}

/* What a file has, "" if there is none. */
static const char *content(const char *path)
{
	static char text[32];
	int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);

	text[n > 0 ? n : 0] = '\0';
	close(fd);
	return text;
}

/* An archive with another name. */
static void put_aside(void)
{
	put("a.fxt", "old");
	is_u64((uint64_t)aside_choose(&aside, "a.fxt"), 0);
	ok(strchr(aside.name, '/') == NULL);
	ok(!rename("a.fxt", aside.name));
}

static void given_back(void)
{
	put_aside();
	aside_settle(&aside, false);
	is_str(content("a.fxt"), "old");
	is_str(aside.name, "");
}

static void removed(void)
{
	char name[sizeof(aside.name)];

	put_aside();
	strcpy(name, aside.name);
	put("a.fxt", "new");
	aside_settle(&aside, true);
	is_str(content("a.fxt"), "new");
	ok(access(name, F_OK) != 0);
}

static void kept(void)
{
	char name[sizeof(aside.name)];

	put_aside();
	strcpy(name, aside.name);
	put("a.fxt", "another's");
	aside_settle(&aside, false);
	is_str(content("a.fxt"), "another's");
	is_str(content(name), "old");
	unlink(name);
}

static void replaced(void)
{
	char name[sizeof(aside.name)];

	put_aside();
	strcpy(name, aside.name);
	ok(!rename(name, "elsewhere"));
	put(name, "foreign");
	aside_settle(&aside, true);
	is_str(content(name), "foreign");
	is_str(content("elsewhere"), "old");
	unlink(name);
}

static void no_archive(void)
{
	ok(!mkdir("folder", 0700));
	is_u64((uint64_t)aside_choose(&aside, "folder"), EEXIST);
	is_str(aside.name, "");
	is_u64((uint64_t)aside_choose(&aside, "nothing"), ENOENT);
	aside_settle(&aside, true);
	ok(!rmdir("folder"));
}

static void in_folder(void)
{
	ok(!mkdir("folder", 0700));
	put("folder/a.fxt", "old");
	is_u64((uint64_t)aside_choose(&aside, "folder/a.fxt"), 0);
	ok(!strncmp(aside.name, "folder/.fxtrace-", 16));
	aside_settle(&aside, true); /* it has its own name still */
	is_str(content("folder/a.fxt"), "old");
}

static const struct tap_test tests[] = {
	{"an archive gets its name back if nothing replaces it", given_back},
	{"it is removed if something does", removed},
	{"what has its name by then keeps it, and both are there", kept},
	{"what somebody has put in its place is not removed", replaced},
	{"folders and what is not there are refused", no_archive},
	{"the other name is in the same folder", in_folder},
};

__attribute__((constructor)) static void enter(void)
{
	if (!mkdtemp(folder) || chdir(folder))
		abort();
}

__attribute__((destructor)) static void leave(void)
{
	unlink("a.fxt");
	unlink("elsewhere");
	unlink("folder/a.fxt");
	rmdir("folder");
	(void)!chdir("/");
	rmdir(folder);
}

TAP_MAIN(tests)
