/* SPDX-License-Identifier: MIT */
/*
 * Ways to leave a libc function other than by its return: each goes through
 * the tracer's frame. The argument chooses one; after it some calls follow
 * that must be recorded as if nothing had happened.
 */
/* BUILD: -pthread */
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

static jmp_buf jump;
static sigjmp_buf signal_jump;

static int throw_in_callback(const void *, const void *)
{
	throw 42;
}

static ssize_t throw_in_stream(void *, const char *, size_t)
{
	throw 43;
}

static FILE *stream_that(cookie_write_function_t *does)
{
	cookie_io_functions_t functions = {};
	FILE *stream;

	functions.write = does;
	stream = fopencookie(nullptr, "w", functions);
	setvbuf(stream, nullptr, _IONBF, 0);
	return stream;
}

static void exception()
{
	int values[] = {3, 1, 2};

	try {
		qsort(values, 3, sizeof(int), throw_in_callback);
	} catch (int x) {
		printf("caught %d through qsort\n", x);
	}
	try {
		fwrite("x", 1, 1, stream_that(throw_in_stream));
	} catch (int x) {
		printf("caught %d through fwrite\n", x);
	}
}

static int jump_in_callback(const void *, const void *)
{
	longjmp(jump, 5);
}

static ssize_t jump_in_stream(void *, const char *, size_t)
{
	longjmp(jump, 6);
}

static void long_jump()
{
	int values[] = {3, 1, 2};
	int got = setjmp(jump);

	if (got == 0)
		qsort(values, 3, sizeof(int), jump_in_callback);
	if (got == 5)
		fwrite("x", 1, 1, stream_that(jump_in_stream));
	printf("longjmp gave %d\n", got);
}

static void jump_from_handler(int)
{
	siglongjmp(signal_jump, 6);
}

static void signal_long_jump()
{
	struct itimerval soon = {{0, 0}, {0, 20000}};
	int ends[2], got;
	char byte;

	if (pipe(ends))
		return;
	signal(SIGALRM, jump_from_handler);
	got = sigsetjmp(signal_jump, 1);
	if (got == 0) {
		setitimer(ITIMER_REAL, &soon, nullptr);
		if (read(ends[0], &byte, 1) >= 0)
			puts("read returned");
	}
	printf("siglongjmp gave %d\n", got);
}

static int n_cleaned;

static void clean(void *)
{
	getenv("IN_CLEANUP");
	n_cleaned++;
}

static void *read_until_cancelled(void *ends)
{
	char byte;

	pthread_cleanup_push(clean, nullptr);
	if (read(*static_cast<int *>(ends), &byte, 1) >= 0)
		puts("read returned");
	pthread_cleanup_pop(0);
	return nullptr;
}

static void cancel()
{
	pthread_t thread;
	void *result;
	int ends[2];

	if (pipe(ends) ||
	    pthread_create(&thread, nullptr, read_until_cancelled, ends))
		return;
	usleep(20000);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	printf("cancelled: %d, cleaned: %d\n", result == PTHREAD_CANCELED,
	       n_cleaned);
}

static void *call_until_cancelled(void *ready)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
	*static_cast<volatile int *>(ready) = 1;
	for (;;) {
		getenv("CALLED_UNTIL_CANCELLED");
		lseek(-1, 77, SEEK_SET);
	}
	return nullptr;
}

/* Wherever the thread is: in the recorder, in libc, between them */
static void cancel_anywhere()
{
	int n_cancelled = 0;

	for (int i = 0; i < 200; i++) {
		volatile int ready = 0;
		pthread_t thread;
		void *result = nullptr;

		if (pthread_create(&thread, nullptr, call_until_cancelled,
				   const_cast<int *>(&ready)))
			return;
		while (!ready)
			usleep(1);
		for (volatile int k = 0; k < i * 37; k = k + 1)
			;
		pthread_cancel(thread);
		pthread_join(thread, &result);
		n_cancelled += result == PTHREAD_CANCELED;
	}
	printf("%d of 200 cancelled\n", n_cancelled);
}

struct calls_at_end {
	int is_used;
	~calls_at_end()
	{
		getenv("AT_THREAD_END");
	}
};

static thread_local calls_at_end of_thread;

static void *use_of_thread(void *arg)
{
	of_thread.is_used = 1;
	return arg;
}

static void thread_local_object()
{
	for (int i = 0; i < 20; i++) {
		pthread_t thread;

		pthread_create(&thread, nullptr, use_of_thread, nullptr);
		pthread_join(thread, nullptr);
	}
	puts("twenty threads");
}

struct with_destructor {
	~with_destructor()
	{
		n_cleaned++;
	}
};

static void *leave_thread(void *)
{
	with_destructor on_stack;

	pthread_exit(reinterpret_cast<void *>(7));
}

static void thread_exit()
{
	pthread_t thread;
	void *result = nullptr;

	pthread_create(&thread, nullptr, leave_thread, nullptr);
	pthread_join(thread, &result);
	printf("thread result: %ld, destructors: %d\n",
	       reinterpret_cast<long>(result), n_cleaned);
}

static void error_number()
{
	char byte;

	errno = 0;
	if (open("/no/such/file", O_RDONLY) < 0)
		printf("after a failed open: %s\n", strerror(errno));
	errno = 77;
	getenv("HOME");
	printf("after getenv: %d\n", errno);
	errno = 78;
	close(open("/dev/null", O_RDONLY));
	printf("after open and close: %d\n", errno);
	errno = 0;
	if (read(-1, &byte, 1) < 0)
		printf("after a failed read: %s\n", strerror(errno));
}

static const struct {
	const char *name;
	void (*go)();
} ways[] = {
	{"exception", exception},
	{"longjmp", long_jump},
	{"siglongjmp", signal_long_jump},
	{"cancel", cancel},
	{"cancel_anywhere", cancel_anywhere},
	{"thread_local", thread_local_object},
	{"pthread_exit", thread_exit},
	{"errno", error_number},
};

int main(int argc, char **argv)
{
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
