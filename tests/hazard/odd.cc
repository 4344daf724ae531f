/* SPDX-License-Identifier: MIT */
/* BUILD: -fnon-call-exceptions -rdynamic -lpthread */
/*
 * Odd things that programs do, and may: the argument chooses one, and says what
 * came of it.
 */
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <execinfo.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char name_of_true[] = "true";
static char *arguments[] = {name_of_true, nullptr};

static int status_of(pid_t pid)
{
	int status = -1;

	waitpid(pid, &status, __WALL);
	return WIFEXITED(status) ? WEXITSTATUS(status)
				 : 1000 + WTERMSIG(status);
}

/* The status of a child that executes that, or the error that it got. */
static int executed(const char *path, char *const *argv, char *const *envp)
{
	pid_t pid = fork();

	if (pid == 0) {
		execve(path, argv, envp);
		_exit(100 + errno);
	}
	return status_of(pid);
}

static void without_environment()
{
	pid_t pid = 0;

	environ = nullptr;
	printf("NULL: %d\n", executed("/bin/true", arguments, nullptr));
	printf("posix_spawn: %d\n", posix_spawn(&pid, "/bin/true", nullptr,
						nullptr, arguments, nullptr));
	printf("status: %d\n", status_of(pid));
	pid = vfork();
	if (pid == 0) {
		execl("/bin/true", "true", static_cast<char *>(nullptr));
		_exit(9);
	}
	printf("execl: %d\n", status_of(pid));
	printf("getenv: %s\n", getenv("HOME") ? "there" : "not there");
	printf("system: %d\n", WEXITSTATUS(system("exit 3")));
	clearenv();
	setenv("STATUS", "4", 1);
	printf("system: %d\n", WEXITSTATUS(system("exit $STATUS")));
}

static void without_sense()
{
	auto *nowhere = reinterpret_cast<char **>(24);
	static char *half[] = {name_of_true, reinterpret_cast<char *>(40),
			       nullptr};
	char *none[] = {nullptr};
	pid_t pid = 0;

	printf("no argument: %d\n", executed("/bin/true", none, environ));
	printf("argv NULL: %d\n", executed("/bin/true", nullptr, environ));
	printf("a bad argv: %d\n", executed("/bin/true", nowhere, environ));
	printf("a bad envp: %d\n", executed("/bin/true", arguments, nowhere));
	printf("a bad string: %d\n", executed("/bin/true", arguments, half));
	printf("a bad path: %d\n",
	       executed(reinterpret_cast<char *>(8), arguments, environ));
	printf("spawned: %d\n", posix_spawn(&pid, "/bin/true", nullptr, nullptr,
					    arguments, nowhere));
}

static int depth_left;

static int compare_deeply(const void *, const void *)
{
	int values[2] = {2, 1};

	if (depth_left-- > 0)
		qsort(values, 2, sizeof(int), compare_deeply);
	getenv("DEEP");
	return 0;
}

/* More calls open at once than the recorder remembers */
static void nested()
{
	int values[2] = {2, 1};

	depth_left = 500;
	qsort(values, 2, sizeof(int), compare_deeply);
	printf("left: %d\n", depth_left);
}

static sigjmp_buf jump;

static void jump_out(int)
{
	getenv("ON_THE_OTHER_STACK");
	siglongjmp(jump, 1);
}

static int recurse(int n)
{
	volatile char bytes[512];

	bytes[0] = static_cast<char>(n);
	getenv("RECURSE");
	return (n < 0 ? 0 : recurse(n + 1)) + bytes[0];
}

static void catch_by(void (*handler)(int))
{
	static char other[65536];
	struct sigaction action = {};
	stack_t stack = {};

	stack.ss_sp = other;
	stack.ss_size = sizeof(other);
	sigaltstack(&stack, nullptr);
	action.sa_handler = handler;
	action.sa_flags = SA_ONSTACK;
	sigaction(SIGSEGV, &action, nullptr);
}

/* As shells do that catch the end of their stack */
static void overflow()
{
	struct rlimit small = {1 << 20, 1 << 20};

	catch_by(jump_out);
	setrlimit(RLIMIT_STACK, &small);
	for (int i = 0; i < 3; i++) {
		if (sigsetjmp(jump, 1))
			printf("overflow %d\n", i);
		else
			recurse(0);
	}
}

static void throw_out(int)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGSEGV);
	sigprocmask(SIG_UNBLOCK, &set, nullptr);
	throw 7;
}

static int compare_nowhere(const void *, const void *)
{
	static int *volatile nowhere = reinterpret_cast<int *>(16);

	return *nowhere;
}

/* An exception from a handler, through the instruction that failed */
static void thrown()
{
	int values[2] = {2, 1};

	signal(SIGSEGV, throw_out);
	for (int i = 0; i < 3; i++) {
		try {
			qsort(values, 2, sizeof(int), compare_nowhere);
		} catch (int what) {
			printf("caught %d\n", what);
		}
	}
}

static int compare_looking_back(const void *, const void *)
{
	void *frames[64];
	int n = backtrace(frames, 64);
	char **names = backtrace_symbols(frames, n);
	bool has_main = false;

	for (int i = 0; i < n; i++)
		has_main |= strstr(names[i], "main") != nullptr;
	printf("main is seen: %d\n", has_main);
	free(names);
	return 0;
}

static void back()
{
	int values[2] = {2, 1};

	qsort(values, 2, sizeof(int), compare_looking_back);
}

static void *call_for_ever(void *)
{
	for (;;)
		getenv("BUSY");
}

static void *replace_all(void *)
{
	usleep(20000);
	execl("/bin/sh", "sh", "-c", "echo replaced; exit 5",
	      static_cast<char *>(nullptr));
	return nullptr;
}

static void exec_among_threads()
{
	pthread_t thread;

	for (int i = 0; i < 3; i++)
		pthread_create(&thread, nullptr, call_for_ever, nullptr);
	pthread_create(&thread, nullptr, replace_all, nullptr);
	call_for_ever(nullptr);
}

static volatile int is_done;

static int call_in_clone(void *)
{
	for (int i = 0; i < 20000; i++)
		getenv("IN_CLONE");
	is_done = 1;
	return 6;
}

/* A child that has our memory, thread storage included, and runs at the same
 * time */
static void sharing()
{
	static char stack[65536];
	pid_t pid = clone(call_in_clone, stack + sizeof(stack),
			  CLONE_VM | SIGCHLD, nullptr);

	for (int i = 0; i < 20000 || !is_done; i++)
		getenv("DURING_CLONE");
	printf("clone: %d\n", status_of(pid));
}

static int call_a_little(void *)
{
	for (int i = 0; i < 5; i++)
		getenv("WHILE_WAITED_FOR");
	return 6;
}

/* The same, but we wait until it has gone, as for vfork */
static void waiting()
{
	static char stack[65536];

	for (int i = 0; i < 3; i++) {
		pid_t pid = clone(call_a_little, stack + sizeof(stack),
				  CLONE_VM | CLONE_VFORK | SIGCHLD, nullptr);

		printf("clone: %d\n", status_of(pid));
	}
}

static void fork_thrice()
{
	for (int i = 0; i < 3; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			getenv("IN_CHILD");
			_exit(3);
		}
		printf("child: %d\n", pid < 0 ? -1 : status_of(pid));
	}
}

static void elsewhere()
{
	printf("unshare: %d\n", unshare(CLONE_NEWUSER | CLONE_NEWNET));
	fork_thrice();
}

static void powerless()
{
	if (setgid(65534) || setuid(65534))
		puts("no such right");
	fork_thrice();
	printf("system: %d\n", WEXITSTATUS(system("exit 3")));
}

static const struct {
	const char *name;
	void (*go)();
} ways[] = {
	{"environment", without_environment},
	{"sense", without_sense},
	{"nested", nested},
	{"overflow", overflow},
	{"thrown", thrown},
	{"back", back},
	{"exec", exec_among_threads},
	{"sharing", sharing},
	{"waiting", waiting},
	{"elsewhere", elsewhere},
	{"powerless", powerless},
};

int main(int argc, char **argv)
{
	setvbuf(stdout, nullptr, _IONBF, 0);
	for (auto &way : ways) {
		if (argc < 2 || strcmp(argv[1], way.name))
			continue;
		way.go();
		for (int i = 0; i < 10; i++)
			getenv("AFTERWARDS");
		return 0;
	}
	return 2;
}
