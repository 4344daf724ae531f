/* SPDX-License-Identifier: MIT */
/*
 * Names inside of a folder, see inside.h.
 */
#include "tools/io/inside.h"

#include <asm/unistd.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The kernel fails (EAGAIN) while somebody renames folders. */
#define MAX_TRIES 1000

static int check_path(const char *path)
{
	if (strnlen(path, PATH_MAX) == PATH_MAX)
		return -ENAMETOOLONG;
	if (!*path)
		return -ENOENT;
	return *path == '/' ? 0 : -EINVAL;
}

int inside_open(const struct box *box, const char *path, int flags, mode_t mode)
{
	const struct open_how how = {.flags = (unsigned)flags,
				     .mode = mode,
				     .resolve = RESOLVE_IN_ROOT |
						RESOLVE_NO_MAGICLINKS |
						RESOLVE_NO_XDEV};
	int status = check_path(path);

	if (status)
		return status;
	for (int i = 0; i < MAX_TRIES; i++) {
		status = inside_result(syscall(__NR_openat2, box->root_fd, path,
					       &how, sizeof(how)));
		if (status != -EAGAIN && status != -EINTR)
			break;
	}
	return status;
}

static enum inside_kind kind_of(const char *name, size_t n)
{
	if (n == 0)
		return INSIDE_ROOT;
	if (n == 1 && name[0] == '.')
		return INSIDE_DOT;
	if (n == 2 && name[0] == '.' && name[1] == '.')
		return INSIDE_DOT_DOT;
	return INSIDE_NAME;
}

int inside_parent(const struct box *box, const char *path,
		  struct inside_last *last)
{
	char parent[PATH_MAX];
	size_t end, begin;
	int status = check_path(path);
	bool is_too_long;

	if (status)
		return status;
	end = strlen(path);
	while (end > 1 && path[end - 1] == '/')
		end--;
	for (begin = end; path[begin - 1] != '/';)
		begin--;
	memcpy(parent, path, begin);
	parent[begin] = '\0';
	last->kind = kind_of(path + begin, end - begin);
	is_too_long = end - begin > NAME_MAX;
	if (!is_too_long)
		snprintf(last->name, sizeof(last->name), "%.*s%s",
			 (int)(end - begin), path + begin,
			 path[end] ? "/" : "");
	last->parent_fd =
		inside_open(box, parent, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
	if (last->parent_fd < 0)
		return last->parent_fd;
	if (is_too_long)
		close(last->parent_fd);
	return is_too_long ? -ENAMETOOLONG : 0;
}

const char *inside_again(int fd, char text[INSIDE_TEXT])
{
	snprintf(text, INSIDE_TEXT, "/proc/self/fd/%d", fd);
	return text;
}
