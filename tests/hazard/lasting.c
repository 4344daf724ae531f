/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread */
/* One thread reads while another makes N other calls: lasting N. The FIFO
 * `long` ends the read, `next` begins the calls, `done` is opened behind them,
 * and `over` behind the read. Then it waits for a signal. */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *read_long(void *unused)
{
	char byte;

	(void)!read(open("long", O_RDONLY), &byte, 1);
	return unused;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	pthread_t thread;

	pthread_create(&thread, NULL, read_long, NULL);
	(void)open("next", O_RDONLY);
	for (int i = 0; i < n; i++)
		lseek(0, i, SEEK_SET);
	(void)open("done", O_WRONLY);
	pthread_join(thread, NULL);
	(void)open("over", O_WRONLY);
	pause();
	return 0;
}
