/* SPDX-License-Identifier: MIT */
/*
 * Children to whom signals come while they start to record: their handlers
 * find the first descriptor free that is free without us.
 *	disturbed [N_CHILDREN]
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t n_bad, first_free;

static void check_descriptor(int signo)
{
	int fd = dup(1);

	(void)signo;
	n_bad += fd != first_free;
	close(fd);
}

/* Sends signals to the whole group, as long as its leader lives. */
static void disturb(pid_t group)
{
	setpgid(0, 0);
	while (getppid() == group && kill(-group, SIGUSR1) == 0)
		;
	_exit(0);
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_handler = check_descriptor,
				   .sa_flags = SA_RESTART};
	int n_wanted = argc > 1 ? atoi(argv[1]) : 200;
	int status, n_children = 0;
	pid_t pid, disturber;

	setpgid(0, 0);
	first_free = dup(1);
	close(first_free);
	sigaction(SIGUSR1, &action, NULL);
	disturber = fork();
	if (disturber == 0)
		disturb(getppid());
	for (int i = 0; i < n_wanted; i++) {
		pid = fork();
		if (pid == 0) {
			getenv("IN_CHILD");
			_exit(n_bad != 0);
		}
		n_children += waitpid(pid, &status, 0) == pid && status == 0;
	}
	kill(disturber, SIGKILL);
	printf("%d of %d children, %d\n", n_children, n_wanted, (int)n_bad);
	return 0;
}
