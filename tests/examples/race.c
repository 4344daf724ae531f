/* SPDX-License-Identifier: MIT */
/* Two threads that both find no file, and both write it. */
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_barrier_t both_looked, first_wrote;

static void *save(void *text)
{
	int is_first = *(const char *)text == 'a';

	if (access("state", F_OK) == 0)
		return NULL;
	/* chance, made certain */
	pthread_barrier_wait(&both_looked);
	if (!is_first)
		pthread_barrier_wait(&first_wrote);
	int fd = open("state", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	(void)!write(fd, text, 5);
	close(fd);
	if (is_first)
		pthread_barrier_wait(&first_wrote);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_barrier_init(&both_looked, NULL, 2);
	pthread_barrier_init(&first_wrote, NULL, 2);
	pthread_create(&a, NULL, save, "alice");
	pthread_create(&b, NULL, save, "bobby");
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
