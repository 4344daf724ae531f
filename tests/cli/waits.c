/* SPDX-License-Identifier: MIT */
/* A thread waits for what another one writes after some sleep. */
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *work(void *what)
{
	for (int i = 0; i < 10; i++)
		usleep(20000);
	write(ends[1], "x", 1);
	return what;
}

int main(void)
{
	pthread_t thread;
	char byte;

	if (pipe(ends))
		return 1;
	pthread_create(&thread, NULL, work, NULL);
	read(ends[0], &byte, 1);
	pthread_join(thread, NULL);
	usleep(1000);
	return 0;
}
