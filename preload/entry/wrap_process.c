/* SPDX-License-Identifier: MIT */
/*
 * The wrappers that cannot be generated: functions that make a new process or
 * replace this one, and those whose arguments change how we must behave. They
 * have the same shape as generated ones and one step more.
 */
#include "preload/call/preload.h"

#include <fcntl.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <sys/types.h>

#include "preload/entry/custom.h"
#include "preload/config/config.h"
#include "preload/config/environ.h"
#include "preload/runtime/flow.h"
#include "preload/shadow/mapped.h"
#include "preload/process/process.h"
#include "preload/runtime/sandbox.h"
#include "preload/schema/unrecorded.h"
#include "preload/config/session.h"
#include "preload/shadow/stream.h"
#include "preload/symbol/peek.h"
#include "preload/call/trigger.h"
#include "writer/engine.h"

/* Prototypes under names of their own, exported as libc's: no header's
 * attributes, macros or inlines apply. */
pid_t fxp_w_fork(void) FXP_EXPORT("fork");
pid_t fxp_w___fork(void) FXP_EXPORT("__fork");
pid_t fxp_w__Fork(void) FXP_NEWER;
int fxp_w_execve(const char *pathname, char *const argv[], char *const envp[])
	FXP_EXPORT("execve");
int fxp_w_execv(const char *pathname, char *const argv[]) FXP_EXPORT("execv");
int fxp_w_execvp(const char *file, char *const argv[]) FXP_EXPORT("execvp");
int fxp_w_execvpe(const char *file, char *const argv[], char *const envp[])
	FXP_EXPORT("execvpe");
int fxp_w_fexecve(int fd, char *const argv[], char *const envp[])
	FXP_EXPORT("fexecve");
int fxp_w_execveat(int dirfd, const char *pathname, char *const argv[],
		   char *const envp[], int flags) FXP_NEWER;
int fxp_w_execl(const char *pathname, const char *arg, ...) FXP_EXPORT("execl");
int fxp_w_execlp(const char *file, const char *arg, ...) FXP_EXPORT("execlp");
int fxp_w_execle(const char *pathname, const char *arg, ...)
	FXP_EXPORT("execle");
int fxp_w_posix_spawn(pid_t *pid, const char *path,
		      const posix_spawn_file_actions_t *file_actions,
		      const posix_spawnattr_t *attrp, char *const argv[],
		      char *const envp[]) FXP_EXPORT("posix_spawn");
int fxp_w_posix_spawnp(pid_t *pid, const char *file,
		       const posix_spawn_file_actions_t *file_actions,
		       const posix_spawnattr_t *attrp, char *const argv[],
		       char *const envp[]) FXP_EXPORT("posix_spawnp");
int fxp_w_pidfd_spawn(int *pidfd, const char *path,
		      const posix_spawn_file_actions_t *file_actions,
		      const posix_spawnattr_t *attrp, char *const argv[],
		      char *const envp[]) FXP_NEWER;
int fxp_w_pidfd_spawnp(int *pidfd, const char *file,
		       const posix_spawn_file_actions_t *file_actions,
		       const posix_spawnattr_t *attrp, char *const argv[],
		       char *const envp[]) FXP_NEWER;
FXP_EXPORT_NEWER(_Fork, "_Fork", "GLIBC_2.34")
FXP_EXPORT_NEWER(execveat, "execveat", "GLIBC_2.34")
FXP_EXPORT_NEWER(pidfd_spawn, "pidfd_spawn", "GLIBC_2.39")
FXP_EXPORT_NEWER(pidfd_spawnp, "pidfd_spawnp", "GLIBC_2.39")
int fxp_w_pthread_create(pthread_t *thread, const pthread_attr_t *attr,
			 void *(*start_routine)(void *), void *arg)
	FXP_EXPORT("pthread_create");
int fxp_w_pthread_setname_np(pthread_t thread, const char *name)
	FXP_EXPORT("pthread_setname_np");
int fxp_w_prctl(int option, ...) FXP_EXPORT("prctl");

/* The call's begin and end are in the parent's archive. The child starts its
 * own archive before anything else runs. */
static pid_t fork_by(unsigned function)
{
	pid_t (*real)(void) = (pid_t(*)(void))fxp_custom_real(function);
	/* now, because the child's page is wiped */
	bool was_inside = fxp_process_is_inside();
	struct fxp_call call;
	uint64_t slot[1] = {0};
	uint64_t outer_flow;
	pid_t pid;

	fxp_streams_emit();
	fxp_custom_begin(&call, function, slot);
	outer_flow = fxp_flow_fork(&call);
	fxp_process_starts(1);
	pid = real();
	if (pid == 0) {
		fxp_process_child(was_inside);
		return pid;
	}
	fxp_flow_forked(outer_flow);
	if (pid < 0)
		fxp_process_starts(-1);
	slot[0] = FXP_WORD(pid);
	fxp_end(&call, slot);
	return pid;
}

pid_t fxp_w_fork(void)
{
	return fork_by(FXP_FN_libc_fork);
}

pid_t fxp_w___fork(void)
{
	return fork_by(FXP_FN_libc___fork);
}

pid_t fxp_w__Fork(void)
{
	return fork_by(FXP_FN_libc__Fork);
}

/* An exec under way. */
struct exec {
	struct fxp_started started;
	void *borrowed; /* memory of its environment */
};

/* The archive is completed before an exec, because afterwards our code is gone.
 * If the exec fails, recording goes on. */
static void exec_begin(struct fxp_call *call, unsigned function,
		       const uint64_t *slot, const struct exec *exec)
{
	fxp_mapped_emit_all();
	fxp_streams_drop();
	fxp_custom_begin(call, function, slot);
	/* a successful one never returns */
	if (fxp_is_watched(call->cell))
		fxp_trigger_tail(call->cell, slot);
	fxp_process_exec(exec->started.bar == FXP_BAR_NONE);
}

static int exec_failed(struct fxp_call *call, uint64_t *slot, unsigned n_params,
		       const struct exec *exec, int ret)
{
	fxp_environ_give_back(exec->borrowed);
	fxp_unrecorded_failed(&exec->started);
	fxp_process_exec_failed(exec->started.bar == FXP_BAR_NONE);
	slot[n_params] = FXP_WORD(ret);
	fxp_end(call, slot);
	fxp_streams_restore();
	return ret;
}

static struct fxp_started look_at(const char *path)
{
	return fxp_unrecorded_start(FXP_BY_PATH, AT_FDCWD, path, NULL);
}

static struct fxp_started search_for(const char *name)
{
	return fxp_unrecorded_start(
		FXP_BY_SEARCH, AT_FDCWD, name,
		fxp_config_value(fxp_process_environ(), "PATH"));
}

/* With that flag and an empty path the descriptor itself is the file. */
static struct fxp_started look_in(int folder, const char *path, int flags)
{
	char first;
	bool is_it =
		(flags & AT_EMPTY_PATH) && fxp_peek(&first, path, 1) && !first;

	return fxp_unrecorded_start(is_it ? FXP_BY_FD : FXP_BY_PATH, folder,
				    path, NULL);
}

#define COMPLETE(envp, exec)                                                   \
	FXP_ENVIRON_COMPLETE(envp, (exec)->borrowed, NULL,                     \
			     fxp_bar_complains((exec)->started.bar))

int fxp_w_execve(const char *pathname, char *const argv[], char *const envp[])
{
	int (*real)(const char *, char *const *, char *const *) =
		fxp_custom_real(FXP_FN_libc_execve);
	struct fxp_call call;
	struct exec exec;
	uint64_t slot[4] = {FXP_WORD(pathname), FXP_WORD(argv), FXP_WORD(envp)};

	exec.started = look_at(pathname);
	COMPLETE(envp, &exec);
	exec_begin(&call, FXP_FN_libc_execve, slot, &exec);
	return exec_failed(&call, slot, 3, &exec, real(pathname, argv, envp));
}

int fxp_w_execv(const char *pathname, char *const argv[])
{
	int (*real)(const char *, char *const *, char *const *) =
		fxp_custom_real(FXP_FN_libc_execve);
	char *const *envp = fxp_process_environ();
	struct fxp_call call;
	struct exec exec;
	uint64_t slot[3] = {FXP_WORD(pathname), FXP_WORD(argv)};

	(void)fxp_custom_real(FXP_FN_libc_execv); /* its first call */
	exec.started = look_at(pathname);
	COMPLETE(envp, &exec);
	exec_begin(&call, FXP_FN_libc_execv, slot, &exec);
	return exec_failed(&call, slot, 2, &exec, real(pathname, argv, envp));
}

int fxp_w_execvp(const char *file, char *const argv[])
{
	int (*real)(const char *, char *const *, char *const *) =
		fxp_custom_real(FXP_FN_libc_execvpe);
	char *const *envp = fxp_process_environ();
	struct fxp_call call;
	struct exec exec;
	uint64_t slot[3] = {FXP_WORD(file), FXP_WORD(argv)};

	(void)fxp_custom_real(FXP_FN_libc_execvp); /* its first call */
	exec.started = search_for(file);
	COMPLETE(envp, &exec);
	exec_begin(&call, FXP_FN_libc_execvp, slot, &exec);
	return exec_failed(&call, slot, 2, &exec, real(file, argv, envp));
}

int fxp_w_execvpe(const char *file, char *const argv[], char *const envp[])
{
	int (*real)(const char *, char *const *, char *const *) =
		fxp_custom_real(FXP_FN_libc_execvpe);
	struct fxp_call call;
	struct exec exec;
	uint64_t slot[4] = {FXP_WORD(file), FXP_WORD(argv), FXP_WORD(envp)};

	exec.started = search_for(file);
	COMPLETE(envp, &exec);
	exec_begin(&call, FXP_FN_libc_execvpe, slot, &exec);
	return exec_failed(&call, slot, 3, &exec, real(file, argv, envp));
}

int fxp_w_fexecve(int fd, char *const argv[], char *const envp[])
{
	int (*real)(int, char *const *, char *const *) =
		fxp_custom_real(FXP_FN_libc_fexecve);
	struct fxp_call call;
	struct exec exec;
	uint64_t slot[4] = {FXP_WORD(fd), FXP_WORD(argv), FXP_WORD(envp)};

	exec.started = fxp_unrecorded_start(FXP_BY_FD, fd, NULL, NULL);
	COMPLETE(envp, &exec);
	exec_begin(&call, FXP_FN_libc_fexecve, slot, &exec);
	return exec_failed(&call, slot, 3, &exec, real(fd, argv, envp));
}

int fxp_w_execveat(int dirfd, const char *pathname, char *const argv[],
		   char *const envp[], int flags)
{
	int (*real)(int, const char *, char *const *, char *const *, int) =
		fxp_custom_real(FXP_FN_libc_execveat);
	struct fxp_call call;
	struct exec exec;
	uint64_t slot[6] = {FXP_WORD(dirfd), FXP_WORD(pathname), FXP_WORD(argv),
			    FXP_WORD(envp), FXP_WORD(flags)};

	exec.started = look_in(dirfd, pathname, flags);
	COMPLETE(envp, &exec);
	exec_begin(&call, FXP_FN_libc_execveat, slot, &exec);
	return exec_failed(&call, slot, 5, &exec,
			   real(dirfd, pathname, argv, envp, flags));
}

/* Arguments of an execl list, with the NULL behind them. */
static unsigned count_list(const char *arg, va_list list)
{
	unsigned n = 1;

	while (arg) {
		arg = va_arg(list, const char *);
		n++;
	}
	return n;
}

/* Fills argv from the list up to its NULL. */
static void collect_list(char **argv, const char *arg, va_list list)
{
	while (arg) {
		*argv++ = (char *)(uintptr_t)arg;
		arg = va_arg(list, const char *);
	}
	*argv = NULL;
}

/* The array is on this stack, as libc's own is: the caller may be a vfork
 * child. */
#define COLLECT(argv, arg)                                                     \
	do {                                                                   \
		va_list list_;                                                 \
		unsigned n_;                                                   \
                                                                               \
		va_start(list_, arg);                                          \
		n_ = count_list(arg, list_);                                   \
		va_end(list_);                                                 \
		(argv) = __builtin_alloca(n_ * sizeof(char *));                \
		va_start(list_, arg);                                          \
		collect_list(argv, arg, list_);                                \
		va_end(list_);                                                 \
	} while (0)

int fxp_w_execl(const char *pathname, const char *arg, ...)
{
	char **argv;

	COLLECT(argv, arg);
	return fxp_w_execv(pathname, argv);
}

int fxp_w_execlp(const char *file, const char *arg, ...)
{
	char **argv;

	COLLECT(argv, arg);
	return fxp_w_execvp(file, argv);
}

/* The environment follows the list's NULL. */
int fxp_w_execle(const char *pathname, const char *arg, ...)
{
	char **argv;
	char *const *envp;
	va_list list;

	COLLECT(argv, arg);
	va_start(list, arg);
	while (arg)
		arg = va_arg(list, const char *);
	envp = va_arg(list, char *const *);
	va_end(list);
	return fxp_w_execve(pathname, argv, envp);
}

typedef int spawn(pid_t *, const char *, const posix_spawn_file_actions_t *,
		  const posix_spawnattr_t *, char *const[], char *const[]);

static void expect_start(const struct fxp_started *started, int n)
{
	if (started->bar == FXP_BAR_NONE)
		fxp_process_starts(n);
	else
		fxp_process_starts_alone(n);
}

/* slot: as the call's arguments, and the result */
static int spawn_by(unsigned function, uint64_t *slot, bool searches)
{
	spawn *real = (spawn *)fxp_custom_real(function);
	const char *file = (const char *)slot[1];
	struct fxp_started started =
		searches ? search_for(file) : look_at(file);
	char *const *envp = (char *const *)slot[5];
	char flow[FXP_SESSION_FLOW_BYTES];
	struct fxp_call call;
	void *borrowed;
	int ret;

	fxp_custom_begin(&call, function, slot);
	FXP_ENVIRON_COMPLETE(envp, borrowed,
			     fxp_flow_spawn(&call, flow) ? flow : NULL,
			     fxp_bar_complains(started.bar));
	expect_start(&started, 1);
	ret = real((pid_t *)slot[0], file,
		   (const posix_spawn_file_actions_t *)slot[2],
		   (const posix_spawnattr_t *)slot[3], (char *const *)slot[4],
		   envp);
	if (ret != 0) {
		fxp_unrecorded_failed(&started);
		expect_start(&started, -1);
	}
	fxp_environ_give_back(borrowed);
	slot[6] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

int fxp_w_posix_spawn(pid_t *pid, const char *path,
		      const posix_spawn_file_actions_t *file_actions,
		      const posix_spawnattr_t *attrp, char *const argv[],
		      char *const envp[])
{
	uint64_t slot[7] = {FXP_WORD(pid),	    FXP_WORD(path),
			    FXP_WORD(file_actions), FXP_WORD(attrp),
			    FXP_WORD(argv),	    FXP_WORD(envp)};

	return spawn_by(FXP_FN_libc_posix_spawn, slot, false);
}

int fxp_w_posix_spawnp(pid_t *pid, const char *file,
		       const posix_spawn_file_actions_t *file_actions,
		       const posix_spawnattr_t *attrp, char *const argv[],
		       char *const envp[])
{
	uint64_t slot[7] = {FXP_WORD(pid),	    FXP_WORD(file),
			    FXP_WORD(file_actions), FXP_WORD(attrp),
			    FXP_WORD(argv),	    FXP_WORD(envp)};

	return spawn_by(FXP_FN_libc_posix_spawnp, slot, true);
}

/* The same with a descriptor of the process in place of its number: a pid_t is
 * an int. */
int fxp_w_pidfd_spawn(int *pidfd, const char *path,
		      const posix_spawn_file_actions_t *file_actions,
		      const posix_spawnattr_t *attrp, char *const argv[],
		      char *const envp[])
{
	uint64_t slot[7] = {FXP_WORD(pidfd),	    FXP_WORD(path),
			    FXP_WORD(file_actions), FXP_WORD(attrp),
			    FXP_WORD(argv),	    FXP_WORD(envp)};

	return spawn_by(FXP_FN_libc_pidfd_spawn, slot, false);
}

int fxp_w_pidfd_spawnp(int *pidfd, const char *file,
		       const posix_spawn_file_actions_t *file_actions,
		       const posix_spawnattr_t *attrp, char *const argv[],
		       char *const envp[])
{
	uint64_t slot[7] = {FXP_WORD(pidfd),	    FXP_WORD(file),
			    FXP_WORD(file_actions), FXP_WORD(attrp),
			    FXP_WORD(argv),	    FXP_WORD(envp)};

	return spawn_by(FXP_FN_libc_pidfd_spawnp, slot, true);
}

int fxp_w_pthread_create(pthread_t *thread, const pthread_attr_t *attr,
			 void *(*start_routine)(void *), void *arg)
{
	int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
		    void *) = fxp_custom_real(FXP_FN_libc_pthread_create);
	struct fxp_call call;
	uint64_t slot[5] = {FXP_WORD(thread), FXP_WORD(attr),
			    FXP_WORD(start_routine), FXP_WORD(arg)};
	struct fxp_newborn *newborn;
	int ret;

	fxp_custom_begin(&call, FXP_FN_libc_pthread_create, slot);
	newborn = fxp_flow_thread(&call, thread);
	ret = real(thread, attr, start_routine, arg);
	if (newborn)
		fxp_newborn_came(newborn, ret == 0 ? *thread : 0);
	slot[4] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

int fxp_w_pthread_setname_np(pthread_t thread, const char *name)
{
	int (*real)(pthread_t, const char *) =
		fxp_custom_real(FXP_FN_libc_pthread_setname_np);
	struct fxp_call call;
	uint64_t slot[3] = {FXP_WORD(thread), FXP_WORD(name)};
	int ret;

	fxp_custom_begin(&call, FXP_FN_libc_pthread_setname_np, slot);
	ret = real(thread, name);
	if (ret == 0)
		fxp_process_renamed((uintptr_t)thread, name);
	slot[2] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

/* Whether the option takes the time stamp counter from the program. */
static bool stops_clock(int option, uint64_t mode)
{
	return (option == PR_SET_SECCOMP && mode == SECCOMP_MODE_STRICT) ||
	       (option == PR_SET_TSC && mode == PR_TSC_SIGSEGV);
}

/* Whether the option may forbid system calls. Without a filter it only queries
 * whether there are any. */
static bool sandboxes(int option, const uint64_t *slot)
{
	return option == PR_SET_SECCOMP &&
	       (slot[1] == SECCOMP_MODE_STRICT ||
		(slot[1] == SECCOMP_MODE_FILTER && slot[2]));
}

/* Always passes four words: an option never reads those it does not have. */
int fxp_w_prctl(int option, ...)
{
	int (*real)(int, ...) =
		(int (*)(int, ...))fxp_custom_real(FXP_FN_libc_prctl);
	struct fxp_call call;
	uint64_t slot[6] = {FXP_WORD(option)};
	bool no_clock;
	va_list list;
	int ret;

	va_start(list, option);
	for (unsigned i = 1; i < 5; i++)
		slot[i] = va_arg(list, unsigned long);
	va_end(list);
	fxp_custom_begin(&call, FXP_FN_libc_prctl, slot);
	if (sandboxes(option, slot))
		fxp_sandbox_comes();
	no_clock = stops_clock(option, slot[1]);
	if (no_clock)
		fxp_process_no_clock();
	ret = real(option, slot[1], slot[2], slot[3], slot[4]);
	if (no_clock && ret != 0)
		fxp_process_clock_back();
	if (option == PR_SET_SECCOMP && ret == 0)
		fxp_sandbox_is_there();
	else if (sandboxes(option, slot))
		fxp_sandbox_refused();
	if (option == PR_SET_NAME && ret == 0)
		fxp_process_renamed(0, (const char *)slot[1]);
	slot[5] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}
