/* SPDX-License-Identifier: MIT */
/*
 * Calls with values of every kind, ten a turn: strings, memory, constants,
 * flags, structs, arrays, addresses, what printf took, and a failure.
 *	kinds CALLS
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char memory[96];

static void turn(int zero, int null, int n)
{
	struct iovec pieces[2] = {{memory, 24}, {memory + 24, 40}};
	struct pollfd polled[2] = {{zero, POLLIN, 0}, {null, POLLOUT, 0}};
	char line[64];
	struct stat status;
	int fd = open("/dev/null", O_WRONLY | O_APPEND | O_CLOEXEC);

	read(zero, memory, 64);
	snprintf(line, sizeof(line), "%d %s %.2f\n", n, "turn", n / 8.0);
	memcpy(memory, line, strlen(line));
	write(fd, memory, sizeof(memory));
	lseek(zero, n, SEEK_SET);
	fstat(null, &status);
	writev(null, pieces, 2);
	poll(polled, 2, 0);
	access("/no/such/file", R_OK | W_OK);
	close(fd);
}

int main(int argc, char **argv)
{
	int zero = open("/dev/zero", O_RDONLY);
	int null = open("/dev/null", O_WRONLY);

	if (argc != 2 || zero < 0 || null < 0)
		return 2;
	for (int n = atoi(argv[1]) / 10; n > 0; n--)
		turn(zero, null, n);
	return 0;
}
