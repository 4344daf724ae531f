/* SPDX-License-Identifier: MIT */
/* BUILD: -lutil */
/*
 * Locks, conditions and thread-specific values where they easily meet the
 * tracer. That is in handlers around fork, in destructors of ending threads, in
 * waits that are cancelled, in children that libc forks itself. The argument
 * chooses one.
 */
#include <pthread.h>
#include <pty.h>
#include <search.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#define N_THREADS 4
#define N_ROUNDS 200

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static int total, n_destroyed;

static void take_lock(void)
{
	pthread_mutex_lock(&lock);
}

static void give_lock(void)
{
	pthread_mutex_unlock(&lock);
}

static void *fork_often(void *unused)
{
	for (int i = 0; i < N_ROUNDS / 10; i++) {
		int status = 0;
		pid_t pid = fork();

		if (pid == 0) {
			pthread_rwlock_wrlock(&table);
			pthread_rwlock_unlock(&table);
			_exit(7);
		}
		waitpid(pid, &status, 0);
		take_lock();
		total += WEXITSTATUS(status);
		give_lock();
	}
	return unused;
}

static void run(void *(*start)(void *))
{
	pthread_t threads[N_THREADS];

	for (int i = 0; i < N_THREADS; i++)
		pthread_create(&threads[i], NULL, start, NULL);
	for (int i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
}

static void around_fork(void)
{
	pthread_atfork(take_lock, give_lock, give_lock);
	run(fork_often);
	printf("children: %d\n", total);
}

static void destroy(void *value)
{
	take_lock();
	n_destroyed++;
	give_lock();
	/* once more: a later round of destructors */
	if (value == &total)
		pthread_setspecific(key, &n_destroyed);
	free(malloc(10));
}

static void *keep_value(void *unused)
{
	pthread_setspecific(key, &total);
	if (pthread_getspecific(key) != &total)
		total = -1;
	pthread_exit(unused);
}

static void at_thread_exit(void)
{
	pthread_key_create(&key, destroy);
	run(keep_value);
	printf("destroyed: %d %d\n", n_destroyed, total);
}

static void unlock(void *unused)
{
	(void)unused;
	total++;
	give_lock();
}

static void *wait_for_ever(void *unused)
{
	take_lock();
	pthread_cleanup_push(unlock, NULL);
	for (;;)
		pthread_cond_wait(&changed, &lock);
	pthread_cleanup_pop(0);
	return unused;
}

static void cancelled(void)
{
	pthread_t thread;
	void *result;

	for (int i = 0; i < N_ROUNDS; i++) {
		pthread_create(&thread, NULL, wait_for_ever, NULL);
		if (i % 2)
			usleep(100);
		pthread_cancel(thread);
		pthread_join(thread, &result);
		if (result != PTHREAD_CANCELED)
			printf("not cancelled\n");
	}
	take_lock(); /* not held by any of them */
	give_lock();
	printf("%s\n", total <= N_ROUNDS ? "all cancelled" : "too many");
}

static int count(void *unused)
{
	static mtx_t mutex;
	static once_flag once = ONCE_FLAG_INIT;
	extern void init_mutex(void);

	(void)unused;
	(void)mutex;
	call_once(&once, init_mutex);
	for (int i = 0; i < N_ROUNDS; i++) {
		pthread_rwlock_rdlock(&table);
		pthread_rwlock_unlock(&table);
		take_lock();
		total++;
		give_lock();
	}
	thrd_exit(3);
}

void init_mutex(void);
void init_mutex(void)
{
	pthread_mutex_trylock(&lock);
	pthread_mutex_unlock(&lock);
}

static void of_c11(void)
{
	thrd_t threads[N_THREADS];
	int result, sum = 0;
	sem_t sem;

	for (int i = 0; i < N_THREADS; i++)
		thrd_create(&threads[i], count, NULL);
	for (int i = 0; i < N_THREADS; i++) {
		thrd_join(threads[i], &result);
		sum += result;
	}
	sem_init(&sem, 0, 1);
	sem_wait(&sem);
	sem_post(&sem);
	printf("results: %d, total %d\n", sum, total);
}

/* libc forks, and both of us return from its function. */
static void by_libc(void)
{
	char text[100] = "";
	int fd, status, pipes[2];
	pid_t pid = forkpty(&fd, NULL, NULL, NULL);
	size_t n = 0;

	if (pid == 0) {
		puts(isatty(1) ? "a terminal" : "none");
		exit(5);
	}
	/* a terminal's line may come in pieces */
	while (!strchr(text, '\n') && n < sizeof(text) - 1 &&
	       read(fd, text + n, 1) == 1)
		n++;
	waitpid(pid, &status, 0);
	printf("%d %s", WEXITSTATUS(status), text);
	fflush(stdout);
	(void)!pipe(pipes);
	pid = fork();
	if (pid == 0) {
		if (daemon(1, 1) == 0)
			dprintf(pipes[1], "a daemon\n");
		_exit(0);
	}
	close(pipes[1]);
	waitpid(pid, NULL, 0);
	fd = (int)read(pipes[0], text, sizeof(text) - 1);
	printf("%.*s", fd, text);
}

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void visit(const void *node, VISIT order, int level)
{
	if (order == leaf || order == postorder)
		printf("%d:%s ", level, *(char *const *)node);
}

static void called_back(void)
{
	static char words[][8] = {"some", "words", "in", "a", "tree"};
	void *root = NULL;

	for (size_t i = 0; i < 5; i++)
		tsearch(words[i], &root, compare);
	twalk(root, visit);
	printf("%s\n", (char *)bsearch("words", "\0\0\0\0\0\0\0\0words", 2, 8,
				       compare));
}

static const struct {
	const char *name;
	void (*run)(void);
} all[] = {
	{"around_fork", around_fork}, {"at_thread_exit", at_thread_exit},
	{"cancelled", cancelled},     {"of_c11", of_c11},
	{"by_libc", by_libc},	      {"called_back", called_back},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (argc > 1 && !strcmp(argv[1], all[i].name))
			all[i].run();
	return 0;
}
