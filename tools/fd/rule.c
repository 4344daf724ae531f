/* SPDX-License-Identifier: MIT */
/*
 * The table of rule.h.
 */
#include "tools/fd/rule.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Sorted by name. */
static const struct fd_rule rules[] = {
	{"_Fork", FD_FORK, FD_NO, FD_NO, NULL},
	{"__open_2", FD_OPEN, 0, FD_NO, NULL},
	{"__openat_2", FD_OPENAT, 0, 1, NULL},
	{"accept", FD_ACCEPT, 0, 1, NULL},
	{"accept4", FD_ACCEPT, 0, 1, NULL},
	{"bind", FD_BIND, 0, 1, NULL},
	{"chdir", FD_CHDIR, 0, FD_NO, NULL},
	{"close", FD_CLOSE, 0, FD_NO, NULL},
	{"close_range", FD_CLOSE_RANGE, 0, 1, NULL},
	{"closedir", FD_STREAM_CLOSE, 0, FD_NO, NULL},
	{"closefrom", FD_CLOSE_FROM, 0, FD_NO, NULL},
	{"connect", FD_CONNECT, 0, 1, NULL},
	{"creat", FD_OPEN, 0, FD_NO, NULL},
	{"dirfd", FD_OF_STREAM, 0, FD_NO, NULL},
	{"dup", FD_COPY, 0, FD_NO, NULL},
	{"dup2", FD_COPY_TO, 0, 1, NULL},
	{"dup3", FD_COPY_TO, 0, 1, NULL},
	{"epoll_create", FD_CALLED, FD_NO, FD_NO, "epoll"},
	{"epoll_create1", FD_CALLED, FD_NO, FD_NO, "epoll"},
	{"eventfd", FD_CALLED, FD_NO, FD_NO, "eventfd"},
	{"fanotify_init", FD_CALLED, FD_NO, FD_NO, "fanotify"},
	{"fchdir", FD_FCHDIR, 0, FD_NO, NULL},
	{"fclose", FD_STREAM_CLOSE, 0, FD_NO, NULL},
	{"fcntl", FD_FCNTL, 0, 1, NULL},
	{"fdopen", FD_STREAM_OF, 0, FD_NO, NULL},
	{"fdopendir", FD_STREAM_OF, 0, FD_NO, NULL},
	{"fileno", FD_OF_STREAM, 0, FD_NO, NULL},
	{"fopen", FD_STREAM_OPEN, 0, FD_NO, NULL},
	{"fork", FD_FORK, FD_NO, FD_NO, NULL},
	{"freopen", FD_STREAM_REOPEN, 0, 2, NULL},
	{"freopen64", FD_STREAM_REOPEN, 0, 2, NULL},
	{"getcwd", FD_GETCWD, 0, FD_NO, NULL},
	{"getpeername", FD_CONNECT, 0, 1, NULL},
	{"getsockname", FD_BIND, 0, 1, NULL},
	{"inotify_init", FD_CALLED, FD_NO, FD_NO, "inotify"},
	{"inotify_init1", FD_CALLED, FD_NO, FD_NO, "inotify"},
	{"memfd_create", FD_CALLED, 0, FD_NO, "memfd:"},
	{"mkostemp", FD_TEMPLATE, 0, FD_NO, NULL},
	{"mkostemps", FD_TEMPLATE, 0, FD_NO, NULL},
	{"mkstemp", FD_TEMPLATE, 0, FD_NO, NULL},
	{"mkstemps", FD_TEMPLATE, 0, FD_NO, NULL},
	{"mq_close", FD_CLOSE, 0, FD_NO, NULL},
	{"mq_open", FD_CALLED, 0, FD_NO, "mqueue:"},
	{"open", FD_OPEN, 0, FD_NO, NULL},
	{"openat", FD_OPENAT, 0, 1, NULL},
	{"openat2", FD_OPENAT, 0, 1, NULL},
	{"opendir", FD_STREAM_OPEN, 0, FD_NO, NULL},
	{"pclose", FD_PCLOSE, 0, FD_NO, NULL},
	{"pidfd_open", FD_CALLED, FD_NO, FD_NO, "pidfd"},
	{"pipe", FD_PAIR, 0, FD_NO, NULL},
	{"pipe2", FD_PAIR, 0, FD_NO, NULL},
	{"popen", FD_POPEN, 0, 1, "popen:"},
	{"posix_openpt", FD_CALLED, FD_NO, FD_NO, "/dev/ptmx"},
	{"posix_spawn", FD_SPAWN, 0, 2, NULL},
	{"posix_spawn_file_actions_addchdir_np", FD_ADD_CHDIR, 0, FD_NO, NULL},
	{"posix_spawn_file_actions_addclose", FD_ADD_CLOSE, 0, FD_NO, NULL},
	{"posix_spawn_file_actions_addclosefrom_np", FD_ADD_CLOSE_FROM, 0,
	 FD_NO, NULL},
	{"posix_spawn_file_actions_adddup2", FD_ADD_DUP2, 0, FD_NO, NULL},
	{"posix_spawn_file_actions_addfchdir_np", FD_ADD_FCHDIR, 0, FD_NO,
	 NULL},
	{"posix_spawn_file_actions_addopen", FD_ADD_OPEN, 0, FD_NO, NULL},
	{"posix_spawn_file_actions_destroy", FD_ADD_END, 0, FD_NO, NULL},
	{"posix_spawn_file_actions_init", FD_ADD_NEW, 0, FD_NO, NULL},
	{"posix_spawnp", FD_SPAWN, 0, 2, NULL},
	{"shm_open", FD_CALLED, 0, FD_NO, "/dev/shm"},
	{"signalfd", FD_CALLED, FD_NO, FD_NO, "signalfd"},
	{"socket", FD_SOCKET, 0, 1, NULL},
	{"socketpair", FD_SOCKETPAIR, 3, FD_NO, NULL},
	{"system", FD_SYSTEM, 0, FD_NO, NULL},
	{"timerfd_create", FD_CALLED, FD_NO, FD_NO, "timerfd"},
	{"tmpfile", FD_STREAM_CALLED, FD_NO, FD_NO, "tmpfile"},
};

static int by_name(const void *key, const void *rule)
{
	return strcmp(key, ((const struct fd_rule *)rule)->name);
}

const struct fd_rule *fd_rule_find(const char *name)
{
	return bsearch(name, rules, sizeof(rules) / sizeof(rules[0]),
		       sizeof(rules[0]), by_name);
}
