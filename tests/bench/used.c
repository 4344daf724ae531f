/* SPDX-License-Identifier: MIT */
/*
 * What a command uses: a line of CPU seconds, peak memory in KiB and its exit
 * status is added to a file. Programs that the command starts and waits for
 * count.
 *	used FILE COMMAND...
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	struct rusage used;
	int status = 0;
	pid_t pid;
	FILE *out;

	if (argc < 3)
		return 2;
	pid = fork();
	if (!pid) {
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return 2;
	getrusage(RUSAGE_CHILDREN, &used);
	out = fopen(argv[1], "a");
	if (!out)
		return 2;
	fprintf(out, "%.3f %ld %d\n",
		seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss,
		WIFEXITED(status) ? WEXITSTATUS(status) : 128);
	return fclose(out) != 0;
}
