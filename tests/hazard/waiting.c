/* SPDX-License-Identifier: MIT */
/*
 * Makes one call of each kind that waits: for nothing, so that it is over soon,
 * or for what is there already. With an argument: reads that file.
 */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void wait_for_time(void)
{
	struct timespec soon = {.tv_nsec = 1000000}, at;
	struct timeval short_time = {.tv_usec = 1000};
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
	struct epoll_event event;

	poll(NULL, 0, 1);
	select(0, NULL, NULL, NULL, &short_time);
	epoll_wait(epoll_create1(EPOLL_CLOEXEC), &event, 1, 1);
	nanosleep(&soon, NULL);
	usleep(1000);
	clock_gettime(CLOCK_REALTIME, &at);
	pthread_mutex_lock(&mutex);
	pthread_cond_timedwait(&cond, &mutex, &at);
	pthread_mutex_unlock(&mutex);
}

static void wait_for_others(void)
{
	sigset_t set;
	sem_t sem;
	int signo;
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	waitpid(child, NULL, 0);
	sem_init(&sem, 0, 1);
	sem_wait(&sem);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGUSR1);
	sigwait(&set, &signo);
}

/* Which of a pipe, a socket and a terminal it is does not matter to read. */
static void read_all(void)
{
	int ends[2], pair[2], master = -1, slave = -1;
	char text[8];
	FILE *stream;

	if (pipe(ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) ||
	    openpty(&master, &slave, NULL, NULL, NULL))
		return;
	(void)!write(ends[1], "abc\nd\n", 6);
	(void)!write(pair[1], "abcd", 4);
	(void)!write(master, "a\n", 2);
	(void)!read(ends[0], text, 1);
	(void)!read(pair[0], text, 1);
	(void)!read(slave, text, 1);
	(void)recv(pair[0], text, 1, 0);
	stream = fdopen(ends[0], "r");
	if (stream)
		(void)!fgets(text, sizeof(text), stream);
}

int main(int argc, char **argv)
{
	char text[8];
	int fd;

	if (argc < 2) {
		wait_for_time();
		wait_for_others();
		read_all();
		return 0;
	}
	fd = open(argv[1], O_RDONLY);
	(void)!read(fd, text, sizeof(text));
	close(fd);
	return 0;
}
